// Clamps and prescribed motions in a kick-drift-kick loop: the path is met, and the energy ledger closes.
#include <doctest/doctest.h>

#include <string>

#include "mock_body.hpp"
#include "talus/core/error.hpp"

using namespace talus;
using namespace talus::test;

namespace {

using Path = std::array<TimeFunction, 3>;

Path moving_path() {
  return {TimeFunction::expression("0.01*sin(7*t)", {}), TimeFunction::expression("0.2*t^2", {}), TimeFunction(0)};
}

void check_refused(const Boundaries::Variant& boundary, const char* words) {
  try {
    (void)activate(boundary, {make_body()});
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("clamped components do not move by a single bit; free ones do; reactions balance the other forces") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  std::vector<ActiveBoundary> boundaries{
      activate(Clamp{.body = "block", .where = {.layer = Side::bottom}, .components = {Axis::y}}, bodies)};
  compute_forces(body, boundaries, 0);
  const Real dt = 1e-3;
  for (int step = 0; step < 100; ++step) advance(body, boundaries, step * dt, dt);
  const auto& clamp = std::get<MotionConstraint>(boundaries.front().action());
  CHECK(clamp.particles.size() == 5);
  Real held = 0;
  for (const Index i : clamp.particles) {
    CHECK(body.u[i].y() == 0);
    CHECK(body.v[i].y() == 0);
    CHECK(std::abs(body.u[i].x()) > 1e-4);
    CHECK(body.of(ForceKind::reaction)[i].x() == 0);
    held -= body.total_force[i].y();
  }
  CHECK(boundaries.front().resultant(body).y() == doctest::Approx(held).epsilon(1e-14));
  CHECK(boundaries.front().resultant(body).x() == 0);
}

TEST_CASE("a displacement that does not begin where its particles are is refused") {
  std::vector<SolidBody> bodies{make_body()};
  const auto start = [&](const Path& path) {
    const PrescribedMotion motion{.body = "block", .where = {.layer = Side::top}, .displacement = path};
    check_start(activate(motion, bodies), bodies.front(), 0);
  };
  CHECK_NOTHROW(start(moving_path()));
  CHECK_THROWS_WITH_AS(start({TimeFunction(0), TimeFunction(-0.003), TimeFunction(0)}),
                       doctest::Contains("displacement/1 begins at -0.003 m"), CaseError);
  for (Vec3& u : bodies.front().u) u.y() = -0.003;  // as in a body that is stretched at the start
  CHECK_NOTHROW(start({TimeFunction(0), TimeFunction(-0.003), TimeFunction(0)}));
  const PrescribedMotion driven{.body = "block", .where = {.layer = Side::top}, .velocity = Path{1, 0, 0}};
  CHECK_NOTHROW(check_start(activate(driven, bodies), bodies.front(), 0));
}

TEST_CASE("a moving particle that is clamped stops at once") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  body.v.assign(body.X.size(), Vec3(2, -1, 0));
  std::vector<ActiveBoundary> boundaries{activate(Clamp{.body = "block", .where = {.all = true}}, bodies)};
  compute_forces(body, boundaries, 0);
  advance(body, boundaries, 0, 1e-3);
  for (Index i = 0; i < body.size(); ++i) {
    CHECK(body.v[i].norm() < 1e-15);
    CHECK(body.u[i].norm() < 1e-18);
  }
}

TEST_CASE("prescribed displacement: every step ends on the path, with its velocity, also at changing steps") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  std::vector<ActiveBoundary> boundaries{activate(
      PrescribedMotion{.body = "block", .where = {.layer = Side::left}, .displacement = moving_path()}, bodies)};
  const auto& motion = std::get<MotionConstraint>(boundaries.front().action());
  compute_forces(body, boundaries, 0);
  Real t = 0;
  for (int step = 0; step < 200; ++step) {
    const Real dt = step % 3 == 0 ? 1e-3 : 7e-4;
    advance(body, boundaries, t, dt);
    t += dt;
    for (const Index i : motion.particles) {
      CHECK((body.u[i] - Vec3(0.01 * std::sin(7 * t), 0.2 * t * t, 0)).norm() < 1e-16);
      CHECK((body.v[i] - Vec3(0.07 * std::cos(7 * t), 0.4 * t, 0)).norm() < 1e-6);
    }
  }
}

TEST_CASE("prescribed velocity: exact at every step; the distance is its integral") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  PrescribedMotion entry{.body = "block", .where = {.layer = Side::left}, .components = {Axis::x}};
  entry.velocity = Path{TimeFunction::expression("3*t", {}), TimeFunction(0), TimeFunction(0)};
  std::vector<ActiveBoundary> boundaries{activate(entry, bodies)};
  const auto& motion = std::get<MotionConstraint>(boundaries.front().action());
  compute_forces(body, boundaries, 0);
  const Real dt = 1e-3;
  for (int step = 0; step < 100; ++step) advance(body, boundaries, step * dt, dt);
  for (const Index i : motion.particles) {
    CHECK(body.v[i].x() == doctest::Approx(0.3).epsilon(1e-13));
    CHECK(body.u[i].x() == doctest::Approx(0.015).epsilon(1e-13));
    CHECK(std::abs(body.u[i].y()) > 1e-4);
  }
}

TEST_CASE("the ledger closes to round-off with all boundaries at work") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    std::vector<SolidBody> bodies{make_body(dimension)};
    SolidBody& body = bodies.front();
    std::vector<ActiveBoundary> boundaries{
        activate(PrescribedMotion{.body = "block", .where = {.layer = Side::left}, .displacement = moving_path()},
                 bodies),
        activate(Clamp{.body = "block", .where = {.layer = Side::right}, .components = {Axis::x}}, bodies),
        activate(RigidPlane{.body = "block", .point = Vec3(0, -0.16, 0), .normal = Vec3(0.1, 2, 0)}, bodies),
        activate(SpringDamper{.body = "block", .where = {.layer = Side::top}, .stiffness = 1e4, .damping = 10}, bodies),
        activate(Damping{.body = "block", .rate = 3}, bodies)};
    compute_forces(body, boundaries, 0);
    const Real before = kinetic_energy(body);
    Real work = 0, size = 0, reaction = 0;
    const Real dt = 2e-4;
    for (int step = 0; step < 500; ++step) {
      const Work done = advance(body, boundaries, step * dt, step % 2 == 0 ? dt : dt);
      work += done.sum();
      size += done.size();
      reaction += std::abs(done.reaction);
    }
    CHECK(reaction > 0.01 * size);
    CHECK(std::abs(kinetic_energy(body) - before - work) < 1e-14 * size);
  }
}

TEST_CASE("what cannot be prescribed is refused with the boundary, the body and the reason") {
  const Selection all{.all = true};
  check_refused(Clamp{.body = "blok", .where = all}, "clamp of body \"blok\": there is no body \"blok\"");
  check_refused(Clamp{.body = "block", .where = all, .components = {Axis::z}}, "z is frozen in two dimensions");
  check_refused(Clamp{.body = "block"}, "clamp of body \"block\": a selection needs exactly one of");
  check_refused(PrescribedMotion{.body = "block", .where = all}, "there is none of them");
  check_refused(PrescribedMotion{.body = "block", .where = all, .displacement = Path{}, .velocity = Path{}},
                "both say how the particles move");
  check_refused(RigidPlane{.body = "block"}, "normal has no direction");
  check_refused(Damping{.body = "block", .along = Vec3(0, 0, 0)}, "all its components are 0");
}

TEST_CASE("two boundaries may share particles but not a component of one") {
  const std::vector<SolidBody> bodies{make_body()};
  const auto clamp = [&](Side side, Axis axis) {
    return activate(Clamp{.body = "block", .where = {.layer = side}, .components = {axis}}, bodies);
  };
  CHECK_NOTHROW(check_disjoint({clamp(Side::left, Axis::x), clamp(Side::bottom, Axis::y)}, bodies));
  CHECK_NOTHROW(check_disjoint({clamp(Side::left, Axis::x), clamp(Side::right, Axis::x)}, bodies));
  CHECK_THROWS_AS(check_disjoint({clamp(Side::left, Axis::x), clamp(Side::bottom, Axis::x)}, bodies), CaseError);
}
