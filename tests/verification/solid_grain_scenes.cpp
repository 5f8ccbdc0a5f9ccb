// Grains on deformable solids in all that a case can do with them: dents, clumps, pouring, stages, a groove.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

const std::string rubber_and_glass = R"("r": {"model": "neo_hookean", "density": 1000, "young": 3e5, "poisson": 0.3},
  "g": {"model": "linear_elastic", "density": 2500, "young": 5e6, "poisson": 0.3})";
const std::string rough = R"("normal": {"model": "hertz", "damping": "tsuji", "restitution": 0.8},
  "tangential": {"model": "mindlin", "mu": 0.4},
  "rolling": {"model": "coulomb_spring", "k": 20, "damping": 0.1, "mu": 0.05},
  "twisting": {"model": "coulomb_spring", "k": 20, "damping": 0.1, "mu": 0.05})";

/// One grain and a block of 16 x 7 x 12 mm with its upper face at y = 0.
std::string grain_on_block(const std::string& materials, const std::string& grain, const std::string& more,
                           const std::string& rest) {
  return R"({"talus": 1, "title": "t", "dimension": 3, "materials": {)" + materials + R"(}, "bodies": {
    "block": {"solver": "tlsph", "material": "r", "spacing": 1e-3, "position": [0, -3.5e-3, 0],
              "shape": {"model": "block", "size": [16e-3, 7e-3, 12e-3]}},
    "ball": {"solver": "dem", "material": "g", )" +
         more + R"("grains": {"model": "spheres", "list": [{)" + grain + R"(}]}}},
    "contacts": [{"between": ["ball", "block"], )" +
         rough + "}], " + rest + "}";
}

struct Drift {
  Real linear = 0, angular = 0;  ///< largest, over the largest there was [-]
  Real deepest = 1;              ///< lowest place of the grain's centre [m]
  Real work = 0, state = 0;      ///< residuals [-]
};

Drift drift_of(const std::string& text) {
  Simulation s = simulate_written(text);
  const auto momenta = [](const Simulation& now) {
    const SolidBody& solid = now.model().bodies[0];
    const GrainBody& grain = now.model().grains.bodies[0];
    return std::array<Vec3, 4>{linear_momentum(solid), linear_momentum(grain), angular_momentum(solid),
                               angular_momentum(grain)};
  };
  const auto start = momenta(s);
  Drift d;
  Real linear = 0, angular = 0;
  run(s, [&](const Simulation& now) {
    const auto m = momenta(now);
    d.linear = std::max(d.linear, (m[0] + m[1] - start[0] - start[1]).norm());
    d.angular = std::max(d.angular, (m[2] + m[3] - start[2] - start[3]).norm());
    linear = std::max(linear, m[1].norm());
    angular = std::max(angular, m[3].norm());
    d.deepest = std::min(d.deepest, now.model().grains.bodies[0].grains.position[0].y);
  });
  d.linear /= linear;
  d.angular /= angular;
  d.work = s.ledger().largest_work_residual();
  d.state = s.ledger().largest_state_residual();
  return d;
}

void check_books(const Drift& d, Real state) {
  CHECK(d.linear < 1e-12);
  CHECK(d.angular < 1e-12);
  CHECK(d.work < 1e-11);
  CHECK(d.state < state);
}

}  // namespace

TEST_CASE("a grain that rolls through a deep elastic dent of its own: both momenta, both ledgers") {
  const Drift d = drift_of(grain_on_block(
      R"("r": {"model": "neo_hookean", "density": 1000, "young": 1e5, "poisson": 0.3},
         "g": {"model": "linear_elastic", "density": 2500, "young": 5e6, "poisson": 0.3})",
      R"("centre": [-3e-3, 3.02e-3, 4e-4], "radius": 3e-3, "velocity": [0.8, -1, 0.1], "spin": [20, 30, -250])", "",
      R"("time": {"end": 8e-3})"));
  CHECK(d.deepest < 2.2e-3);
  check_books(d, 5e-4);
}

TEST_CASE("a grain that rolls through a plastic dent of its own: both momenta, both ledgers") {
  const Drift d = drift_of(grain_on_block(
      R"("r": {"model": "hencky_j2", "density": 2700, "young": 70e9, "poisson": 0.33,
               "hardening": {"model": "linear", "yield": 50e6, "modulus": 300e6}},
         "g": {"model": "linear_elastic", "density": 7800, "young": 210e9, "poisson": 0.3})",
      R"("centre": [-3e-3, 3.02e-3, 4e-4], "radius": 3e-3, "velocity": [20, -40, 3], "spin": [300, 300, -6000])", "",
      R"("time": {"end": 3e-5})"));
  CHECK(d.deepest < 2.7e-3);
  check_books(d, 1e-3);
}

TEST_CASE("a clump that falls on a solid: both momenta, both ledgers") {
  const Drift d = drift_of(grain_on_block(
      rubber_and_glass,
      R"("centre": [-1e-3, 4.5e-3, 3e-4], "radius": 2.5e-3, "velocity": [0.8, -1, 0.1], "spin": [20, 30, -250])",
      R"("clump": {"spheres": [{"centre": [-1, 0, 0], "radius": 0.8}, {"centre": [0, 0, 0], "radius": 1},
                               {"centre": [1.1, 0.5, 0], "radius": 0.7}]}, )",
      R"("time": {"end": 8e-3})"));
  CHECK(d.deepest < 2.4e-3);
  check_books(d, 5e-4);
}

TEST_CASE("a grain that settles on a solid in a stage, and is carried off by it in the next one") {
  Simulation s =
      simulate_written(grain_on_block(rubber_and_glass, R"("centre": [2e-4, 3e-3, 3e-4], "radius": 3e-3)", "",
                                      R"("time": {"end": 5e-3}, "gravity": [0, -9.81, 0],
         "boundaries": [{"model": "clamp", "body": "block", "where": {"layer": "front"}, "components": ["y"]}],
         "stages": [{"name": "settle", "duration": 0.03, "damping": {"body": "block", "rate": 400}},
                    {"name": "tow", "duration": 0.02, "tow": {"body": "block", "velocity": [0.02, 0, 0]}}])"));
  run(s, [](const Simulation&) {});
  const auto& ball = s.model().grains.bodies[0].grains;
  const Real weight = 9.81 * ball.inertia[0].mass;
  CHECK(s.grain_contacts().touching == 1);
  CHECK(ball.load[0].force.y == near(weight, 0.3));  // it still bounces a little
  CHECK(ball.rate[0].velocity.x > 0.002);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 5e-4);
}

TEST_CASE("grains poured on a solid come to rest on it, which carries their weight") {
  Simulation s = simulate_written(R"({"talus": 1, "title": "pour", "dimension": 3, "time": {"end": 0.3},
    "gravity": [0, -9.81, 0], "materials": {)" +
                                  rubber_and_glass + R"(},
    "bodies": {
      "tray": {"solver": "tlsph", "material": "r", "spacing": 4e-3, "position": [0, -6e-3, 0],
               "shape": {"model": "block", "size": [64e-3, 12e-3, 64e-3]}},
      "grains": {"solver": "dem", "material": "g", "grains": {"model": "pour", "rate": 200, "count": 16, "seed": 3,
                 "velocity": [0, -0.3, 0], "sizes": {"model": "range", "min": 2e-3, "max": 4e-3},
                 "region": {"model": "box", "min": [-15e-3, 20e-3, -15e-3], "max": [15e-3, 35e-3, 15e-3]}}}},
    "contacts": [
      {"between": ["grains", "grains"], "normal": {"model": "linear_spring", "k": 2000, "restitution": 0.3},
       "tangential": {"model": "coulomb_spring", "ratio": 0.28, "mu": 0.5, "damping": 0.3}},
      {"between": ["grains", "tray"], "normal": {"model": "linear_spring", "k": 2000, "restitution": 0.3},
       "tangential": {"model": "coulomb_spring", "ratio": 0.28, "mu": 0.6, "damping": 0.3},
       "rolling": {"model": "coulomb_spring", "ratio": 0.1, "damping": 0.1, "mu": 0.3}}],
    "boundaries": [{"model": "clamp", "body": "tray", "where": {"layer": "front"}},
                   {"model": "damping", "body": "tray", "rate": 100}]})");
  constexpr Real late = 0.25;
  Real carried = 0, time = 0;
  run(s, [&](const Simulation& now) {
    if (now.time() < late) return;
    Real force = 0;
    for (const Vec3& f : now.model().bodies[0].of(ForceKind::contact)) force -= f.y();
    for (const Vec3& f : now.model().bodies[0].of(ForceKind::friction)) force -= f.y();
    carried += force * now.last_step();
    time += now.last_step();
  });
  const auto& rows = s.model().grains.bodies[0].grains;
  REQUIRE(rows.size() == 16);
  Real weight = 0;
  for (Index i = 0; i < rows.size(); ++i) weight += 9.81 * rows.inertia[i].mass;
  CHECK(carried / time == near(weight, 0.03));
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 5e-3);  // most of what falls is lost in impacts of a few steps
}

TEST_CASE("a grain in a groove of one body stands on both flanks, where a ball would") {
  constexpr Real dx = 1e-3, radius = 4e-3, bottom = -7e-3;
  const auto path = std::filesystem::temp_directory_path() / ("talus_groove_" + std::to_string(::getpid()) + ".csv");
  std::ofstream file(path);
  file << "x,y,z,volume\n";
  for (int i = 0; i < 28; ++i) {
    for (int j = 0; j < 14; ++j) {
      for (int k = 0; k < 12; ++k) {
        const Real x = (i - 13.5) * dx, y = -(j + 0.5) * dx;
        if (y < std::abs(x) + bottom - dx / 4) file << x << "," << y << "," << (k - 5.5) * dx << ",1e-9\n";
      }
    }
  }
  file.close();
  Simulation s = simulate_written(R"({"talus": 1, "title": "groove", "dimension": 3, "time": {"end": 0.08},
    "gravity": [0, -9.81, 0], "materials": {)" +
                                  rubber_and_glass + R"(},
    "bodies": {"block": {"solver": "tlsph", "material": "r", "spacing": 1e-3,
                         "shape": {"model": "particle_file", "path": ")" +
                                  path.string() + R"("}},
               "ball": {"solver": "dem", "material": "g", "grains": {"model": "spheres", "list": [
                        {"centre": [0, -8e-4, 1e-4], "radius": 4e-3}]}}},
    "contacts": [{"between": ["ball", "block"], "normal": {"model": "hertz", "damping": "tsuji", "restitution": 0.3},
                  "tangential": {"model": "mindlin", "mu": 0.4}}],
    "boundaries": [{"model": "clamp", "body": "block", "where": {"layer": "front"}},
                   {"model": "damping", "body": "block", "rate": 200}]})");
  std::filesystem::remove(path);
  run(s, [](const Simulation&) {});
  const auto& ball = s.model().grains.bodies[0].grains;
  const SolidBody& block = s.model().bodies[0];
  Real left = 0, right = 0, lift = 0;
  for (Index j = 0; j < block.size(); ++j) {
    const Vec3 f = block.of(ForceKind::contact)[j] + block.of(ForceKind::friction)[j];
    (block.X[j].x() < 0 ? left : right) += f.x();
    lift -= f.y();
  }
  const Real weight = 9.81 * ball.inertia[0].mass;
  CHECK(lift == near(weight, 0.05));
  // Each flank at 45 degrees, without friction: half the weight aside.
  CHECK(-left == near(weight / 2, 0.25));
  CHECK(right == near(weight / 2, 0.25));
  CHECK(std::abs(ball.position[0].x) < 0.05 * dx);
  // Faces of the outermost rows, half of their distance beyond them; two flanks are felt 0.6 dx^2/R early.
  const Real flat = bottom - dx / 2 + std::sqrt(2.0) * (radius + dx / std::sqrt(8.0));
  CHECK(ball.position[0].y > flat - 0.3 * dx);
  CHECK(ball.position[0].y < flat + 0.6 * dx);
}

}  // namespace talus
