// The closed form of the mass on a belt against its equation of motion, integrated numerically.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "support/relative_error.hpp"
#include "talus/sim/analytic_curves.hpp"

using namespace talus;

namespace {

/// Sticks while the spring pulls less than mu_s N, slips under mu_d N until it is as fast as the belt: Runge-Kutta of
/// the fourth order with the instants of change found by halving the step.
class Integrated {
 public:
  explicit Integrated(const StickSlipOscillator& o) : o_(o), x_(o.start), v_(o.speed) {}

  Real displacement_after(Real dt) {
    while (dt > 0) dt -= sticks_ ? stick(dt) : slip(dt);
    return x_;
  }

 private:
  Real stick(Real dt) {
    const Real left = (o_.mu_static * o_.load / o_.stiffness - x_) / o_.speed;
    const Real used = std::min(dt, std::max(Real(0), left));
    x_ += o_.speed * used;
    v_ = o_.speed;
    if (left <= dt) {
      sticks_ = false;
      slower_ = false;
    }
    return std::max(used, 1e-15);
  }

  Real slip(Real dt) {
    const Real h = std::min(dt, 1e-5);
    const auto [x, v] = runge_kutta(h);
    slower_ = slower_ || v < o_.speed * (1 - 1e-9);
    if (slower_ && v >= o_.speed) {
      Real low = 0, high = h;
      while (high - low > 1e-15) (runge_kutta((low + high) / 2).second < o_.speed ? low : high) = (low + high) / 2;
      std::tie(x_, v_) = runge_kutta(high);
      sticks_ = true;
      return high;
    }
    x_ = x, v_ = v;
    return h;
  }

  [[nodiscard]] std::pair<Real, Real> runge_kutta(Real h) const {
    const auto a = [&](Real x) { return (o_.mu_dynamic * o_.load - o_.stiffness * x) / o_.mass; };
    const Real v1 = v_, a1 = a(x_);
    const Real v2 = v_ + h / 2 * a1, a2 = a(x_ + h / 2 * v1);
    const Real v3 = v_ + h / 2 * a2, a3 = a(x_ + h / 2 * v2);
    const Real v4 = v_ + h * a3, a4 = a(x_ + h * v3);
    return {x_ + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), v_ + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
  }

  StickSlipOscillator o_;
  Real x_, v_;
  bool sticks_ = true, slower_ = false;
};

}  // namespace

TEST_CASE("stick and slip follow the equation of motion over several cycles") {
  for (const StickSlipOscillator& o :
       {StickSlipOscillator{
            .mass = 2, .stiffness = 800, .mu_static = 0.6, .mu_dynamic = 0.4, .load = 20, .speed = 0.05},
        StickSlipOscillator{
            .mass = 5, .stiffness = 300, .mu_static = 0.5, .mu_dynamic = 0, .load = 9, .speed = 0.4, .start = -0.01}}) {
    Integrated integrated(o);
    constexpr Real dt = 1e-3;
    Real largest = 0, low = 1, high = -1;
    const Real x0 = o(0);
    CHECK(x0 == o.start);
    for (int k = 1; k <= 3000; ++k) {
      const Real x = integrated.displacement_after(dt);
      largest = std::max(largest, std::abs(x - o(k * dt)));
      if (k * dt > (o.limit() - o.start) / o.speed) low = std::min(low, x), high = std::max(high, x);
    }
    CHECK(largest < 1e-9 * o.limit());
    CHECK(3000 * dt > 2 * (o.slip_time() + o.stick_time()));
    CHECK(high - low == near(2 * o.amplitude(), 1e-3));  // as far as rows catch the extremes
  }
}

TEST_CASE("a slow belt: the mass jumps by 2 (mu_s - mu_d) N/k in half a period of the spring") {
  const StickSlipOscillator o{
      .mass = 1, .stiffness = 100, .mu_static = 0.6, .mu_dynamic = 0.4, .load = 10, .speed = 1e-6};
  const Real slip = (o.limit() - o.start) / o.speed;
  CHECK(o(slip) == doctest::Approx(0.06));
  CHECK(o(slip) - o(slip + o.slip_time()) == doctest::Approx(2 * 0.2 * 10 / 100));
  CHECK(o.slip_time() == doctest::Approx(std::numbers::pi / 10).epsilon(1e-4));
}

TEST_CASE("equal coefficients: after the first slip a harmonic that just reaches the speed of the belt") {
  const StickSlipOscillator o{.mass = 1, .stiffness = 25, .mu_static = 0.5, .mu_dynamic = 0.5, .load = 5, .speed = 0.2};
  for (const Real t : {0.0, 0.1, 0.7, 3.0}) CHECK(o(0.5 + t) == doctest::Approx(0.1 + 0.04 * std::sin(5 * t)));
}

TEST_CASE("what cannot be is named") {
  StickSlipOscillator o{.mass = 1, .stiffness = 25, .mu_static = 0.5, .mu_dynamic = 0.6, .load = 5, .speed = 0.2};
  CHECK(o.contradiction().key == "mu_dynamic");
  o.mu_dynamic = 0.4;
  CHECK(o.contradiction().sentence.empty());
  o.start = 0.11;
  CHECK(o.contradiction().key == "start");
}
