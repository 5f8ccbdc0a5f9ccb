// What a bond law sees of one bond, and what it answers: how the two ends of a beam have moved, never a body. T is a
// number, or a pack of them for as many bonds side by side (numerics/pack.hpp).
#pragma once

#include <optional>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// The two spheres when they are bonded.
struct BondEnds {
  Real radius_i = 0, radius_j = 0;  ///< [m]
  Real length = 0;                  ///< of the bond: distance of the centres [m]
  Real per_mass = 0;                ///< 1/m_i + 1/m_j, nothing of what is held [1/kg]
  Real per_inertia = 0;             ///< 1/I_i + 1/I_j, about any axis [1/(kg m^2)]
  int dimension = 3;
};

/// How i has moved against j since then, and how fast it does now. A vector along `axis` stretches or twists, one
/// across it shears or bends.
template <class T>
struct BondStrainOf {
  Vec3Of<T> axis;                           ///< of the bond, from j to i, unit vector
  Vec3Of<T> displacement;                   ///< [m]
  Vec3Of<T> rotation;                       ///< [rad]
  Vec3Of<T> velocity = Vec3Of<T>::Zero();   ///< [m/s]
  Vec3Of<T> turn_rate = Vec3Of<T>::Zero();  ///< [1/s]
};
using BondStrain = BondStrainOf<Real>;

/// Force, stored energy and losses leave a law together.
template <class T>
struct BondAnswerOf {
  Vec3Of<T> force;      ///< on j; i feels the opposite. Along `axis` it is tension [N]
  Vec3Of<T> moment;     ///< the same in the middle of the bond [N m]
  T stored = 0;         ///< U now [J]
  T viscous_power = 0;  ///< of the dashpots now, never negative [W]
  T stress_ratio = 0;   ///< largest stress over strength, 0 where nothing breaks it; beyond 1 it breaks [-]
};
using BondAnswer = BondAnswerOf<Real>;

/// Which grains are bonded, and when: the same for all bond laws.
struct Bonding {
  Real gap = 0;              ///< [m]
  std::optional<Real> at{};  ///< [s]
};

template <class Law>
constexpr auto bonding_options() {
  return OptionTable{
      optional("gap", &Law::gap, dim::length,
               "grains whose surfaces are no farther apart are bonded; 0: those that touch", non_negative),
      optional("at", &Law::at, dim::time, "when they are bonded; default: at the start")};
}

}  // namespace talus
