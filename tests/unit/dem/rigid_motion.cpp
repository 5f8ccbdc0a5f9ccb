// Free rotation: what it keeps, its order against closed forms, and the work of torques.
#include "talus/dem/rigid_motion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "support/relative_error.hpp"

namespace talus {
namespace {

const Vec3 asymmetric(1, 2, 3);  // [kg m^2]
const Vec3 near_unstable_axis(0.01, 5, 0.02);
const Quaternion tilted = Quaternion(0.8, 0.1, -0.3, 0.5).normalized();

Quaternion turned(Quaternion q, const Vec3& L, const Vec3& inertia, Real end, int steps) {
  for (int k = 0; k < steps; ++k) rotate_free(q, L, inertia, end / steps);
  return q;
}

/// Angle between two orientations [rad].
Real angle_between(const Quaternion& a, const Quaternion& b) { return 2 * (a.conjugate() * b).vec().norm(); }

/// dt^2/8 T.J T: what the scheme's own energy holds while the torque T acts (dem 6) [J].
Real torque_energy(const Quaternion& q, const Vec3& T, const Vec3& inertia, Real dt) {
  return dt * dt / 4 * rotational_energy(q, T, inertia);
}

}  // namespace

TEST_CASE("a free asymmetric top keeps energy and angular momentum over many flips of its middle axis") {
  const Vec3 L = tilted * near_unstable_axis;
  const Real energy = rotational_energy(tilted, L, asymmetric);
  Quaternion q = tilted;
  Real worst_energy = 0, worst_momentum = 0;
  int flips = 0;
  Real side = 1;
  for (int step = 0; step < 100'000; ++step) {
    const Vec3 Pi_before = q.conjugate() * L;
    const Quaternion before = q;
    rotate_free(q, L, asymmetric, 0.01);
    worst_energy = std::max(worst_energy, relative_error(rotational_energy(q, L, asymmetric), energy));
    // The turn of one step, undone on the momentum in the body: cay(..) Pi1 = Pi0 with Pi1 from Euler's equations.
    const Vec3 Pi = q.conjugate() * L, middle = (Pi + Pi_before) / 2;
    const Vec3 euler = Pi_before + 0.01 * middle.cross(middle.cwiseQuotient(asymmetric));
    worst_momentum = std::max(worst_momentum, (before.conjugate() * q * euler - Pi_before).norm() / L.norm());
    if (Pi.y() * side < -4) {
      side = -side;
      ++flips;
    }
  }
  CHECK(flips > 50);
  CHECK(worst_energy < 1e-12);
  CHECK(worst_momentum < 1e-14);
  CHECK(std::abs(q.norm() - 1) < 1e-15);
}

TEST_CASE("asymmetric top: time between flips is that of the elliptic functions, with second order") {
  // omega_2 = a sn(p t, k) while L^2 > 2 E I2, with (Landau & Lifshitz, Mechanics, section 37)
  // p^2 = (I3 - I2)(L^2 - 2 E I1)/(I1 I2 I3), k^2 = (I2 - I1)(2 E I3 - L^2)/((I3 - I2)(L^2 - 2 E I1)).
  const Vec3 L(0.3, 5, 0.9);
  const Real L2 = L.squaredNorm(), twice_energy = 2 * rotational_energy(Quaternion::Identity(), L, asymmetric);
  REQUIRE(L2 > twice_energy * asymmetric.y());
  const Real p = std::sqrt((L2 - twice_energy) / 6), k = std::sqrt((3 * twice_energy - L2) / (L2 - twice_energy));
  const Real half_period = 2 * std::comp_ellint_1(k) / p;
  const auto mean_time_between_zeros = [&](Real dt) {
    Quaternion q = Quaternion::Identity();
    Real before = L.y(), first = 0, last = 0;
    int zeros = 0;
    for (int step = 1; zeros < 11; ++step) {
      rotate_free(q, L, asymmetric, dt);
      const Real now = (q.conjugate() * L).y();
      if (before * now < 0) {
        last = dt * (step - 1 + before / (before - now));
        if (++zeros == 1) first = last;
      }
      before = now;
    }
    return (last - first) / 10;
  };
  const Real coarse = mean_time_between_zeros(0.02) - half_period, fine = mean_time_between_zeros(0.01) - half_period;
  CHECK(std::abs(fine) < 1e-4 * half_period);
  CHECK(coarse / fine == near(4, 0.05));
}

TEST_CASE("orientation converges with second order, and the way back leads back") {
  const Vec3 L = tilted * Vec3(1, 2, -1.5);
  const Quaternion reference = turned(tilted, L, asymmetric, 5, 32'000);
  const Real coarse = angle_between(turned(tilted, L, asymmetric, 5, 250), reference);
  const Real fine = angle_between(turned(tilted, L, asymmetric, 5, 500), reference);
  CHECK(fine < 1e-3);
  CHECK(coarse / fine == near(4, 0.02));
  CHECK(angle_between(turned(turned(tilted, L, asymmetric, 5, 250), L, asymmetric, -5, 250), tilted) < 1e-12);
}

TEST_CASE("a symmetric top precesses as the closed form says, with second order") {
  // Its axis turns about L at |L|/I1, and the body about its axis at (1/I3 - 1/I1) L.axis.
  const Vec3 inertia(2, 2, 3);
  const Vec3 L = tilted * Vec3(0.7, -0.4, 1.9);
  const Real end = 7, spin = (1 / inertia.z() - 1 / inertia.x()) * (tilted.conjugate() * L).z();
  const Quaternion exact =
      exponential_turn(end / inertia.x() * L) * tilted * exponential_turn(end * spin * Vec3::UnitZ());
  const Real coarse = angle_between(turned(tilted, L, inertia, end, 200), exact);
  const Real fine = angle_between(turned(tilted, L, inertia, end, 400), exact);
  CHECK(fine < 1e-3);
  CHECK(coarse / fine == near(4, 0.02));
}

TEST_CASE("a body that turns by more than a radian per step keeps its energy, too") {
  const Vec3 L = tilted * Vec3(3, 40, 5);
  const Real energy = rotational_energy(tilted, L, asymmetric);
  Quaternion q = tilted;
  for (int step = 0; step < 1000; ++step) rotate_free(q, L, asymmetric, 0.2);
  CHECK(relative_error(rotational_energy(q, L, asymmetric), energy) < 1e-12);
}

TEST_CASE("spheres turn by exactly omega t") {
  const Vec3 omega(0.3, -2, 1);
  Quaternion q = tilted;
  for (int step = 0; step < 1000; ++step) rotate_sphere(q, omega, 0.01);
  const Quaternion exact = Eigen::AngleAxis<Real>(10 * omega.norm(), omega.normalized()) * tilted;
  CHECK(angle_between(q, exact) < 1e-12);
  const Vec3 slow = 1e-9 * omega;
  q = tilted;
  rotate_sphere(q, slow, 1);
  CHECK(relative_error(angle_between(q, tilted), slow.norm()) < 1e-6);
}

TEST_CASE("spheres turn one behind the other as they do alone, also next to one that spins fast") {
  for (const std::size_t fast : {99, 3}) {  // none of them, or one
    std::vector<Quaternion> alone, together;
    std::vector<Row> spins;
    for (int i = 0; i < 21; ++i) {
      alone.push_back((tilted * Eigen::AngleAxis<Real>(i, Vec3(1, i, -2).normalized())).normalized());
      spins.emplace_back(Vec3(0.3 * i, -2, std::sin(i)) * (std::size_t(i) == fast ? 300 : 1), i);
    }
    together = alone;
    rotate_spheres(together, [&](std::size_t k) -> const Row& { return spins[k]; }, 0.01);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      rotate_sphere(alone[i], spins[i].vec(), 0.01);
      CHECK((alone[i].coeffs() - together[i].coeffs()).norm() < 4e-16);
    }
  }
}

TEST_CASE("angular velocity and momentum are each other's inverse, with moments along the turned axes") {
  const Vec3 L(1, -2, 0.5);
  const Vec3 omega = angular_velocity(tilted, L, asymmetric);
  const Mat3 R = tilted.toRotationMatrix();
  const Mat3 inertia = R * Mat3(asymmetric.asDiagonal()) * R.transpose();
  CHECK((inertia * omega - L).norm() < 1e-14);
  CHECK((angular_momentum(tilted, omega, asymmetric) - L).norm() < 1e-14);
  CHECK(rotational_energy(tilted, L, asymmetric) == doctest::Approx(omega.dot(inertia * omega) / 2).epsilon(1e-14));
}

TEST_CASE("a torque about a principal axis spins the body up at T/I") {
  const Vec3 axis = tilted * Vec3::UnitX(), torque = 0.6 * axis;
  Quaternion q = tilted;
  Vec3 L = Vec3::Zero();
  const Real dt = 1e-3;
  for (int step = 0; step < 1000; ++step) {
    L += dt / 2 * torque;
    rotate_free(q, L, asymmetric, dt);
    L += dt / 2 * torque;
  }
  CHECK((angular_velocity(q, L, asymmetric) - torque).norm() < 1e-13);  // I1 = 1, t = 1
  CHECK(angle_between(q, exponential_turn(torque / 2) * tilted) < 1e-7);
}

TEST_CASE("work of torques over kick, drift and kick closes the energy of rotation to round-off") {
  // A torque of no potential, so that nothing but the identity can close the sum.
  const auto torque = [](const Quaternion& q, Real t) {
    return Vec3(q * Vec3(std::sin(3 * t), 2, -1) + Vec3(0, std::cos(t), 4 * t));
  };
  const Real dt = 0.01;
  Quaternion q = tilted;
  Vec3 L(0.5, -1, 2);
  Real work = 0, largest = 0;
  const Real energy = rotational_energy(q, L, asymmetric);
  const Real scheme = torque_energy(q, torque(q, 0), asymmetric, dt);
  for (int step = 0; step < 2000; ++step) {
    const Vec3 before = torque(q, step * dt);
    L += dt / 2 * before;
    const Real first_half = dt / 2 * before.dot(angular_velocity(q, L, asymmetric));
    rotate_free(q, L, asymmetric, dt);
    const Vec3 after = torque(q, (step + 1) * dt);
    work += first_half + dt / 2 * after.dot(angular_velocity(q, L, asymmetric));
    L += dt / 2 * after;
    const Real change = rotational_energy(q, L, asymmetric) - energy;
    const Real of_scheme = torque_energy(q, after, asymmetric, dt) - scheme;
    largest = std::max(largest, std::abs(work) + std::abs(change));
    REQUIRE(std::abs(change - work - of_scheme) < 1e-13 * largest);
  }
  CHECK(largest > 1000 * energy);
}

}  // namespace talus
