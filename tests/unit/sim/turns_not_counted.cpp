// Spheres that do not keep track of how they have turned move like all others.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/written_case.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/simulation.hpp"

using namespace talus;

namespace {

/// A ball rolls over a fixed one, on springs with friction. `more`: keys of the body, `output`: of the case.
std::string rolling_ball(const std::string& more, const std::string& contact = "", const std::string& output = "") {
  return R"json({
    "talus": 1, "title": "A ball on a plane", "dimension": 3, "time": { "end": 0.01 }, "gravity": [0, 0, -9.81],
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 5e6, "poisson": 0.2 } },
    "bodies": {
      "ball": { "solver": "dem", "material": "glass", )json" +
         more + R"json(
        "grains": { "model": "spheres", "list": [
          { "centre": [0, 0, 0.00999], "radius": 0.01, "velocity": [0.5, 0, 0], "spin": [0, 3, 9] },
          { "centre": [0.03, 0.002, 0.00999], "radius": 0.01 }] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["ball", "ball"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 }, )json" +
         contact + R"json( "tangential": { "model": "coulomb_spring", "ratio": 0.3, "mu": 0.5 } },
      { "between": ["ball", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 },
        "tangential": { "model": "coulomb_spring", "ratio": 0.3, "mu": 0.5 } }],
    "output": { )json" +
         output + R"json( } })json";
}

void run(Simulation& s) {
  while (!s.finished()) s.step(s.end());
}

bool shows_orientation(const GrainBody& body) {
  const GrainFrame points(body, 0);
  const ParticleFrame frame = points.frame();
  return std::ranges::any_of(frame.fields, [](const Field& f) { return f.name == "orientation"; });
}

}  // namespace

TEST_CASE("spheres whose turns are not counted move with the same bits") {
  Simulation counted = simulate_written(rolling_ball("")),
             uncounted = simulate_written(rolling_ball("\"orientation\": false,"));
  run(counted);
  run(uncounted);
  const GrainBody &a = counted.model().grains.bodies[0], &b = uncounted.model().grains.bodies[0];
  CHECK(a.orientation[0].angularDistance(Quaternion::Identity()) > 0.1);
  CHECK(b.orientation[0].coeffs() == Quaternion::Identity().coeffs());
  for (Index i = 0; i < 2; ++i) {
    CHECK(a.grains.position[i].vec() == b.grains.position[i].vec());
    CHECK(a.grains.rate[i].spin.vec() == b.grains.rate[i].spin.vec());
  }
  CHECK(shows_orientation(a));
  CHECK(!shows_orientation(b));
}

TEST_CASE("nobody may ask for turns that are not counted") {
  const std::string off = "\"orientation\": false,";
  CHECK(complaint_about(rolling_ball(off, "\"bond\": { \"model\": \"parallel_bond\", \"young\": 1e6 },"))
            .find("/bodies/ball/orientation: bonds follow how grains are turned") != std::string::npos);
  CHECK(complaint_about(rolling_ball(off + R"("clump": { "spheres": [{ "centre": [0, 0, 0], "radius": 0.01 },
                                                                     { "centre": [0, 0, 0.01], "radius": 0.01 }] },)"))
            .find("/bodies/ball/orientation: where the spheres of a clump are") != std::string::npos);
  const std::string column =
      R"("history": { "columns": { "turned": { "of": "ball", "quantity": "orientation", "along": [1, 0, 0] } } })";
  CHECK(complaint_about(rolling_ball("", "", column)).empty());
  CHECK(complaint_about(rolling_ball(off, "", column)).find("\"ball\" has \"orientation\": false") !=
        std::string::npos);
}
