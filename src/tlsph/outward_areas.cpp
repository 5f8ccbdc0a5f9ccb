#include "talus/tlsph/outward_areas.hpp"

namespace talus {

std::vector<Vec3> outward_areas(const SolidBody& body, SolidNumerics numerics) {
  constexpr Real squeeze = 1e-3;  // affine: any will do
  numerics.hourglass = NoHourglass{};
  numerics.viscosity = 0;
  numerics.renewal.reset();
  numerics.shock.reset();
  SolidBody sample;
  sample.name = body.name;
  sample.dimension = body.dimension;
  sample.spacing = body.spacing;
  sample.turn = body.turn;
  sample.X = body.X;
  sample.V = body.V;
  NeoHookean even;
  even.density = even.young = 1;
  sample.material = even;
  sample.reset_state(1);
  SolidSolver solver(sample, numerics);
  Vec3 still = Vec3::Zero();  // on every symmetry plane, which stand at right angles: images move likewise
  for (const SymmetryPlane& plane : numerics.symmetry) {
    const Vec3 n = plane.normal.normalized();
    still += n.dot(plane.point) * n;
  }
  for (Index i = 0; i < sample.size(); ++i) {
    sample.u[i] = -squeeze * (sample.X[i] - still);
    sample.x[i] += sample.u[i];
  }
  solver.update_stress(0);
  solver.compute_forces();
  const Real pressure = -sample.P[0](0, 0);
  std::vector<Vec3> areas = sample.of(ForceKind::internal);
  for (Vec3& a : areas) a /= pressure;
  return areas;
}

}  // namespace talus
