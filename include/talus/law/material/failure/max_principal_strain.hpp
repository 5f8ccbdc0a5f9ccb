// Failure where the largest principal logarithmic strain reaches a limit, (material 39): D = max over time of
// ln(lambda_max)/limit. Elastic and plastic strain count alike; compression does not.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/law/material/failure/failure_point.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

struct MaxPrincipalStrain {
  static constexpr std::string_view name = "max_principal_strain";
  static constexpr std::string_view help = "failure at a largest principal logarithmic strain";
  Real limit{};  ///< [-]

  static constexpr auto options() {
    return OptionTable{
        required("limit", &MaxPrincipalStrain::limit, dim::none, "ln(stretch) at which the material fails", positive)};
  }
  [[nodiscard]] bool needs_temperature() const { return false; }
  [[nodiscard]] MaterialContradiction contradiction() const { return {}; }

  [[nodiscard]] Real damage_after(Real damage, const FailurePoint& at) const {
    const Mat3 H = at.F - Mat3::Identity();
    const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H.transpose());  // C - I
    const Real largest = -smallest_eigenvalue(-1.0 * E);
    return std::max(damage, Real(0.5) * std::log1p(largest) / limit);
  }
};

}  // namespace talus
