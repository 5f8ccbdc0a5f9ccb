// Rings and shells of particles under an even pressure: what stands at the middle must feel no force.
#include <doctest/doctest.h>

#include <cmath>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

/// Mean outward force of an even pressure p on the particles within a spacing of the axis (`ball`: of the centre), over
/// p dx^(d-1).
Real force_at_the_middle(const PointCloud& cloud, Real spacing, int dimension, bool ball) {
  SolidBody body;
  body.dimension = dimension;
  body.spacing = spacing;
  body.material = rubber<NeoHookean>();
  body.X = cloud.X;
  body.V = cloud.V;
  body.reset_state(1000);
  SolidSolver solver(body, {.hourglass = NoHourglass{}});
  displace(body, [](const Vec3& X) { return Vec3(-1e-6 * X); });
  solver.update_stress(0);
  solver.compute_forces();
  const Real p = -body.P[0](0, 0);
  Real outward = 0;
  int count = 0;
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3 arm = ball ? body.X[i] : Vec3(body.X[i].x(), body.X[i].y(), 0);
    if (arm.norm() > spacing || (!ball && std::abs(body.X[i].z()) > spacing)) continue;
    outward += body.of(ForceKind::internal)[i].dot(arm.normalized()), ++count;
  }
  CHECK(count == (ball ? 4 : dimension == 3 ? 6 : 3));
  return outward / count / (p * std::pow(spacing, dimension - 1));
}

}  // namespace

TEST_CASE("round packings: an even pressure exerts no force on the rings at the axis and the shell at the centre") {
  const Cylinder bar{.radius = 0.8, .length = 1, .axis = Axis::z, .packing = RoundPacking::rings};
  const Sphere ball{.radius = 0.6, .packing = BallPacking::shells};
  // Where they are as far out as the middle of their layer: -0.13, -0.17, -0.14.
  CHECK(std::abs(force_at_the_middle(bar.fill(0.1, 2), 0.1, 2, false)) < 0.03);
  CHECK(std::abs(force_at_the_middle(bar.fill(0.1, 3), 0.1, 3, false)) < 0.03);
  CHECK(std::abs(force_at_the_middle(ball.fill(0.1, 3), 0.1, 3, true)) < 0.03);
}

}  // namespace talus
