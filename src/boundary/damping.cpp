#include "talus/boundary/damping.hpp"

#include "talus/core/parallel.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

Mat3 projector_along(const std::optional<Vec3>& direction) {
  if (!direction) return Mat3::Identity();
  if (!(direction->norm() > 0)) refuse("the direction has no direction: all its components are 0");
  const Vec3 n = direction->normalized();
  return n * n.transpose();
}

void DampingForce::apply(SolidBody& body, Real /*t*/) {
  std::vector<Vec3>& out = body.open(ForceKind::boundary);
  const auto sum = parallel::sum<4>(body.size(), [&](Index i, std::array<Real, 4>& part) {
    const Vec3 f = -rate * body.m[i] * (projector * body.v[i]);
    out[i] += f;
    for (int k = 0; k < 3; ++k) part[k] += f[k];
    part[3] -= f.dot(body.v[i]);
  });
  force = {sum[0], sum[1], sum[2]};
  last = {.dissipated_power = sum[3]};
}

Real DampingForce::time_limit(const SolidBody& /*body*/) const { return 2 / rate; }

DampingForce Damping::resolve(const SolidBody& /*target*/) const {
  return {.projector = projector_along(along), .rate = rate};
}

}  // namespace talus
