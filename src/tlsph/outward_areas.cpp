#include "talus/tlsph/outward_areas.hpp"

namespace talus {

std::vector<Vec3> outward_areas(SolidBody& body, SolidSolver& solver, const std::vector<SymmetryPlane>& symmetry) {
  constexpr Real squeeze = 1e-3;  // affine: any will do
  const SolidBody kept = body;
  Vec3 still = Vec3::Zero();  // on every symmetry plane, which stand at right angles: images move likewise
  for (const SymmetryPlane& plane : symmetry) {
    const Vec3 n = plane.normal.normalized();
    still += n.dot(plane.point) * n;
  }
  for (Index i = 0; i < body.size(); ++i) {
    body.u[i] = -squeeze * (body.X[i] - still);
    body.x[i] = body.X[i] + body.u[i];
    body.v[i].setZero();
  }
  solver.update_stress(0);
  solver.compute_forces();
  const Real pressure = -body.P[0](0, 0);
  std::vector<Vec3> areas = body.of(ForceKind::internal);
  for (Vec3& a : areas) a /= pressure;
  body = kept;  // what the solver knows of it is found anew at the start
  return areas;
}

}  // namespace talus
