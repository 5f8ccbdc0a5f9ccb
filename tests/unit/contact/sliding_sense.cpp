// The sliding sense: sticking, letting go, sliding, and the books of each.
#include "talus/law/contact/sliding_sense.hpp"

#include <doctest/doctest.h>

#include <array>
#include <numbers>
#include <utility>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "talus/law/contact/tangential/stick_slip.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-4;
const SlidingParameters spring{.k = 1e5, .c = 0, .static_limit = 12, .dynamic_limit = 9};
const Real reach = spring.static_limit / spring.k;  // displacement at which sticking gives way [m]
const Vec3 along = Vec3::UnitX();

}  // namespace

TEST_CASE("sliding sense: below the limit a contact is a spring") {
  SlidingHistory h;
  const SlidingAnswer a = slide(h, 0.4 * reach * along, dt, spring);
  CHECK_FALSE(h.slip);
  CHECK((a.force + 0.4 * spring.static_limit * along).norm() < 1e-12);
  CHECK(relative_error(a.stored, 0.5 * spring.k * 0.16 * reach * reach) < 1e-12);
  CHECK(a.sliding_loss == 0);
  const SlidingAnswer back = slide(h, -0.4 * reach * along, dt, spring);
  CHECK(back.force.norm() < 1e-12);
  CHECK(back.stored < 1e-18);
}

TEST_CASE("sliding sense: static friction holds up to its limit, then falls to the dynamic one and stays there") {
  SlidingHistory h;
  const Vec3 ds = 0.00995 * reach * along;  // crosses the limit in step 101
  Real largest = 0;
  int step = 0;
  for (; !h.slip && step < 200; ++step) largest = std::max(largest, slide(h, ds, dt, spring).force.norm());
  CHECK(step == 101);
  CHECK(relative_error(largest, 0.995 * spring.static_limit) < 1e-9);
  for (int k = 0; k < 50; ++k) {
    const SlidingAnswer a = slide(h, ds, dt, spring);
    // Without the flag the force would climb back towards the static limit and saw.
    CHECK(relative_error(a.force.norm(), spring.dynamic_limit) < 1e-9);
    CHECK(h.slip);
  }
}

TEST_CASE("sliding sense: a contact that turns back sticks again and regains the static limit") {
  SlidingHistory h;
  for (int k = 0; k < 3; ++k) slide(h, reach * along, dt, spring);
  REQUIRE(h.slip);
  slide(h, -0.1 * reach * along, dt, spring);
  CHECK_FALSE(h.slip);
  const Real room = reach + h.xi[0];  // from here to the static limit on the other side
  slide(h, -0.999 * room * along, dt, spring);
  CHECK_FALSE(h.slip);
}

TEST_CASE("sliding sense: trapezoidal work = stored + lost, exactly, along any path") {
  SlidingHistory h;
  Draw draw(21);
  Vec3 force = Vec3::Zero();
  Real work = 0, lost = 0, stored = 0, scale = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 ds = draw.vector(3, 0.5 * reach);
    const SlidingAnswer a = slide(h, ds, dt, spring);
    const Real step_work = -0.5 * (force + a.force).dot(ds);
    work += step_work;
    scale += std::abs(step_work);
    lost += a.sliding_loss;
    stored = a.stored;
    force = a.force;
  }
  CHECK(lost > 0.1 * scale);
  CHECK(std::abs(work - stored - lost) < 1e-13 * scale);
}

TEST_CASE("sliding sense: equal coefficients never gain energy, however wild the path") {
  SlidingParameters p = spring;
  p.dynamic_limit = p.static_limit;
  p.c = 3;
  SlidingHistory h;
  Draw draw(22);
  Real least = 0;
  for (int k = 0; k < 5000; ++k) {
    const SlidingAnswer a = slide(h, draw.vector(3, 3 * reach), dt, p);
    least = std::min({least, a.sliding_loss, a.viscous_loss});
  }
  CHECK(least > -1e-18);
}

TEST_CASE("sliding sense: the viscous part takes what is left below the limit and loses what it says") {
  SlidingParameters p = spring;
  p.c = 4;
  Draw draw(23);
  SlidingHistory h;
  for (int k = 0; k < 5000; ++k) {
    const bool slipped = h.slip;
    const Vec3 ds = draw.vector(3, reach);
    const SlidingAnswer a = slide(h, ds, dt, p);
    REQUIRE(a.force.norm() <= (slipped ? p.dynamic_limit : p.static_limit) * (1 + 1e-12));
    REQUIRE(a.viscous_loss >= 0);
    const Vec3 viscous = a.force + p.k * h.xi;
    REQUIRE(std::abs(a.viscous_loss + viscous.dot(ds)) < 1e-13 * p.static_limit * ds.norm());
  }
  // Far below the limit nothing is cut.
  SlidingHistory rest;
  const Vec3 small = 1e-3 * reach * along;
  CHECK((slide(rest, small, dt, p).force + (p.k + p.c / dt) * small).norm() < 1e-12);
}

TEST_CASE("sliding sense: along a line it is the one in space along that line, on any path") {
  Draw draw(24);
  SlidingHistory in_space;
  SlidingHistoryIn<Real, 1> on_line;
  int slips = 0, cuts = 0;
  for (int k = 0; k < 5000; ++k) {
    const Vec3 drawn = draw.vector(3, 1);
    const Real load = k % 50 == 0 ? 0 : 1 + drawn.x(), ds = 2 * reach * drawn.y(), rate = 2 * drawn.z();
    const SlidingParameters p{.k = spring.k * (1 + 0.5 * drawn.x()),
                              .c = k % 3 == 0 ? 0 : 4.0,
                              .static_limit = load * spring.static_limit,
                              .dynamic_limit = load * spring.dynamic_limit,
                              .moved = k % 7 == 0 ? 0.3 : 1.0,
                              .pull = 1 + 0.2 * drawn.z()};
    const SlidingAnswer a = slide<Real, 3>(in_space, ds * along, Vec3(rate * along), p);
    const auto b = slide<Real, 1>(on_line, VectorOf<Real, 1>(ds), VectorOf<Real, 1>(rate), p);
    const Real scale = spring.static_limit;
    REQUIRE(std::abs(a.force.x() - b.force[0]) < 1e-13 * scale);
    REQUIRE(std::abs(a.stored - b.stored) < 1e-13 * scale * reach);
    REQUIRE(std::abs(a.sliding_loss - b.sliding_loss) < 1e-13 * scale * reach);
    REQUIRE(std::abs(a.viscous_power - b.viscous_power) < 1e-12 * scale);
    REQUIRE(std::abs(in_space.xi.x() - on_line.xi[0]) < 1e-13 * reach);
    REQUIRE(in_space.slip == on_line.slip);
    slips += b.sliding_loss != 0 ? 1 : 0;
    cuts += std::abs(b.viscous_power) < 0.99 * p.c * rate * rate ? 1 : 0;
  }
  CHECK(slips > 500);
  CHECK(slips < 4500);
  CHECK(cuts > 500);
}

TEST_CASE("sliding sense: without load there is no force and no memory") {
  SlidingHistory h;
  slide(h, 0.5 * reach * along, dt, spring);
  const SlidingAnswer a = slide(h, reach * along, dt, {.k = spring.k});
  CHECK(a.force.norm() == 0);
  CHECK(h.xi.norm() == 0);
}

TEST_CASE("sliding sense: turning with the normal keeps length and plane, and undoes itself") {
  Draw draw(24);
  for (int k = 0; k < 600; ++k) {
    const Real far = std::array{0.5, 0.03, 1e-3}[k % 3];  // small turns have a series, to 0.02
    const Vec3 old_normal = draw.vector(3).normalized();
    const Vec3 normal = (old_normal + draw.vector(3, far)).normalized();
    REQUIRE(std::abs(NormalTurn(old_normal, normal).mean().norm() - 1) < 1e-15);
    const Vec3 raw = draw.vector(3);
    const Vec3 xi = raw - old_normal * old_normal.dot(raw);
    const Vec3 turned = turn_with_normal(xi, NormalTurn(old_normal, normal));
    REQUIRE(std::abs(turned.dot(normal)) < 1e-14);
    REQUIRE(relative_error(turned.norm(), xi.norm()) < 1e-13);
    REQUIRE((turn_with_normal(turned, NormalTurn(normal, old_normal)) - xi).norm() < 1e-13);
    const Mat3 R = Eigen::Quaterniond::FromTwoVectors(old_normal, normal).toRotationMatrix();
    REQUIRE((turned - R * xi).norm() < 1e-13);
  }
  // Across a half turn there is no smallest rotation: the vector stays in the plane.
  CHECK((turn_with_normal(along, NormalTurn(Vec3::UnitZ(), -Vec3::UnitZ())) - along).norm() == 0);
}

TEST_CASE("sliding sense: a contact that slides under a swinging load keeps the dynamic coefficient") {
  constexpr Real mu_static = 0.6, mu_dynamic = 0.4, load = 10, xi_c = 5e-7, step = 2e-6;
  constexpr int settling = 10000, steps = 20000, steps_per_swing = 20;
  const Vec3 normal(0, 1, 0), ds(3e-10, 0, 0);
  FrictionHistory h;
  Real sum = 0, largest = 0;
  for (int i = 0; i < steps; ++i) {
    const Real N = load * (1 + 0.01 * std::sin(2 * std::numbers::pi * i / steps_per_swing));
    const Real k = mu_static * N / xi_c;
    carry_friction(h, normal, k);
    const Real share = slide(h.sliding, ds, step, {k, 0, mu_static * N, mu_dynamic * N}).force.norm() / N;
    if (i < settling) continue;
    sum += share / (steps - settling);
    largest = std::max(largest, share);
  }
  CHECK(largest <= mu_dynamic * (1 + 1e-12));
  CHECK(std::abs(sum / mu_dynamic - 1) < 2e-3);
}

TEST_CASE("friction history: under a load that comes and goes, losses are the work of the force") {
  constexpr Real mu = 0.5, xi_c = 1e-6, way = 4e-4;
  const Vec3 normal(0, 1, 0);
  CoulombStickSlip law{{.mu = mu}};
  law.damping = 0;
  const auto mismatch = [&](auto&& carry, int steps) {
    FrictionHistory h;
    const Vec3 ds(way / steps, 0, 0);
    Real work = 0, account = 0, worst = 0;
    Vec3 force = Vec3::Zero();
    for (int i = 1; i <= steps; ++i) {
      const Real N = 10 * std::sin(std::numbers::pi * (i - 0.5) / steps) + 0.01;
      account += carry(h, normal, mu * N / xi_c);
      const SlidingAnswer a = rub_contact(h, law, N, 1, ds, 1);
      CHECK(a.sliding_loss >= 0);
      account += a.sliding_loss + a.scheme;
      work -= 0.5 * (force + a.force).dot(ds);
      force = a.force;
      worst = std::max(worst, std::abs(work - account - a.stored));
    }
    return worst / work;
  };
  CHECK(mismatch(carry_friction_of_pair, 100) < 1e-13);
  CHECK(mismatch(carry_friction, 100) < 1e-13);
  // Without memory: the trapezium of a load that rises from nothing, N = s; and nothing where force turns about.
  FrictionHistory h;
  Real lost = 0;
  for (int i = 1; i <= 10; ++i) lost += loss_without_spring(h, Vec3(-mu * 0.1 * i, 0, 0), Vec3(0.1, 0, 0));
  CHECK(relative_error(lost, 0.5 * mu) < 1e-14);
  h.force = Vec3(-mu, 0, 0);
  for (int i = 0; i < 10; ++i) {
    const Real side = i % 2 == 0 ? -1 : 1;
    CHECK(loss_without_spring(h, Vec3(-mu * side, 0, 0), Vec3(0.1 * side, 0, 0)) == 0);
  }
}

TEST_CASE(
    "friction history: what sticks under a swinging load loses nothing, and the jump of its force is the scheme's") {
  constexpr Real mu = 0.5, xi_c = 1e-6, way = 0.3e-6;  // within the limit even where load is least
  const Vec3 normal(0, 1, 0);
  CoulombStickSlip law{{.mu = mu}};
  law.damping = 0;
  const auto scheme_of = [&](auto&& carry, int steps) {
    FrictionHistory h;
    Real work = 0, lost = 0, scheme = 0, before = 0;
    Vec3 force = Vec3::Zero();
    for (int i = 0; i <= steps; ++i) {
      const Real t = 2 * std::numbers::pi * i / steps, x = way * std::sin(t), N = 10 + 3 * std::cos(t);
      const Vec3 ds(x - std::exchange(before, x), 0, 0);
      lost += carry(h, normal, mu * N / xi_c);
      const SlidingAnswer a = rub_contact(h, law, N, 1, ds, 1);
      CHECK(a.sliding_loss == 0);
      work -= 0.5 * (force + a.force).dot(ds);
      scheme += a.scheme;
      force = a.force;
    }
    CHECK(std::abs(work - lost - scheme - h.stored()) < 1e-13 * mu * 10 * way);
    return scheme;
  };
  // The spring would have to keep k xi dxi = d(k xi^2)/2: where k changes, a part of first order is left over.
  const Real coarse = scheme_of(carry_friction, 200), fine = scheme_of(carry_friction, 400);
  CHECK(std::abs(coarse) > 0);
  CHECK(relative_error(coarse, 2 * fine) < 0.05);
  scheme_of(carry_friction_of_pair, 200);
}

TEST_CASE("friction history: a swing of the load leaves the spring its energy, and a pair's spring less force") {
  const Vec3 normal(0, 1, 0);
  for (const Real swing : {0.25, 4.0}) {
    FrictionHistory point{{Vec3(3e-5, 0, 0), false}, normal, 1e5}, pair = point;
    const Real energy = point.stored();
    CHECK(std::abs(carry_friction(point, normal, swing * 1e5)) < 1e-15 * energy);
    CHECK(relative_error(point.stored(), energy) < 1e-14);
    carry_friction(point, normal, 1e5);
    CHECK(relative_error(point.sliding.xi[0], 3e-5) < 1e-14);
    Real lost = carry_friction_of_pair(pair, normal, swing * 1e5);
    lost += carry_friction_of_pair(pair, normal, 1e5);
    CHECK(lost > 0);
    CHECK(relative_error(pair.stored() + lost, energy) < 1e-14);
  }
  FrictionHistory held{{Vec3(3e-5, 0, 0), false}, normal, 1e5};
  const Real energy = held.stored();
  CHECK(held.release() == energy);
  CHECK(held.stored() == 0);
}

}  // namespace talus
