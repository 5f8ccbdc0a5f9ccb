// The first bending period of a free-free beam: the clean test of bending, since nothing is clamped.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

/// First free-free bending mode of a slender beam, s = x/L in [-1/2, 1/2], beta L = 4.730041.
Real mode(Real s) {
  constexpr Real k = 4.730041;
  return std::cos(k * s) / std::cos(k / 2) + std::cosh(k * s) / std::cosh(k / 2);
}

}  // namespace

TEST_CASE("free-free beam: the period of first bending is that of finite elements, to the error of ten layers") {
  constexpr Real length = 0.2, height = 0.02, dx = height / 10;
  constexpr Real exact = 0.041448;         // [s], plane-strain finite elements
  constexpr Real linear_gradient = 1.038;  // one-sided gradients at the surface make ten layers 3.8 % soft
  Case c = empty_case(2, 0.065);
  add_block(c, "beam", elastic<SaintVenantKirchhoff>(1000, 2e6, 0.3975), {length, height, 0}, dx);
  Model model = build_model(c);
  for (Index i = 0; i < model.bodies[0].size(); ++i) {
    model.bodies[0].v[i] = Vec3(0, 1e-3 * mode(model.bodies[0].X[i][0] / length), 0);
  }
  Simulation s(std::move(model));
  const SolidBody& body = s.model().bodies[0];
  // Project on the mode; its velocity changes sign at a quarter and at three quarters of the period.
  Real last = 1, last_time = 0;
  std::vector<Real> zeros;
  run(s, [&](const Simulation& now) {
    Real amplitude = 0;
    for (Index i = 0; i < body.size(); ++i) amplitude += body.v[i][1] * mode(body.X[i][0] / length);
    if (amplitude * last < 0) zeros.push_back(last_time + (now.time() - last_time) * last / (last - amplitude));
    last = amplitude;
    last_time = now.time();
  });
  REQUIRE(zeros.size() >= 3);
  const Real period = zeros[2] - zeros[0];
  CHECK(relative_error(period, linear_gradient * exact) < 0.01);
  CHECK(s.ledger().largest_state_residual() < 1e-4);
}

}  // namespace talus
