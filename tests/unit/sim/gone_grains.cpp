// Grains that have left for good, where that is allowed, set neither the step nor the life of a list of pairs.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/threads.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

/// A grain that rests on a plate, and two far below it, the upper of which is faster; `body` and `more` are JSON.
std::string spill(const std::string& outflow, const std::string& gravity = "[0, 0, -9.81]",
                  const std::string& body = "", const std::string& more = "") {
  return R"({"talus": 1, "title": "spill", "dimension": 3, "time": {"end": 1}, "gravity": )" + gravity + R"(,
    "limits": {"outflow": ")" +
         outflow + R"("},
    "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e9, "poisson": 0.3}},
    "bodies": {"b": {"solver": "dem", "material": "p", )" +
         body + R"("grains": {"model": "spheres", "list": [
        {"centre": [0, 0, 4.99e-3], "radius": 5e-3},
        {"centre": [0, 0, -1], "radius": 5e-3, "velocity": [0, 0, -200]},
        {"centre": [0, 0, -0.9], "radius": 5e-3, "velocity": [0, 0, -210]}]}},
      "plate": {"solver": "wall", "shape": {"model": "rectangle", "centre": [0, 0, 0],
                                            "edges": [[0.1, 0, 0], [0, 0.1, 0]]}}},
    "contacts": [{"between": ["b", "b"])" +
         more + R"(, "normal": {"model": "linear_spring", "k": 1e3, "restitution": 0.5}},
                 {"between": ["b", "plate"], "initial_overlap": true,
                  "normal": {"model": "linear_spring", "k": 1e3, "restitution": 0.5}}]})";
}

void run(Simulation& s, int steps) {
  for (int n = 0; n < steps; ++n) s.step(s.segment_end());
}

int gone(const Simulation& s) {
  const GrainBody& body = s.model().grains.bodies[0];
  int count = 0;
  for (Index i = 0; i < body.size(); ++i) count += body.has_left(i) ? 1 : 0;
  return count;
}

/// Velocity along z of the grain of this id.
Real speed_of(const Simulation& s, std::int64_t id) {
  const GrainBody& body = s.model().grains.bodies[0];
  for (Index i = 0; i < body.size(); ++i) {
    if (body.id[i] == id) return body.grains.rate[i].velocity.z;
  }
  return 0;
}

}  // namespace

TEST_CASE("grains that are gone do not limit steps, have no lists made, and fly on through each other") {
  Simulation s = simulate_written(spill("allow"));
  run(s, 499);
  CHECK(s.last_step() < 3e-6);
  CHECK(gone(s) == 0);
  run(s, 101);
  CHECK(gone(s) == 2);
  CHECK(s.last_step() > 4e-5);
  CHECK(s.model().grains.max_speed() < 1);
  const std::int64_t searches = s.model().grains.searches;
  run(s, 400);
  CHECK(s.time() > 0.01);  // they have passed each other
  CHECK(s.model().grains.searches <= searches + 1);
  CHECK(relative_error(speed_of(s, 1), -200 - 9.81 * s.time()) < 1e-11);
  CHECK(relative_error(speed_of(s, 2), -210 - 9.81 * s.time()) < 1e-11);
  CHECK(s.grain_contacts().touching >= 1);
  CHECK(find_left_grains(s)->count == 2);
  CHECK(s.ledger().largest_work_residual() < 1e-10);
  CHECK(s.ledger().largest_state_residual() < 1e-6);
}

TEST_CASE("grains go on counting where leaving is not allowed, gravity varies, or bonds may hold them") {
  const std::string varying = R"json([0, 0, {"expression": "-9.81*cos(t)"}])json";
  const std::string bond = R"(, "bond": {"model": "parallel_bond", "young": 1e6, "normal_to_shear": 2.5})";
  for (const std::string& text : {spill("warn"), spill("allow", varying), spill("allow", "[0, 0, -9.81]", "", bond)}) {
    Simulation s = simulate_written(text);
    run(s, 600);
    CHECK(gone(s) == 0);
    CHECK(s.last_step() < 3e-6);
  }
}

TEST_CASE("clumps go like spheres") {
  Simulation s = simulate_written(spill("allow", "[0, 0, -9.81]", R"("clump": {"spheres": [
    {"centre": [0, 0, 0], "radius": 1}, {"centre": [0.5, 0, 0], "radius": 1}]}, "spin": [0, 0, 10], )"));
  run(s, 1000);
  CHECK(gone(s) == 2);
  CHECK(s.last_step() > 3e-5);
}

TEST_CASE("grains that are gone have the same bits after a restart, and for any number of threads") {
  const std::string text = spill("allow");
  Simulation through = simulate_written(text);
  run(through, 520);
  Archive written;
  through.state(written);
  run(through, 600);
  for (const int threads : {1, 3}) {
    const Threads set(threads);
    Simulation again = simulate_written(text), resumed = simulate_written(text);
    run(again, 1120);
    Archive read(written.sections());
    resumed.state(read);
    CHECK(gone(resumed) == 2);
    run(resumed, 600);
    CHECK(again.state_hash() == through.state_hash());
    CHECK(resumed.state_hash() == through.state_hash());
  }
}

}  // namespace talus
