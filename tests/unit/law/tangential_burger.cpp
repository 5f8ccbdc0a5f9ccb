// Burger's body in shear: sticking exactly, sliding against the elements written out, and its books.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "support/draw.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/tangential/burger_shear.hpp"

namespace talus {
namespace {

constexpr BurgerConstants body{3e4, 700, 8e4, 2e3};
const Vec3 normal = Vec3::UnitY(), along = Vec3(3, 0, 4) / 5;

ContactPoint lasting(Real dt) { return {.overlap = 1, .dt = dt}; }
SlidingPoint sliding(const Vec3& ds, Real load) { return {ds, Vec3::Zero(), {{normal, normal}, 0}, load, 0}; }

BurgerShearLaw law_of(Real mu_static, Real mu_dynamic) {
  FrictionCoefficients mu;
  mu.mu_static = mu_static;
  mu.mu_dynamic = mu_dynamic;
  return {body, mu};
}

struct Drive {
  BurgerShearLaw law;
  GrainTangentialHistory history{};
  SlidingAnswer answer{};
  Real work = 0, sliding_loss = 0, viscous_loss = 0, least = 0;

  void step(const Vec3& ds, Real load, Real dt) {
    const SlidingAnswer before = answer;
    answer = law.evaluate(history, sliding(ds, load), lasting(dt));
    work -= 0.5 * (before.force + answer.force).dot(ds);
    viscous_loss += 0.5 * dt * (before.viscous_power + answer.viscous_power);
    sliding_loss += answer.sliding_loss;
    least = std::min({least, answer.sliding_loss, answer.viscous_power});
  }
};

/// A path of 0.1 s along a curve under a swinging load: sticks, slips, turns back.
Vec3 place(Real t) { return {2e-3 * std::sin(60 * t), 0, 1e-3 * std::cos(35 * t)}; }
Real load(Real t) { return 60 * (1 + 0.3 * std::sin(90 * t)); }

Drive wander(int steps, Real mu) {
  Drive drive{law_of(mu, mu)};
  const Real dt = 0.1 / steps;
  drive.law.prepare(dt);
  for (int n = 1; n <= steps; ++n) drive.step(place(n * dt) - place((n - 1) * dt), load(n * dt), dt);
  return drive;
}

}  // namespace

TEST_CASE("burger_shear: sticks exactly, whatever the steps") {
  BurgerState<Vec3> exact{Vec3::Zero(), Vec3::Zero()};
  (void)BurgerStep(body, 0.02).advance(exact, Vec3(1e-3 * along));
  for (const int steps : {1, 7, 100}) {
    Drive drive{law_of(1e6, 1e6)};
    for (int n = 0; n < steps; ++n) drive.step(1e-3 / steps * along, 10, 0.02 / steps);
    CHECK((drive.answer.force + exact.f).norm() < 1e-11 * exact.f.norm());
    CHECK((drive.history.creep - exact.u_k).norm() < 1e-11 * exact.u_k.norm());
    CHECK(relative_error(drive.answer.stored, stored_energy(body, exact)) < 1e-11);
    CHECK(relative_error(drive.answer.viscous_power, lost_power(body, exact)) < 1e-10);
    CHECK(drive.sliding_loss == 0);
    CHECK(!drive.history.slip());
  }
}

TEST_CASE("burger_shear: slides at the limit while its Kelvin part creeps under it") {
  constexpr Real mu = 0.5, N = 20, speed = 1, dt = 1e-4;
  Drive drive{law_of(mu, mu)};
  Real time = 0, since = 0, crept = 0;
  for (int n = 0; n < 500; ++n) {
    drive.step(speed * dt * along, N, dt);
    time += dt;
    if (drive.history.slip() && since == 0) {
      since = time;
      crept = drive.history.creep.dot(along);
    }
  }
  REQUIRE(since > 0);
  CHECK((drive.answer.force + mu * N * along).norm() < 1e-12);
  const Real end = mu * N / body.K_k, decay = std::exp(-(time - since) * body.K_k / body.C_k);
  CHECK(relative_error(drive.history.creep.dot(along), end + (crept - end) * decay) < 1e-10);
  // What slides is what neither the damper nor the Kelvin part takes.
  const Real rate = (end - drive.history.creep.dot(along)) * body.K_k / body.C_k;
  CHECK(relative_error(drive.answer.sliding_loss / dt, mu * N * (speed - mu * N / body.C_m - rate)) < 1e-5);
}

TEST_CASE("burger_shear: along a wandering path as the four elements written out") {
  constexpr Real mu = 0.5;
  Vec3 u_k = Vec3::Zero(), u_d = Vec3::Zero(), u_s = Vec3::Zero(), f = Vec3::Zero();
  constexpr int many = 2000000;
  const Real dt = 0.1 / many;
  Real slid = 0;
  for (int n = 1; n <= many; ++n) {
    u_k += dt / body.C_k * (f - body.K_k * u_k);
    u_d += dt / body.C_m * f;
    f = body.K_m * (place(n * dt) - place(0) - u_k - u_d - u_s);
    const Real limit = mu * load(n * dt), size = f.norm();
    if (size <= limit) continue;
    const Vec3 held = limit / size * f;
    u_s += (f - held) / body.K_m;
    slid += (f - held).dot(held) / body.K_m;
    f = held;
  }
  const auto error = [&](int steps) { return (wander(steps, mu).answer.force + f).norm() / f.norm(); };
  const Drive fine = wander(4000, mu);
  MESSAGE("force ", f.norm(), " N, slid ", slid, " J; error in 100, 400, 1600 steps: ", error(100), " ", error(400),
          " ", error(1600));
  // The direction in which a turning path slides is known to first order, as in every radial return.
  CHECK(error(1600) < 3e-4);
  CHECK(error(1600) < error(400) / 3.5);
  CHECK((fine.history.creep - u_k).norm() < 2e-4 * u_k.norm());
  CHECK(slid > 0.01);
  CHECK(relative_error(fine.sliding_loss, slid) < 1e-3);
}

TEST_CASE("burger_shear: work = stored + slid + dashpots along any path, to second order, and nothing is gained") {
  for (const Real mu : {0.5, 1e6}) {
    const auto gap = [&](int steps) {
      const Drive drive = wander(steps, mu);
      CHECK(drive.least > -1e-6 * drive.work);
      return std::abs(drive.work - drive.answer.stored - drive.sliding_loss - drive.viscous_loss) / drive.work;
    };
    const Real coarse = gap(500), fine = gap(4000);
    MESSAGE("mu ", mu, ": missing in 500 and 4000 steps: ", coarse, " ", fine);
    CHECK(coarse < 2e-3);
    CHECK(fine < coarse / 30);
  }
}

TEST_CASE("burger_shear: holds up to the static limit, slides at the dynamic one, and is released when surfaces part") {
  Drive drive{law_of(0.6, 0.4)};
  Real largest = 0;
  for (int n = 0; n < 400; ++n) {
    drive.step(2e-6 * along, 50, 1e-5);
    largest = std::max(largest, drive.answer.force.norm());
  }
  CHECK(relative_error(largest, 0.6 * 50) < 6e-3);
  CHECK(relative_error(drive.answer.force.norm(), 0.4 * 50) < 1e-12);
  CHECK(drive.history.slip());
  const Real stored = drive.answer.stored, power = drive.answer.viscous_power;
  ContactPoint apart = lasting(1e-5);
  apart.overlap = -1e-6;
  const SlidingAnswer gone = drive.law.evaluate(drive.history, sliding(Vec3::Zero(), 0), apart);
  CHECK(gone.force.norm() == 0);
  CHECK(gone.stored == 0);
  CHECK(relative_error(gone.sliding_loss + 0.5 * 1e-5 * power, stored) < 1e-12);
  CHECK(drive.history.creep.norm() == 0);
  CHECK(!drive.history.slip());
}

TEST_CASE(
    "burger_shear: the step that all contacts share is the one each would make, and history turns with the normal") {
  BurgerShearLaw shared = law_of(0.5, 0.5);
  shared.prepare(1e-3);
  GrainTangentialHistory one, two;
  const SlidingPoint point = sliding(Vec3(1e-4 * along), 1e3);
  const Vec3 with = shared.evaluate(one, point, lasting(1e-3)).force;
  CHECK(with == law_of(0.5, 0.5).evaluate(two, point, lasting(1e-3)).force);
  CHECK(shared.evaluate(one, point, lasting(2e-3)).force == law_of(0.5, 0.5).evaluate(two, point, lasting(2e-3)).force);
  const Vec3 xi = one.sliding.xi, creep = one.creep;
  SlidingPoint turn = sliding(Vec3::Zero(), 1e3);
  turn.turn = {{normal, Vec3::UnitZ()}, 1e-3};
  (void)shared.evaluate(one, turn, lasting(0));
  CHECK((one.sliding.xi - carried(xi, turn.turn)).norm() < 1e-15 * xi.norm() + 1e-20);
  CHECK((one.creep - carried(creep, turn.turn)).norm() < 1e-15 * creep.norm() + 1e-20);
}

}  // namespace talus
