// Two bars head-on by the colour field. With nu = 0 one dimension tells everything: sigma = rho c v for 2 L/c.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

constexpr Real density = 8000, young = 200e9;      // [kg/m^3], [Pa]
constexpr Real wave = 5000;                        // [m/s]
constexpr Real length = 1, speed = 1;              // [m], [m/s]
constexpr Real duration = 2 * length / wave;       // [s]
constexpr Real pressure = density * wave * speed;  // [Pa]

/// What the collision did.
struct Collision {
  std::vector<Real> t, p;    ///< mean pressure between the bars at every step [s], [Pa]
  Real half_time = 0;        ///< during which the pressure is above half of that of the wave [s]
  Real touching_time = 0;    ///< from first to last force [s]
  Real plateau = 0;          ///< mean pressure in the middle half of the contact [Pa]
  Real impulse = 0;          ///< over what bars that swap velocities need, less one [-]
  Real left = 0, right = 0;  ///< mean velocities afterwards [m/s]
  Real misfit = 0;           ///< mean |pressure - box of 2 L/c| over the box, where the boxes are centred [-]
  Real momentum = 0, moment = 0, work = 0, state = 0;
};

void judge(Collision& c) {
  Real area = 0, first_moment = 0;
  Real last_t = 0, last_p = 0, first = 0, last = 0, plateau_time = 0;
  for (std::size_t k = 0; k < c.t.size(); ++k) {
    const Real dt = c.t[k] - last_t, mean = 0.5 * (c.p[k] + last_p);
    area += mean * dt;
    first_moment += mean * dt * (c.t[k] - 0.5 * dt);
    if (mean > 0.5 * pressure) c.half_time += dt;
    if (c.p[k] > 0 && first == 0) first = c.t[k];
    if (c.p[k] > 0) last = c.t[k];
    last_t = c.t[k];
    last_p = c.p[k];
  }
  const Real middle = first_moment / area;
  last_t = last_p = 0;
  for (std::size_t k = 0; k < c.t.size(); ++k) {
    const Real dt = c.t[k] - last_t, mean = 0.5 * (c.p[k] + last_p), t = c.t[k] - 0.5 * dt;
    if (std::abs(t - middle) < duration / 4) {
      c.plateau += mean * dt;
      plateau_time += dt;
    }
    c.misfit += std::abs(mean - (std::abs(t - middle) < duration / 2 ? pressure : 0)) * dt / (pressure * duration);
    last_t = c.t[k];
    last_p = c.p[k];
  }
  c.plateau /= plateau_time;
  c.touching_time = last - first;
  c.impulse = area / (pressure * duration) - 1;
}

Collision collide(Real dx) {
  constexpr int rows = 8;  // fewer hold less of a half-space's field
  Case c = empty_case(2, 0.8e-3);
  for (const Real side : {-1.0, 1.0}) {
    SolidSpec& bar =
        add_block(c, side < 0 ? "left" : "right", elastic<NeoHookean>(density, young, 0), {length, rows * dx, 0}, dx);
    bar.position = {side * (length / 2 + 1e-3 * dx), 0, 0};  // the faces all but touch
    bar.velocity = {-side * speed, 0, 0};
  }
  ContactSpec contact;
  contact.between = {"left", "right"};
  contact.normal.entry = FieldBarrier{};
  c.contacts.push_back(contact);
  Simulation s(build_model(c));
  const SolidBody &left = s.model().bodies[0], &right = s.model().bodies[1];
  Collision o;
  run(s, [&](const Simulation& now) {
    o.t.push_back(now.time());
    o.p.push_back(now.model().contacts[0]->resultants(right, Vec3::Zero()).normal[0] / (rows * dx));
    o.momentum = std::max(o.momentum, (linear_momentum(left) + linear_momentum(right)).norm());
    o.moment = std::max(o.moment, (angular_momentum(left) + angular_momentum(right)).norm());
  });
  judge(o);
  const Real mass = total_mass(left);
  o.left = linear_momentum(left)[0] / mass;
  o.right = linear_momentum(right)[0] / mass;
  o.momentum /= mass * speed;
  o.moment /= mass * speed * length;
  o.work = s.ledger().largest_work_residual();
  o.state = s.ledger().largest_state_residual();
  return o;
}

}  // namespace

TEST_CASE("field bars: 40 MPa for 0.4 ms, and the bars swap velocities") {
  const Collision o = collide(0.005);
  MESSAGE("plateau ", o.plateau / 1e6, " MPa; above half of it for ", o.half_time * 1e3, " ms, touching for ",
          o.touching_time * 1e3, " ms; velocities ", o.left, ", ", o.right, " m/s");
  CHECK(relative_error(o.plateau, pressure) < 0.002);
  CHECK(relative_error(o.half_time, duration) < 0.02);
  CHECK(relative_error(o.left, -speed) < 0.005);
  CHECK(relative_error(o.right, speed) < 0.005);
  CHECK(o.momentum < 1e-13);
  CHECK(o.moment < 1e-13);
  CHECK(o.work < 1e-11);
  CHECK(o.state < 1e-4);
}

TEST_CASE("field bars: refining the spacing converges in the first order to a box of pressure") {
  // The barrier gives way by d sqrt(p/(2 kappa E)), a hundredth of a spacing, which bars of 1 m/s take their time for:
  // the pressure rises and falls over a time in proportion to the spacing. Everything else is better than that.
  constexpr Real spacings[] = {0.02, 0.01, 0.005};
  std::vector<Collision> runs;
  for (const Real dx : spacings) runs.push_back(collide(dx));
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const auto order = [&](auto&& error) { return std::log2(error(runs[k - 1]) / error(runs[k])); };
    const Real of_history = order([](const Collision& c) { return c.misfit; });
    const Real of_time = order([](const Collision& c) { return c.touching_time - duration; });
    MESSAGE("to ", spacings[k], " m: order ", of_history, " of the pressure's history (", runs[k].misfit, "), ",
            of_time, " of the touching time");
    CHECK(of_history > 0.8);
    CHECK(of_time > 0.8);
    CHECK(relative_error(runs[k].half_time, duration) < relative_error(runs[k - 1].half_time, duration));
  }
}

}  // namespace talus
