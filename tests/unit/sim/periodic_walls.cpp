// Walls without edges in a periodic domain: refused where grains would come back behind them.
#include <doctest/doctest.h>

#include "support/written_case.hpp"

using namespace talus;

namespace {

/// What is said of this wall in a domain of [-0.05, 0.05] m that is periodic along x; empty: nothing.
std::string said_of(const std::string& shape, const std::string& more = "") {
  return complaint_about(R"json({ "talus": 1, "title": "Periodic", "dimension": 3, "time": { "end": 0.01 },
    "materials": { "glass": { "model": "linear_elastic", "density": 2500, "young": 2e7, "poisson": 0.25 } },
    "domain": { "low": [-0.05, -0.05, -0.05], "high": [0.05, 0.05, 0.05], "periodic": [true, false, false] },
    "bodies": {
      "bead": { "solver": "dem", "material": "glass", "velocity": [1, 0, 0], "grains": { "model": "spheres", "list": [
        { "centre": [0.03, 0, 0], "radius": 0.005 } ] } },
      "w": { "solver": "wall", "shape": )json" +
                         shape + more + R"json( } },
    "contacts": [
      { "between": ["bead", "w"], "normal": { "model": "linear_spring", "k": 1e4, "restitution": 1 } } ] })json");
}

void check_refused(const std::string& shape, const std::string& more = "") {
  const std::string said = said_of(shape, more);
  CAPTURE(shape);
  CHECK_MESSAGE(said.find("/bodies/w/shape: this wall has a side without edges across x, along which") == 0, said);
  CHECK(said.find("take a wall with edges (\"rectangle\" or \"stl\"), or make x an axis that is not periodic") !=
        std::string::npos);
}

}  // namespace

TEST_CASE("planes across a periodic axis are refused") {
  check_refused(R"({ "model": "plane", "point": [-0.05, 0, 0], "normal": [1, 0, 0] })");
  check_refused(R"({ "model": "plane", "point": [0.05, 0, 0], "normal": [-1, 0, 0] })");
  check_refused(R"({ "model": "plane", "point": [0, 0, -0.04], "normal": [0.1, 0, 1] })");
  CHECK(said_of(R"({ "model": "plane", "point": [0, 0, -0.04], "normal": [0, 0.1, 1] })").empty());
}

TEST_CASE("containers with an end across a periodic axis are refused, but not one that is longer than the period") {
  check_refused(R"({ "model": "box", "low": [-0.05, -0.05, -0.05], "high": [0.05, 0.05, 0.05], "side": "inside" })");
  check_refused(R"({ "model": "box", "low": [-0.054, -0.05, -0.05], "high": [0.054, 0.05, 0.05], "side": "inside" })");
  CHECK(said_of(R"({ "model": "box", "low": [-0.056, -0.05, -0.05], "high": [0.056, 0.05, 0.05], "side": "inside" })")
            .empty());
  check_refused(R"({ "model": "box", "low": [-0.056, -0.05, -0.05], "high": [0.056, 0.05, 0.05], "side": "inside" })",
                R"(, "motion": { "velocity": [1, 0, 0] })");
  CHECK(said_of(R"({ "model": "box", "low": [-0.01, -0.01, -0.01], "high": [0.01, 0.01, 0.01], "side": "outside" })")
            .empty());
  const std::string tube =
      R"({ "model": "cylinder", "centre": [0, 0, 0], "axis": [1, 0, 0], "radius": 0.04, "side": "inside")";
  check_refused(tube + R"(, "length": 0.1, "closed": true })");
  CHECK(said_of(tube + " }").empty());
}
