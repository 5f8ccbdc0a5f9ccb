// The time step: a body's own limit holds, and beyond it the books ring the alarm.
#include <doctest/doctest.h>

#include <cmath>

#include "support/sample_case.hpp"

namespace talus {
namespace {

/// A struck block, run with a fixed step of `courant` times its own limit.
struct Outcome {
  Real work = 0, state = 0, growth = 0;
  bool failed = false;
};

template <class Hourglass>
Outcome strike(int dimension, Real courant, int steps) {
  Case c = empty_case(dimension, 1);
  const Real dx = 0.1;
  SolidSpec& body = add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3),
                             dimension == 2 ? Vec3(1, 1, 0) : Vec3(0.8, 0.6, 0.5), dx);
  body.hourglass.entry = Hourglass{};
  body.spin = {0, 0, 0.1};
  const Real limit = Simulation(build_model(c)).stable_step();
  c.time.step = courant * limit;
  Model model = build_model(c);
  for (Index i = 0; i < model.bodies[0].size(); ++i) {
    model.bodies[0].v[i] += 1e-3 * Vec3(std::sin(7.0 * i), std::cos(5.0 * i), dimension == 3 ? std::sin(3.0 * i) : 0);
  }
  Simulation s(std::move(model));
  const Real start = total_energy(s);
  Outcome o;
  try {
    for (int k = 0; k < steps && o.growth < 1e3; ++k) {
      s.step(s.segment_end());
      o.growth = std::max(o.growth, total_energy(s) / start);
      if (!std::isfinite(total_energy(s))) o.failed = true;
    }
  } catch (const SimulationError&) {
    o.failed = true;
  }
  o.work = s.ledger().largest_work_residual();
  o.state = s.ledger().largest_state_residual();
  return o;
}

}  // namespace

TEST_CASE("stability: 0.9 of the body's own limit is stable, 1.15 is not, and the run knows it") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const auto check = [&]<class Hourglass>() {
      CAPTURE(Hourglass::name);
      const Outcome calm = strike<Hourglass>(dimension, 0.9, 1500);
      CHECK_FALSE(calm.failed);
      CHECK(calm.growth < 1.5);  // the elastic part rings inside a leapfrog step
      CHECK(calm.work < 1e-11);
      const Outcome wild = strike<Hourglass>(dimension, 1.15, 1500);
      const bool alarm = wild.failed || wild.growth > 1e2 || wild.state > 0.01;
      CHECK(alarm);
    };
    Hourglasses::for_each(check);
  }
}

}  // namespace talus
