// Burger's body: exact steps, its limits, its energy, and a contact that cannot pull.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/relative_error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/law/contact/normal/burger.hpp"

using namespace talus;

namespace {

constexpr BurgerConstants pfc{1e8, 1e8, 1e8, 1e8};
constexpr BurgerConstants uneven{3e4, 700, 8e4, 2e3};

BurgerStep step_of(const BurgerConstants& c, Real dt) { return {c, dt}; }

ContactPoint at(Real overlap, Real closing, Real dt) {
  ContactPoint point;
  point.overlap = overlap;
  point.closing = closing;
  point.dt = dt;
  return point;
}

/// Driven by overlaps in equal steps; adds up what the law says and the work of its forces.
struct Drive {
  BurgerLaw law;
  BurgerLaw::History history{};
  Real overlap = 0;
  NormalAnswer answer{};
  Real loss = 0, work = 0, lowest = 0;
  bool loses = true;  ///< so far: no power and no loss was negative

  void to(Real target, Real time, int steps) {
    const Real dt = time / steps, du = (target - overlap) / steps;
    for (int s = 0; s < steps; ++s) {
      overlap += du;
      const Real before = answer.force, power = answer.viscous_power;
      answer = law.evaluate(history, at(overlap, du / dt, dt));
      loss += 0.5 * dt * (power + answer.viscous_power) + answer.plastic_loss;
      loses = loses && answer.viscous_power >= 0 && answer.plastic_loss >= 0;
      work += 0.5 * (before + answer.force) * du;
      lowest = std::min(lowest, answer.force);
    }
  }
};

/// The same contact written down plainly: forward Euler of the three elements, force zero where surfaces are apart.
struct PlainContact {
  BurgerConstants c;
  Real u = 0, u_k = 0, u_d = 0, loss = 0;
  [[nodiscard]] Real force() const { return std::max(0.0, c.K_m * (u - u_k - u_d)); }
  void to(Real target, Real time, int steps) {
    const Real dt = time / steps, du = (target - u) / steps;
    for (int s = 0; s < steps; ++s) {
      u += 0.5 * du;  // midpoint of the path
      const Real f = force(), rate = (f - c.K_k * u_k) / c.C_k;
      u_k += rate * dt;
      u_d += f / c.C_m * dt;
      loss += (f * f / c.C_m + c.C_k * rate * rate) * dt;
      u += 0.5 * du;
    }
  }
};

}  // namespace

TEST_CASE("burger: relaxation from an initial overlap, whatever the steps") {
  const struct {
    Real time, force;
  } known[] = {
      {0, 1e6},           {0.1, 822967.8952261}, {0.5, 423776.9589228}, {1, 241427.7239783}, {2, 132602.9787988},
      {5, 40936.8629229}, {10, 6062.7554152}};
  for (const Real dt : {0.1, 0.02, 2.840299219037086e-4, 10.0}) {
    const BurgerLaw law{pfc};
    BurgerLaw::History history;
    Real time = 0;
    Real force = law.evaluate(history, at(0.01, 0, 0)).force;
    for (const auto& one : known) {
      while (time < one.time) {
        const Real h = std::min(dt, one.time - time);
        force = law.evaluate(history, at(0.01, 0, h)).force;
        time += h;
        if (one.time - time < 1e-9) time = one.time;
      }
      CAPTURE(dt);
      CAPTURE(one.time);
      if (dt == 0.1) MESSAGE("t ", one.time, " s: f ", std::to_string(force), " N, known ", std::to_string(one.force));
      CHECK(relative_error(force, one.force) < 1e-9);
    }
  }
}

TEST_CASE("burger: the differential equation of the whole body holds") {
  const auto& c = uneven;
  const Real a1 = c.C_k / c.K_k + c.C_m * (1 / c.K_k + 1 / c.K_m), a2 = c.C_k * c.C_m / (c.K_k * c.K_m);
  const Real b1 = c.C_m;
  const Real rate = 0.3, h = 1e-4;
  BurgerState<Real> s{200, 1e-3};
  Real f[5] = {s.f};
  for (int n = 1; n < 5; ++n) {
    (void)step_of(c, h).advance(s, rate * h);
    f[n] = s.f;
  }
  const Real d1 = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h);
  const Real d2 = (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h);
  CHECK(relative_error(f[2] + a1 * d1 + a2 * d2, b1 * rate) < 1e-5);  // u'' = 0
}

TEST_CASE("burger: steps of any length lead to the same state and the same loss") {
  for (const BurgerConstants& c : {pfc, uneven, BurgerConstants{1, 1e6, 1e6, 1}, BurgerConstants{1e6, 1, 1, 1e6}}) {
    const Real rate = 1e-3 * c.C_k / c.C_m, total = 3 * c.C_m / c.K_m;
    BurgerState<Real> once{c.K_m * rate * total, 0.1 * rate * total}, many = once;
    const Real loss = step_of(c, total).advance(once, rate * total);
    constexpr int parts = 1000;
    Real sum = 0;
    for (int n = 0; n < parts; ++n) sum += step_of(c, total / parts).advance(many, rate * total / parts);
    CHECK(relative_error(many.f, once.f) < 1e-11);
    CHECK(relative_error(many.u_k, once.u_k) < 1e-11);
    CHECK(relative_error(sum, loss) < 1e-11);
  }
}

TEST_CASE("burger: limits spring, Kelvin, Maxwell, standard solid") {
  const Real rate = 0.2, h = 0.05;
  {
    BurgerState<Real> s{0, 0};
    CHECK(step_of({3e4, infinity, 8e4, infinity}, h).advance(s, rate * h) == 0);
    CHECK(relative_error(s.f, 8e4 * rate * h) < 1e-15);
    CHECK(s.u_k == 0);
  }
  {  // Kelvin: f = K_k u + C_k u' once the stiff spring has followed
    const BurgerConstants c{3e4, 700, 1e15, infinity};
    BurgerState<Real> s{0, 0};
    const Real loss = step_of(c, h).advance(s, rate * h);
    CHECK(relative_error(s.f, c.K_k * rate * h + c.C_k * rate) < 1e-9);
    CHECK(relative_error(loss, c.C_k * rate * rate * h) < 1e-9);
  }
  {  // Maxwell: f = C_m u' (1 - exp(-t K_m/C_m)); the loss is the integral of f^2/C_m
    const BurgerConstants c{3e4, infinity, 8e4, 2e3};
    BurgerState<Real> s{0, 0};
    const Real loss = step_of(c, h).advance(s, rate * h);
    const Real x = h * c.K_m / c.C_m, E = std::exp(-x);
    CHECK(relative_error(s.f, c.C_m * rate * (1 - E)) < 1e-14);
    CHECK(relative_error(loss, c.C_m * rate * rate * c.C_m / c.K_m * (x - 2 * (1 - E) + 0.5 * (1 - E * E))) < 1e-13);
    CHECK(s.u_k == 0);
  }
  {  // both springs in series in the long run, where nothing creeps
    const BurgerConstants c{3e4, 700, 8e4, infinity};
    BurgerState<Real> s{c.K_m * 0.01, 0};
    (void)step_of(c, 1e3).advance(s, 0.0);
    CHECK(relative_error(s.f, 0.01 / (1 / c.K_k + 1 / c.K_m)) < 1e-14);
  }
}

TEST_CASE("burger: the loss of a tiny step keeps all its digits, and its series meets its closed form") {
  const auto maxwell_loss = [](Real x) {
    BurgerState<Real> s{0, 0};
    return step_of({1, infinity, 1, 1 / x}, 1).advance(s, 1.0);
  };
  for (const Real x : {1e-12, 1e-8, 1e-5})
    CHECK(relative_error(maxwell_loss(x), x / 3 * (1 - 0.75 * x)) < x * x + 1e-14);
  const Real below = maxwell_loss(0.5 * (1 - 1e-12)), above = maxwell_loss(0.5 * (1 + 1e-12));
  CHECK(relative_error(above, below) < 1e-11);
  const long double x = 0.25;
  const long double exact = (x - 2 * (1 - std::exp(-x)) + (1 - std::exp(-2 * x)) / 2) / (x * x);
  CHECK(relative_error(maxwell_loss(0.25), static_cast<Real>(exact)) < 1e-14);
}

TEST_CASE("burger: work of the force = stored + loss over a straight step") {
  const auto& c = uneven;
  for (const Real rate : {-0.4, 0.0, 0.3}) {
    const BurgerState<Real> start{900, 2e-3};
    const Real h = 0.05;
    const auto f = [&](Real share) {
      BurgerState<Real> s = start;
      (void)step_of(c, share * h).advance(s, share * rate * h);
      return s.f;
    };
    constexpr int intervals = 400;  // Simpson's rule
    Real work = 0;
    for (int n = 0; n <= intervals; ++n) {
      work += (n == 0 || n == intervals ? 1 : 2 + 2 * (n % 2)) * f(Real(n) / intervals) * rate * h / (3 * intervals);
    }
    BurgerState<Real> end = start;
    const Real loss = step_of(c, h).advance(end, rate * h);
    CHECK(loss > 0);
    const Real gained = stored_energy(c, end) - stored_energy(c, start);
    CHECK(std::abs(work - gained - loss) < 1e-9 * stored_energy(c, start));
  }
}

TEST_CASE("burger: surfaces come apart instead of pulling, keep their dent and meet it again") {
  const BurgerLaw law{uneven};
  const auto history_of = [&](auto& body, int steps) {
    std::vector<Real> forces;
    const auto go = [&](Real target, Real time) {
      body.to(target, time, steps);
      if constexpr (requires { body.force(); })
        forces.push_back(body.force());
      else
        forces.push_back(body.answer.force);
    };
    go(0.010, 0.02);   // press
    go(0.010, 0.03);   // hold: creeps
    go(0.004, 0.005);  // draw back: apart
    go(0.004, 0.002);  // recovers
    go(0.005, 0.010);  // comes back, still apart
    go(0.010, 0.010);  // touches where the creep left it
    go(0.002, 0.010);
    return forces;
  };
  Drive coarse{law}, fine{law};
  PlainContact plain{uneven};
  const auto few = history_of(coarse, 3), many = history_of(fine, 3000), expected = history_of(plain, 200000);
  for (std::size_t n = 0; n < expected.size(); ++n) {
    CAPTURE(n);
    MESSAGE(few[n], " ", many[n], " ", expected[n], " N");
    CHECK(std::abs(few[n] - expected[n]) < 2e-5 * expected[0]);
    CHECK(std::abs(few[n] - many[n]) < 1e-10 * expected[0]);
  }
  CHECK(expected[1] > 0);
  CHECK(many[2] == 0);
  CHECK(many[4] == 0);
  CHECK(many[5] > 0);
  CHECK(many[6] == 0);
  CHECK(fine.lowest == 0);
  CHECK(coarse.lowest == 0);
  CHECK(relative_error(fine.loss, plain.loss) < 1e-4);
  CHECK(coarse.loses);
  CHECK(fine.loses);
  CHECK(std::abs(fine.work - fine.loss - fine.answer.stored) < 1e-6 * fine.work);
}

TEST_CASE("burger: all is forgotten when the spheres part, and the ledger stays closed") {
  const BurgerLaw law{uneven};
  Drive drive{law};
  drive.to(0.01, 0.02, 2000);
  drive.to(-0.001, 0.01, 1999);
  CHECK(drive.answer.force == 0);
  CHECK(drive.answer.stored == 0);
  CHECK(drive.history.overlap == 0);
  CHECK(drive.history.state.u_k == 0);
  CHECK(std::abs(drive.work - drive.loss) < 1e-6 * drive.work);
  // The next contact is the first one again.
  BurgerLaw::History fresh;
  const ContactPoint point = at(1e-4, 1, 1e-3);
  CHECK(law.evaluate(drive.history, point).force == law.evaluate(fresh, point).force);
}

TEST_CASE("burger: an overlap without a past is a step, one with a past a ramp from touching") {
  const BurgerLaw law{uneven};
  BurgerLaw::History history;
  CHECK(relative_error(law.evaluate(history, at(0.01, 0.3, 0)).force, uneven.K_m * 0.01) < 1e-15);
  history = {};
  BurgerState<Real> s{0, 0};
  (void)step_of(uneven, 0.01 / 2).advance(s, 0.01);
  CHECK(relative_error(law.evaluate(history, at(0.01, 2, 0.02)).force, s.f) < 1e-14);
  // Deeper than 2 m/s explain: the rest was there.
  history = {};
  s = {uneven.K_m * 0.006, 0};
  (void)step_of(uneven, 0.002).advance(s, 0.004);
  CHECK(relative_error(law.evaluate(history, at(0.01, 2, 0.002)).force, s.f) < 1e-14);
}

TEST_CASE("burger: a bouncing mass loses what the law says, to second order") {
  const BurgerLaw law{{5e4, 5, 1e5, 1000}};
  const Real m = 0.01, speed = 2;
  const auto error = [&](int steps) {
    const Real dt = 4 * std::sqrt(m / law.K_m) / steps;
    BurgerLaw::History history;
    Real u = 0, v = speed, f = 0, loss = 0, power = 0;
    for (int n = 0; n == 0 || u > 0; ++n) {
      v -= 0.5 * f / m * dt;
      u += v * dt;
      const NormalAnswer answer = law.evaluate(history, at(u, v, dt));
      f = answer.force;
      v -= 0.5 * f / m * dt;
      loss += 0.5 * dt * (power + answer.viscous_power) + answer.plastic_loss;
      power = answer.viscous_power;
    }
    CHECK(v < 0);
    return relative_error(loss, 0.5 * m * (speed * speed - v * v));
  };
  const Real coarse = error(200), fine = error(1600);
  MESSAGE("energy error ", coarse, " ", fine);
  CHECK(coarse < 1e-2);
  CHECK(fine < coarse / 20);
}

TEST_CASE("burger: shear is the same body in a plane") {
  const BurgerStep step(uneven, 1e-3);
  BurgerState<Vec3> plane{Vec3::Zero(), Vec3::Zero()};
  BurgerState<Real> line{0, 0};
  const Vec3 direction = Vec3(1, -2, 0.5).normalized();
  Real loss_plane = 0, loss_line = 0;
  for (int n = 0; n < 20; ++n) {
    const Real ds = n < 12 ? 1e-4 : -2e-4;
    loss_plane += step.advance(plane, Vec3(ds * direction));
    loss_line += step.advance(line, ds);
    CHECK((plane.f - line.f * direction).norm() < 1e-10);
  }
  CHECK(line.f < 0);
  CHECK(relative_error(loss_plane, loss_line) < 1e-12);
  CHECK(relative_error(stored_energy(uneven, plane), stored_energy(uneven, line)) < 1e-12);
}

TEST_CASE("burger: as a case writes it") {
  const auto read = [](const std::string& text, ErrorList& errors) {
    return read_options<Burger>(compose_text(text, "case.json", {}, errors), errors);
  };
  ErrorList errors;
  const Burger law = read(R"({"kelvin_stiffness": 1e8, "kelvin_damping": "2e8 N s/m", "maxwell_stiffness": "3e8 N/m",
                              "maxwell_damping": 4e8})",
                          errors);
  CHECK(errors.empty());
  CHECK(law.K_k == 1e8);
  CHECK(law.C_k == 2e8);
  CHECK(law.K_m == 3e8);
  CHECK(law.C_m == 4e8);
  ErrorList refused;
  (void)read(R"({"kelvin_stiffness": 0, "kelvin_damping": 1, "maxwell_stiffness": 1, "maxwell_damping": 1})", refused);
  CHECK_FALSE(refused.empty());
}
