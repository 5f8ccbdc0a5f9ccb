// How far grains have gone in a periodic box, against paths that are counted independently.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "support/recorded.hpp"
#include "support/relative_error.hpp"
#include "support/sample_grains.hpp"
#include "talus/dem/grain_travel.hpp"

namespace talus {
namespace {

/// The way of every grain by its number, from the places that a step leads to: none goes half of the box in one.
class CountedWays {
 public:
  explicit CountedWays(const Simulation& s) { look(s); }

  void look(const Simulation& s) {
    const GrainBody& body = s.model().grains.bodies[0];
    const PeriodicBox& box = s.model().grains.box();
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3 x = body.grains.position[i].vec();
      auto [at, is_new] = ways_.try_emplace(body.id[i], Way{x, Vec3::Zero()});
      at->second.gone += box.nearest(Vec3(x - at->second.last));
      at->second.last = x;
    }
  }
  void forget() { ways_.clear(); }
  [[nodiscard]] const Vec3& of(std::int64_t id) const { return ways_.at(id).gone; }

 private:
  struct Way {
    Vec3 last, gone;
  };
  std::map<std::int64_t, Way> ways_;
};

Real largest_difference(const Simulation& s, const CountedWays& ways) {
  const GrainBody& body = s.model().grains.bodies[0];
  Real most = 0;
  for (Index i = 0; i < body.size(); ++i) {
    most = std::max(most, (displacement(body, i) - ways.of(body.id[i])).cwiseAbs().maxCoeff());
  }
  return most;
}

Index most_rounds(const GrainBody& body) {
  Index most = 0;
  for (const auto& rounds : body.rounds) {
    for (const std::int32_t n : rounds) most = std::max<Index>(most, std::abs(n));
  }
  return most;
}

/// Two grains that never meet, in a box of 20, 30 and 40 mm that repeats along x and y.
std::string ballistic(const std::string& more = "", const std::string& clump = "") {
  return R"json({"talus": 1, "title": "t", "dimension": 3, "time": {"end": 2, "step": 1e-4},
    "domain": {"low": [-0.01, 0, 0], "high": [0.01, 0.03, 0.04], "periodic": [true, true, false]},
    "materials": {"g": {"model": "linear_elastic", "density": 2500, "young": "5 MPa", "poisson": 0.2}},
    "bodies": {"g": {"solver": "dem", "material": "g", )json" +
         clump + R"json("grains": {"model": "spheres", "list": [
      {"centre": [0.002, 0.001, 0.01], "radius": 0.001, "velocity": [3, -1.5, 0.25]},
      {"centre": [0.002, 0.001, -0.01], "radius": 0.001, "velocity": [-7, 0, -1]}]}}},
    "contacts": [{"between": ["g", "g"], "normal": "none"}])json" +
         more + "}";
}

}  // namespace

TEST_CASE("grains that fly through a periodic box hundreds of times have gone v t to round-off") {
  for (const char* clump : {"", R"("clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1},
                                                          {"centre": [1, 0, 0], "radius": 1}]}, )"}) {
    CAPTURE(clump);
    Simulation s = simulate_written(ballistic("", clump));
    while (!s.finished()) s.step(s.end());
    const GrainBody& body = s.model().grains.bodies[0];
    CHECK(most_rounds(body) > 600);  // they are put back when pairs are listed anew
    for (Index i = 0; i < 2; ++i) {
      const Vec3 gone = s.time() * (body.id[i] == 0 ? Vec3(3, -1.5, 0.25) : Vec3(-7, 0, -1));
      CHECK((displacement(body, i) - gone).norm() < 1e-11);
    }
  }
}

TEST_CASE("columns and frames of displacements: mean and rms, along an axis and altogether") {
  Recorded r(ballistic(R"json(, "output": {"history": {"columns": {
    "x": {"of": "g", "quantity": "displacement", "along": [1, 0, 0]},
    "x_rms": {"of": "g", "quantity": "displacement", "along": [1, 0, 0], "statistic": "rms"},
    "u": {"of": "g", "quantity": "displacement"},
    "msd": {"expression": "d*d", "unit": "m^2"},
    "d": {"of": "g", "quantity": "displacement", "statistic": "rms"},
    "y": {"of": "g", "quantity": "displacement", "along": [0, 1, 0], "where": {"id": [0]}},
    "farthest": {"of": "g", "quantity": "displacement", "statistic": "max"}}}})json"));
  for (const char* name : {"x", "x_rms", "u", "msd", "d", "y", "farthest"}) CHECK(r.at(name) == 0);
  r.run_to(0.5);
  const Vec3 a = 0.5 * Vec3(3, -1.5, 0.25), b = 0.5 * Vec3(-7, 0, -1);
  CHECK(relative_error(r.at("x"), (a.x() + b.x()) / 2) < 1e-11);
  CHECK(relative_error(r.at("x_rms"), std::sqrt((a.x() * a.x() + b.x() * b.x()) / 2)) < 1e-11);
  CHECK(relative_error(r.at("u"), Vec3((a + b) / 2).norm()) < 1e-11);
  CHECK(relative_error(r.at("msd"), (a.squaredNorm() + b.squaredNorm()) / 2) < 1e-11);
  CHECK(relative_error(r.at("y"), a.y()) < 1e-11);
  CHECK(relative_error(r.at("farthest"), b.norm()) < 1e-11);
}

TEST_CASE("displacements are counted from t = 0 on, whatever has happened before") {
  Simulation s = simulate_written(ballistic(R"json(, "stages": [{"name": "before", "duration": 0.3}])json"));
  const auto gone = [&](std::int64_t id) {
    const GrainBody& body = s.model().grains.bodies[0];
    return displacement(body, body.id[0] == id ? 0 : 1);
  };
  while (s.time() < -0.1) s.step(-0.1);
  CHECK((gone(0) - 0.2 * Vec3(3, -1.5, 0.25)).norm() < 1e-12);
  while (s.time() < 0) s.step(0);
  CHECK(gone(0).isZero(0));
  while (s.time() < 0.4) s.step(0.4);
  CHECK((gone(0) - 0.4 * Vec3(3, -1.5, 0.25)).norm() < 1e-12);
  CHECK((gone(1) - 0.4 * Vec3(-7, 0, -1)).norm() < 1e-12);
}

TEST_CASE("a gas in a periodic box has gone as far as its steps add up to, sorted or not, resumed or not") {
  constexpr Real edge = 10e-3;
  Case c = agitated_case(6, edge, 1);
  c.domain = periodic_cube(edge);
  std::get<GrainPacking>(std::get<GrainSpec>(c.bodies[0].second.entry).grains.entry).motion.agitation = 20;
  c.contacts[0].normal.entry = [] {
    LinearSpring spring;
    spring.k = 1e4;
    spring.restitution = 1;
    return spring;
  }();
  Simulation s(build_model(c));
  CountedWays ways(s);
  while (s.steps() < 8000) {
    s.step(s.end());
    ways.look(s);
    if (s.steps() != 4000) continue;
    // From here on with what a checkpoint has.
    Archive written;
    s.state(written);
    Simulation resumed(build_model(c));
    const std::uint64_t at_start = resumed.state_hash();
    Archive read(written.sections());
    resumed.state(read);
    CHECK(resumed.state_hash() == s.state_hash());
    CHECK(resumed.state_hash() != at_start);
    CHECK(largest_difference(resumed, ways) < 1e-13);
    for (int k = 0; k < 100; ++k) resumed.step(resumed.end());
    CountedWays on = ways;
    while (s.steps() < 4100) s.step(s.end()), ways.look(s);
    CHECK(resumed.state_hash() == s.state_hash());
  }
  CHECK(s.model().grains.searches > 20);
  CHECK(most_rounds(s.model().grains.bodies[0]) > 2);
  CHECK(largest_difference(s, ways) < 1e-13);
}

TEST_CASE("grains that are poured have gone nowhere before they came") {
  Simulation s = simulate_written(R"json({"talus": 1, "title": "t", "dimension": 3, "time": {"end": 1, "step": 1e-3},
    "domain": {"low": [0, 0, 0], "high": [0.02, 0.02, 0.02], "periodic": [true, true, true]},
    "materials": {"g": {"model": "linear_elastic", "density": 2500, "young": "5 MPa", "poisson": 0.2}},
    "bodies": {"g": {"solver": "dem", "material": "g", "grains": {"model": "pour", "rate": 100, "count": 5, "until": 1,
      "velocity": [1, 0.5, 0], "region": {"model": "box", "min": [0.004, 0.004, 0.004], "max": [0.016, 0.016, 0.016]},
      "sizes": {"model": "uniform_radius", "radius": 0.001}}}},
    "contacts": [{"between": ["g", "g"], "normal": "none"}]})json");
  CountedWays ways(s);
  while (!s.finished()) s.step(s.end()), ways.look(s);
  const GrainBody& body = s.model().grains.bodies[0];
  REQUIRE(body.size() == 5);
  CHECK(most_rounds(body) >= 45);
  Real shortest = infinity;
  for (Index i = 0; i < body.size(); ++i) {
    shortest = std::min(shortest, displacement(body, i).norm());
    // A new grain appears at the end of a step, and is seen there first.
    CHECK((displacement(body, i) - ways.of(body.id[i])).norm() < 1e-12);
  }
  CHECK(shortest < 0.97 * std::hypot(1, 0.5));
}

}  // namespace talus
