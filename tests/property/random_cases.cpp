// Whatever a case puts together: it is refused in words, or runs, or a watchdog stops it in words. Nothing becomes a
// number that is none unseen, the work ledger closes, and both momenta stay where nothing acts from outside.
//
// TALUS_RANDOM_CASES=1000 runs so many, TALUS_RANDOM_SEED=42 from another seed; each failure names its seed, and a case
// that hangs ends the program.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
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

/// While this lives a case runs; one that takes too long is named, and ends the program.
class TimeLimit {
 public:
  explicit TimeLimit(std::uint64_t seed) {
    std::snprintf(words, sizeof words, "the random case of seed %llu hangs\n", static_cast<unsigned long long>(seed));
    std::signal(SIGALRM, [](int) {
      [[maybe_unused]] const auto written = write(STDERR_FILENO, words, sizeof words);
      _exit(1);
    });
    alarm(longest);
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit() { alarm(0); }

 private:
  static constexpr unsigned longest = 120;  ///< a hundred times what most take under a sanitizer [s]
  static inline char words[80];
};

struct Motion {
  Vec3 momentum = Vec3::Zero();  ///< [kg m/s]
  Vec3 turning = Vec3::Zero();   ///< angular momentum about the origin [kg m^2/s]
  Real size = 0;                 ///< sum of |m v| [kg m/s]
  Real arm = 0;                  ///< distance of the farthest from the origin [m]
  bool finite = true;
};

Motion motion_of(const Model& model) {
  Motion sum;
  const auto add = [&](Real m, const Vec3& v, const Vec3& x) {
    sum.momentum += m * v;
    sum.size += m * v.norm();
    sum.arm = std::max(sum.arm, x.norm());
    sum.finite = sum.finite && v.allFinite() && x.allFinite();
  };
  for (const SolidBody& body : model.bodies) {
    for (Index i = 0; i < body.size(); ++i) add(body.m[i], body.v[i], body.x[i]);
    sum.turning += angular_momentum(body);
  }
  for (const GrainBody& body : model.grains.bodies) {
    for (Index i = 0; i < body.size(); ++i) {
      add(body.grains.inertia[i].mass, body.grains.rate[i].velocity.vec(), body.grains.position[i].vec());
    }
    sum.turning += angular_momentum(body);
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
  const Motion before = motion_of(s->model());
  Real largest = before.size, moment = before.size * before.arm;
  Outcome outcome = Outcome::ran;
  try {
    for (int k = 0; k < steps_of_a_case && !s->finished(); ++k) {
      s->step(s->segment_end());
      s->check_health();
      const Motion now = motion_of(s->model());
      largest = std::max(largest, now.size);
      moment = std::max(moment, now.size * now.arm);
    }
  } catch (const SimulationError& stop) {
    CHECK(std::string(stop.what()).size() > 20);
    outcome = Outcome::stopped;
  }
  const Motion after = motion_of(s->model());
  if (outcome == Outcome::stopped) return outcome;
  CHECK(after.finite);
  CHECK(s->ledger().largest_work_residual() < round_off);
  if (random.isolated()) CHECK((after.momentum - before.momentum).norm() <= round_off * largest);
  if (random.keeps_turning()) CHECK((after.turning - before.turning).norm() <= round_off * moment);
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
    const TimeLimit limit(seed);
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
