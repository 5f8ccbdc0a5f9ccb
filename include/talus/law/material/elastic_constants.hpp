// Density and isotropic elastic constants: what every material law here starts from.
#pragma once

#include "talus/core/option.hpp"
#include "talus/numerics/symmetric.hpp"

namespace talus {

struct ElasticConstants {
  Real density{};  ///< in the reference state [kg/m^3]
  Real young{};    ///< [Pa]
  Real poisson{};  ///< [-]

  [[nodiscard]] Real shear_modulus() const { return young / (2 * (1 + poisson)); }     ///< G [Pa]
  [[nodiscard]] Real bulk_modulus() const { return young / (3 * (1 - 2 * poisson)); }  ///< K [Pa]

  /// Stress of Hooke's law, 2 G eps + (K - 2G/3) tr(eps) I [Pa], (material 4).
  template <class T>
  [[nodiscard]] SymmetricOf<T> hooke(const SymmetricOf<T>& strain) const {
    const Real G = shear_modulus();
    return SymmetricOf<T>::identity((bulk_modulus() - 2 * G / 3) * strain.trace()) + (2 * G) * strain;
  }
  /// Energy of Hooke's law, K/2 (tr eps)^2 + G dev(eps):dev(eps) [J/m^3].
  template <class T>
  [[nodiscard]] T stored_energy(const SymmetricOf<T>& strain) const {
    const T trace = strain.trace();
    return 0.5 * bulk_modulus() * trace * trace + shear_modulus() * strain.deviator().squared_norm();
  }

  /// The first rows of every material's option table.
  static constexpr auto elastic_options() {
    return OptionTable{
        required("density", &ElasticConstants::density, dim::density, "mass per reference volume", positive),
        required("young", &ElasticConstants::young, dim::pressure, "Young's modulus at small strain", positive),
        required("poisson", &ElasticConstants::poisson, dim::none, "Poisson's ratio at small strain", inside(-1, 0.5))};
  }
};

}  // namespace talus
