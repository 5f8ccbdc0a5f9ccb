// Sums over the grains of a body that no step needs.
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {

Vec3 linear_momentum(const GrainBody& body) {
  const auto p = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const Row& v = body.grains.full[i].velocity;
    sum[0] += v.w * v.x, sum[1] += v.w * v.y, sum[2] += v.w * v.z;
  });
  return {p[0], p[1], p[2]};
}

Vec3 angular_momentum(const GrainBody& body) {
  const auto L = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const SphereRows& g = body.grains;
    const Vec3 own = body.clumped ? body.clumps.angular_momentum[i] : Vec3(g.full[i].spin.w * g.full[i].spin.vec());
    const Vec3 l = g.full[i].velocity.w * g.position[i].vec().cross(g.full[i].velocity.vec()) + own;
    for (int a = 0; a < 3; ++a) sum[a] += l[a];
  });
  return {L[0], L[1], L[2]};
}

Real total_mass(const GrainBody& body) {
  return parallel::sum<1>(body.size(),
                          [&](Index i, std::array<Real, 1>& sum) { sum[0] += body.grains.full[i].velocity.w; })[0];
}

}  // namespace talus
