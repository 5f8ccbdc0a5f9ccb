// Which particles fit to second order, and what the fit and the weights of the energy are worth.
#include "talus/tlsph/surface_fit.hpp"

#include <doctest/doctest.h>

#include <array>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

using Cells = std::array<int, 3>;

SolidBody lattice(int dimension, const Cells& cells, Real jitter = 0) {
  return sample_body(rubber<SaintVenantKirchhoff>(), {.dimension = dimension, .cells = cells, .jitter = jitter});
}

Index fitted(SolidBody body, const Gradients::Variant& gradient = {}) {
  return SolidSolver(body, {.gradient = gradient}).reference().surface.count;
}

/// Largest error of the strain xx over the middle section of a bent block, over curvature times spacing.
Real strain_error(SolidBody body, const Gradients::Variant& gradient) {
  constexpr Real curvature = 1e-4;  // [1/m]
  SolidSolver solver(body, {.gradient = gradient});
  displace(body, [](const Vec3& X) { return Vec3(curvature * X[0] * X[1], -curvature * X[0] * X[0] / 2, 0); });
  solver.update_stress(0);
  Real worst = 0;
  for (Index i = 0; i < body.size(); ++i) {
    if (std::abs(body.X[i][0] - 0.4) > 0.15 || (body.dimension == 3 && std::abs(body.X[i][2] - 0.25) > 0.1)) continue;
    worst = std::max(worst, std::abs(body.F[i](0, 0) - 1 - curvature * body.X[i][1]));
  }
  return worst / (curvature * body.spacing);
}

}  // namespace

TEST_CASE("surface fit: the outermost layer of a lattice without its corners, turned any way") {
  CHECK(fitted(lattice(2, {8, 6, 1})) == 24 - 4);
  // In space, the three particles next to a corner have too few neighbours as well.
  CHECK(fitted(lattice(3, {7, 6, 5})) == 210 - 60 - 8 * 4);
  SolidBody turned = lattice(3, {7, 6, 5});
  const Mat3 R = Eigen::AngleAxisd(0.6, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  for (Vec3& X : turned.X) X = R * X;
  CHECK(fitted(turned) == 210 - 60 - 8 * 4);
}

TEST_CASE("surface fit: near-lattices keep it, two layers, one and strong disorder do not") {
  CHECK(fitted(lattice(2, {12, 8, 1}, 0.05)) == 36 - 4);
  CHECK(fitted(lattice(2, {12, 3, 1})) > 0);
  CHECK(fitted(lattice(2, {12, 2, 1})) == 0);
  CHECK(fitted(lattice(3, {8, 8, 2})) == 0);
  CHECK(fitted(lattice(3, {8, 8, 1})) == 0);
  CHECK(fitted(lattice(2, {12, 8, 1}, 0.3)) < 4);
  CHECK(fitted(lattice(3, {6, 6, 6}, 0.2)) < 10);
  CHECK(fitted(lattice(2, {12, 8, 1}, 0.08), QuadraticAtSurfaces{.disorder = 1e9}) > 20);
  CHECK(fitted(lattice(2, {12, 8, 1}), LinearGradient{}) == 0);
}

TEST_CASE("surface fit: steps and inner corners keep linear fits as far as neighbours reach") {
  const auto without = [](SolidBody body, auto&& gone) {
    SolidBody left = body;
    left.X.clear();
    left.V.clear();
    for (Index i = 0; i < body.size(); ++i) {
      if (gone(body.X[i] / body.spacing)) continue;
      left.X.push_back(body.X[i]);
      left.V.push_back(body.V[i]);
    }
    left.reset_state(1000);
    return left;
  };
  // A disc or a ball on a lattice is nothing but steps.
  const Vec3 middle(5.5, 5.5, 5.5);
  const auto outside = [&](const Vec3& X) { return (X - middle).norm() > 6; };
  CHECK(fitted(without(lattice(3, {12, 12, 12}), outside)) == 0);
  // A notch in the long side takes the fits around it away and leaves the other side's.
  const SolidBody notched =
      without(lattice(2, {24, 9, 1}), [](const Vec3& X) { return std::abs(X[0] - 11.5) < 1 && X[1] > 5.5; });
  SolidBody body = notched;
  const SolidSolver solver(body, {});
  const SurfaceFit& fit = solver.reference().surface;
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3 X = body.X[i] / body.spacing;
    CAPTURE(X);
    // Both feet of the notch have a particle below the gap and one beside it.
    Real step = 100;
    for (const Vec3& foot : {Vec3(11, 5, 0), Vec3(12, 5, 0), Vec3(10, 6, 0), Vec3(13, 6, 0)}) {
      step = std::min(step, (X - foot).norm());
    }
    const bool near = step < 2.5;
    const bool outermost = X[1] < 0.5 || X[1] > 7.5 || X[0] < 0.5 || X[0] > 22.5;
    const bool corner = std::abs(X[0] - 11.5) > 11 && std::abs(X[1] - 4) > 3.5;
    const bool lip = X[1] > 7.5 && std::abs(X[0] - 11.5) < 2;
    if (near) CHECK(fit.row[i] == 0);
    if (!near && outermost && !corner && !lip) CHECK(fit.row[i] > 0);
    if (near && outermost) CHECK(fit.energy_weight[i] < 1.05);
  }
}

TEST_CASE("surface fit: strain of bending at the surface is right, which a linear fit reads beside the particle") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody body = lattice(dimension, {9, 7, 6});
    CHECK(strain_error(body, LinearGradient{}) > 0.25);
    CHECK(strain_error(body, QuadraticAtSurfaces{}) < 0.05);  // the ridge keeps it from zero
  }
}

TEST_CASE("surface fit: the energy is integrated over any number of layers as over the solid") {
  for (const int layers : {3, 4, 5, 6, 9}) {
    CAPTURE(layers);
    SolidBody body = lattice(2, {10, layers, 1});
    const SolidSolver solver(body, {});
    const std::vector<Real>& weight = solver.reference().surface.energy_weight;
    Real sum = 0, second = 0;
    for (int k = 0; k < layers; ++k) {
      const Real z = k - 0.5 * (layers - 1);  // in spacings; column 5 is away from the ends
      sum += weight[10 * k + 5];
      second += weight[10 * k + 5] * z * z;
    }
    CHECK(relative_error(sum, Real(layers)) < 1e-14);
    CHECK(relative_error(second, layers * layers * layers / Real(12)) < 1e-14);
  }
  SolidBody body = lattice(3, {7, 7, 7});
  const SolidSolver solver(body, {});
  const std::vector<Real>& weight = solver.reference().surface.energy_weight;
  CHECK(relative_error(weight[3 + 7 * 3], 1 + 1 / Real(12)) < 1e-14);   // face
  CHECK(relative_error(weight[3 + 49 * 3], 1 + 1 / Real(12)) < 1e-14);  // another
  CHECK(relative_error(weight[3], 1 + 2 / Real(12)) < 1e-14);           // edge
  CHECK(weight[3 + 7 * 3 + 49 * 3] == 1);                               // the depth
  SolidBody plain = lattice(2, {10, 6, 1});
  const SolidSolver unweighted(plain, {.gradient = QuadraticAtSurfaces{.edge_weights = false}});
  for (const Real w : unweighted.reference().surface.energy_weight) CHECK(w == 1);
}

}  // namespace talus
