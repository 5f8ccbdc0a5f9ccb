// Grains in a stage that brakes them: speeds and spins fall as they should, and the books stay closed.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/threads.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

constexpr Real rate = 30;

/// Grains "b", which `body` (JSON, like the rest) describes, in a stage of 50 ms that brakes them.
std::string braked(const std::string& body, const std::string& time = R"({"end": 0})",
                   const std::string& brake = R"("rate": 30)", const std::string& more_bodies = "",
                   const std::string& more = "") {
  return R"({"talus": 1, "title": "braked", "dimension": 3, "time": )" + time + R"(,
    "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e9, "poisson": 0.3}},
    "bodies": {"b": {"solver": "dem", "material": "p", )" +
         body + "}" + more_bodies + R"(}, "stages": [{"name": "settle", "duration": 0.05, "damping": {"body": "b", )" +
         brake + "}}]" + more + "}";
}

constexpr const char* ball =
    R"("velocity": [3, -1, 2], "spin": [5, 7, -4], "grains": {"model": "spheres", "list": [{"centre": [0, 0, 0], "radius": 0.01}]})";

const SphereRows& rows_of(const Simulation& s) { return s.model().grains.bodies[0].grains; }

/// Through the stage; what is left of the run has no length.
void run(Simulation& s) {
  while (s.time() < 0) s.step(s.segment_end());
}

TEST_CASE(
    "a free grain that is braked keeps exp(-rate t) of its speed and of its spin, and comes as far to second order") {
  const Real kept = std::exp(-rate * 0.05);
  const auto place_error = [&](const char* step) {
    Simulation s = simulate_written(braked(ball, R"({"end": 0, "step": )" + std::string(step) + "}"));
    const Real before = s.ledger()[Channel::kinetic] + s.ledger()[Channel::rotational];
    run(s);
    const RateRows& now = rows_of(s).rate[0];
    CHECK((now.velocity.vec() - kept * Vec3(3, -1, 2)).norm() < 1e-13);
    CHECK((now.spin.vec() - kept * Vec3(5, 7, -4)).norm() < 1e-13);
    CHECK(relative_error(s.ledger()[Channel::boundary], (1 - kept * kept) * before) < 1e-12);
    CHECK(relative_error(s.model().grains.energies().kinetic, s.ledger()[Channel::kinetic]) < 1e-12);
    CHECK(s.ledger().largest_work_residual() < 1e-13);
    CHECK(s.ledger().largest_state_residual() < 1e-13);
    return std::abs(rows_of(s).position[0].x - 3 * (1 - kept) / rate);
  };
  const Real coarse = place_error("2e-3"), fine = place_error("1e-3");
  CHECK(coarse > 3.7 * fine);
  CHECK(coarse < 4.3 * fine);
  CHECK(fine < 3 * (1 - kept) / rate * 1.1 * std::pow(rate * 1e-3, 2) / 24);
}

TEST_CASE("a direction that is named is braked alone, and what is held is not") {
  SUBCASE("direction") {
    Simulation s = simulate_written(braked(ball, R"({"end": 0})", R"("along": [0, 0, -2], "rate": 30)"));
    run(s);
    const RateRows& now = rows_of(s).rate[0];
    CHECK((now.velocity.vec() - Vec3(3, -1, 2 * std::exp(-1.5))).norm() < 1e-13);
    CHECK(now.spin.vec() == Vec3(5, 7, -4));
    CHECK(s.ledger().largest_work_residual() < 1e-13);
  }
  SUBCASE("held") {
    Simulation s = simulate_written(braked(R"("held": true, )" + std::string(ball)));
    run(s);
    CHECK(rows_of(s).rate[0].velocity.vec() == Vec3(3, -1, 2));
    CHECK(s.ledger()[Channel::boundary] == 0);
  }
}

TEST_CASE("a clump that is braked turns about the direction of its angular momentum, more and more slowly") {
  Simulation s = simulate_written(braked(R"("spin": [5, 7, -4],
    "clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1}, {"centre": [1, 0, 0], "radius": 1}]},
    "grains": {"model": "spheres", "list": [{"centre": [0, 0, 0], "radius": 0.01}]})"));
  const Vec3 before = s.model().grains.bodies[0].clumps.angular_momentum[0];
  run(s);
  const Vec3 after = s.model().grains.bodies[0].clumps.angular_momentum[0];
  CHECK((after - std::exp(-1.5) * before).norm() < 1e-12 * before.norm());
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  CHECK(relative_error(s.model().grains.energies().rotational, s.ledger()[Channel::rotational]) < 1e-12);
}

TEST_CASE("a bed that settles under a brake has closed books, and the same bits for any number of threads") {
  const std::string bed = braked(R"("grains": {
      "model": "packing", "count": 3000, "seed": 5, "gap": "0.1 mm", "velocity": [0, 0, -0.5], "agitation": 0.2,
      "region": {"model": "box", "min": [0, 0, 0], "max": [0.1, 0.1, 0.08]},
      "sizes": {"model": "range", "min": "2 mm", "max": "2.5 mm"}})",
                                 R"({"end": 0}, "gravity": [0, 0, -9.81])", R"("rate": 30)",
                                 R"(, "floor": {"solver": "wall",
                                      "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}})",
                                 R"(,
    "contacts": [{"between": ["b", "b"], "normal": {"model": "linear_spring", "k": 1e4, "restitution": 0.6},
                  "tangential": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.4}},
                 {"between": ["b", "floor"], "normal": {"model": "linear_spring", "k": 1e4, "restitution": 0.6}}])");
  std::uint64_t hash[2];
  for (const int threads : {1, 3}) {
    const Threads set(threads);
    Simulation s = simulate_written(bed);
    for (int n = 0; n < 1000; ++n) s.step(s.segment_end());
    CHECK(s.grain_contacts().touching > 20);
    CHECK(s.ledger()[Channel::boundary] > 0);
    CHECK(s.ledger().largest_work_residual() < 1e-12);
    CHECK(s.ledger().largest_state_residual() < 2e-3);
    hash[threads == 1 ? 0 : 1] = s.state_hash();
  }
  CHECK(hash[0] == hash[1]);
}

TEST_CASE("a run that goes on within a stage that brakes grains has the bits of one that ran through") {
  const std::string text = braked(ball, R"({"end": 0, "step": 2e-3})");
  Simulation through = simulate_written(text), first = simulate_written(text), second = simulate_written(text);
  for (int n = 0; n < 5; ++n) through.step(through.segment_end()), first.step(first.segment_end());
  Archive written;
  first.state(written);
  Archive read(written.sections());
  second.state(read);
  run(through);
  run(second);
  CHECK(through.state_hash() == second.state_hash());
  CHECK(through.ledger()[Channel::boundary] == second.ledger()[Channel::boundary]);
}

TEST_CASE("steps are short enough for the brake, and who cannot be braked is refused") {
  Simulation s = simulate_written(braked(ball));
  CHECK(s.wanted_step() <= 1 / rate);
  CHECK(s.step_limit().find("the damping of this stage") != std::string::npos);
  std::string wrong = braked(ball);
  const std::string name = R"("damping": {"body": "b")";
  wrong.replace(wrong.find(name), name.size(), R"("damping": {"body": "c")");
  CHECK(complaint_about(wrong).find("/stages/0/damping/body") != std::string::npos);
  CHECK(complaint_about(braked(ball, R"({"end": 0})", R"("along": [0, 0, 0], "rate": 1)"))
            .find("/stages/0/damping/along") != std::string::npos);
}

}  // namespace
}  // namespace talus
