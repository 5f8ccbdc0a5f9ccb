// Failure where the largest principal logarithmic strain reaches a limit, (material 39): D = max over time of
// ln(lambda_max)/limit. Elastic and plastic strain count alike; compression does not.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/law/material/failure/failure_point.hpp"
#include "talus/numerics/scalar_function.hpp"
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
  [[nodiscard]] Contradiction contradiction() const { return {}; }

  template <class T>
  [[nodiscard]] T damage_after(T damage, const FailurePointOf<T>& at) const {
    const Mat3Of<T> H = at.F - Mat3Of<T>::Identity();
    const SymmetricOf<T> E = 2.0 * SymmetricOf<T>::part_of(H) + times_transpose(H.transpose());  // C - I
    const T largest = -smallest_eigenvalue(-1.0 * E);
    return max(damage, log_one_plus(largest) * (Real(0.5) / limit));
  }
};

}  // namespace talus
