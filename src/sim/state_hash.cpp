#include <bit>

#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// FNV-1a over the bits of a double, eight bytes at a time.
void mix(std::uint64_t& hash, Real value) {
  hash ^= std::bit_cast<std::uint64_t>(value);
  hash *= 0x100000001b3ULL;
  hash ^= hash >> 29;
}

}  // namespace

std::uint64_t Simulation::state_hash() const {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  mix(hash, time_);
  for (const SolidBody& b : model_.bodies) {
    for (Index i = 0; i < b.size(); ++i) {
      for (int a = 0; a < 3; ++a) {
        mix(hash, b.x[i][a]);
        mix(hash, b.v[i][a]);
      }
      const MaterialState state = b.state[i];
      for (const Real c : state.cp_inverse) mix(hash, c);
      for (const Real c : {state.plastic_strain, state.heat, state.volume_strain, state.volume_energy, state.damage}) {
        mix(hash, c);
      }
    }
  }
  for (const GrainBody& b : model_.grains.bodies) {
    for (Index i = 0; i < b.size(); ++i) {
      for (const Row* row : {&b.grains.position[i], &b.grains.rate[i].velocity, &b.grains.rate[i].spin}) {
        for (const Real c : {row->x, row->y, row->z}) mix(hash, c);
      }
      for (const Real c : b.orientation[i].coeffs()) mix(hash, c);
    }
    for (const auto& rounds : b.rounds) {
      for (const std::int32_t n : rounds) mix(hash, static_cast<Real>(n));
    }
  }
  for (const WallBody& wall : model_.grains.walls) {
    for (const Vec3& v : {wall.pose.displacement, wall.full.velocity, wall.full.spin}) {
      for (int a = 0; a < 3; ++a) mix(hash, v[a]);
    }
    for (const Real c : wall.pose.rotation.coeffs()) mix(hash, c);
  }
  return hash;
}

}  // namespace talus
