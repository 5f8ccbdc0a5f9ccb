// Bonded grains built in code.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/sample_grains.hpp"

namespace talus {

/// A cement of that stiffness [Pa] that nothing breaks.
inline ParallelBond cement(Real young, Real damping_ratio = 0) {
  ParallelBond law;
  law.young = young;
  law.damping_ratio = damping_ratio;
  return law;
}

/// Bonds between two bodies whose grains do not feel each other otherwise.
inline void bond_bodies(Case& c, const std::string& a, const std::string& b, const ParallelBond& law) {
  ContactSpec spec;
  spec.between = {a, b};
  spec.normal.entry = NoContact{};
  spec.bond.entry = law;
  c.contacts.push_back(spec);
}

inline ListedGrain grain_at(const Vec3& centre, Real radius) {
  ListedGrain grain;
  grain.centre = centre;
  grain.radius = radius;
  return grain;
}

/// `count` spheres of that radius along x from `first` on, touching [m].
inline std::vector<ListedGrain> chain(Index count, Real radius, const Vec3& first = Vec3::Zero()) {
  std::vector<ListedGrain> list;
  for (Index k = 0; k < count; ++k) list.push_back(grain_at(first + Vec3(2 * radius * k, 0, 0), radius));
  return list;
}

/// A cube of 4 x 4 x 4 millimetre grains of slightly different sizes that nearly touch, each with its own motion.
inline std::vector<ListedGrain> lump(Real speed, const Vec3& middle = Vec3::Zero()) {
  std::vector<ListedGrain> list;
  Random random(9);
  for (int k = 0; k < 64; ++k) {
    const Vec3 cell = Vec3(k % 4, (k / 4) % 4, k / 16) - Vec3::Constant(1.5);
    ListedGrain grain = grain_at(middle + 2.02e-3 * cell, random.uniform(0.95e-3, 1e-3));
    grain.velocity = speed * random.in_ball(3);
    grain.spin = speed / grain.radius * random.in_ball(3);
    list.push_back(grain);
  }
  return list;
}

/// The lump, with bonds between neighbours and contacts of which every kind has something to say.
inline Case lump_case(const ParallelBond& law, Real speed, Real end) {
  Case c = empty_case(3, end);
  add_grains(c, "g", lump(speed));
  c.contacts.push_back(everything_between("g", "g"));
  ParallelBond near = law;
  near.gap = 0.2e-3;
  c.contacts[0].bond.entry = near;
  return c;
}

inline BondCount bonds_of(const Simulation& s) {
  BondCount sum;
  for (const auto& contact : s.model().grains.contacts) {
    const auto bonds = contact->bonds();
    if (!bonds) continue;
    sum.all += bonds->all;
    sum.broken += bonds->broken;
  }
  return sum;
}

}  // namespace talus
