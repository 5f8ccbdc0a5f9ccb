// Motions that must cost nothing: a turn of 90 degrees, free flight, a spinning plate.
#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "support/sample_case.hpp"

namespace talus {

TEST_CASE("rigid motion: irregular particles turned by 90 degrees feel no stress and no force of any kind") {
  Hourglasses::for_each([]<class Hourglass>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(Hourglass::name);
      SolidBody body = sample_body(rubber<HenckyJ2>(1e3), {.dimension = dimension, .cells = {8, 7, 6}});
      SolidSolver solver(body, {.hourglass = Hourglass{}});
      const Vec3 axis = dimension == 3 ? Vec3(1, -2, 2).normalized() : Vec3(0, 0, 1);
      const Mat3 Q = Eigen::AngleAxisd(std::numbers::pi / 2, axis).toRotationMatrix();
      displace(body, [&](const Vec3& X) { return Vec3(Q * X - X + Vec3(3, 1, 0)); });
      const StressSums sums = solver.update_stress(0);
      solver.compute_forces();
      Real F = 0, P = 0, force = 0;
      for (Index i = 0; i < body.size(); ++i) {
        F = std::max(F, (body.F[i] - Q).norm());
        P = std::max(P, body.P[i].norm());
        force = std::max(force, body.of(ForceKind::internal)[i].norm() + body.of(ForceKind::hourglass)[i].norm());
      }
      CHECK(F < 1e-12);
      CHECK(P < 1e-12 * rubber_young);
      CHECK(force < 1e-12 * rubber_young * std::pow(body.spacing, dimension - 1));
      CHECK(sums.smallest_stretch > 1 - 1e-12);
      CHECK(sums.plastic_work == 0);
    }
  });
}

TEST_CASE("rigid motion: free flight under gravity is a parabola, and no particle leaves its place") {
  constexpr Real end = 0.02, g = -9.81;
  Case c = empty_case(2, end);
  c.gravity[1] = TimeFunction(g);
  add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3), {0.5, 0.3, 0}, 0.05).velocity = {3, 4, 0};
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  const SolidBody& body = s.model().bodies[0];
  Real worst = 0;
  for (const Vec3& u : body.u) worst = std::max(worst, (u - Vec3(3 * end, 4 * end + g * end * end / 2, 0)).norm());
  CHECK(worst < 1e-13);
  CHECK(s.ledger().largest_work_residual() < 1e-14);
}

TEST_CASE("spinning plate: both momenta to 1e-10 and no growing energy, with every hourglass control") {
  static constexpr Real omega = 105, turn = 2 * std::numbers::pi / omega;  // [rad/s], [s]
  Hourglasses::for_each([]<class Hourglass>() {
    CAPTURE(Hourglass::name);
    Case c = empty_case(2, 0.75 * turn);
    SolidSpec& plate = add_block(c, "plate", elastic<NeoHookean>(1100, 17e6, 0.45), {1, 1, 0}, 0.05);
    plate.spin = {0, 0, omega};
    plate.hourglass.entry = Hourglass{};
    fix_step(c);  // what steps of changing length add is not the control's
    Simulation s(build_model(c));
    const SolidBody& body = s.model().bodies[0];
    const Real L = angular_momentum(body)[2], energy = total_energy(s);
    // A lattice of n x n points holds 1 - 1/n^2 of the solid plate's moment of inertia.
    CHECK(relative_error(L, 19250 * (1 - 1.0 / 400)) < 1e-12);
    CHECK(relative_error(energy, 1.010625e6 * (1 - 1.0 / 400)) < 1e-12);
    Real p = 0, drift = 0, gain = 0;
    run(s, [&](const Simulation& now) {
      p = std::max(p, linear_momentum(body).norm());
      drift = std::max(drift, std::abs(angular_momentum(body)[2] / L - 1));
      gain = std::max(gain, total_energy(now) / energy - 1);
    });
    CHECK(p < 1e-10 * 1100 * omega / 2);
    CHECK(drift < 1e-10);
    CHECK(gain < 1e-4);
    if constexpr (!std::is_same_v<Hourglass, NoHourglass>) CHECK(gain < 1e-9);
    CHECK(s.ledger().largest_work_residual() < 1e-13);
    CHECK(s.ledger().largest_state_residual() < 1e-3);
    // It has turned by three quarters, whatever its corners do.
    const Vec3 edge = body.x[19] - body.x[0];
    CHECK(edge.normalized().dot(Vec3(0, -1, 0)) > 0.9);
  });
}

}  // namespace talus
