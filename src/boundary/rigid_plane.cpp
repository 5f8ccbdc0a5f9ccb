#include "talus/boundary/rigid_plane.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "talus/core/parallel.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

void PlaneForce::apply(SolidBody& body, Real t) {
  std::vector<Vec3>& out = body.open(ForceKind::boundary);
  const Real face = (point + t * velocity).dot(normal) + 0.5 * body.spacing;
  const auto pressed = parallel::sum<1>(body.size(), [&](Index i, std::array<Real, 1>& part) {
    const Real gap = body.x[i].dot(normal) - face;
    if (gap >= 0) return;
    out[i] -= k * gap * normal;
    part[0] -= k * gap;
  });
  force = pressed[0] * normal;
}

Real PlaneForce::time_limit(const SolidBody& body) const {
  return 2 * std::sqrt(*std::min_element(body.m.begin(), body.m.end()) / k);
}

PlaneForce RigidPlane::resolve(const SolidBody& target) const {
  if (!(normal.norm() > 0)) refuse("normal has no direction: all its components are 0");
  const Real young = std::visit([](const auto& material) { return material.young; }, target.material);
  PlaneForce wall;
  wall.point = point;
  wall.normal = normal.normalized();
  wall.velocity = velocity;
  wall.k = stiffness * young * std::pow(target.spacing, target.dimension - 2);
  return wall;
}

}  // namespace talus
