// Walls, springs and brakes: forces are gradients of stored energies, dissipation has the right size, and steps
// below the stated limit are stable while those above are not.
#include <doctest/doctest.h>

#include "mock_body.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// Every particle somewhere else, by up to `amount` [m].
void disturb(SolidBody& body, Real amount) {
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3 noise(std::sin(12.9 * i), std::sin(78.2 * i + 1), body.dimension == 3 ? std::sin(37.7 * i + 2) : 0);
    body.x[i] = body.X[i] + amount * noise;
  }
}

/// What a wall at time t and a spring hold (boundary 3, 4) [J; J/m in 2-D].
Real stored_by(const PlaneForce& wall, const SolidBody& body, Real t) {
  Real sum = 0;
  for (const Vec3& x : body.x) {
    const Real gap = (x - wall.point - t * wall.velocity).dot(wall.normal) - 0.5 * body.spacing;
    if (gap < 0) sum += 0.5 * wall.k * gap * gap;
  }
  return sum;
}
Real stored_by(const SpringForce& spring, const SolidBody& body, Real /*t*/) {
  Vec3 center = Vec3::Zero();
  for (const Index i : spring.particles) center += body.m[i] / spring.mass * body.x[i];
  return 0.5 * spring.k * (spring.projector * (center - spring.anchor)).squaredNorm();
}

/// Compares the force with central differences of the stored energy, component by component.
template <class Force>
void check_gradient(const Boundaries::Variant& entry, int dimension, Real t) {
  std::vector<SolidBody> bodies{make_body(dimension)};
  SolidBody& body = bodies.front();
  ActiveBoundary boundary = activate(entry, bodies);
  const auto& action = std::get<Force>(boundary.action());
  disturb(body, 0.02);
  boundary.apply(body, t);
  const std::vector<Vec3> force = body.of(ForceKind::boundary);
  Real largest = 0;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& f : force) {
    largest = std::max(largest, f.norm());
    sum += f;
  }
  REQUIRE(largest > 0);
  CHECK((sum - boundary.resultant(body)).norm() < 1e-12 * sum.norm());
  const Real step = 1e-6;
  for (Index i = 0; i < body.size(); ++i) {
    for (int k = 0; k < dimension; ++k) {
      const Real x = body.x[i][k];
      body.x[i][k] = x + step;
      const Real above = stored_by(action, body, t);
      body.x[i][k] = x - step;
      const Real below = stored_by(action, body, t);
      body.x[i][k] = x;
      CHECK(std::abs(force[i][k] + (above - below) / (2 * step)) < 1e-5 * largest);
    }
  }
}

/// Largest displacement after many steps at `share` of the time limit, without other forces.
Real growth(ActiveBoundary boundary, SolidBody body, Real share) {
  const Real dt = share * boundary.time_limit(body);
  for (int step = 0; step < 400; ++step) {
    for (Index i = 0; i < body.size(); ++i) body.x[i] += dt * body.v[i];
    body.open(ForceKind::boundary).assign(body.X.size(), Vec3::Zero());
    boundary.apply(body, 0);
    for (Index i = 0; i < body.size(); ++i) body.v[i] += dt / body.m[i] * body.of(ForceKind::boundary)[i];
  }
  Real most = 0;
  for (Index i = 0; i < body.size(); ++i) most = std::max(most, (body.x[i] - body.X[i]).norm());
  return most;
}

}  // namespace

TEST_CASE("rigid plane: force is minus the gradient of its energy, also while it moves") {
  for (const int dimension : {2, 3}) {
    const RigidPlane still{.body = "block", .point = Vec3(0, -0.14, 0), .normal = Vec3(0.1, 1, 0)};
    check_gradient<PlaneForce>(still, dimension, 0);
    RigidPlane moving = still;
    moving.velocity = Vec3(0, 0.5, 0);
    check_gradient<PlaneForce>(moving, dimension, 0.1);
  }
}

TEST_CASE("rigid plane: no force at half a spacing, 0.3 E A/dx per depth below, none from behind the normal") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    std::vector<SolidBody> bodies{make_body(dimension)};
    SolidBody& body = bodies.front();
    const RigidPlane entry{
        .body = "block", .point = Vec3(0, -0.17, 0), .normal = Vec3(0, 7, 0), .velocity = Vec3(0, 0.2, 0)};
    const Real t = 0.1;  // the wall has come up to the face of the block
    ActiveBoundary plane = activate(entry, bodies);
    const Real depth = 1e-3;
    for (Vec3& x : body.x) x.y() -= depth;
    plane.apply(body, t);
    const Real area = std::pow(body.spacing, dimension - 1);
    const Index bottom = dimension == 2 ? 5 : 10;
    CHECK(plane.resultant(body).y() == doctest::Approx(bottom * 0.3 * 2e6 * area / body.spacing * depth).epsilon(1e-9));
    CHECK(plane.resultant(body).x() == 0);
    for (Vec3& x : body.x) x.y() += 1.001 * depth;
    plane.apply(body, t);
    CHECK(plane.resultant(body).norm() == 0);
  }
}

TEST_CASE("spring: force is minus the gradient of its energy, in all directions or along one") {
  SpringDamper entry{.body = "block", .where = {.layer = Side::top}, .stiffness = 3e4};
  check_gradient<SpringForce>(entry, 2, 0);
  entry.anchor = Vec3(0.4, 0.2, 0);
  entry.direction = Vec3(1, 2, 0);
  check_gradient<SpringForce>(entry, 2, 0);
  check_gradient<SpringForce>(entry, 3, 0);
}

TEST_CASE("spring and dashpot: at rest no force; moving, damping times speed against the motion") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  const SpringDamper entry{.body = "block", .where = {.all = true}, .stiffness = 3e4, .damping = 40};
  ActiveBoundary spring = activate(entry, bodies);
  spring.apply(body, 0);
  CHECK(spring.resultant(body).norm() < 1e-9);
  body.v.assign(body.X.size(), Vec3(3, -4, 0));
  spring.apply(body, 0);
  CHECK((spring.resultant(body) - Vec3(-120, 160, 0)).norm() < 1e-9);
}

TEST_CASE("damping: exponential decay along its direction only, and its resultant is the sum") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  body.v.assign(body.X.size(), Vec3(2, -1, 0));
  ActiveBoundary damping = activate(Damping{.body = "block", .along = Vec3(0, -3, 0), .rate = 200}, bodies);
  damping.apply(body, 0);
  Real mass = 0;
  for (Index i = 0; i < body.size(); ++i) {
    CHECK((body.of(ForceKind::boundary)[i] - Vec3(0, 200 * body.m[i], 0)).norm() < 1e-12 * 200 * body.m[i]);
    mass += body.m[i];
  }
  CHECK(damping.resultant(body).y() == doctest::Approx(200 * mass).epsilon(1e-13));
}

TEST_CASE("time limits: stable just below, unstable just above") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  body.V.assign(body.X.size(), 0.01);
  body.reset_state(7800);
  body.v.assign(body.X.size(), Vec3(1e-3, 1e-3, 0));
  const Selection all{.all = true};
  for (const Boundaries::Variant& entry :
       {Boundaries::Variant(SpringDamper{.body = "block", .where = all, .stiffness = 1e6}),
        Boundaries::Variant(SpringDamper{.body = "block", .where = all, .stiffness = 1e6, .damping = 5e4}),
        Boundaries::Variant(Damping{.body = "block", .rate = 50}),
        Boundaries::Variant(RigidPlane{.body = "block", .point = Vec3(0, 1e9, 0), .normal = Vec3(0, 1, 0)})}) {
    CAPTURE(entry.index());
    const ActiveBoundary boundary = activate(entry, bodies);
    if (std::holds_alternative<RigidPlane>(entry)) {  // pressed in for good: an oscillator about equilibrium
      const auto k = std::get<PlaneForce>(boundary.action()).k;
      CHECK(boundary.time_limit(body) == doctest::Approx(2 * std::sqrt(78 / k)).epsilon(1e-12));
      continue;
    }
    CHECK(growth(boundary, body, 0.98) < 1);
    CHECK(growth(boundary, body, 1.02) > 1);
  }
}
