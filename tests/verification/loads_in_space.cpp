// Loads that vary in space, against closed forms: a submerged block, a bar under a triangular force, a bent block.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {
namespace {

constexpr Real young = 1e8;

/// A block of neo-Hookean material without Poisson's effect.
std::string case_of(int dimension, const std::string& end, const std::string& block, Real density,
                    const std::string& boundaries, const std::string& modulus = "1e8") {
  return R"({"talus": 1, "title": "loads", "dimension": )" + std::to_string(dimension) + R"(, "time": {"end": )" + end +
         R"(}, "variables": {"rho": 1000, "g": 9.81}, "materials": {"soft": {"model": "neo_hookean", "density": )" +
         std::to_string(density) + R"(, "young": )" + modulus +
         R"(, "poisson": 0}}, "bodies": {"body": {"solver": "tlsph", "material": "soft", )" + block +
         R"(}}, "boundaries": [)" + boundaries + "]}";
}

TEST_CASE("a submerged block feels its weight less that of the water, and does not turn") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const std::string size = dimension == 2 ? R"("spacing": 0.05, "shape": {"model": "block", "size": [0.6, 0.3]})"
                                            : R"("spacing": 0.1, "shape": {"model": "block", "size": [0.6, 0.4, 0.4]})";
    const std::string down = dimension == 2 ? "[0, -15696]" : "[0, -15696, 0]";  // rho g of the block [N/m^3]
    Simulation s = simulate_written(case_of(dimension, "4e-4", R"("rotation": [0, 0, 0.4], )" + size, 1600,
                                            R"({"model": "pressure", "body": "body", "where": {"all": true}, "pressure":
            {"expression": "2*rho*g - rho*g*y"}},
           {"model": "load", "body": "body", "where": {"all": true}, "per_volume": )" +
                                                down + "}",
                                            "1e10"));
    run(s, [](const Simulation&) {});
    const SolidBody& body = s.model().bodies[0];
    const Vec3 v = linear_momentum(body) / total_mass(body);
    const Real fall = -9.81 * (1 - 1000.0 / 1600) * s.time();
    // Its surface shrinks with the strain, 2e4 Pa over 1e10.
    CHECK((v - Vec3(0, fall, 0)).norm() < 1e-5 * std::abs(fall));
    CHECK(angular_momentum(body).norm() < 1e-5 * total_mass(body) * 0.6 * std::abs(fall));
    CHECK(s.ledger().largest_work_residual() < 1e-11);
  }
}

TEST_CASE("a bar under a triangular force along it is as much longer as the closed form says") {
  // Half a bar, L = 1 m, under b = b0 x/L: E u' = b0 (L^2 - x^2)/2L, so u(L) = b0 L^2/3E.
  const std::string bar = R"("spacing": 0.05, "shape": {"model": "block", "size": [2, 0.2]})";
  const std::string boundaries = R"({"model": "load", "body": "body", "where": {"all": true}, "per_volume":
      [{"expression": "1e5*x"}, 0]}, {"model": "damping", "body": "body", "rate": 500})";
  Simulation s = simulate_written(case_of(2, "0.06", bar, 1000, boundaries));
  run(s, [](const Simulation&) {});
  const SolidBody& body = s.model().bodies[0];
  const auto exact = [](Real x) { return 1e5 / (2 * young) * (x - x * x * x / 3); };
  Real worst = 0;
  for (Index i = 0; i < body.size(); ++i) {
    worst = std::max(worst, std::abs(body.u[i].x() - exact(body.X[i].x())));
    if (body.X[i].norm() < 0.06) CHECK(relative_error(cauchy_stress(body.P[i], body.F[i])(0, 0), 5e4) < 0.01);
  }
  MESSAGE("displacement off by ", worst / exact(1), " of that of an end");
  CHECK(worst < 0.01 * exact(1));
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("a block under linear tractions at its ends is bent to the curvature M/EI") {
  // t = k y on a height h: M = k h^3/12, M/EI = k/E.
  const std::string block = R"("spacing": 0.02, "shape": {"model": "block", "size": [0.8, 0.2]})";
  const auto traction = [](const std::string& side, const std::string& formula) {
    return R"({"model": "traction", "body": "body", "where": {"layer": ")" + side +
           R"("}, "traction": [{"expression": ")" + formula + R"("}, 0]}, )";
  };
  Simulation s = simulate_written(case_of(2, "0.15", block, 1000,
                                          traction("right", "5e5*y") + traction("left", "-5e5*y") +
                                              R"({"model": "damping", "body": "body", "rate": 150})"));
  run(s, [](const Simulation&) {});
  const SolidBody& body = s.model().bodies[0];
  Real sum = 0, weight = 0;  // of u_x = k/E x y
  for (Index i = 0; i < body.size(); ++i) {
    const Real xy = body.X[i].x() * body.X[i].y();
    sum += body.u[i].x() * xy;
    weight += xy * xy;
  }
  MESSAGE("curvature ", sum / weight / (5e5 / young), " of M/EI");
  CHECK(relative_error(sum / weight, 5e5 / young) < 0.02);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

}  // namespace
}  // namespace talus
