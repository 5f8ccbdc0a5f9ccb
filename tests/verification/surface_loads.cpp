// Tractions and pressures against closed forms: a bar, a block under hydrostatic pressure, Lame's tube.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {
namespace {

/// A body of neo-Hookean material with E = 1e8 Pa, at rest after some damping.
std::string case_of(const std::string& end, const std::string& body, Real poisson, const std::string& boundaries,
                    const std::string& rate, int dimension = 2) {
  return R"({"talus": 1, "title": "loads", "dimension": )" + std::to_string(dimension) + R"(, "time": {"end": )" + end +
         R"(}, "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e8, "poisson": )" +
         std::to_string(poisson) + R"(}}, "bodies": {"body": {"solver": "tlsph", "material": "soft", )" + body +
         R"(}}, "boundaries": [)" + boundaries + R"(, {"model": "damping", "body": "body", "rate": )" + rate + "}]}";
}

constexpr Real young = 1e8;

TEST_CASE("a bar under traction at both ends has its stress and its elongation") {
  Simulation s = simulate_written(
      case_of("0.05", R"("spacing": 0.05, "shape": {"model": "block", "size": [1, 0.3]})", 0,
              R"({"model": "traction", "body": "body", "where": {"layer": "right"}, "traction": [1e5, 0]},
         {"model": "traction", "body": "body", "where": {"layer": "left"}, "traction": [-1e5, 0]})",
              "500"));
  run(s, [](const Simulation&) {});
  const SolidBody& bar = s.model().bodies[0];
  Real stress = 0, count = 0, longer = 0, rows = 0;
  for (Index i = 0; i < bar.size(); ++i) {
    const Real x = bar.X[i].x();
    if (std::abs(x) < 0.2) stress += cauchy_stress(bar.P[i], bar.F[i])(0, 0), ++count;
    if (x > 0.47) longer += bar.u[i].x(), ++rows;
    if (x < -0.47) longer -= bar.u[i].x();
  }
  CHECK(relative_error(stress / count, 1e5) < 0.01);
  // Rows at the surface give way a little more than those inside.
  CHECK(relative_error(longer / rows, 1e5 / young * 0.95) < 0.02);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

/// Of stress over all particles of a body at rest under `loads` of 1e4 Pa, from `exact`, over 1e4 Pa.
Real largest_error(const std::string& body, const std::string& loads, const Mat3& exact, int dimension = 2) {
  Simulation s = simulate_written(case_of("0.05", R"("spacing": 0.05, )" + body, 0, loads, "500", dimension));
  run(s, [](const Simulation&) {});
  const SolidBody& loaded = s.model().bodies[0];
  Real worst = 0;
  for (Index i = 0; i < loaded.size(); ++i) {
    worst = std::max(worst, (cauchy_stress(loaded.P[i], loaded.F[i]) - exact).cwiseAbs().maxCoeff() / 1e4);
  }
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  return worst;
}

/// Strains are 1e-4: the material is not linear, so stresses are to their squares.
constexpr Real even = 5e-4;

TEST_CASE("a face that is pressed evenly has the stress of the load in every particle, to its edges") {
  const Mat3 along_x = Vec3(-1e4, 0, 0).asDiagonal();
  for (const char* gradient : {"linear", "quadratic_at_surfaces"}) {
    for (const int dimension : {2, 3}) {
      CAPTURE(gradient);
      CAPTURE(dimension);
      const std::string z = dimension == 3 ? ", 0]" : "]", depth = dimension == 3 ? ", 0.5]" : "]";
      const std::string left =
          R"({"model": "pressure", "body": "body", "where": {"layer": "left"}, "pressure": 1e4}, )";
      for (const std::string& right :
           {R"("traction", "traction": [-1e4, 0)" + z, std::string(R"("pressure", "pressure": 1e4)")}) {
        CAPTURE(right);
        const std::string loads = left + R"({"body": "body", "where": {"layer": "right"}, "model": )" + right + "}";
        const std::string block = R"("shape": {"model": "block", "size": [0.7, 0.5)" + depth + R"(}, "gradient": ")";
        CHECK(largest_error(block + gradient + "\"", loads, along_x, dimension) < even);
      }
    }
  }
}

TEST_CASE("an even pressure on all of a surface is that in every particle, whatever the packing") {
  const std::string load = R"({"model": "pressure", "body": "body", "where": {"all": true}, "pressure": 1e4})";
  const Mat3 in_plane = Vec3(-1e4, -1e4, 0).asDiagonal(), in_space = Vec3::Constant(-1e4).asDiagonal();
  CHECK(largest_error(R"("shape": {"model": "block", "size": [0.6, 0.5, 0.4]})", load, in_space, 3) < even);
  // Staircases.
  CHECK(largest_error(R"("shape": {"model": "cylinder", "radius": 0.6})", load, in_plane) < even);
  CHECK(largest_error(R"("shape": {"model": "sphere", "radius": 0.3})", load, in_space, 3) < even);
  // Volumes of rings have the area between their circles, facets that of polygons.
  CHECK(largest_error(R"("shape": {"model": "ring", "inner_radius": 0.3, "outer_radius": 0.6, "length": 0.6,
                                 "packing": "rings"})",
                      load, in_space, 3) < 5e-3);
  CHECK(largest_error(R"("shape": {"model": "ring", "inner_radius": 0.5, "outer_radius": 1, "packing": "rings"})", load,
                      in_plane) < 5e-3);
}

TEST_CASE("a block under pressure from all sides shrinks as its bulk modulus says") {
  const Real poisson = 0.3, bulk = young / (3 * (1 - 2 * poisson)), p = 1e-3 * bulk;
  Simulation s = simulate_written(
      case_of("0.03", R"("spacing": 0.1, "shape": {"model": "block", "size": [0.6, 0.5, 0.4]})", poisson,
              R"({"model": "pressure", "body": "body", "where": {"all": true}, "pressure": )" + std::to_string(p) + "}",
              "600", 3));
  run(s, [](const Simulation&) {});
  const SolidBody& block = s.model().bodies[0];
  Real shrunk = 0;
  for (Index i = 0; i < block.size(); ++i) {
    shrunk += (1 - block.F[i].determinant()) / block.size();
  }
  CHECK(relative_error(shrunk, 1e-3) < 0.01);
  CHECK(linear_momentum(block).norm() < 1e-11);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

/// A block 1 m x 0.3 m, or its right half, pulled along and pressed across.
Simulation pulled_block(bool half) {
  std::string loads = R"({"model": "traction", "body": "body", "where": {"layer": "right"}, "traction": [1e5, 0]})";
  for (const char* side : {"top", "bottom"}) {
    loads += R"(, {"model": "pressure", "body": "body", "where": {"layer": ")" + std::string(side) +
             R"("}, "pressure": 2e5})";
  }
  if (!half) loads += R"(, {"model": "traction", "body": "body", "where": {"layer": "left"}, "traction": [-1e5, 0]})";
  const std::string shape = half ? R"("shape": {"model": "block", "size": [0.5, 0.3]}, "position": [0.25, 0],
         "symmetry": [{"point": [0, 0], "normal": [1, 0]}])"
                                 : R"("shape": {"model": "block", "size": [1, 0.3]})";
  return simulate_written(case_of(R"(0.002, "step": 2e-5)", R"("spacing": 0.05, )" + shape, 0.3, loads, "500"));
}

TEST_CASE("half of a block with a symmetry plane moves under loads as it does in the whole") {
  Simulation half = pulled_block(true), whole = pulled_block(false);
  for (Simulation* s : {&half, &whole}) run(*s, [](const Simulation&) {});
  const SolidBody &part = half.model().bodies[0], &all = whole.model().bodies[0];
  Real worst = 0, largest = 0;
  for (Index i = 0; i < part.size(); ++i) {
    const auto same = std::ranges::find_if(all.X, [&](const Vec3& X) { return (X - part.X[i]).norm() < 1e-9; });
    REQUIRE(same != all.X.end());
    worst = std::max(worst, (part.u[i] - all.u[same - all.X.begin()]).norm());
    largest = std::max(largest, part.u[i].norm());
  }
  CHECK(worst < 1e-9 * largest);
  CHECK(relative_error(2 * half.ledger()[Channel::boundary], whole.ledger()[Channel::boundary]) < 1e-9);
}

struct LameErrors {
  Real displacement = 0;  ///< of the innermost ring over Lame's, less one
  Real stress = 0;        ///< radial, root of the mean square over all particles, over the pressure
};

LameErrors lame_errors(Real spacing) {
  const Real a = 0.5, b = 1, poisson = 0.25, p = 1e-4 * young, c = p * a * a / (b * b - a * a);
  Simulation s = simulate_written(
      case_of("0.15",
              R"("spacing": )" + std::to_string(spacing) +
                  R"(, "shape": {"model": "ring", "inner_radius": 0.5, "outer_radius": 1, "packing": "rings"})",
              poisson,
              R"({"model": "pressure", "body": "body", "where": {"all": true}, "towards": [0, 0], "pressure": )" +
                  std::to_string(p) + "}",
              "150"));
  run(s, [](const Simulation&) {});
  const SolidBody& ring = s.model().bodies[0];
  const auto exact = [&](Real r) {
    return (1 + poisson) / young * c * ((1 - 2 * poisson) * r + b * b / r);
  };  // plane strain
  Real inner = 10, sum = 0, count = 0, squares = 0;
  for (const Vec3& X : ring.X) inner = std::min(inner, X.norm());
  for (Index i = 0; i < ring.size(); ++i) {
    const Real r = ring.X[i].norm();
    const Vec3 out = ring.X[i] / r;
    const Real radial = out.dot(cauchy_stress(ring.P[i], ring.F[i]) * out);
    squares += std::pow((radial - c * (1 - b * b / (r * r))) / p, 2);
    if (r > inner + 0.1 * spacing) continue;
    sum += ring.u[i].dot(out) / exact(r);
    ++count;
  }
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  return {sum / count - 1, std::sqrt(squares / static_cast<Real>(ring.size()))};
}

TEST_CASE("a tube under inner pressure widens as Lame says, with his stress") {
  const LameErrors coarse = lame_errors(0.1), fine = lame_errors(0.05), finest = lame_errors(0.025);
  MESSAGE("displacement ", coarse.displacement, " ", fine.displacement, " ", finest.displacement, ", stress ",
          coarse.stress, " ", fine.stress, " ", finest.stress);
  CHECK(std::abs(coarse.displacement) < 0.04);
  CHECK(std::abs(fine.displacement) < 0.025);
  CHECK(std::abs(finest.displacement) < 0.002);
  CHECK(coarse.stress < 0.09);
  CHECK(fine.stress < 0.025);
  CHECK(finest.stress < 0.015);
}

}  // namespace
}  // namespace talus
