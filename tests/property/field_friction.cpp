// Friction and dashpots of the field barrier: an exchange between two sets of particles that keeps both momenta.
#include <doctest/doctest.h>

#include <numbers>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real dt = 2e-5;                ///< [s]
constexpr Real speed = 1;                ///< of random velocities [m/s]
constexpr Real exchange_error = 3e-7;    ///< what the regularised weights leave of linear fields, over the spacing [-]
constexpr ForceKind contact_kinds[] = {ForceKind::contact, ForceKind::friction, ForceKind::contact_viscous};

/// Dashpots that act from the first touch, so that short tests see them.
FieldBarrier damped() {
  FieldBarrier law;
  law.quiet_bounces = 0;
  return law;
}

FieldBarrier undamped() {
  FieldBarrier law;
  law.stick_damping = law.slip_damping = 0;
  return law;
}

/// Long at rest in contact: dashpots take what follows for a disturbance, not for an impact or a roll.
void settle(BarrierSample& s) {
  constexpr Real long_rest = 1e3;  // [s]
  s.evaluate(0);
  s.evaluate(long_rest);
}

/// Stuck and slipping points under random motion.
BarrierSample rubbed(int dimension, unsigned seed, const TangentialLaws::Variant& law) {
  BarrierSample s(dimension, damped(), law);
  Draw draw(seed);
  settle(s);
  for (int k = 0; k < 20; ++k) {
    s.move(draw, speed, dt);
    s.evaluate(dt);
  }
  return s;
}

Real largest_load(const FieldContact& contact) {
  Real most = 0;
  for (std::size_t k = 0; k < contact.sides(); ++k) {
    for (const FieldPoint& point : contact.side(k).points()) most = std::max(most, point.load);
  }
  return most;
}

Mat3 rotation(Real angle, int dimension) {
  const Vec3 axis = dimension == 3 ? Vec3(2, -1, 2).normalized() : Vec3(0, 0, 1);
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

}  // namespace

TEST_CASE("field friction: forces are equal and opposite, and their moments too") {
  for (const int dimension : {2, 3}) {
    for (const TangentialLaws::Variant& law : {TangentialLaws::Variant(friction_law<CoulombStickSlip>()),
                                               TangentialLaws::Variant(friction_law<CoulombProjected>())}) {
      CAPTURE(dimension);
      CAPTURE(law.index());
      const BarrierSample s = rubbed(dimension, 41, law);
      for (const ForceKind kind : contact_kinds) {
        CAPTURE(static_cast<int>(kind));
        ForceSums sums;
        sums.add(s.a, kind);
        sums.add(s.b, kind);
        CHECK(sums.force.norm() <= 1e-12 * sums.force_scale);
        CHECK(sums.torque.norm() <= (kind == ForceKind::contact ? 1e-13 : exchange_error) * sums.torque_scale);
        const bool acts = kind != ForceKind::contact_viscous || std::holds_alternative<CoulombStickSlip>(law);
        CHECK((sums.force_scale > 0) == acts);
      }
    }
  }
}

TEST_CASE("field contact: resultants are the sums over the particles, for both bodies") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const BarrierSample s = rubbed(dimension, 42, friction_law<CoulombStickSlip>());
    const Vec3 about(0.3, -0.7, dimension == 3 ? 0.4 : 0);
    for (const SolidBody* body : {&s.a, &s.b}) {
      const Resultants told = s.contact->resultants(*body, about);
      Vec3 normal = Vec3::Zero(), friction = Vec3::Zero(), moment = Vec3::Zero();
      Real scale = 0;
      for (Index i = 0; i < body->size(); ++i) {
        const Vec3 across = body->of(ForceKind::friction)[i];
        const Vec3 along = body->of(ForceKind::contact)[i] + body->of(ForceKind::contact_viscous)[i];
        normal += along;
        friction += across;
        moment += (body->x[i] - about).cross(along + across);
        scale += along.norm() + across.norm();
      }
      REQUIRE(scale > 0);
      CHECK((told.normal - normal).norm() < 1e-12 * scale);
      CHECK((told.friction - friction).norm() < 1e-12 * scale);
      CHECK((told.moment - moment).norm() < exchange_error * scale);
    }
  }
}

TEST_CASE("field friction: bodies that turn together do not slide on each other") {
  constexpr Real spin = 50;  ///< [rad/s]
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    BarrierSample s(dimension, {}, friction_law<CoulombStickSlip>());
    const Vec3 w = dimension == 3 ? spin * Vec3(2, -1, 2).normalized() : Vec3(0, 0, spin), drift(3, -2, 0);
    for (SolidBody* body : {&s.a, &s.b}) {
      for (Index i = 0; i < body->size(); ++i) body->v[i] = drift + w.cross(body->x[i]);
    }
    s.evaluate(dt);
    Real worst = 0;
    for (std::size_t k = 0; k < s.contact->sides(); ++k) {
      for (const FieldPoint& point : s.contact->side(k).points()) worst = std::max(worst, point.velocity.norm());
    }
    REQUIRE(s.contact->loaded() > 4);
    MESSAGE("relative velocity over that of the surfaces ", worst / (spin * 0.1));
    CHECK(worst < exchange_error * spin * s.a.spacing);
  }
}

TEST_CASE("field contact: turning the whole model turns every force") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Mat3 Q = rotation(std::numbers::pi / 6, dimension);
    BarrierSample still(dimension, damped(), friction_law<CoulombStickSlip>());
    BarrierSample turned(dimension, damped(), friction_law<CoulombStickSlip>());
    for (SolidBody* body : {&turned.a, &turned.b}) {
      for (auto* field : {&body->X, &body->x}) {
        for (Vec3& value : *field) value = Q * value;
      }
    }
    Draw draw(43);
    settle(still);
    settle(turned);
    for (int k = 0; k < 3; ++k) {
      still.move(draw, speed, dt);
      for (auto [to, from] : {std::pair{&turned.a, &still.a}, std::pair{&turned.b, &still.b}}) {
        for (Index i = 0; i < from->size(); ++i) to->v[i] = Q * from->v[i];
        BarrierSample::drift(*to, dt);
      }
      still.evaluate(dt);
      turned.evaluate(dt);
    }
    for (const ForceKind kind : contact_kinds) {
      CAPTURE(static_cast<int>(kind));
      Real worst = 0, scale = 0;
      for (auto [t, s] : {std::pair{&turned.a, &still.a}, std::pair{&turned.b, &still.b}}) {
        for (Index i = 0; i < s->size(); ++i) {
          worst = std::max(worst, (t->of(kind)[i] - Q * s->of(kind)[i]).norm());
          scale = std::max(scale, s->of(kind)[i].norm());
        }
      }
      REQUIRE(scale > 0);
      CHECK(worst < (kind == ForceKind::contact ? 1e-12 : 1e-11) * scale);
    }
  }
}

TEST_CASE("field friction: within Coulomb's bound at every point, in the plane of contact, against the slip") {
  constexpr Real mu = 0.5;
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    BarrierSample s(dimension, damped(), friction_law<CoulombStickSlip>(mu, mu));
    Draw draw(44);
    settle(s);
    Real excess = 0, tilt = 0, used = 0, along = -1;
    for (int n = 0; n < 50; ++n) {
      s.move(draw, speed, dt);
      s.evaluate(dt);
      const Real scale = largest_load(*s.contact);
      for (std::size_t k = 0; k < s.contact->sides(); ++k) {
        for (const FieldPoint& point : s.contact->side(k).points()) {
          if (point.load <= 0) continue;
          const Real pressed = point.load + point.damping.dot(point.normal);
          REQUIRE(pressed >= -1e-12 * scale);  // dashpots never pull
          excess = std::max(excess, (point.friction.norm() - mu * pressed) / scale);
          tilt = std::max(tilt, std::abs(point.friction.dot(point.normal)) / scale);
          used = std::max(used, point.friction.norm() / (mu * std::max(pressed, Real(1e-300))));
        }
      }
    }
    // Long in one direction: every point slides, and friction opposes it.
    for (int n = 0; n < 50; ++n) {
      std::fill(s.a.v.begin(), s.a.v.end(), Vec3::Zero());
      std::fill(s.b.v.begin(), s.b.v.end(), Vec3(1, 0, 0));
      for (SolidBody* body : {&s.a, &s.b}) BarrierSample::drift(*body, dt);
      s.evaluate(dt);
    }
    for (std::size_t k = 0; k < s.contact->sides(); ++k) {
      for (const FieldPoint& point : s.contact->side(k).points()) {
        if (point.friction.norm() <= 1e-6 * largest_load(*s.contact)) continue;
        const Vec3 slip = point.velocity - point.normal.dot(point.velocity) * point.normal;
        along = std::max(along, point.friction.normalized().dot(slip.normalized()));
      }
    }
    CHECK(excess < 1e-12);
    CHECK(tilt < 1e-12);
    CHECK(used > 0.99);
    CHECK(along < -0.99);
  }
}

TEST_CASE("field friction: sliding never gains energy") {
  for (const int dimension : {2, 3}) {
    for (const unsigned seed : {45u, 46u}) {
      BarrierSample s(dimension, undamped(), friction_law<CoulombStickSlip>());
      Draw draw(seed);
      s.evaluate(0);
      Real least = 0, total = 0;
      for (int k = 0; k < 100; ++k) {
        s.move(draw, speed, dt);
        const Real loss = s.evaluate(dt).sliding;
        least = std::min(least, loss);
        total += loss;
      }
      CHECK(total > 0);
      CHECK(least >= -1e-15 * total);
    }
  }
}

TEST_CASE("field contact: dashpots only brake") {
  for (const int dimension : {2, 3}) {
    BarrierSample s(dimension, damped(), friction_law<CoulombStickSlip>());
    Draw draw(47);
    settle(s);
    Real total = 0;
    for (int k = 0; k < 100; ++k) {
      s.move(draw, speed, dt);
      s.evaluate(dt);
      Real power = 0;
      for (const SolidBody* body : {&s.a, &s.b}) {
        for (Index i = 0; i < body->size(); ++i) power += body->of(ForceKind::contact_viscous)[i].dot(body->v[i]);
      }
      REQUIRE(power <= 0);
      total += power;
    }
    CHECK(total < 0);
  }
}

TEST_CASE("field friction: a stuck force goes with the bodies through many rebuilds of the lists") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    BarrierSample s(dimension, undamped(), friction_law<CoulombStickSlip>());
    s.evaluate(0);
    // Half way to the limit, then a ride of 30 spacings without relative motion. In 2-D it turns by 90 degrees; in 3-D
    // the elastic slip follows the normal, not a turn about it.
    const Real angle = dimension == 2 ? std::numbers::pi / 2 : 0;
    std::fill(s.a.v.begin(), s.a.v.end(), Vec3::Zero());
    std::fill(s.b.v.begin(), s.b.v.end(), Vec3(2.5e-5 * s.a.spacing / dt, 0, 0));
    BarrierSample::drift(s.b, dt);
    s.evaluate(dt);
    s.b.v.assign(s.b.v.size(), Vec3::Zero());
    s.evaluate(dt);  // at rest: no viscous part
    const Vec3 start = s.contact->friction_force();
    REQUIRE(start.norm() > 0.1 * s.contact->normal_force().norm());
    const std::vector<Vec3> of_a = s.a.x, of_b = s.b.x;
    constexpr int steps = 500;
    Real worst = 0;
    for (int n = 1; n <= steps; ++n) {
      const Real share = Real(n) / steps;
      const Mat3 Q = Eigen::AngleAxisd(share * angle, Vec3::UnitZ()).toRotationMatrix();
      for (auto [body, from] : {std::pair{&s.a, &of_a}, std::pair{&s.b, &of_b}}) {
        for (Index i = 0; i < body->size(); ++i) {
          body->v[i] = (Q * (*from)[i] + share * Vec3(3, 1, 0) - body->x[i]) / dt;
        }
        BarrierSample::drift(*body, dt);
      }
      s.evaluate(dt);
      worst = std::max(worst, (s.contact->friction_force() - Q * start).norm());
    }
    MESSAGE("change of the stuck force on the ride ", worst / start.norm());
    CHECK(worst < (dimension == 2 ? 0.01 : 1e-6) * start.norm());
  }
}

TEST_CASE("field friction: what it stores and loses is the work done on it, the nearer the finer the step") {
  const auto residual = [](int steps, Real damping) {
    CoulombStickSlip law = friction_law<CoulombStickSlip>();
    law.elastic_slip = 2e-4;
    law.damping = damping;
    const auto balance = BarrierSample(2, undamped(), law).rub(steps);
    CHECK(balance.lost > 1e-4);
    return balance.missing;
  };
  for (const Real damping : {0.0, CoulombStickSlip{}.damping}) {
    const Real coarse = residual(400, damping), fine = residual(1600, damping);
    MESSAGE("damping ", damping, ": energy missing over work ", coarse, " in 400 steps, ", fine, " in 1600");
    CHECK(coarse < 1e-3);
    CHECK(fine < 0.3 * coarse);
  }
}

TEST_CASE("sliding sense: a contact that stops dead while it slips keeps a finite force within its limit") {
  Draw draw(48);
  const SlidingParameters p{1e7, 1e3, 50, 50};
  for (int k = 0; k < 100; ++k) {
    SlidingHistory history;
    slide(history, draw.vector(3, 1e-3), dt, p);
    REQUIRE(history.slip);
    const Vec3 force = slide(history, Vec3::Zero(), dt, p).force;
    CHECK(relative_error(force.norm(), p.dynamic_limit) < 1e-12);
  }
}

TEST_CASE("field friction: only the loss of load makes a point forget, and the loss is booked") {
  // One particle above the middle of a flat block: its normal is the block's, exactly.
  SolidBody block = sample_body(rubber<NeoHookean>(), {.cells = {9, 4, 1}, .jitter = 0});
  SolidBody one = sample_body(rubber<NeoHookean>(), {.cells = {1, 1, 1}, .jitter = 0, .corner = {0.4, 0.395, 0}});
  FieldContact contact(one, block, undamped(), 1e5, friction_law<CoulombStickSlip>());
  Real lost = 0;
  const auto shift = [&](const Vec3& by, int steps) {
    ContactSums sums;
    for (int k = 0; k < steps; ++k) {
      one.v[0] = by / (steps * dt);
      if (contact.loaded() == 1 && by[0] == 0) one.v[0] = one.v[0][1] * contact.side(0).points()[0].normal;
      BarrierSample::drift(one, dt);
      clear_forces(one);
      clear_forces(block);
      sums = contact.compute(dt);
      lost += sums.sliding;
    }
    return sums.stored - contact.potential_energy();
  };
  contact.compute(0);
  shift({2.5e-5 * one.spacing, 0, 0}, 1);  // half way to the limit
  const Real stored = shift(Vec3::Zero(), 1);
  const Vec3 force = contact.friction_force();
  REQUIRE(contact.loaded() == 1);
  CHECK(relative_error(force.norm(), 0.25 * contact.normal_force().norm()) < 1e-6);  // half of mu = 0.5
  lost = 0;
  CHECK(shift({0, -0.01, 0}, 20) <= stored * (1 + 1e-3));  // load adds nothing to what friction stores
  CHECK(contact.friction_force().normalized().dot(force.normalized()) > 1 - 1e-6);
  const Real kept = shift({0, 0.02, 0}, 1);  // off, in one step
  CHECK(contact.loaded() == 0);
  CHECK(std::abs(kept) < 1e-12 * stored);
  CHECK(relative_error(lost, stored) < 1e-2);
  shift({0, -0.02, 0}, 1);  // back again
  CHECK(contact.loaded() == 1);
  CHECK(contact.friction_force().norm() < 0.1 * force.norm());
}

TEST_CASE("field friction: holds up to static friction, then slides with dynamic friction") {
  constexpr Real mu_static = 0.6, mu_dynamic = 0.3, slow = 1e-3;  // [-], [-], [m/s]
  BarrierSample s(2, {}, friction_law<CoulombStickSlip>(mu_static, mu_dynamic));
  s.evaluate(0);
  Real largest = 0, smallest = 0;
  for (int k = 0; k < 2000; ++k) {
    std::fill(s.b.v.begin(), s.b.v.end(), Vec3(slow, 0, 0));
    BarrierSample::drift(s.b, dt);
    s.evaluate(dt);
    smallest = 1;
    for (const ContactLine& line : lines(*s.contact)) {
      const Real load = line.normal_force.norm();
      if (load <= 1e-6 * s.contact->normal_force().norm()) continue;
      largest = std::max(largest, line.tangential_force.norm() / load);
      smallest = std::min(smallest, line.tangential_force.norm() / load);
    }
  }
  CHECK(relative_error(largest, mu_static) < 0.01);
  CHECK(relative_error(smallest, mu_dynamic) < 0.01);
}

}  // namespace talus
