// Stages before the run: what they ask of steps and books, and what is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/written_case.hpp"
#include "talus/sim/leapfrog.hpp"

namespace talus {
namespace {

/// A block of rubber with a stage of 1 ms that does something to it, in a plane unless told otherwise.
std::string staged(const std::string& stage, const std::string& more = "") {
  return R"({"talus": 1, "title": "staged", "dimension": 2, "time": {"end": "1 ms"}, )" + more + R"(
    "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
    "bodies": {"block": {"solver": "tlsph", "material": "rubber", "spacing": "10 mm", "velocity": [1, 2],
      "shape": {"model": "block", "size": ["60 mm", "40 mm"]}}},
    "stages": [{"name": "first", "duration": "1 ms", )" +
         stage + "}]}";
}

}  // namespace

TEST_CASE("damping of a stage counts for the stable step as any other does") {
  Simulation s = simulate_written(staged(R"("damping": {"body": "block", "rate": "1e7 1/s"})"));
  const Real before = s.ledger()[Channel::kinetic];
  for (int k = 0; k < 100; ++k) s.step(s.segment_end());
  CHECK(std::isfinite(s.ledger()[Channel::kinetic]));
  CHECK(s.ledger()[Channel::kinetic] < before);
}

TEST_CASE("the books are closed when a tow has taken hold of a body") {
  Simulation s = simulate_written(staged(R"("tow": {"body": "block", "velocity": [3, 0]})"));
  CHECK(s.ledger().work_residual() < 1e-12);
  CHECK(s.ledger()[Channel::kinetic] == doctest::Approx(kinetic_energy(s.model().bodies.front())));
}

TEST_CASE("what stages and boundaries do not say where to, or out of the plane, is refused with its place") {
  const auto complains = [](const std::string& text, const std::string& pointer) {
    const std::string said = complaint_about(text);
    CAPTURE(said);
    CHECK(said.find(pointer) != std::string::npos);
  };
  complains(staged(R"("tow": {"body": "block", "velocity": [0, 0]})"), "/stages/0/tow");
  complains(staged(R"("tow": {"body": "block", "velocity": [1, 0], "along": [0, 0]})"), "/stages/0/tow");
  complains(staged(R"("tow": {"body": "block", "velocity": [1, 0, 3]})"), "/stages/0/tow/velocity");
  complains(staged(R"("damping": {"body": "block", "rate": 1, "along": [0, 0]})"), "/stages/0/damping/along");
  const auto with = [](const std::string& boundary) {
    return staged(R"("tow": {"body": "block", "velocity": [1, 0]})", R"("boundaries": [)" + boundary + "],");
  };
  complains(with(R"({"model": "rigid_plane", "body": "block", "point": [0, -1], "normal": [0, 1, 1]})"),
            "/boundaries/0/normal");
  complains(with(R"({"model": "clamp", "body": "block", "where": {"box": {"min": [5, 5], "max": [6, 6]}}})"),
            "/boundaries/0");
  CHECK(complaint_about(staged(R"("tow": {"body": "block", "velocity": [0, 0], "along": [1, 0]})")).empty());
}

TEST_CASE("a region in which all particles stay has its corners in order") {
  const std::string said = complaint_about(staged(R"("tow": {"body": "block", "velocity": [1, 0]})",
                                                  R"("limits": {"region": {"low": [1, 1], "high": [0, 2]}},)"));
  CHECK(said.find("at /limits/region") != std::string::npos);
}

}  // namespace talus
