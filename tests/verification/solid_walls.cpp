// Solids on rigid walls: waves, weight, friction, rolling, work of walls that move, meshes.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/tool_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

const ToolCase case_of{};

constexpr Real density = 1000, wave = 100;  // [kg/m^3], of "soft" [m/s]
const std::string penalty = R"("normal": "penalty")";
const std::string ground = R"("shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]})";

const SolidBody& block_of(const Simulation& s) { return s.model().bodies[0]; }
const WallBody& tool_of(const Simulation& s) { return s.model().grains.walls[0]; }

Vec3 sum_of(const std::vector<Vec3>& forces) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& f : forces) sum += f;
  return sum;
}

Vec3 mean_velocity(const SolidBody& body) { return linear_momentum(body) / total_mass(body); }

/// About the centre of mass, in the plane [1/s].
Real spin_of(const SolidBody& body) {
  Vec3 centre = Vec3::Zero();
  for (Index i = 0; i < body.size(); ++i) centre += body.m[i] / total_mass(body) * body.x[i];
  Real inertia = 0;
  for (Index i = 0; i < body.size(); ++i) inertia += body.m[i] * (body.x[i] - centre).squaredNorm();
  return (angular_momentum(body) - total_mass(body) * centre.cross(mean_velocity(body))).z() / inertia;
}

/// Largest residuals of a run, and how much sliding has cost.
struct Books {
  Real work = 0, state = 0, least_sliding = 0, sliding = 0;

  void look(const Simulation& s) {
    work = s.ledger().largest_work_residual();
    state = s.ledger().largest_state_residual();
    least_sliding = std::min(least_sliding, s.ledger()[Channel::sliding] - sliding);
    sliding = s.ledger()[Channel::sliding];
  }
};

TEST_CASE("a bar against a wall feels the pressure rho c v for the time 2 L/c") {
  constexpr Real length = 1, height = 0.1, speed = 0.5, pressure = density * wave * speed;
  Simulation s = simulate_written(case_of(
      "0.03", "[0, 0]",
      R"("spacing": 0.0125, "shape": {"model": "block", "size": [1, 0.1]}, "position": [0.5001, 0], "velocity": [-0.5, 0])",
      R"("shape": {"model": "plane", "point": [0, 0], "normal": [1, 0]})", penalty));
  Books books;
  Real impulse = 0, plateau = 0, plateau_time = 0, last = 0;
  run(s, [&](const Simulation& now) {
    const Real force = -tool_of(now).force.x();
    impulse += Real(0.5) * (force + last) * now.last_step();
    last = force;
    if (now.time() > 0.004 && now.time() < 0.016) {
      plateau += force * now.last_step();
      plateau_time += now.last_step();
    }
    CHECK((sum_of(block_of(now).of(ForceKind::contact)) + tool_of(now).force).norm() <= 1e-10 * pressure);
    books.look(now);
  });
  CHECK(relative_error(plateau / plateau_time / height, pressure) < 0.01);
  // With nu = 0 the bar leaves as it came, but for what the waves have left in it.
  CHECK(relative_error(impulse, 2 * density * length * height * speed) < 0.02);
  CHECK(books.work < 1e-11);
  CHECK(books.state < 5e-4);
  CHECK(s.ledger()[Channel::contact_stored] == 0);
}

TEST_CASE("a damped block comes to rest where the wall carries its weight") {
  Simulation s = simulate_written(case_of(
      "1", "[0, -9.81]", R"("spacing": 0.05, "shape": {"model": "block", "size": [0.6, 0.4]}, "position": [0, 0.2])",
      ground, R"("normal": {"model": "penalty", "damping": 1})"));
  Books books;
  run(s, [&](const Simulation& now) { books.look(now); });
  const Real weight = density * 0.6 * 0.4 * 9.81;
  CHECK(relative_error(-tool_of(s).force.y(), weight) < 1e-3);
  CHECK(relative_error(sum_of(block_of(s).of(ForceKind::contact)).y(), weight) < 1e-3);
  CHECK(std::abs(tool_of(s).force.x()) < 1e-9 * weight);
  CHECK(books.work < 1e-11);
  CHECK(books.state < 5e-4);
}

TEST_CASE("friction of a sliding block is mu times its load, whatever the law and whatever moves") {
  struct Sample {
    std::string friction, velocity, motion;
  };
  const std::string spring = R"("tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.3})";
  const std::string solids = R"("tangential": {"model": "coulomb_stick_slip", "mu": 0.3})";
  const std::string mindlin = R"("tangential": {"model": "mindlin", "mu": 0.3})";
  const std::string belt = R"(, "motion": {"velocity": [3, 0]})";
  for (const Sample& sample : {Sample{spring, "3", ""}, Sample{solids, "3", ""}, Sample{mindlin, "3", ""},
                               Sample{spring, "0", belt}, Sample{solids, "0", belt}}) {
    CAPTURE(sample.friction);
    CAPTURE(sample.motion);
    Simulation s = simulate_written(case_of(
        "0.6", "[0, -9.81]",
        R"("spacing": 0.05, "shape": {"model": "block", "size": [0.6, 0.2]}, "position": [0, 0.1], "velocity": [)" +
            sample.velocity + ", 0]",
        ground + sample.motion, R"("normal": {"model": "penalty", "damping": 0.3}, )" + sample.friction));
    Books books;
    Real normal = 0, start = 0;
    run(s, [&](const Simulation& now) {
      const SolidBody& block = block_of(now);
      const Vec3 f = sum_of(block.of(ForceKind::contact)), t = sum_of(block.of(ForceKind::friction));
      CHECK((f + t + tool_of(now).force).norm() <= 1e-9 * (f.norm() + 1));
      if (start == 0 && now.time() >= 0.1) start = now.time();
      if (start > 0) normal += t.x() * now.last_step();
      books.look(now);
    });
    const Real sign = sample.motion.empty() ? -1 : 1;
    // Bounces of the load leave the mean of friction as it is.
    CHECK(relative_error(normal, sign * 0.3 * 9.81 * total_mass(block_of(s)) * (s.time() - start)) < 0.01);
    const Real left = sample.motion.empty() ? 3 - 0.3 * 9.81 * 0.6 : 0.3 * 9.81 * 0.6;
    CHECK(relative_error(mean_velocity(block_of(s)).x(), left) < 0.02);
    CHECK(books.work < 1e-11);
    CHECK(books.state < 1e-2);
    CHECK(books.least_sliding > -1e-9 * books.sliding);
    CHECK(books.sliding > 0);
  }
}

TEST_CASE("a disc rolls down a plane at 2/3 of g sin") {
  const Real slope = 0.2, g = 9.81;
  Simulation s = simulate_written(case_of(
      "0.5", "[" + std::to_string(g * std::sin(slope)) + ", " + std::to_string(-g * std::cos(slope)) + "]",
      R"("spacing": 0.025, "shape": {"model": "cylinder", "radius": 0.25, "packing": "rings"}, "position": [0, 0.25])",
      ground,
      R"("normal": {"model": "penalty", "damping": 0.3}, "tangential": {"model": "coulomb_stick_slip", "mu": 0.6})"));
  Books books;
  const SolidBody& disc = block_of(s);
  Real turned = 0, gone = 0;
  run(s, [&](const Simulation& now) {
    books.look(now);
    turned += spin_of(disc) * now.last_step();
    gone += mean_velocity(disc).x() * now.last_step();
  });
  CHECK(relative_error(mean_velocity(disc).x(), Real(2) / 3 * g * std::sin(slope) * 0.5) < 0.015);
  CHECK(relative_error(-turned * 0.25, gone) < 0.03);  // it is soft: its weight flattens it
  CHECK(books.work < 1e-11);
}

TEST_CASE("a spinning roll drags a block along and loses what slides") {
  Simulation s = simulate_written(case_of(
      "0.05", "[0, -9.81]",
      R"("spacing": 0.02, "shape": {"model": "block", "size": [0.4, 0.1]}, "position": [0, 0.3505], "velocity": [0, -1])",
      R"("shape": {"model": "cylinder", "centre": [0, 0], "radius": 0.3, "side": "outside"},
         "motion": {"rotation": {"rate": -20}, "velocity": [0.5, 0.2]})",
      penalty + R"(, "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.4})"));
  Books books;
  Real touched = 0;
  run(s, [&](const Simulation& now) {
    books.look(now);
    touched = std::max(touched, tool_of(now).force.norm());
  });
  CHECK(touched > 0);
  CHECK(mean_velocity(block_of(s)).x() > 0.05);
  CHECK(books.sliding > 0);
  CHECK(books.least_sliding > -1e-9 * books.sliding);
  CHECK(books.work < 1e-11);
  CHECK(books.state < 2e-3);
}

/// A square of n x n cells, two triangles each, about the origin in the plane z = 0.
std::string sheet(int n, Real size) {
  std::string text = "solid sheet\n";
  const auto corner = [&](int i, int j) {
    return "vertex " + std::to_string(size * (Real(i) / n - 0.5)) + " " + std::to_string(size * (Real(j) / n - 0.5)) +
           " 0\n";
  };
  const auto facet = [&](const std::string& corners) {
    text += "facet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\n";
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      facet(corner(i, j) + corner(i + 1, j) + corner(i + 1, j + 1));
      facet(corner(i, j) + corner(i + 1, j + 1) + corner(i, j + 1));
    }
  }
  return text + "endsolid\n";
}

TEST_CASE("a mesh of many triangles is the plane that it stands for") {
  const auto path = std::filesystem::temp_directory_path() / ("talus_sheet_" + std::to_string(::getpid()) + ".stl");
  std::ofstream(path) << sheet(7, 3);
  const auto drop = [&](const std::string& shape) {
    Simulation s = simulate_written(case_of(
        "0.02", "[0, 0, -9.81]",
        R"("spacing": 0.1, "shape": {"model": "block", "size": [0.5, 0.5, 0.5]}, "position": [0.05, 0.02, 0.251],
           "velocity": [1, 0.3, -0.5])",
        R"("shape": )" + shape, penalty + R"(, "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.3})",
        3));
    Real most = 0;
    run(s, [&](const Simulation& now) { most = std::max(most, tool_of(now).force.norm()); });
    CHECK(most > 0);
    return std::pair(mean_velocity(block_of(s)), angular_momentum(block_of(s)));
  };
  const auto plane = drop(R"({"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]})");
  const auto mesh = drop(R"({"model": "stl", "path": ")" + path.string() + R"("})");
  std::filesystem::remove(path);
  CHECK((plane.first - mesh.first).norm() < 1e-9);
  CHECK((plane.second - mesh.second).norm() < 1e-9 * plane.second.norm());
}

}  // namespace
}  // namespace talus
