// What a bond law sees of one bond, and what it answers: how the two ends of a beam have moved, never a body.
#pragma once

#include <optional>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"

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
struct BondStrain {
  Vec3 axis;                      ///< of the bond, from j to i, unit vector
  Vec3 displacement;              ///< [m]
  Vec3 rotation;                  ///< [rad]
  Vec3 velocity = Vec3::Zero();   ///< [m/s]
  Vec3 turn_rate = Vec3::Zero();  ///< [1/s]
};

/// Force, stored energy and losses leave a law together.
struct BondAnswer {
  Vec3 force;              ///< on j; i feels the opposite. Along `axis` it is tension [N]
  Vec3 moment;             ///< the same in the middle of the bond [N m]
  Real stored = 0;         ///< U now [J]
  Real viscous_power = 0;  ///< of the dashpots now, never negative [W]
  Real stress_ratio = 0;   ///< largest stress over strength, 0 where nothing breaks it; beyond 1 it breaks [-]
};

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
