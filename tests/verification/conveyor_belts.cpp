// Walls whose surface runs along itself: conveyor belts, rollers, drums. Speeds, ways and work follow from momentum.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/tool_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

constexpr Real radius = 3e-3, gravity = 9.81, mu = 0.3, stiffness = 1e4;

struct Scene {
  std::string grains, wall, motion;
  std::string more = R"("rolling": "none")";
  std::string time = R"({"end": 0.1})";
  std::string clump = "";
  Real gamma = 1, k = stiffness;
};

/// Grains on a wall under gravity along -z.
std::string text_of(const Scene& scene) {
  std::ostringstream text;
  text << R"({"talus": 1, "title": "belt", "dimension": 3, "time": )" << scene.time << R"(, "gravity": [0, 0, -9.81],
    "materials": {"g": {"model": "linear_elastic", "density": 2500, "young": "5 MPa", "poisson": 0.2}},
    "bodies": {"g": {"solver": "dem", "material": "g", )"
       << scene.clump << R"("grains": {"model": "spheres", "list": [)" << scene.grains << R"(]}},
      "w": {"solver": "wall", )"
       << scene.wall << (scene.motion.empty() ? "" : R"(, "motion": {)" + scene.motion + "}") << R"(}},
    "contacts": [{"between": ["g", "g"], "normal": "none"},
      {"between": ["g", "w"], "normal": {"model": "linear_spring", "k": )"
       << scene.k << R"(, "gamma": )" << scene.gamma << R"(}, "initial_overlap": true,
       "tangential": {"model": "coulomb_spring", "k": )"
       << scene.k / 2 << R"(, "damping": 1, "mu": 0.3}, )" << scene.more << "}]}";
  return text.str();
}

const std::string plate = R"("shape": {"model": "rectangle", "centre": [0, 0, 0], "edges": [[2, 0, 0], [0, 0.5, 0]]})";
const std::string plane = R"("shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]})";

/// The same plate as triangles.
std::string mesh() {
  const auto path = std::filesystem::temp_directory_path() / ("talus_belt_" + std::to_string(::getpid()) + ".stl");
  std::ofstream file(path);
  file << "solid belt\n";
  for (int i = 0; i < 10; ++i) {
    const Real x0 = -1 + 0.2 * i, x1 = x0 + 0.2;
    for (const bool upper : {false, true}) {
      file << "facet normal 0 0 1\nouter loop\nvertex " << x0 << " -0.25 0\n";
      if (upper) file << "vertex " << x1 << " 0.25 0\nvertex " << x0 << " 0.25 0\n";
      if (!upper) file << "vertex " << x1 << " -0.25 0\nvertex " << x1 << " 0.25 0\n";
      file << "endloop\nendfacet\n";
    }
  }
  file << "endsolid belt\n";
  return R"("shape": {"model": "stl", "path": ")" + path.string() + R"("})";
}

constexpr Real mass = 4 * std::numbers::pi / 3 * radius * radius * radius * 2500;

/// A ball that rests where its spring carries its weight.
std::string ball(Real x = 0, Real y = 0.01) {
  std::ostringstream text;
  text.precision(17);
  text << R"({"radius": 3e-3, "centre": [)" << x << ", " << y << ", " << radius - mass * gravity / stiffness << "]}";
  return text.str();
}

const RateRows& rate_of(const Simulation& s, Index i = 0) { return s.model().grains.bodies[0].grains.rate[i]; }
Vec3 place_of(const Simulation& s, Index i = 0) { return s.model().grains.bodies[0].grains.position[i].vec(); }

Simulation finished(const std::string& text) {
  Simulation s = simulate_written(text);
  while (!s.finished()) s.step(s.end());
  return s;
}

void check_books(const Simulation& s, Real tolerance = 1e-4) {
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  CHECK(std::abs(s.ledger()[Channel::state_residual]) < tolerance * std::abs(s.ledger()[Channel::boundary]));
}

}  // namespace

TEST_CASE("a ball laid on a belt slides, then rolls with 2/7 of its speed; the belt's work is m v U") {
  constexpr Real U = 0.4;
  const std::string runs = R"("surface_velocity": [0.4, 0, 0])";
  // Half of the overlap is missing in the arm of friction.
  const Real arm = 1 - 0.5 * mass * gravity / stiffness / radius, v = U / (1 + 2.5 * arm * arm);
  CHECK(relative_error(v, 2 * U / 7) < 1e-4);
  for (const std::string& wall : {plate, plane, mesh()}) {
    CAPTURE(wall);
    const Simulation s = finished(text_of({.grains = ball(), .wall = wall, .motion = runs}));
    const Vec3 now = rate_of(s).velocity.vec();
    CHECK(relative_error(now.x(), v) < 1e-9);
    CHECK(relative_error(rate_of(s).spin.y, -(U - v) / (arm * radius)) < 1e-9);
    CHECK(std::abs(now.y()) + std::abs(now.z()) < 1e-12);
    // It slides for v/(mu g). The spring has to be stretched first, and lets go a little later.
    const Real slides = v / (mu * gravity), way = v * (s.time() - slides / 2);
    CHECK(relative_error(place_of(s).x(), way) < 2e-4);
    CHECK(s.model().grains.walls[0].pose.displacement.isZero(0));
    // What the belt puts in is friction times U; one half and more of it is heat.
    const Real moves = 0.5 * mass * (v * v + 0.4 * (U - v) * (U - v) / (arm * arm));
    CHECK(relative_error(-s.ledger()[Channel::boundary], mass * v * U) < 1e-6);
    CHECK(relative_error(s.ledger()[Channel::kinetic] + s.ledger()[Channel::rotational], moves) < 1e-8);
    const Real lost = s.ledger()[Channel::sliding] + s.ledger()[Channel::contact_viscous];
    CHECK(relative_error(lost, mass * v * U - moves) < 1e-4);
    check_books(s);
  }
}

TEST_CASE("a belt is to the grain what a plane is that moves along itself, with rolling and twisting") {
  const std::string laws = R"("rolling": {"model": "coulomb_spring", "k": 1e3, "damping": 0.2, "mu": 0.02},
    "twisting": {"model": "coulomb_spring", "k": 1e3, "damping": 0.2, "mu": 0.02})";
  const std::string grains = ball() + R"(, {"radius": 3e-3, "centre": [0.1, 0, 0.004], "velocity": [0.1, 0.2, -0.3],
    "spin": [10, -20, 30]})";
  const auto at = [&](const std::string& wall, const std::string& motion) {
    return finished(text_of({.grains = grains, .wall = wall, .motion = motion, .more = laws}));
  };
  const Simulation belt = at(plate, R"("surface_velocity": [0.4, -0.1, 0])");
  const Simulation slab = at(plane, R"("velocity": [0.4, -0.1, 0])");
  // What points across the surface moves nothing.
  const Simulation across = at(plate, R"("surface_velocity": [0.4, -0.1, 7])");
  for (Index i = 0; i < 2; ++i) {
    for (const Simulation* other : {&slab, &across}) {
      CHECK((place_of(belt, i) - place_of(*other, i)).norm() < 1e-14);
      CHECK((rate_of(belt, i).velocity.vec() - rate_of(*other, i).velocity.vec()).norm() < 1e-12);
      CHECK((rate_of(belt, i).spin.vec() - rate_of(*other, i).spin.vec()).norm() < 1e-9);
    }
  }
  for (const Channel channel : {Channel::boundary, Channel::sliding, Channel::rolling, Channel::twisting}) {
    CHECK(belt.ledger()[channel] != 0);
    CHECK(relative_error(belt.ledger()[channel], slab.ledger()[channel]) < 1e-9);
  }
  // As far as a bounce of the second one leaves them.
  const Real left = belt.ledger()[Channel::state_residual], of_slab = slab.ledger()[Channel::state_residual];
  CHECK(std::abs(left - of_slab) < 1e-9 * std::abs(belt.ledger()[Channel::boundary]));
  check_books(belt, 1e-3);
}

TEST_CASE("a clump that stands on a belt is taken along; half of the work is lost on the way") {
  constexpr Real U = 0.3;
  // Nine balls of 1 mm in a square: a sledge that is ten times as wide as high, where its springs carry it. The size of
  // a clump is that of a ball of the same volume.
  std::string spheres;
  for (int k = 0; k < 9; ++k) {
    spheres += (k > 0 ? ", " : "") + std::string(R"({"centre": [)") + std::to_string(5 * (k % 3)) + ", " +
               std::to_string(5 * (k / 3)) + R"(, 0], "radius": 1})";
  }
  const Scene scene{.grains = R"({"centre": [0, 0, 9.99743175e-4], "radius": 2.080083823051904e-3})",
                    .wall = plate,
                    .motion = R"("surface_velocity": [0.3, 0, 0])",
                    .time = R"({"end": 0.15})",
                    .clump = R"("clump": {"spheres": [)" + spheres + "]}, ",
                    .gamma = 0.05,
                    .k = 400};
  Simulation s = simulate_written(text_of(scene));
  const Real start = place_of(s).x();
  const Real sledge = s.model().grains.bodies[0].grains.inertia[0].mass;
  while (!s.finished()) s.step(s.end());
  CHECK(relative_error(rate_of(s).velocity.x, U) < 1e-9);
  CHECK(rate_of(s).spin.vec().norm() < 1e-6);
  const Real slides = U / (mu * gravity);
  CHECK(relative_error(place_of(s).x() - start, U * (s.time() - slides / 2)) < 2e-3);
  const Real work = -s.ledger()[Channel::boundary], lost = s.ledger()[Channel::sliding];
  CHECK(relative_error(work, sledge * U * U) < 1e-6);
  CHECK(relative_error(lost, 0.5 * sledge * U * U) < 5e-3);
  check_books(s);
}

TEST_CASE("a drum whose surface runs carries grains as one that turns") {
  const std::string tube = R"("shape": {"model": "cylinder", "centre": [0, 0, 0.05], "axis": [0, 1, 0], "radius": 0.05,
    "side": "inside"})";
  const std::string grains = R"({"radius": 3e-3, "centre": [0, 0, 2.99e-3]},
    {"radius": 2e-3, "centre": [0.03, 0.1, 0.02], "spin": [3, 4, 5]})";
  const std::string laws = R"("rolling": {"model": "coulomb_spring", "k": 1e3, "damping": 0.2, "mu": 0.02})";
  const std::string turn = R"({"axis": [0, 1, 0], "centre": [0, 3, 0.05], "rate": 8})";
  const auto at = [&](const std::string& key) {
    return finished(text_of({.grains = grains,
                             .wall = tube,
                             .motion = "\"" + key + "\": " + turn,
                             .more = laws,
                             .time = R"({"end": 0.2})"}));
  };
  const Simulation turns = at("rotation"), runs = at("surface_rotation");
  CHECK(runs.model().grains.walls[0].pose.rotation.isApprox(Quaternion::Identity(), 0));
  CHECK(rate_of(runs).velocity.vec().norm() > 0.05);
  for (Index i = 0; i < 2; ++i) {  // alike to second order in the step, in which the normal turns
    CHECK((place_of(turns, i) - place_of(runs, i)).norm() < 2e-5 * 0.05);
    CHECK((rate_of(turns, i).velocity.vec() - rate_of(runs, i).velocity.vec()).norm() < 1e-5);
  }
  CHECK(relative_error(runs.ledger()[Channel::boundary], turns.ledger()[Channel::boundary]) < 1e-5);
  check_books(runs, 5e-4);
}

TEST_CASE("a solid block on a belt is taken along as on a plane that moves along itself") {
  const ToolCase case_of{};
  const auto at = [&](const std::string& wall) {
    Simulation s = simulate_written(
        case_of("0.1", "[0, -9.81]",
                R"("spacing": 0.04, "shape": {"model": "block", "size": [0.4, 0.08]}, "position": [0, 0.04])", wall,
                R"("normal": {"model": "penalty", "damping": 0.3},
                   "tangential": {"model": "coulomb_stick_slip", "mu": 0.4})"));
    while (!s.finished()) s.step(s.end());
    return s;
  };
  const Simulation belt = at(R"("shape": {"model": "box", "low": [-2, -1], "high": [2, 0], "side": "outside"},
                                "motion": {"surface_velocity": [0.2, 0]})");
  const Simulation slab =
      at(R"("shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}, "motion": {"velocity": [0.2, 0]})");
  const SolidBody& block = belt.model().bodies[0];
  const Real m = total_mass(block), v = linear_momentum(block).x() / m;
  CHECK(relative_error(v, 0.2) < 0.02);
  CHECK(std::abs(v - linear_momentum(slab.model().bodies[0]).x() / m) < 1e-9);
  CHECK(relative_error(belt.ledger()[Channel::boundary], slab.ledger()[Channel::boundary]) < 1e-6);
  CHECK(relative_error(-belt.ledger()[Channel::boundary], m * v * 0.2) < 1e-6);
  CHECK(belt.ledger().largest_work_residual() < 1e-11);
  CHECK(belt.ledger().largest_state_residual() < 2e-3);
}

TEST_CASE("a belt that is itself turned runs where it points") {
  // By half a turn within the first millisecond, about the ball that lies on it.
  const Simulation s = finished(text_of({.grains = ball(0, 0),
                                         .wall = plate,
                                         .motion = R"("surface_velocity": [-0.4, 0, 0], "rotation": {"axis": [0, 0, 1],
      "rate": {"table": [[-1, 0], [0, 0], [0.0005, 6283.185307179586], [0.001, 0], [1, 0]]}})",
                                         .time = R"({"end": 0.1, "step": 1e-5})"}));
  CHECK((s.model().grains.walls[0].surface_full.velocity - Vec3(0.4, 0, 0)).norm() < 1e-6);
  CHECK(relative_error(rate_of(s).velocity.x, 2 * 0.4 / 7) < 1e-3);
}

TEST_CASE("a free wall with a belt throws grains one way and goes the other") {
  const std::string motion = R"("free": {"mass": 1e-3, "along": [[1, 0, 0]], "centre": [0, 0, 0]},
    "surface_velocity": [0.4, 0, 0])";
  const Simulation s = finished(text_of({.grains = ball(), .wall = plate, .motion = motion}));
  const Real momentum = mass * rate_of(s).velocity.x + 1e-3 * s.model().grains.walls[0].full.velocity.x();
  CHECK(std::abs(momentum) < 1e-12 * mass * 0.1);
  CHECK(rate_of(s).velocity.x > 0.05);
  check_books(s);
}

TEST_CASE("a run beside a belt goes on from a checkpoint with the same bits") {
  const std::string grains = ball(0) + ", " + ball(0.1) + ", " + ball(-0.1, 0.02);
  const std::string text =
      text_of({.grains = grains, .wall = plate, .motion = R"("surface_velocity": [{"table": [[0, 0],
    [0.05, 0.4], [1, 0.4]]}, 0, 0], "surface_rotation": {"axis": [0, 0, 1], "rate": 2})"});
  Simulation s = simulate_written(text), other = simulate_written(text);
  while (s.time() < 0.03) s.step(0.03);
  Archive written;
  s.state(written);
  Archive read(written.sections());
  other.state(read);
  while (!s.finished()) s.step(s.end());
  while (!other.finished()) other.step(other.end());
  CHECK(s.state_hash() == other.state_hash());
  CHECK(s.ledger()[Channel::boundary] == other.ledger()[Channel::boundary]);
  CHECK(s.ledger()[Channel::boundary] < 0);
}

TEST_CASE("what a belt cannot be is refused in words") {
  const auto refused = [](const std::string& motion, const std::string& words) {
    const std::string said = complaint_about(text_of({.grains = ball(), .wall = plate, .motion = motion}));
    const std::size_t split = words.find(": ");
    CHECK_MESSAGE(said.find(words.substr(0, split)) != std::string::npos, said);
    CHECK_MESSAGE(said.find(words.substr(split + 2)) != std::string::npos, said);
  };
  refused(R"("surface_rotation": {"axis": [0, 0, 0], "rate": 1})",
          "/bodies/w/motion/surface_rotation/axis: has no direction");
}

}  // namespace talus
