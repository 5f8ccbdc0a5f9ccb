// Contacts of grains keep forces for lines, and solids their stress, only in steps that somebody will look at: who does
// sees the same.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/written_case.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// A heap that collapses; springs alone, so that normal forces follow from places.
const std::string heap = R"({"talus": 1, "title": "heap", "dimension": 3, "time": {"end": "1 s"},
  "gravity": [0, 0, -9.81],
  "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 7e10, "poisson": 0.2}},
  "variables": {"springs": {"model": "linear_spring", "k": 1e3, "restitution": 1},
                "rough": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.4, "damping": 0}},
  "bodies": {
    "grains": {"solver": "dem", "material": "glass", "grains": {
      "model": "packing", "count": 300, "seed": 5, "gap": "0.05 mm", "velocity": [0, 0, -2], "agitation": 0.2,
      "region": {"model": "box", "min": [0, 0, 0], "max": [0.03, 0.03, 0.06]},
      "sizes": {"model": "range", "min": "2 mm", "max": "2.5 mm"}}},
    "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}}},
  "contacts": [{"between": ["grains", "grains"], "normal": "$springs", "tangential": "$rough", "rolling": "$rough"},
               {"between": ["grains", "floor"], "normal": "$springs", "tangential": "$rough"}]})";

constexpr int steps = 1200;

/// Under somebody who looks as `sees` says of the number of the step.
template <class Sees>
Simulation run(Sees&& sees) {
  Simulation s(build_model(read_written(heap).description));
  int step = 0;
  s.set_foresight([&](Real) { return sees(step); });
  for (; step < steps; ++step) s.step(1);
  return s;
}

struct Line {
  Index i, j;
  Real overlap;
  Vec3 normal, tangential, torque;
};

std::vector<Line> lines_of(const Simulation& s) {
  std::vector<Line> lines;
  s.model().grains.contacts.front()->for_each_line([&](const GrainContactLine& l) {
    lines.push_back({l.i, l.j, l.overlap, l.normal_force, l.tangential_force, l.rolling_torque + l.twisting_torque});
  });
  return lines;
}

}  // namespace

TEST_CASE("a step that is foreseen shows the forces of one that is always looked at, and goes on the same way") {
  const Simulation always = run([](int) { return true; }), last = run([](int step) { return step == steps - 1; });
  CHECK(always.state_hash() == last.state_hash());
  const std::vector<Line> expected = lines_of(always), seen = lines_of(last);
  REQUIRE(expected.size() == seen.size());
  CHECK(expected.size() > 50);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    CHECK(seen[k].overlap == expected[k].overlap);
    CHECK(seen[k].normal == expected[k].normal);
    CHECK(seen[k].tangential == expected[k].tangential);
    CHECK(seen[k].torque == expected[k].torque);
  }
}

namespace {

/// A bar that flows while it is squeezed.
const std::string bar = R"({"talus": 1, "title": "bar", "dimension": 3, "time": {"end": "1 s"},
  "materials": {"copper": {"model": "hencky_j2", "density": 8930, "young": "117 GPa", "poisson": 0.35,
                           "hardening": {"model": "linear", "yield": "400 MPa", "modulus": "100 MPa"}}},
  "bodies": {"bar": {"solver": "tlsph", "material": "copper", "spacing": "1 mm",
    "shape": {"model": "block", "size": ["7 mm", "7 mm", "24 mm"]},
    "velocity_field": ["0", "0", "-4000*z"]}}})";

Simulation run_bar(bool sees) {
  Simulation s(build_model(read_written(bar).description));
  s.set_foresight([=](Real) { return sees; });
  for (int step = 0; step < 60; ++step) s.step(1);
  return s;
}

}  // namespace

TEST_CASE("stress of a step that nobody had foreseen is found out afterwards, and nothing else changes") {
  Simulation always = run_bar(true), never = run_bar(false);
  REQUIRE(always.model().solvers.front()->stencils() != nullptr);
  const SolidBody &expected = always.model().bodies.front(), &seen = never.model().bodies.front();
  const auto differ = [&] {
    Real F = 0, P = 0, largest = 0;
    for (Index i = 0; i < seen.size(); ++i) {
      F = std::max(F, (seen.F[i] - expected.F[i]).norm());
      P = std::max(P, (seen.P[i] - expected.P[i]).norm());
      largest = std::max(largest, expected.P[i].norm());
    }
    return std::pair{F, P / largest};
  };
  CHECK(differ().first > 1e-3);
  const auto yielded = [&] { return std::ranges::count_if(seen.secant, [](Real q) { return q < 1; }); };
  CHECK(yielded() > 0);
  never.recall();
  CHECK(differ().first == 0);
  CHECK(differ().second < 1e-12);
  CHECK(always.state_hash() == never.state_hash());
  for (int step = 0; step < 20; ++step) always.step(1), never.step(1);
  CHECK(always.state_hash() == never.state_hash());
  for (std::size_t c = 0; c < channel_count; ++c) {
    const Channel channel = static_cast<Channel>(c);
    CHECK(always.ledger()[channel] == never.ledger()[channel]);
  }
}

namespace {

/// A strip that widens to more than twice its length on another: contact follows how its surface is stretched. Nobody
/// looks at a body with itself.
const std::string strips = R"({"talus": 1, "title": "strips", "dimension": 2, "time": {"end": "1 s"},
  "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "young": "2 MPa", "poisson": 0.4}},
  "bodies": {
    "upper": {"solver": "tlsph", "material": "rubber", "spacing": "1 mm",
      "shape": {"model": "block", "size": ["20 mm", "5 mm"]}, "position": [0, "5 mm"],
      "velocity_field": ["4000*x", "-2"]},
    "lower": {"solver": "tlsph", "material": "rubber", "spacing": "1 mm",
      "shape": {"model": "block", "size": ["20 mm", "5 mm"]}}},
  "contacts": [{"between": ["upper", "lower"], "normal": "field_barrier"}]})";

Simulation run_strips(bool sees) {
  Simulation s(build_model(read_written(strips).description));
  s.set_foresight([=](Real) { return sees; });
  while (s.time() < 300e-6) s.step(1);
  return s;
}

}  // namespace

TEST_CASE("contact that follows how far a surface is stretched does so whoever looks") {
  const Simulation always = run_strips(true), never = run_strips(false);
  for (const auto& solver : never.model().solvers) REQUIRE(solver->tells_control_work());
  const SolidBody& body = always.model().bodies.front();
  Real largest = 0;
  for (Index i = 0; i < body.size(); ++i) largest = std::max(largest, body.F[i].norm());
  CHECK(largest > 2.2);
  CHECK(always.model().contacts.front()->loaded() > 0);
  CHECK(always.state_hash() == never.state_hash());
}

TEST_CASE("forces of a step that nobody had foreseen are found out afterwards, and nothing else changes") {
  const Simulation always = run([](int) { return true; });
  Simulation never = run([](int) { return false; });
  const auto loads = [&] { return never.model().grains.bodies[0].grains.load; };
  const auto before = loads();
  never.recall();
  const auto after = loads();
  CHECK(always.state_hash() == never.state_hash());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].force.vec() == before[i].force.vec());
    CHECK(after[i].torque.vec() == before[i].torque.vec());
  }
  const std::vector<Line> expected = lines_of(always), seen = lines_of(never);
  REQUIRE(expected.size() == seen.size());
  Real largest = 0, turning = 0;
  for (const Line& l : expected)
    largest = std::max(largest, l.normal.norm()), turning = std::max(turning, l.torque.norm());
  CHECK(turning > 0);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    CHECK(seen[k].i == expected[k].i);
    CHECK(seen[k].j == expected[k].j);
    CHECK((seen[k].normal - expected[k].normal).norm() <=
          1e-4 * largest);  // the spring of sliding is turned to second order
    // What slides is seen half a step earlier.
    CHECK((seen[k].tangential - expected[k].tangential).norm() <= 5e-3 * largest);
    CHECK((seen[k].torque - expected[k].torque).norm() <= 5e-3 * turning);
  }
}

}  // namespace talus
