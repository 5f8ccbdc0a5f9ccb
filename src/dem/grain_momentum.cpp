// Sums over the grains of a body that no step needs.
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {

Vec3 linear_momentum(const GrainBody& body) {
  const auto p = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const Vec3 momentum = body.grains.inertia[i].mass * body.grains.rate[i].velocity.vec();
    for (int a = 0; a < 3; ++a) sum[a] += momentum[a];
  });
  return {p[0], p[1], p[2]};
}

Vec3 angular_momentum(const GrainBody& body) {
  const auto L = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const SphereRows& g = body.grains;
    const Vec3 own = body.clumped ? body.clumps.angular_momentum[i] : Vec3(g.inertia[i].moment * g.rate[i].spin.vec());
    const Vec3 l = g.inertia[i].mass * g.position[i].vec().cross(g.rate[i].velocity.vec()) + own;
    for (int a = 0; a < 3; ++a) sum[a] += l[a];
  });
  return {L[0], L[1], L[2]};
}

Real total_mass(const GrainBody& body) {
  return parallel::sum<1>(body.size(),
                          [&](Index i, std::array<Real, 1>& sum) { sum[0] += body.grains.inertia[i].mass; })[0];
}

}  // namespace talus
