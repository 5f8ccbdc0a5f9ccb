// Prescribed rotations in a kick-drift-kick loop: exact circles, velocities and moments of second order, closed books.
#include <doctest/doctest.h>

#include <numbers>
#include <string>

#include "mock_body.hpp"
#include "talus/core/error.hpp"

using namespace talus;
using namespace talus::test;

namespace {

constexpr Real omega = 7;

TimeFunction formula(const std::string& text) { return TimeFunction::expression(text, {}); }

PrescribedMotion turned(const PrescribedRotation& rotation) {
  return {.body = "block", .where = {.layer = Side::left}, .rotation = rotation};
}

/// A body of which some particles are turned, from t = 0.
struct Turning {
  std::vector<SolidBody> bodies;
  std::vector<ActiveBoundary> boundaries;
  Real t = 0;

  Turning(int dimension, const PrescribedMotion& entry) : bodies{make_body(dimension)} {
    boundaries.push_back(activate(entry, bodies));
    compute_forces(bodies.front(), boundaries, 0);
  }
  SolidBody& body() { return bodies.front(); }
  [[nodiscard]] const MotionConstraint& motion() const {
    return std::get<MotionConstraint>(boundaries.front().action());
  }
  Work step(Real dt) {
    const Work work = advance(body(), boundaries, t, dt);
    t += dt;
    return work;
  }
  /// What reactions and all other forces have together on the particles that are turned [N m].
  Vec3 moment() {
    Vec3 sum = Vec3::Zero();
    for (const Index i : motion().particles) {
      const Vec3 f = body().of(ForceKind::reaction)[i] + body().total_force[i];
      sum += (body().x[i] - motion().turn->centre).cross(f);
    }
    return sum;
  }
  /// About the axis [kg m^2].
  Real inertia() {
    Real sum = 0;
    for (const Index i : motion().particles) {
      const Vec3 r = body().X[i] - motion().turn->centre;
      sum += body().m[i] * motion().turn->axis.cross(r).squaredNorm();
    }
    return sum;
  }
};

const Vec3 centre(0.1, -0.2, 0);

PrescribedRotation about(int dimension) {
  PrescribedRotation rotation{.centre = centre};
  if (dimension == 3) rotation.axis = Vec3(1, -2, 2);
  return rotation;
}

Vec3 on_circle(const PrescribedRotation& rotation, const Vec3& X, Real angle) {
  return rotation.centre + Eigen::AngleAxisd(angle, rotation.axis.normalized()) * (X - rotation.centre);
}

}  // namespace

TEST_CASE("an angle: every step ends on the exact circle, with a velocity of second order, also at changing steps") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    PrescribedRotation rotation = about(dimension);
    rotation.angle = formula("0.9*sin(7*t)");
    Real worst[2] = {0, 0};
    for (const int half : {0, 1}) {
      Turning run(dimension, turned(rotation));
      for (int step = 0; step < 100; ++step) {
        run.step((half == 1 ? 0.5 : 1) * (step % 10 < 5 ? 2e-3 : 1.4e-3));
        const Real angle = 0.9 * std::sin(omega * run.t), rate = 0.9 * omega * std::cos(omega * run.t);
        for (const Index i : run.motion().particles) {
          const Vec3 x = on_circle(rotation, run.body().X[i], angle);
          CHECK((run.body().x[i] - x).norm() < 1e-14);
          const Vec3 v = rate * rotation.axis.normalized().cross(x - centre);
          worst[half] = std::max(worst[half], (run.body().v[i] - v).norm());
        }
      }
    }
    CHECK(worst[0] < 1e-3);
    CHECK(worst[1] < 0.26 * worst[0]);
  }
}

TEST_CASE("a rate: the angle is its integral, and the distance to the axis stays") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    PrescribedRotation rotation = about(dimension);
    rotation.rate = formula("50*t");  // trapezoids are exact
    Turning run(dimension, turned(rotation));
    for (int step = 0; step < 500; ++step) run.step(step % 3 == 0 ? 1e-3 : 7e-4);
    for (const Index i : run.motion().particles) {
      const Vec3 x = on_circle(rotation, run.body().X[i], 25 * run.t * run.t);
      CHECK((run.body().x[i] - x).norm() < 1e-13);
      const Vec3 v = 50 * run.t * rotation.axis.normalized().cross(x - centre);
      CHECK((run.body().v[i] - v).norm() < 1e-3 * v.norm());
    }
  }
}

TEST_CASE("what turns steadily needs no moment, and what spins up I d(omega)/dt") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    PrescribedRotation rotation = about(dimension);
    const Vec3 axis = rotation.axis.normalized();
    rotation.rate = 30;
    Turning steady(dimension, turned(rotation));
    Turning by_angle(dimension, turned({.axis = rotation.axis, .centre = centre, .angle = formula("30*t")}));
    rotation.rate = formula("3*t");
    Turning faster(dimension, turned(rotation));
    for (Turning* run : {&steady, &by_angle, &faster}) {
      const Real size = 30 * 30 * run->inertia();
      for (int step = 0; step < 40; ++step) {
        run->step(1e-3);
        const Real moment = axis.dot(run->moment());
        if (run == &faster)
          CHECK(moment == doctest::Approx(3 * run->inertia()).epsilon(1e-4));
        else if (step > 0)
          CHECK(std::abs(moment) < 1e-9 * size);  // the first step has to set them going
      }
    }
  }
}

TEST_CASE("the ledger closes to round-off while particles turn, to and fro or on and on") {
  for (const int dimension : {2, 3}) {
    for (const bool by_angle : {true, false}) {
      CAPTURE(dimension);
      CAPTURE(by_angle);
      PrescribedRotation rotation = about(dimension);
      (by_angle ? rotation.angle : rotation.rate) = formula("sin(9*t)");
      Turning run(dimension, turned(rotation));
      const Real before = kinetic_energy(run.body());
      Real work = 0, size = 0, reaction = 0;
      for (int step = 0; step < 500; ++step) {
        const Work done = run.step(step % 4 == 0 ? 3e-4 : 2e-4);
        work += done.sum();
        size += done.size();
        reaction += std::abs(done.reaction);
      }
      CHECK(reaction > 0.01 * size);
      CHECK(std::abs(kinetic_energy(run.body()) - before - work) < 1e-14 * size);
    }
  }
}

TEST_CASE("a wheel rolls: a displacement carries the axis of an angle along") {
  PrescribedMotion wheel = turned({.centre = centre, .angle = formula("-4*t")});
  wheel.displacement = {formula("0.5*t^2"), TimeFunction(0), TimeFunction(0)};
  Turning run(2, wheel);
  for (int step = 0; step < 100; ++step) run.step(2e-3);
  for (const Index i : run.motion().particles) {
    const Vec3 hub(0.5 * run.t * run.t, 0, 0);
    const Vec3 x = hub + on_circle(*wheel.rotation, run.body().X[i], -4 * run.t);
    CHECK((run.body().x[i] - x).norm() < 1e-15);
    const Vec3 v = Vec3(run.t, 0, 0) - 4 * Vec3::UnitZ().cross(x - hub - centre);
    CHECK((run.body().v[i] - v).norm() < 1e-4);
  }
}

TEST_CASE("what turns about z may be free along z, or be led there by another boundary") {
  PrescribedMotion entry = turned({.axis = Vec3(0, 0, -3), .centre = centre, .angle = formula("2*t")});
  entry.components = {Axis::y, Axis::x};
  PrescribedMotion pull{.body = "block", .where = {.layer = Side::left}, .components = {Axis::z}};
  pull.displacement = {TimeFunction(0), TimeFunction(0), formula("0.3*t")};
  for (const bool is_pulled : {false, true}) {
    CAPTURE(is_pulled);
    Turning run(3, entry);
    if (is_pulled) run.boundaries.push_back(activate(pull, run.bodies));
    CHECK_NOTHROW(check_disjoint(run.boundaries, run.bodies));
    for (int step = 0; step < 100; ++step) run.step(1e-3);
    for (const Index i : run.motion().particles) {
      const Vec3 gone = run.body().x[i] - on_circle(*entry.rotation, run.body().X[i], 2 * run.t);
      CHECK(gone.head<2>().norm() < 1e-14);
      if (is_pulled)
        CHECK(gone.z() == doctest::Approx(0.03));
      else
        CHECK(std::abs(gone.z()) > 1e-6);
    }
  }
}

TEST_CASE("an angle that does not begin where its particles are is refused; a rate begins anywhere") {
  std::vector<SolidBody> bodies{make_body()};
  const auto start = [&](const PrescribedRotation& rotation) {
    check_start(activate(turned(rotation), bodies), bodies.front(), 0);
  };
  CHECK_NOTHROW(start({.angle = formula("sin(t)")}));
  CHECK_NOTHROW(start({.rate = 3}));
  CHECK_THROWS_WITH_AS(start({.angle = 0.2}), doctest::Contains("rotation/angle begins at 0.2 rad"), CaseError);
  CHECK_THROWS_WITH_AS(start({.angle = 0.2}), doctest::Contains("it would jump there"), CaseError);
  SolidBody& body = bodies.front();
  for (Index i = 0; i < body.size(); ++i) body.u[i] = on_circle({}, body.X[i], 0.2) - body.X[i];
  CHECK_NOTHROW(start({.angle = 0.2}));
}

TEST_CASE("rotations that contradict themselves are refused with the reason") {
  const auto refused = [](PrescribedMotion motion, int dimension, const char* words) {
    CAPTURE(words);
    try {
      (void)activate(motion, {make_body(dimension)});
      FAIL("not refused");
    } catch (const CaseError& error) {
      CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
    }
  };
  const auto with = [](PrescribedMotion motion, const std::vector<Axis>& components) {
    motion.components = components;
    return motion;
  };
  refused(turned({}), 2, "rotation: give \"angle\" or \"rate\"");
  refused(turned({.angle = 0, .rate = 0}), 2, "rotation: give \"angle\" or \"rate\"");
  refused(turned({.axis = Vec3::Zero(), .rate = 1}), 3, "rotation/axis: has no direction");
  refused(turned({.axis = Vec3(0, 1, 1), .rate = 1}), 2, "in two dimensions it is z");
  refused(with(turned({.rate = 1}), {Axis::x}), 2, "moves particles along y as well");
  refused(with(turned({.axis = Vec3(1, 0, 1), .rate = 1}), {Axis::x, Axis::y}), 3, "moves particles along z as well");
  PrescribedMotion both = turned({.rate = 1});
  both.displacement = {0, 0, 0};
  refused(both, 2, "does not go with a displacement");
  both = turned({.angle = 1});
  both.velocity = {0, 0, 0};
  refused(both, 2, "both say how fast");
}
