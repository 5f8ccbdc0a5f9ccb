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

  template <class T>
  [[nodiscard]] VolumeAnswerOf<T> answer(const VolumePathOf<T>& path) const {
    const Real K = path.bulk_modulus;
    const T j = path.to_j;
    const VolumeAnswerOf<T> whole{K * j, K * excess_over_log(j), K};
    if (!tension_cutoff) return whole;
    const auto is_torn = K * j > *tension_cutoff * (1 + j);
    if (!anywhere(is_torn)) return whole;
    const Real limit = *tension_cutoff / (K - *tension_cutoff);  // j at which p = -tension_cutoff
    const T torn_energy = K * excess_over_log(limit) + *tension_cutoff * (j - limit);
    return {select(is_torn, *tension_cutoff * (1 + j), whole.stress), select(is_torn, torn_energy, whole.energy),
            select(is_torn, T(0), whole.stiffness)};
  }
};

}  // namespace talus
