// Friction between solids, over every tangential law: momenta, frame, Coulomb's bound, dissipation, sticking.
#include <doctest/doctest.h>

#include <numbers>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real dt = 2e-5;  ///< [s]
constexpr Real speed = 1;  ///< of random velocities [m/s]

/// Calls f.template operator()<Law>() for every tangential law between solids.
template <class F>
void for_every_law(F&& f) {
  TangentialLaws::for_each([&]<class Law>() {
    if constexpr (Law::for_solids) {
      CAPTURE(Law::name);
      f.template operator()<Law>();
    }
  });
}
/// The same without frictionless.
template <class F>
void for_every_friction(F&& f) {
  for_every_law([&]<class Law>() {
    if constexpr (!std::is_same_v<Law, Frictionless>) f.template operator()<Law>();
  });
}

/// A settled history under random motion, so that pairs stick, slip and turn back.
template <class Law>
ContactSample rubbed(int dimension, const Law& law, unsigned seed) {
  ContactSample s(dimension, {}, law);
  Draw draw(seed);
  s.evaluate(0);
  for (int k = 0; k < 20; ++k) {
    s.move(draw, speed, dt);
    s.evaluate(dt);
  }
  return s;
}

Mat3 turn(int dimension) {
  const Vec3 axis = dimension == 3 ? Vec3(2, -1, 2).normalized() : Vec3(0, 0, 1);
  return Eigen::AngleAxisd(std::numbers::pi / 6, axis).toRotationMatrix();
}

void rotate(SolidBody& body, const Mat3& Q) {
  for (auto* field : {&body.X, &body.x, &body.u, &body.v}) {
    for (Vec3& value : *field) value = Q * value;
  }
}

}  // namespace

TEST_CASE("contact: forces are equal and opposite, and normal forces keep angular momentum, for every law") {
  for_every_law([]<class Law>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const ContactSample s = rubbed(dimension, friction_law<Law>(), 41);
      for (const ForceKind kind : {ForceKind::contact, ForceKind::friction, ForceKind::contact_viscous}) {
        ForceSums sums;
        sums.add(s.a, kind);
        sums.add(s.b, kind);
        CHECK(sums.force.norm() <= 1e-13 * sums.force_scale);
        if (kind == ForceKind::contact) CHECK(sums.torque.norm() <= 1e-13 * sums.torque_scale);
        if (kind == ForceKind::contact) CHECK(sums.force_scale > 0);
        if (kind == ForceKind::friction) CHECK((sums.force_scale > 0) == !std::is_same_v<Law, Frictionless>);
      }
    }
  });
}

TEST_CASE("contact: turning the whole model by 30 degrees turns every force") {
  for_every_law([]<class Law>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const Mat3 Q = turn(dimension);
      ContactSample still(dimension, {}, friction_law<Law>()), turned(dimension, {}, friction_law<Law>());
      for (SolidBody* body : {&turned.a, &turned.b}) rotate(*body, Q);
      Draw draw(42);
      still.evaluate(0);
      turned.evaluate(0);
      for (int k = 0; k < 3; ++k) {
        still.move(draw, speed, dt);
        for (auto [to, from] : {std::pair{&turned.a, &still.a}, std::pair{&turned.b, &still.b}}) {
          for (Index i = 0; i < from->size(); ++i) to->v[i] = Q * from->v[i];
          ContactSample::drift(*to, dt);
        }
        still.evaluate(dt);
        turned.evaluate(dt);
      }
      Real worst = 0, scale = 0;
      for (auto [t, s] : {std::pair{&turned.a, &still.a}, std::pair{&turned.b, &still.b}}) {
        for (const ForceKind kind : {ForceKind::contact, ForceKind::friction}) {
          for (Index i = 0; i < s->size(); ++i) {
            worst = std::max(worst, (t->of(kind)[i] - Q * s->of(kind)[i]).norm());
            scale = std::max(scale, s->of(kind)[i].norm());
          }
        }
      }
      CHECK(worst < 1e-12 * scale);
    }
  });
}

TEST_CASE("contact: friction lies in the plane of contact and within Coulomb's bound on every pair") {
  constexpr Real mu = 0.5;
  for_every_friction([]<class Law>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const ContactSample s = rubbed(dimension, friction_law<Law>(), 43);
      Real excess = 0, tilt = 0, used = 0;
      for (const ContactLine& line : lines(*s.contact)) {
        const Vec3 N = normal_of<Law>(s, line);
        // The dashpot acts along N and is not part of the load.
        const Vec3 d = (s.a.x[line.i] - s.b.x[line.j]).normalized();
        const Real load = std::max(Real(0), line.normal_force.dot(N));
        const Real t = line.tangential_force.norm();
        excess = std::max(excess, t - mu * load);
        tilt = std::max(tilt, std::abs(line.tangential_force.dot(N)));
        used = std::max(used, t / (mu * std::max(load, 1e-300)));
        REQUIRE(line.normal_force.dot(d) >= 0);
      }
      const Real scale = s.contact->normal_force().norm();
      REQUIRE(scale > 0);
      CHECK(excess < 1e-12 * scale);
      CHECK(tilt < 1e-12 * scale);
      CHECK(used > 0.99);  // the bound is reached somewhere
    }
  });
}

TEST_CASE("contact: no friction law gains energy, whatever the motion") {
  for_every_friction([]<class Law>() {
    for (const unsigned seed : {44u, 45u, 46u}) {
      ContactSample s(2, {}, friction_law<Law>());
      Draw draw(seed);
      s.evaluate(0);
      Real least = 0, total = 0;
      for (int k = 0; k < 200; ++k) {
        s.move(draw, speed, dt);
        const ContactSums sums = s.evaluate(dt);
        least = std::min(least, sums.sliding);
        total += sums.sliding;
        Real dashpots = 0;
        for (const SolidBody* body : {&s.a, &s.b}) {
          for (Index i = 0; i < body->size(); ++i) dashpots += body->of(ForceKind::contact_viscous)[i].dot(body->v[i]);
        }
        REQUIRE(dashpots <= 0);
      }
      CHECK(total > 0);
      CHECK(least >= -1e-15 * total);
    }
  });
}

}  // namespace talus
