// Grains that only touch each other and walls wait for their contacts, which move them: no bit depends on it.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/threads.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

/// Grains that fall on a floor, which comes up, and on a gate, which goes.
const std::string bed = R"({"talus": 1, "title": "bed", "dimension": 3, "time": {"end": "1 s"},
  "gravity": [0, 0, -9.81],
  "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 7e10, "poisson": 0.2}},
  "variables": {"soft": {"model": "linear_spring", "k": 1e4, "restitution": 0.6},
                "rough": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.4}},
  "domain": {"low": [0, 0, -1], "high": [0.1, 0.1, 1], "periodic": [true, true, false]},
  "bodies": {
    "grains": {"solver": "dem", "material": "glass", "grains": {
      "model": "packing", "count": 5000, "seed": 5, "gap": "0.1 mm", "velocity": [0, 0, -0.5], "agitation": 0.2,
      "region": {"model": "box", "min": [0, 0, 0], "max": [0.1, 0.1, 0.1]},
      "sizes": {"model": "range", "min": "2 mm", "max": "2.5 mm"}}},
    "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]},
              "motion": {"velocity": [0, 0, 0.3]}},
    "gate": {"solver": "wall", "motion": {"remove_at": "6 ms"},
             "shape": {"model": "rectangle", "centre": [0.05, 0.05, 0.02], "edges": [[0.05, 0, 0], [0, 0.05, 0]]}}},
  "contacts": [{"between": ["grains", "grains"], "normal": "$soft", "tangential": "$rough"},
               {"between": ["grains", "floor"], "normal": "$soft", "tangential": "$rough"},
               {"between": ["grains", "gate"], "normal": "$soft", "tangential": "$rough"}]})";

/// A bed that goes step by step.
struct Bed {
  Model model = build_model(read_written(bed).description);
  GrainSystem& grains = model.grains;
  Vec3 weight{0, 0, -9.81};
  Real t = 0;

  Bed() {
    GrainStepWork work;
    grains.compute_contacts(0, 0, weight, work);
    grains.set_gravity(weight);
  }

  /// Numbers that a step comes to.
  std::vector<Real> step(Real dt) {
    GrainStepWork work = grains.kick_and_drift(t, dt);
    t += dt;
    const GrainContactSums sums = grains.compute_contacts(t, dt, weight, work);
    work += grains.kick(dt, weight);
    const auto searches = static_cast<Real>(grains.searches);  // lists are renewed at the same step
    return {sums.stored,        sums.viscous,
            sums.sliding,       sums.frequency2,
            sums.touching,      work.grains.contact,
            work.walls,         work.grains.kinetic,
            work.grains.scheme, work.taken_away,
            grains.max_speed(), grains.walls[0].force.z(),
            searches,           grains.walls[1].force.z()};
  }

  [[nodiscard]] const std::vector<Row>& rows() const { return grains.bodies[0].grains.position; }

  static bool same_bits(const std::vector<Row>& a, const std::vector<Row>& b) {
    return std::ranges::equal(a, b, [](const Row& p, const Row& q) { return p.vec() == q.vec(); });
  }

  /// All that a checkpoint has of it, read again: it then knows nothing of steps before, and cannot wait.
  void resume() {
    const auto state = [this](Archive& a) {
      a.section("bed");
      grains.state(a);
      for (const auto& contact : grains.contacts) contact->state(a);
    };
    Archive written;
    state(written);
    Archive read(written.sections());
    state(read);
  }
};

}  // namespace

TEST_CASE("grains that wait for their contacts have the bits of those that do not, for any number of threads") {
  constexpr Real dt = 2e-5;
  for (const int threads : {1, 2, 5}) {
    CAPTURE(threads);
    Bed plain, waiting;
    for (int n = 0; n < 400; ++n) {
      std::vector<Real> expected;
      {
        const Threads one(1);
        plain.resume();
        expected = plain.step(dt);
      }
      const Threads set(threads);
      REQUIRE(waiting.step(dt) == expected);
    }
    CHECK(plain.grains.waits == 0);
    CHECK(waiting.grains.waits > 300);
    CHECK(Bed::same_bits(waiting.rows(), plain.rows()));
    CHECK(waiting.grains.searches > 2);
  }
}

}  // namespace talus
