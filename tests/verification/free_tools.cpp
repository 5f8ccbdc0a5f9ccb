// Walls with a mass: hammers, lids, rollers. Momenta and energy of tool and body together.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/tool_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

const ToolCase case_of{.poisson = "0.3"};

const FreeWall& tool_of(const Simulation& s) { return s.model().grains.free_walls[0]; }

TEST_CASE("a free tool and a body keep both momenta and their energy") {
  struct Sample {
    int dimension;
    std::string solid, tool;
  };
  const Sample plane{2, R"("spacing": 0.05, "shape": {"model": "block", "size": [0.6, 0.3]}, "position": [0.1, 0.201],
                           "velocity": [0.5, -2], "spin": [0, 0, 1])",
                     R"("shape": {"model": "box", "low": [-0.25, -0.05], "high": [0.25, 0.05], "side": "outside"},
                        "motion": {"free": {"mass": 80, "inertia": [0, 0, 1.5], "velocity": [-0.3, 0.4], "spin": [0, 0, -2]}})"};
  const Sample space{
      3, R"("spacing": 0.1, "shape": {"model": "block", "size": [0.6, 0.5, 0.3]}, "position": [0.1, 0.05, 0.251],
                           "velocity": [0.5, 0.2, -2], "spin": [0.3, 0, 1])",
      R"("shape": {"model": "box", "low": [-0.25, -0.2, -0.1], "high": [0.25, 0.2, 0.1], "side": "outside"},
                        "motion": {"free": {"mass": 60, "inertia": [0.8, 1.3, 1.6], "velocity": [-0.3, 0.1, 0.4],
                                            "spin": [1, -2, 1.5]}})"};
  const auto state_residual = [](const Sample& sample, Real courant, bool fixed) {
    Case c = read_written(case_of("0.03", sample.dimension == 2 ? "[0, 0]" : "[0, 0, 0]", sample.solid, sample.tool,
                                  R"("normal": {"model": "penalty", "damping": 0.1},
                                     "tangential": {"model": "coulomb_stick_slip", "mu": 0.5})",
                                  sample.dimension))
                 .description;
    c.time.courant = courant;
    if (fixed) fix_step(c);
    Simulation s(build_model(c));
    const SolidBody& block = s.model().bodies[0];
    const auto momentum = [&] { return Vec3(linear_momentum(block) + tool_of(s).linear_momentum()); };
    const auto spin = [&] { return Vec3(angular_momentum(block) + tool_of(s).angular_momentum()); };
    const Vec3 p = momentum(), L = spin();
    const Real own = linear_momentum(block).norm(), turning = angular_momentum(block).norm() + L.norm();
    Real most = 0, lost = s.ledger()[Channel::sliding];
    run(s, [&](const Simulation& now) {
      most = std::max(most, now.model().grains.walls[0].force.norm());
      CHECK(now.ledger()[Channel::sliding] >= lost - 1e-12);
      lost = now.ledger()[Channel::sliding];
    });
    CHECK(most > 0);
    CHECK(lost > 0);
    CHECK((momentum() - p).norm() < 1e-12 * own);
    CHECK((spin() - L).norm() < 1e-11 * turning);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
    CHECK(std::abs(s.ledger()[Channel::boundary]) < 1e-9);
    return s.ledger().largest_state_residual();
  };
  for (const Sample& sample : {plane, space}) {
    CAPTURE(sample.dimension);
    // A particle that meets the tool within a step, at speed v and the part q of the step before its end, gets
    // k q v^2 dt^2/2 by the trapezium and k q^2 v^2 dt^2/2 from the law: they differ by q(1 - q) (omega dt)^2 of its
    // own kinetic energy, (omega dt)^2 = k dt^2/m = 0.3 C^2: second order. Steps that follow their error keep it small.
    CHECK(state_residual(sample, 0.9, false) < 1e-3);
    const Real coarse = state_residual(sample, 0.6, true), fine = state_residual(sample, 0.15, true);
    CHECK(fine < 5e-4);
    CHECK(fine < coarse / 8);
  }
}

TEST_CASE("what falls, is pushed and is guided moves as it should") {
  Simulation s = simulate_written(case_of(
      "0.2", "[0, -9.81]", R"("spacing": 0.1, "shape": {"model": "block", "size": [0.4, 0.4]}, "position": [0, 100])",
      R"("shape": {"model": "box", "low": [-0.25, -0.05], "high": [0.25, 0.05], "side": "outside"},
         "motion": {"free": {"mass": 20, "velocity": [3, -1], "along": [[3, -1]], "force": [0, {"expression": "300*t"}]}})",
      R"("normal": "penalty")", 2));
  run(s, [](const Simulation&) {});
  const Vec3 along = Vec3(3, -1, 0).normalized();
  const Real t = 0.2;
  const Real speed = std::sqrt(10.0) + along.y() * (-9.81 * t + 300 * t * t / 2 / 20);
  const Real way = std::sqrt(10.0) * t + along.y() * (-9.81 * t * t / 2 + 300 * t * t * t / 6 / 20);
  const WallBody& tool = tool_of(s).wall();
  CHECK((tool.full.velocity - speed * along).norm() < 1e-4 * speed);
  CHECK((tool.pose.displacement - way * along).norm() < 1e-4 * way);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("a hammer stops where the body has taken up its energy") {
  // A mass on an elastic column: m v^2/2 + m g d = k d^2/2, with the mass of the column far below that of the hammer.
  const Real mass = 2000, speed = 0.5, stiffness = 1e7 * 0.2 / 1;  // E A/L, nu = 0
  std::string text = case_of("0.2", "[0, -9.81]",
                             R"("spacing": 0.05, "shape": {"model": "block", "size": [0.2, 1]}, "position": [0, 0.5])",
                             R"("shape": {"model": "plane", "point": [0, 1], "normal": [0, -1]},
         "motion": {"free": {"mass": 2000, "centre": [0, 1], "velocity": [0, -0.5], "along": [[0, 1]]}})",
                             R"("normal": "penalty")", 2);
  text.replace(text.find("\"poisson\": 0.3"), 14, "\"poisson\": 0");
  text.replace(text.rfind("]}"), 2,
               R"(], "boundaries": [{"model": "rigid_plane", "body": "block", "point": [0, 0], "normal": [0, 1]}]})");
  Simulation s = simulate_written(text);
  Real lowest = 0;
  run(s, [&](const Simulation& now) { lowest = std::min(lowest, tool_of(now).wall().pose.displacement.y()); });
  // Two penalties in series with the column: 1/k = (L/EA) (1 + 2 dx/(0.3 L)).
  const Real k = stiffness / (1 + 2 * 0.05 / 0.3);
  const Real d = mass * 9.81 / k + std::sqrt(std::pow(mass * 9.81 / k, 2) + mass * speed * speed / k);
  CHECK(relative_error(-lowest, d) < 0.05);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 1e-2);
}

TEST_CASE("a light lid on many particles keeps the step stable") {
  Simulation s = simulate_written(case_of(
      "0.05", "[0, -9.81]", R"("spacing": 0.05, "shape": {"model": "block", "size": [1, 0.2]}, "position": [0, 0.1])",
      R"("shape": {"model": "plane", "point": [0, 0.2], "normal": [0, -1]},
         "motion": {"free": {"mass": 1, "centre": [0, 0.2], "along": [[0, 1]], "force": [0, -2000]}})",
      R"("normal": "penalty")", 2));
  run(s, [](const Simulation&) {});
  CHECK(s.ledger().largest_state_residual() < 1e-2);
  CHECK(std::isfinite(tool_of(s).wall().pose.displacement.y()));
}

TEST_CASE("motions that exclude each other are refused") {
  const auto complaint = [](const std::string& motion) {
    return complaint_about(
        case_of("0.1", "[0, 0]", R"("spacing": 0.1, "shape": {"model": "block", "size": [1, 1]})",
                R"("shape": {"model": "plane", "point": [0, -1], "normal": [0, 1]}, "motion": )" + motion,
                R"("normal": "penalty")", 2));
  };
  const auto says = [&](const std::string& motion, const std::string& words) {
    const std::string text = complaint(motion);
    CAPTURE(text);
    return text.find(words) != std::string::npos;
  };
  CHECK(says(R"({"free": {"mass": 1}, "velocity": [1, 0]})", "by its mass alone"));
  CHECK(says(R"({"free": {"mass": 1, "spin": [0, 0, 1]}})", "moments of inertia"));
  CHECK(says(R"({"free": {"mass": 1, "velocity": [1, 0], "along": [[0, 1]]}})", "guide"));
  CHECK(says(R"({"free": {"mass": 1, "along": [[1, 0], [2, 0]]}})", "directions"));
  CHECK(complaint(R"({"free": {"mass": 1}})").empty());
}

}  // namespace
}  // namespace talus
