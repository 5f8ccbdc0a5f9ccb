// Pressure in proportion to compression, p = K (rho/rho_0 - 1), (material 33).
//   -p J = K (J - 1),   U = K (J - 1 - ln J)
// Down to -tension_cutoff; beyond, p stays there. Both branches derive from one potential: nothing is dissipated, and
// what has been pulled apart closes again along the same line.
#pragma once

#include "talus/law/material/eos/volume_path.hpp"
#include "talus/numerics/scalar_function.hpp"

namespace talus {

struct LinearPressure {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view help = "pressure in proportion to compression, K (rho/rho_0 - 1)";
  std::optional<Real> tension_cutoff{};  ///< largest tension [Pa]

  static constexpr auto options() {
    return OptionTable{optional("tension_cutoff", &LinearPressure::tension_cutoff, dim::pressure,
                                "largest tension that the material bears; none unless given", non_negative)};
  }

  [[nodiscard]] Real bulk_modulus(Real elastic, Real /*density*/) const { return elastic; }

  [[nodiscard]] VolumeAnswer answer(const VolumePath& path) const {
    const Real K = path.bulk_modulus, j = path.to_j;
    if (tension_cutoff && K * j > *tension_cutoff * (1 + j)) return torn(K, j);
    return {K * j, K * excess_over_log(j), K};
  }

 private:
  [[nodiscard]] VolumeAnswer torn(Real K, Real j) const {
    const Real limit = *tension_cutoff / (K - *tension_cutoff);  // j at which p = -tension_cutoff
    return {*tension_cutoff * (1 + j), K * excess_over_log(limit) + *tension_cutoff * (j - limit), 0};
  }
};

}  // namespace talus
