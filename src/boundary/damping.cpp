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
  const auto sum = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& part) {
    const Vec3 f = -rate * body.m[i] * (projector * body.v[i]);
    out[i] += f;
    for (int k = 0; k < 3; ++k) part[k] += f[k];
  });
  force = {sum[0], sum[1], sum[2]};
}

Real DampingForce::time_limit(const SolidBody& /*body*/) const { return 2 / rate; }

DampingForce Damping::resolve(const SolidBody& /*target*/) const {
  DampingForce brake;
  brake.projector = projector_along(along);
  brake.rate = rate;
  return brake;
}

}  // namespace talus
