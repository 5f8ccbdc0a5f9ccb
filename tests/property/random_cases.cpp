// Whatever a case puts together: it is refused in words, or runs, or a watchdog stops it in words. Nothing becomes a
// number that is none unseen, the work ledger closes, and momentum stays where nothing acts from outside.
//
// TALUS_RANDOM_CASES=1000 runs so many, TALUS_RANDOM_SEED=42 from another seed; each failure names its seed.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "support/random_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

constexpr int steps_of_a_case = 300;
/// Of the work ledger and of momentum, over what there is at most.
constexpr Real round_off = 1e-9;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Motion {
  Vec3 momentum = Vec3::Zero();  ///< [kg m/s]
  Real size = 0;                 ///< sum of |m v| [kg m/s]
  bool finite = true;
};

Motion motion_of(const Model& model) {
  Motion sum;
  const auto add = [&](Real m, const Vec3& v, const Vec3& x) {
    sum.momentum += m * v;
    sum.size += m * v.norm();
    sum.finite = sum.finite && v.allFinite() && x.allFinite();
  };
  for (const SolidBody& body : model.bodies) {
    for (Index i = 0; i < body.size(); ++i) add(body.m[i], body.v[i], body.x[i]);
  }
  for (const GrainBody& body : model.grains.bodies) {
    for (Index i = 0; i < body.size(); ++i) {
      add(body.grains.velocity[i].w, body.grains.velocity[i].vec(), body.grains.position[i].vec());
    }
  }
  return sum;
}

enum class Outcome { refused, stopped, ran };

Outcome run(const RandomCase& random) {
  std::optional<Simulation> s;
  try {
    s.emplace(simulate_written(random.text()));
  } catch (const CaseError& error) {
    CHECK(std::string(error.what()).size() > 20);
    return Outcome::refused;
  }
  const Vec3 before = motion_of(s->model()).momentum;
  Real largest = motion_of(s->model()).size;
  Outcome outcome = Outcome::ran;
  try {
    for (int k = 0; k < steps_of_a_case && !s->finished(); ++k) {
      s->step(s->segment_end());
      s->check_health();
      largest = std::max(largest, motion_of(s->model()).size);
    }
  } catch (const SimulationError& stop) {
    CHECK(std::string(stop.what()).size() > 20);
    outcome = Outcome::stopped;
  }
  const Motion after = motion_of(s->model());
  if (outcome == Outcome::stopped) return outcome;
  CHECK(after.finite);
  CHECK(s->ledger().largest_work_residual() < round_off);
  if (random.isolated()) CHECK((after.momentum - before).norm() <= round_off * largest);
  return outcome;
}

TEST_CASE("random cases run, or are refused or stopped in words") {
  const std::uint64_t first = from_environment("TALUS_RANDOM_SEED", 1),
                      count = from_environment("TALUS_RANDOM_CASES", 100);
  std::array<int, 3> outcomes{};
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    const RandomCase random(seed);
    CAPTURE(random.text());
    try {
      ++outcomes[static_cast<std::size_t>(run(random))];
    } catch (const std::exception& error) {
      const std::string what = error.what();
      CAPTURE(what);
      FAIL_CHECK("something else than an error of the case or of the simulation");
    }
  }
  MESSAGE("seeds from " << first << ": " << outcomes[0] << " refused, " << outcomes[1] << " stopped, " << outcomes[2]
                        << " ran");
  CHECK(2 * outcomes[2] > static_cast<int>(count));  // most have to be worth anything
}

}  // namespace
}  // namespace talus
