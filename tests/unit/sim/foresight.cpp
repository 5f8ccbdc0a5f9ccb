// Contacts of grains keep forces for lines only in steps that somebody will look at: who does sees the same.
#include <doctest/doctest.h>

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

TEST_CASE("forces of a step that nobody had foreseen are found out afterwards, and nothing else changes") {
  const Simulation always = run([](int) { return true; });
  Simulation never = run([](int) { return false; });
  const auto loads = [&] { return never.model().grains.bodies[0].grains.load; };
  const auto before = loads();
  never.recall_contacts();
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
