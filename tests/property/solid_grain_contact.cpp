// A grain on a deformable solid under every law: momenta, energy, and what the lattice shows of itself.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/sample_solid_grain.hpp"

namespace talus {
namespace {

constexpr Real dx = SolidGrainSample::spacing;

/// Calls visit(law) for every normal law of grains.
template <class Visit>
void for_each_grain_law(Visit&& visit) {
  NormalLaws::for_each([&]<class Law>() {
    if constexpr (Law::for_grains && !std::is_same_v<Law, NoContact>) {
      CAPTURE(std::string(Law::name));
      visit(sample_law<Law>());
    }
  });
}

TorqueSpring resistance() {
  TorqueSpring law;
  law.k = 2e3;
  law.mu = 0.1;
  return law;
}

/// Random velocities of all particles and of the sphere.
void agitate(SolidGrainSample& s, Draw& draw, Real size) {
  const int dimension = s.solid.dimension;
  for (Vec3& v : s.solid.v) v = draw.vector(dimension, size);
  const Vec3 spin = dimension == 3 ? draw.vector(3, 5) : Vec3(0, 0, draw.number(5));
  s.set_motion(draw.vector(dimension, size) - Vec3(0, size, 0), spin);
}

struct Books {
  Real missing;  ///< work that is neither stored nor lost, over the largest work so far [-]
  Real least_loss, lost;
};

/// Presses the sphere into a block that turns and shears, rubs and rolls it to and fro, and draws it off again.
template <class Normal>
Books press_and_rub(int dimension, const Normal& normal, int steps) {
  SolidGrainSample s(dimension, 0.35, -0.01, normal, sample_law<CoulombSpring>(), 0.1, resistance());
  constexpr Real duration = 0.02, pi = std::numbers::pi;
  const Real dt = duration / steps;
  const Vec3 middle = s.centre() - Vec3(0, 0.5, 0);
  const auto at_solid = [&](Real t, const Vec3& x) {
    Mat3 gradient = Mat3::Zero();
    gradient(0, 1) = 3 * std::cos(700 * t), gradient(1, 0) = 2, gradient(0, 0) = std::sin(400 * t);
    if (dimension == 3) gradient(2, 0) = 2 * std::cos(500 * t);
    return Vec3(gradient * (x - middle));
  };
  const auto at_sphere = [&](Real t) {
    const Real across = dimension == 3 ? 0.2 * std::sin(300 * t) : 0;
    return Vec3(0.3 * std::cos(900 * t), -8 * std::cos(pi * t / duration), across);
  };
  const auto spin = [](Real t) { return Vec3(0, 0, 2 * std::sin(600 * t)); };
  s.set_motion(at_sphere(0), spin(0));
  GrainContactSums sums = s.touch(0);
  const Real start = sums.stored;
  DashpotLoss dashpots;
  dashpots.take(sums.viscous_power, 0);
  Books books{0, 0, 0};
  Real work = 0, lost = 0, scale = 0;
  for (int n = 0; n < steps; ++n) {
    const Real t = n * dt, middle_time = t + Real(0.5) * dt;
    const Vec3 force = s.force(), torque = s.torque();
    std::vector<Vec3> before(s.solid.size());
    for (Index j = 0; j < s.solid.size(); ++j) {
      before[j] = s.on_particle(j);
      const Vec3 half_way = s.solid.x[j] + Real(0.5) * dt * at_solid(t, s.solid.x[j]);
      s.solid.v[j] = at_solid(middle_time, half_way);
    }
    s.set_motion(at_sphere(middle_time), spin(middle_time));
    s.drift(dt);
    s.grains.grains.ahead[0].velocity.set(at_sphere(t + dt));
    s.grains.grains.ahead[0].spin.set(spin(t + dt));
    for (Index j = 0; j < s.solid.size(); ++j) {
      s.solid.total_force[j] = 2 * s.solid.m[j] / dt * (at_solid(t + dt, s.solid.x[j]) - s.solid.v[j]);
    }
    sums = s.touch(dt);
    Real power = (force + s.force()).dot(at_sphere(middle_time)) + (torque + s.torque()).dot(spin(middle_time));
    for (Index j = 0; j < s.solid.size(); ++j) power += (before[j] + s.on_particle(j)).dot(s.solid.v[j]);
    work -= Real(0.5) * dt * power;
    lost += sums.plastic + sums.adhesive + dashpots.take(sums.viscous_power, dt) + sums.sliding + sums.rolling +
            sums.twisting;
    books.least_loss = std::min(books.least_loss, lost);
    scale = std::max(scale, std::abs(work));
  }
  CHECK(sums.touching == 0);
  books.missing = std::abs(work - (sums.stored - start) - lost) / scale;
  books.lost = lost / scale;
  books.least_loss /= scale;
  return books;
}

}  // namespace

TEST_CASE("a grain on a solid under every law: work is what is stored or lost, to second order") {
  for_each_grain_law([](const auto& normal) {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      const Books coarse = press_and_rub(dimension, normal, 500);
      const Books fine = press_and_rub(dimension, normal, 2000);
      CHECK(fine.missing < 1e-3);
      CHECK(fine.missing < coarse.missing / 8);
      CHECK(fine.lost > 0.01);
    }
  });
}

TEST_CASE("a grain on a solid under every law: both momenta are kept to round-off") {
  for_each_grain_law([](const auto& normal) {
    for (const int dimension : {2, 3}) {
      for (const Real radius : {0.07, 0.35}) {
        CAPTURE(dimension);
        CAPTURE(radius);
        SolidGrainSample s(dimension, radius, 0.02, normal, sample_law<CoulombSpring>(), 0.15, resistance());
        constexpr Real dt = 1e-4;
        Draw draw(7);
        s.touch(0);
        for (int n = 0; n < 3; ++n) {
          agitate(s, draw, 1);
          s.drift(dt);
          s.touch(dt);
        }
        REQUIRE(s.force().norm() > 0);
        REQUIRE(s.torque().norm() > 0);
        Vec3 force = s.force(), torque = s.torque() + s.centre().cross(s.force());
        Real scale = force.norm(), turns = torque.norm();
        for (Index j = 0; j < s.solid.size(); ++j) {
          force += s.on_particle(j);
          torque += s.solid.x[j].cross(s.on_particle(j));
          scale += s.on_particle(j).norm();
          turns += s.solid.x[j].norm() * s.on_particle(j).norm();
        }
        CHECK(force.norm() < 1e-14 * scale);
        CHECK(torque.norm() < 1e-14 * turns);
      }
    }
  });
}

TEST_CASE("a grain on a solid: without dashpots force is the slope of the energy") {
  Hertz hertz;
  LinearSpring spring;
  spring.k = 1e4;
  spring.restitution = 1;
  const auto check = [](const auto& law) {
    for (const int dimension : {2, 3}) {
      for (const Real radius : {0.08, 0.5}) {
        CAPTURE(dimension);
        CAPTURE(radius);
        SolidGrainSample s(dimension, radius, 0.03, law, Frictionless{}, 0.15);
        s.touch(0);
        const Vec3 force = s.force();
        REQUIRE(force.norm() > 0);
        CHECK(s.torque().norm() < 1e-14 * force.norm());
        constexpr Real h = 1e-6;
        Real worst = 0;
        const auto slope = [&](auto&& move) {
          move(h);
          const Real ahead = s.touch(0).stored;
          move(-2 * h);
          const Real behind = s.touch(0).stored;
          move(h);
          return -(ahead - behind) / (2 * h);
        };
        Real largest = 0;
        for (int a = 0; a < dimension; ++a) {
          const Real expected = slope([&](Real by) { s.grains.grains.position[0].add(by * Vec3::Unit(a)); });
          worst = std::max(worst, std::abs(expected - force[a]));
        }
        CHECK(worst < 1e-6 * force.norm());
        for (Index j = 0; j < s.solid.size(); ++j) {
          s.touch(0);
          const Vec3 on = s.on_particle(j);
          largest = std::max(largest, on.norm());
          if (on.norm() == 0 && j % 7 != 0) continue;
          for (int a = 0; a < dimension; ++a) {
            const Real expected = slope([&](Real by) { s.solid.x[j][a] += by; });
            worst = std::max(worst, std::abs(expected - on[a]));
          }
        }
        CHECK(worst < 1e-5 * largest);
      }
    }
  };
  check(spring);
  check(hertz);
}

TEST_CASE("a grain on a flat solid is as deep as it is on a flat wall, wherever it stands") {
  LinearSpring spring;
  spring.k = 10;  // so soft that the particles, which stand still, would hardly give way
  spring.restitution = 1;
  for (const int dimension : {2, 3}) {
    for (const Real radius : {0.05, 0.2, 0.8}) {
      CAPTURE(dimension);
      CAPTURE(radius);
      const Real depth = 0.03 * radius;
      Real lateral = 0, least = 1e300, most = 0;
      for (const Real x : {0.0, 0.11, 0.25, 0.42}) {
        for (const Real z : {0.0, 0.17, 0.5}) {
          const Vec3 aside(x * dx, 0, dimension == 3 ? z * dx : 0);
          SolidGrainSample s(dimension, radius, depth, spring, Frictionless{}, 0, {}, {27, 6, 27}, aside);
          s.touch(0);
          lateral = std::max(lateral, std::hypot(s.force().x(), s.force().z()) / s.force().y());
          least = std::min(least, s.force().y());
          most = std::max(most, s.force().y());
        }
      }
      const Real expected = spring.k.value_or(0) * depth;
      CHECK(lateral < 1e-3);
      CHECK(least > 0.99 * expected);
      CHECK(most < 1.01 * expected);
    }
  }
}

namespace {

/// A sphere let go on a particle lattice that stands still, under gravity at a slope.
struct Descent {
  Real speed, spin, friction, load;  ///< at the end, both forces as means of the second half
  Real ripple;                       ///< largest change of friction over load then [-]
};

Descent descend(int dimension, Real mu, Real slope) {
  constexpr Real g = 9.81, radius = 0.3, k = 2e6, duration = 0.2;
  LinearSpring spring;
  spring.k = k;
  spring.restitution = 0.3;
  CoulombSpring rubs;
  rubs.ratio = 2.0 / 7;
  rubs.damping = 0.5;
  rubs.mu = mu;
  SolidGrainSample s(dimension, radius, 0, spring, rubs, 0, {}, {31, 4, 15},
                     Vec3(-0.6 * dx, 0, 0.2 * dx * (dimension - 2)));
  const Real mass = s.grains.grains.inertia[0].mass;
  s.grains.grains.position[0].y -= mass * g * std::cos(slope) / k;
  const Vec3 gravity(g * std::sin(slope), -g * std::cos(slope), 0);
  s.grains.gravity = gravity;
  constexpr int steps = 8000;
  const Real dt = duration / steps;
  s.touch(0);
  Descent d{0, 0, 0, 0, 0};
  Real least = 1, most = -1;
  for (int n = 0; n < steps; ++n) {
    kick_and_drift(s.grains, dt);
    s.touch(dt);
    kick(s.grains, dt, gravity);
    if (2 * n < steps) continue;
    d.friction -= 2 * s.force().x() / steps;
    d.load += 2 * s.force().y() / steps;
    least = std::min(least, -s.force().x() / s.force().y());
    most = std::max(most, -s.force().x() / s.force().y());
  }
  d.ripple = most - least;
  d.speed = s.grains.grains.rate[0].velocity.x / (g * std::sin(slope) * duration);
  d.spin = -radius * s.grains.grains.rate[0].spin.z / (g * std::sin(slope) * duration);
  return d;
}

}  // namespace

TEST_CASE("a ball on a slope of particles rolls with 5/7 of what a block would do, a disc with 2/3") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Descent d = descend(dimension, 0.8, 0.3);
    const Real share = dimension == 3 ? 5.0 / 7 : 2.0 / 3;
    CHECK(d.speed == doctest::Approx(share).epsilon(2e-3));
    CHECK(d.spin == doctest::Approx(share).epsilon(2e-3));
  }
}

TEST_CASE("a ball that slides down particles feels mu times its load") {
  constexpr Real mu = 0.2, slope = 1;
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Descent d = descend(dimension, mu, slope);
    CHECK(d.friction / d.load == doctest::Approx(mu).epsilon(2e-3));
    CHECK(d.ripple < 2e-3);
    CHECK(d.speed == doctest::Approx(1 - mu / std::tan(slope)).epsilon(2e-3));
  }
}

}  // namespace talus
