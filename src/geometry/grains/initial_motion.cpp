#include "talus/geometry/grains/initial_motion.hpp"

#include "talus/geometry/refuse.hpp"

namespace talus {

void check_plane(const GrainSeed& seed, int dimension, const std::string& place) {
  if (dimension == 3) return;
  if (seed.centre.z() != 0) refuse(place, "z is ", seed.centre.z(), " m; it has to be 0 in two dimensions");
  if (seed.velocity.z() != 0)
    refuse(place, "a disc moves in the plane: the third component of its velocity has to be 0");
  if (seed.spin.x() != 0 || seed.spin.y() != 0) refuse(place, "a disc spins about z: write [0, 0, rate]");
}

void InitialMotion::check(int dimension) const { check_plane({.velocity = velocity, .spin = spin}, dimension, ""); }

void InitialMotion::give(GrainSeed& seed, Random& random, int dimension) const {
  seed.velocity = velocity;
  seed.spin = spin;
  if (agitation == 0) return;
  for (int k = 0; k < dimension; ++k) seed.velocity[k] += agitation * random.normal();
}

void remove_mean_agitation(std::span<GrainSeed> seeds, const GrainTemplate& grain, const InitialMotion& motion) {
  if (motion.agitation == 0) return;
  Vec3 surplus = Vec3::Zero();
  Real volume = 0;
  for (const GrainSeed& seed : seeds) {
    surplus += grain.volume(seed.radius) * (seed.velocity - motion.velocity);
    volume += grain.volume(seed.radius);
  }
  for (GrainSeed& seed : seeds) seed.velocity -= surplus / volume;
}

}  // namespace talus
