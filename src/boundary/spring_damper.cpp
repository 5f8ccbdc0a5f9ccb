#include "talus/boundary/spring_damper.hpp"

#include <cmath>

#include "talus/boundary/damping.hpp"

namespace talus {

namespace {

/// Sum of m times `field` over the particles, divided by their mass.
Vec3 mean_of(const std::vector<Vec3>& field, const std::vector<Index>& particles, const std::vector<Real>& m,
             Real mass) {
  Vec3 sum = Vec3::Zero();
  for (const Index i : particles) sum += m[i] * field[i];
  return sum / mass;
}

}  // namespace

void SpringForce::apply(SolidBody& body, Real /*t*/) {
  const Vec3 stretch = projector * (mean_of(body.x, particles, body.m, mass) - anchor);
  const Vec3 speed = projector * mean_of(body.v, particles, body.m, mass);
  force = -k * stretch - b * speed;
  std::vector<Vec3>& out = body.open(ForceKind::boundary);
  for (const Index i : particles) out[i] += body.m[i] / mass * force;
}

/// Central differences with a lagging dashpot: dt < 2 / (g + sqrt(k/M + g^2)), g = b / 2M.
Real SpringForce::time_limit(const SolidBody& /*body*/) const {
  const Real g = b / (2 * mass);
  return 2 / (g + std::sqrt(k / mass + g * g));
}

SpringForce SpringDamper::resolve(const SolidBody& target) const {
  SpringForce spring;
  spring.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn);
  for (const Index i : spring.particles) spring.mass += target.m[i];
  spring.anchor = anchor ? *anchor : mean_of(target.X, spring.particles, target.m, spring.mass);
  spring.projector = projector_along(direction);
  spring.k = stiffness;
  spring.b = damping;
  return spring;
}

}  // namespace talus
