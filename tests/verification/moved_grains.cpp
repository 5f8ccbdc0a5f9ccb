// Grains that are held and moved, let go, and held again: paths, speeds, books.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

struct Scene {
  std::string held = R"("held": true)";  ///< of body "a"
  std::string a = R"({"centre": [0, 0, 0], "radius": 0.01})";
  std::string free = R"({"centre": [9, 9, 9], "radius": 0.01})";  ///< of body "b"
  std::string time = R"({"end": 0.1, "step": 1e-4})";
  std::string more = "";
  std::string law = R"("normal": {"model": "linear_spring", "k": 1e4, "restitution": 0.5},
    "tangential": {"model": "coulomb_spring", "k": 5e3, "damping": 1, "mu": 0.4})";
};

std::string text_of(const Scene& scene) {
  std::string contacts;
  for (const char* pair : {R"(["a", "a"])", R"(["a", "b"])", R"(["b", "b"])"}) {
    contacts += std::string(contacts.empty() ? "" : ", ") + R"({"between": )" + pair + ", " + scene.law + "}";
  }
  return R"({"talus": 1, "title": "moved", "dimension": 3, "time": )" + scene.time + R"(,
    "materials": {"g": {"model": "linear_elastic", "density": 2500, "young": "5 MPa", "poisson": 0.2}},
    "bodies": {
      "a": {"solver": "dem", "material": "g", )" +
         scene.held + R"(, "grains": {"model": "spheres", "list": [)" + scene.a + R"(]}},
      "b": {"solver": "dem", "material": "g", "grains": {"model": "spheres", "list": [)" +
         scene.free + R"(]}}},
    "contacts": [)" +
         contacts + "]" + scene.more + "}";
}

constexpr Real mass = 4 * std::numbers::pi / 3 * 1e-6 * 2500;

const GrainBody& body_of(const Simulation& s, std::size_t b = 0) { return s.model().grains.bodies[b]; }
Vec3 place_of(const Simulation& s, std::size_t b = 0) { return body_of(s, b).grains.position[0].vec(); }
const RateRows& rate_of(const Simulation& s, std::size_t b = 0) { return body_of(s, b).grains.rate[0]; }

void run_to(Simulation& s, Real t) {
  while (s.time() < t) s.step(t);
}

void check_books(const Simulation& s) {
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  CHECK(relative_error(s.ledger()[Channel::kinetic], s.model().grains.energies().kinetic) < 1e-12);
  CHECK(std::abs(s.ledger()[Channel::rotational] - s.model().grains.energies().rotational) <
        1e-12 * (1 + s.ledger()[Channel::rotational]));
}

}  // namespace

TEST_CASE("held grains go as their motion says; what they gain is work from outside") {
  Simulation s = simulate_written(text_of(
      {.held = R"("held": true, "motion": {"velocity": [{"table": [[0, 0], [0.1, 2]]}, 0, {"expression": "3*t"}],
                          "vibration": {"along": [0, 1, 0], "amplitude": 0.002, "frequency": 20}})"}));
  CHECK(rate_of(s).velocity.vec().isApprox(Vec3(0, 0.002 * 40 * std::numbers::pi, 0), 1e-12));
  run_to(s, 0.07);
  CHECK(
      (place_of(s) - Vec3(10 * 0.07 * 0.07, 0.002 * std::sin(40 * std::numbers::pi * 0.07), 1.5 * 0.07 * 0.07)).norm() <
      1e-12);
  const Vec3 v(20 * 0.07, 0.08 * std::numbers::pi * std::cos(40 * std::numbers::pi * 0.07), 0.21);
  CHECK((rate_of(s).velocity.vec() - v).norm() < 1e-12);
  const Real at_start = 0.5 * mass * std::pow(0.08 * std::numbers::pi, 2);
  CHECK(relative_error(-s.ledger()[Channel::boundary], 0.5 * mass * v.squaredNorm() - at_start) < 1e-9);
  check_books(s);
}

TEST_CASE("a ring of held grains that turns stays a ring, and each of its grains turns with it") {
  Simulation s = simulate_written(
      text_of({.held = R"("held": true, "motion": {"rotation": {"axis": [0, 0, 2], "centre": [1, 0, 0], "rate": 50}})",
               .a = R"({"centre": [1.05, 0, 0], "radius": 0.01}, {"centre": [1, -0.05, 0.02], "radius": 0.01})",
               .time = R"({"end": 1, "step": 1e-3})"}));
  run_to(s, 1);
  const Real angle = 50;
  const Index first = body_of(s).id[0] == 0 ? 0 : 1;
  const Vec3 arm(0.05 * std::cos(angle), 0.05 * std::sin(angle), 0);
  CHECK((body_of(s).grains.position[first].vec() - Vec3(1, 0, 0) - arm).norm() < 1e-12);
  CHECK((body_of(s).grains.rate[first].velocity.vec() - Vec3(0, 0, 50).cross(arm)).norm() < 1e-10);
  CHECK(body_of(s).grains.rate[first].spin.vec() == Vec3(0, 0, 50));
  const Quaternion q = body_of(s).orientation[first];
  CHECK(std::abs(std::abs(q.dot(exponential_turn(Vec3(0, 0, angle)))) - 1) < 1e-12);
  CHECK((body_of(s).grains.position[1 - first].vec() - Vec3(1, 0, 0)).head<2>().norm() == doctest::Approx(0.05));
  check_books(s);
}

TEST_CASE("a rough floor that is moved drags a grain as a belt does: work and momentum") {
  // A ball between three held ones that are moved: it is taken along.
  Simulation s = simulate_written(
      text_of({.held = R"("held": true, "motion": {"velocity": [{"table": [[0, 0], [0.05, 0.5], [1, 0.5]]}, 0, 0]})",
               .a = R"({"centre": [0.0199, 0, 0], "radius": 0.01}, {"centre": [-0.0199, 0, 0], "radius": 0.01})",
               .free = R"({"centre": [0, 0, 0], "radius": 0.01})",
               .time = R"({"end": 0.3})"}));
  run_to(s, 0.3);
  CHECK(relative_error(rate_of(s, 1).velocity.x, 0.5) < 1e-6);
  // What was put in: kinetic energy, and what dashpots have lost.
  const EnergyLedger& ledger = s.ledger();
  CHECK(relative_error(ledger[Channel::kinetic], 1.5 * mass * 0.25) < 1e-6);
  CHECK(std::abs(ledger[Channel::state_residual]) < 1e-4 * ledger[Channel::kinetic]);
  check_books(s);
}

TEST_CASE("held grains are let go with the speed that they have, at the time that is given") {
  const std::string gravity = R"(, "gravity": [0, 0, -9.81])";
  SUBCASE("after stages, from rest") {
    Simulation s = simulate_written(text_of({.held = R"("held": true, "release_at": 0)",
                                             .more = gravity + R"(, "stages": [{"name": "wait", "duration": 0.02}])"}));
    run_to(s, 0);
    CHECK(place_of(s).isZero(0));
    CHECK(rate_of(s).velocity.w > 0);
    run_to(s, 0.1);
    CHECK(relative_error(-place_of(s).z(), 0.5 * 9.81 * 0.01) < 1e-12);
    check_books(s);
  }
  SUBCASE("thrown, spinning") {
    Simulation s = simulate_written(
        text_of({.held = R"("held": true, "release_at": 0.04, "motion": {"velocity": [{"expression": "50*t"}, 0, 0],
                            "rotation": {"axis": [0, 0, 1], "centre": [0, 0, 0], "rate": 7}})",
                 .more = gravity}));
    run_to(s, 0.04);
    const Vec3 x = place_of(s);
    CHECK(relative_error(x.x(), 25 * 0.04 * 0.04) < 1e-12);
    run_to(s, 0.1);
    CHECK((place_of(s) - x - Vec3(2 * 0.06, 0, -0.5 * 9.81 * 0.06 * 0.06)).norm() < 1e-13);
    CHECK(rate_of(s).spin.vec() == Vec3(0, 0, 7));
    check_books(s);
  }
  SUBCASE("a clump falls and may turn") {
    Simulation s = simulate_written(
        text_of({.held = R"("held": true, "release_at": 0.04, "clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1},
                    {"centre": [1.2, 0, 0], "radius": 1}]})",
                 .free = R"({"centre": [0.012, 0, -0.03], "radius": 0.01, "velocity": [0, 0, 0.2]})",
                 .time = R"({"end": 0.2})"}));
    run_to(s, 0.04);
    const Vec3 moments = body_of(s).clumps.inertia[0];
    CHECK(moments.maxCoeff() < 1e-3);
    Simulation never_held = simulate_written(text_of(
        {.held =
             R"("clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1}, {"centre": [1.2, 0, 0], "radius": 1}]})"}));
    CHECK(moments.isApprox(body_of(never_held).clumps.inertia[0], 1e-14));
    run_to(s, 0.2);
    CHECK(rate_of(s).spin.vec().norm() > 1);  // the ball has struck it beside its centre
    CHECK(s.ledger().largest_state_residual() < 1e-3);
    check_books(s);
  }
}

TEST_CASE("the first steps of grains that are let go are as short as those of free ones") {
  // Three in a row, pressed together: they spring apart.
  const std::string row = R"({"centre": [0, 0, 0], "radius": 0.01}, {"centre": [0.019, 0, 0], "radius": 0.01},
    {"centre": [0.038, 0, 0], "radius": 0.01})";
  Simulation s = simulate_written(text_of({.held = R"("held": true, "release_at": 0.05)",
                                           .a = row,
                                           .time = R"({"end": 0.1})",
                                           .law = R"("normal": {"model": "linear_spring", "k": 1e4, "gamma": 0})"}));
  run_to(s, 0.1);
  const Real stored = 2 * 0.5 * 1e4 * 1e-6;
  CHECK(relative_error(s.ledger()[Channel::kinetic], stored) < 1e-3);
  CHECK(s.ledger().largest_state_residual() < 1e-3);
  check_books(s);
}

TEST_CASE("grains that are caught stop, with their spins, and what they had is taken out") {
  for (const char* clump : {"", R"("clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1},
                                                          {"centre": [1.2, 0, 0], "radius": 1}]}, )"}) {
    CAPTURE(clump);
    Simulation s = simulate_written(
        text_of({.held = std::string(clump) + R"("hold_at": 0.05, "release_at": 0.08)",
                 .a = R"({"centre": [0, 0, 0], "radius": 0.01, "velocity": [1, 0, 2], "spin": [0, 3, 0]})"}));
    run_to(s, 0.05);
    const Real had = s.ledger()[Channel::boundary];
    const Vec3 x = place_of(s);
    CHECK(had > 0);
    CHECK(rate_of(s).velocity.vec().isZero(0));
    CHECK(rate_of(s).spin.vec().isZero(0));
    CHECK(s.ledger()[Channel::kinetic] == doctest::Approx(0));
    run_to(s, 0.1);
    CHECK((place_of(s) - x).isZero(0));
    CHECK(rate_of(s).velocity.w > 0);
    check_books(s);
  }
}

TEST_CASE("held grains that press with a servo carry what they shall") {
  // Two held grains in one body press a free one against a fixed one of another.
  Simulation s = simulate_written(
      text_of({.held = R"("held": true, "motion": {"servo": {"along": [0, 0, -1], "force": 5, "mobility": 0.02,
                          "max_speed": 0.05}})",
               .a = R"({"centre": [0, 0, 0.0201], "radius": 0.01})",
               .free = R"({"centre": [0, 0, 0], "radius": 0.01})",
               .time = R"({"end": 0.5})",
               .more = ""}));
  run_to(s, 0.05);
  CHECK(rate_of(s, 1).velocity.z < 0);  // nothing is behind the free one: it is pushed away
  check_books(s);
}

TEST_CASE("runs with moved grains go on from checkpoints with the same bits") {
  const std::string text =
      text_of({.held = R"("held": true, "release_at": 0.06, "motion": {"velocity": [{"expression": "5*t"}, 0, 0],
      "rotation": {"axis": [0, 0, 1], "rate": 20}})",
               .a = R"({"centre": [0.02, 0, 0], "radius": 0.01}, {"centre": [-0.02, 0, 0], "radius": 0.01})",
               .free = R"({"centre": [0, 0.018, 0], "radius": 0.01})",
               .time = R"({"end": 0.1})"});
  Simulation through = simulate_written(text);
  run_to(through, 0.1);
  for (const Real cut : {0.03, 0.06, 0.07}) {
    CAPTURE(cut);
    Simulation first = simulate_written(text), second = simulate_written(text);
    while (first.time() < cut) first.step(first.end());
    Archive written;
    first.state(written);
    Archive read(written.sections());
    second.state(read);
    run_to(second, 0.1);
    CHECK(second.state_hash() == through.state_hash());
    CHECK(second.ledger()[Channel::boundary] == through.ledger()[Channel::boundary]);
  }
}

TEST_CASE("what does not go together is refused in words") {
  const auto refused = [](const std::string& held, const std::string& words) {
    const std::string said = complaint_about(text_of({.held = held}));
    const std::size_t split = words.find(": ");
    CHECK_MESSAGE(said.find(words.substr(0, split)) != std::string::npos, said);
    CHECK_MESSAGE(said.find(words.substr(split + 2)) != std::string::npos, said);
  };
  refused(R"("release_at": 1)", "/bodies/a/release_at: lets held grains go");
  refused(R"("held": true, "hold_at": 1)", "/bodies/a/hold_at: grains that are \"held\" are held from the start");
  refused(R"("hold_at": 1, "release_at": 0.5)", "/bodies/a/release_at: has to come after hold_at");
  refused(R"("motion": {"velocity": [1, 0, 0]})", "/bodies/a/motion: is that of grains that are held");
  refused(R"("held": true, "velocity": [1, 0, 0], "motion": {"velocity": [1, 0, 0]})", "/bodies/a/velocity: is that");
  refused(R"("held": true, "motion": {"free": {"mass": 1}})", "/bodies/a/motion/free: is for walls");
  refused(R"("held": true, "motion": {"remove_at": 1})", "/bodies/a/motion/remove_at: is for walls");
  refused(R"("held": true, "motion": {"surface_velocity": [1, 0, 0]})",
          "/bodies/a/motion/surface_velocity: is for walls");
  refused(R"("held": true, "motion": {"rotation": {"axis": [0, 0, 0], "rate": 1}})",
          "/bodies/a/motion/rotation/axis: has no direction");
  refused(
      R"("held": true, "clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1}, {"centre": [1, 0, 0], "radius": 1}]},
             "motion": {"rotation": {"rate": 1}})",
      "/bodies/a/motion/rotation: clumps that are held do not turn");
}

}  // namespace talus
