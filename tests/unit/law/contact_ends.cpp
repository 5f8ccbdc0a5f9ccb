// Where surfaces meet and part within a step: rebounds and books of second order at any phase of the step.
#include <doctest/doctest.h>

#include <cmath>

#include "support/oblique_pair.hpp"
#include "support/relative_error.hpp"
#include "support/spring_impact.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"
#include "talus/law/contact/tangential/coulomb_spring.hpp"

namespace talus {
namespace {

/// Largest errors over the phases of the step in which a sphere meets a plane.
struct WorstCase {
  Real restitution = 0, tangential = 0, books = 0;
};

struct Bounce {
  Real ratio;            ///< k_t/k_n [-]
  Real restitution = 1;  ///< [-]
};

/// The sphere never slips and is so slow that its overlap does not matter beside its radius.
WorstCase worst_of(const Bounce& bounce, Real steps) {
  constexpr int phases = 40;
  constexpr Real speed = 1e-4, slide = 2e-4, odd = 0.99713;  // [m/s], [m/s], [-]
  LinearSpring normal;
  normal.k = 1e4;
  normal.restitution = bounce.restitution;
  CoulombSpring friction;
  friction.ratio = bounce.ratio;
  friction.mu = 1e6;
  WorstCase worst;
  for (int phase = 0; phase < phases; ++phase) {
    ObliquePair<LinearSpringLaw> pair{
        .normal = normal.law({}), .tangential = GrainTangentialLaw(friction), .plane = true};
    OneSphere& ball = pair.i;
    const Real contact_time = contact_time_of(pair.normal, ball.mass);
    pair.dt = odd * contact_time / steps;
    ball.x = Vec3(0, ball.radius + speed * pair.dt * phase / phases, 0);
    ball.v = Vec3(slide, -speed, 0);
    const Real energy = pair.energy();
    REQUIRE(pair.collide(2 * contact_time));
    const Real surface = ball.v.x() + ball.radius * ball.spin.z();
    // Without loss the surface swings freely for the time that the contact lasts.
    const Real swing = std::sqrt(3.5 * bounce.ratio * pair.normal.k / ball.mass) * contact_time;
    worst.restitution = std::max(worst.restitution, std::abs(ball.v.y() / speed - bounce.restitution));
    worst.tangential = std::max(worst.tangential, std::abs(surface / slide - std::cos(swing)));
    worst.books = std::max(worst.books, relative_error(pair.energy(), energy));
  }
  return worst;
}

}  // namespace

TEST_CASE("ends of a contact: a sphere that sticks bounces off as it should at any phase of the step") {
  for (const Real ratio : {2.0 / 7, 8.0 / 7, 4.0 / 7, 1.0 / 14}) {
    for (const Real restitution : {1.0, 0.5}) {
      CAPTURE(ratio);
      CAPTURE(restitution);
      const WorstCase coarse = worst_of({ratio, restitution}, 50), fine = worst_of({ratio, restitution}, 200);
      CHECK(coarse.restitution < 1.3e-3);
      CHECK(coarse.tangential < 4e-3);
      CHECK(coarse.books < 1.5e-3);
      // A sixteenth would be left of each; what of an error is there at any step, by the overlap, is below the floor.
      constexpr Real floor = 5e-6;
      CHECK(fine.restitution < coarse.restitution / 7 + floor);
      CHECK(fine.tangential < coarse.tangential / 7 + floor);
      CHECK(fine.books < coarse.books / 7 + floor);
    }
  }
}

TEST_CASE("ends of a contact: a whole swing and a turn round are exact to 1e-4 at the usual step") {
  CHECK(worst_of({2.0 / 7}, 50).tangential < 1e-4);
  CHECK(worst_of({8.0 / 7}, 50).tangential < 1e-4);
}

TEST_CASE("ends of a contact: evaluations share out the time of the contact, also when it goes on unexpectedly") {
  constexpr Real dt = 1e-3, speed = 1;
  ContactPoint point{.dt = dt};
  const auto at = [&](Real overlap, Real closing, Real before) {
    point.overlap = overlap;
    point.closing = closing;
    return set_span(point, before);
  };
  // Met 0.3 of a step ago, goes on.
  Real ahead = at(0.3 * speed * dt, speed, 0);
  CHECK(point.begins);
  CHECK(relative_error(point.behind, 0.3) < 1e-14);
  CHECK(ahead == 0.5);
  ahead = at(speed * dt, 0, ahead);
  CHECK(!point.begins);
  CHECK(point.behind + point.ahead == 1);
  // Expected to part after 0.4 of a step …
  ahead = at(0.4 * speed * dt, -speed, ahead);
  CHECK(point.behind == 0.5);
  CHECK(relative_error(ahead, 0.4) < 1e-14);
  // … still touches, and is expected to go on for 0.1.
  ahead = at(0.1 * speed * dt, -speed, ahead);
  CHECK(relative_error(point.behind, 0.6) < 1e-14);
  CHECK(relative_error(ahead, 0.1) < 1e-13);
  // Nothing is remembered of a contact that is over, and one that is there at the start has no step behind it.
  CHECK(at(-1e-9, -speed, ahead) == 0);
  point.dt = 0;
  CHECK(at(1e-4, speed, 0) == 0.5);
  CHECK(point.behind == 0.5);
}

}  // namespace talus
