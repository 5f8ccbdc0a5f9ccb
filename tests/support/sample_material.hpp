// One material of every kind for tests of bodies: soft enough for large strain, with round numbers.
#pragma once

#include "talus/law/material/catalog.hpp"

namespace talus {

inline constexpr Real rubber_young = 1e6;     ///< [Pa]
inline constexpr Real rubber_poisson = 0.3;   ///< [-]
inline constexpr Real rubber_density = 1000;  ///< [kg/m^3]

/// A law that never yields unless a yield stress [Pa] is given.
template <class Material>
Material rubber(Real yield = 1e20) {
  Material m;
  m.density = rubber_density;
  m.young = rubber_young;
  m.poisson = rubber_poisson;
  if constexpr (Material::plastic) m.hardening.entry = Perfect{.yield = yield};
  return m;
}

}  // namespace talus
