// Free rotation of a rigid body that keeps spatial angular momentum and kinetic energy to round-off (dem 3), (dem 4).
//
// State: spatial angular momentum L [kg m^2/s], orientation q (principal axes to space), principal moments of inertia
// I = (I1, I2, I3) [kg m^2]. Pi = R^T L is the angular momentum in the body, R the rotation of q. Over a drift of dt,
//   Pi1 - Pi0 = dt Pi_m x I^-1 Pi_m,  Pi_m = (Pi0 + Pi1)/2      implicit midpoint of Euler's equations
//   R1 = R0 cay(dt I^-1 Pi_m)                                   hence R1 Pi1 = R0 Pi0 = L exactly
// Energy: the right-hand side is perpendicular to Pi_m (which keeps |Pi|) and to I^-1 Pi_m (which keeps Pi.I^-1 Pi/2).
// Second order in the orientation, and reversible. A torque T acts between drifts: L += dt T (dem 1), (dem 5).
// Cf. the midpoint rule on SO(3) of D. Lewis & J. C. Simo, J. Nonlinear Sci. 4 (1994), with L as variable in place of
// the angular velocity, so that a kick needs no inverse and spatial momentum carries no round-off at all.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "talus/numerics/quaternion.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {

/// Angular velocity in space [rad/s].
inline Vec3 angular_velocity(const Quaternion& q, const Vec3& L, const Vec3& inertia) {
  return q * (q.conjugate() * L).cwiseQuotient(inertia);
}

/// Spatial angular momentum of a body that turns with omega [rad/s].
inline Vec3 angular_momentum(const Quaternion& q, const Vec3& omega, const Vec3& inertia) {
  return q * (q.conjugate() * omega).cwiseProduct(inertia);
}

/// L.J L/2 with J = R I^-1 R^T [J].
inline Real rotational_energy(const Quaternion& q, const Vec3& L, const Vec3& inertia) {
  const Vec3 Pi = q.conjugate() * L;
  return Pi.dot(Pi.cwiseQuotient(inertia)) / 2;
}

namespace detail {

/// Midpoint momentum Pi_m of one step, by Newton: 2 to 4 iterations where dt |I^-1 Pi| <= 0.5 rad.
inline Vec3 midpoint_momentum(const Vec3& Pi0, const Vec3& inverse, Real dt) {
  // Quadratic convergence: a correction of 1e-9 leaves an error of 1e-18, below round-off.
  constexpr Real last_correction = 1e-9;
  constexpr int most_iterations = 20;
  const Real close_enough = last_correction * last_correction * Pi0.squaredNorm();
  const Real h = dt / 2;
  Vec3 p = Pi0 + h * Pi0.cross(Pi0.cwiseProduct(inverse));
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vec3 w = p.cwiseProduct(inverse);
    const Vec3 residual = p - Pi0 - h * p.cross(w);
    const Vec3 a = h * (inverse.x() * p), b = h * (inverse.y() * p), c = h * (inverse.z() * p);
    // 1 - h d(p x w)/dp = 1 + h [w]x - h [p]x I^-1
    Mat3 slope;
    slope << 1, -h * w.z() + b.z(), h * w.y() - c.y(),  //
        h * w.z() - a.z(), 1, -h * w.x() + c.x(),       //
        -h * w.y() + a.y(), h * w.x() - b.x(), 1;
    const Vec3 correction = slope.inverse() * residual;
    p -= correction;
    if (correction.squaredNorm() <= close_enough) break;
  }
  return p;
}

}  // namespace detail

/// Turns a free body for dt [s]; L stays as it is.
inline void rotate_free(Quaternion& q, const Vec3& L, const Vec3& inertia, Real dt) {
  // Newton's method is sure to converge up to here. The count depends on what a drift keeps, so the way back has as
  // many steps as the way there.
  constexpr Real largest_angle = 0.5;  // [rad]
  constexpr Real most_steps = 1e4;     // a body that turns faster has blown up already
  const Vec3 inverse = inertia.cwiseInverse();
  const Real angle = std::abs(dt) * L.norm() * inverse.maxCoeff();
  const int steps =
      angle > largest_angle ? static_cast<int>(std::min(most_steps, std::ceil(angle / largest_angle))) : 1;
  for (int step = 0; step < steps; ++step) {
    const Vec3 middle = detail::midpoint_momentum(q.conjugate() * L, inverse, dt / steps);
    q = q * cayley_turn(dt / steps * middle.cwiseProduct(inverse));
    renormalise(q);
  }
}

/// The numbers of a quaternion, or of as many side by side as a pack has lanes.
template <class T>
struct QuaternionOf {
  T x, y, z, w;
};

namespace detail {

/// Up to this square of half the angle the series below are exact to round-off.
inline constexpr Real small_half_angle2 = 1.0 / 256;

/// q turned by exp([a]x), a small, and brought back to unit length by one Newton step of |q| = 1. By components:
/// Eigen's product is stored by halves, for which a load of the whole has to wait.
template <class T>
QuaternionOf<T> turned(const QuaternionOf<T>& q, const T& ax, const T& ay, const T& az) {
  const T h2 = Real(0.25) * (ax * ax + ay * ay + az * az);
  // cos h and sin h/h: each term over the one before; in constants, as a division costs more than all the rest.
  const auto over = [h2](Real n) { return h2 * (1 / n); };
  const T c = 1 - over(2) * (1 - over(12) * (1 - over(30) * (1 - over(56))));
  const T sine = 1 - over(6) * (1 - over(20) * (1 - over(42) * (1 - over(72))));
  const T half = Real(0.5) * sine, x = half * ax, y = half * ay, z = half * az;
  const T qw = c * q.w - x * q.x - y * q.y - z * q.z;
  const T qx = c * q.x + x * q.w + y * q.z - z * q.y;
  const T qy = c * q.y + y * q.w + z * q.x - x * q.z;
  const T qz = c * q.z + z * q.w + x * q.y - y * q.x;
  const T scale = 1.5 - 0.5 * (qw * qw + qx * qx + qy * qy + qz * qz);
  return {scale * qx, scale * qy, scale * qz, scale * qw};
}

}  // namespace detail

/// Turns a sphere or disc for dt [s]: its angular velocity omega [rad/s] is constant while free, so this is exact.
inline void rotate_sphere(Quaternion& q, const Vec3& omega, Real dt) {
  const Vec3 a = dt * omega;
  if (a.squaredNorm() / 4 < detail::small_half_angle2) {
    const auto [x, y, z, w] = detail::turned<Real>({q.x(), q.y(), q.z(), q.w()}, a.x(), a.y(), a.z());
    q = Quaternion(w, x, y, z);
  } else {
    q = exponential_turn(a) * q;
    renormalise(q);
  }
}

/// The same of spheres one behind the other, as many at once as a pack has lanes; spin_of(k) is the row {omega, -} of
/// sphere k.
template <class SpinOf>
inline void rotate_spheres(std::span<Quaternion> orientation, SpinOf&& spin_of, Real dt) {
  std::size_t i = 0;
  for (; i + lanes <= orientation.size(); i += lanes) {
    const auto numbers = [&](int l) { return orientation[i + l].coeffs().data(); };
    const RowPack spin = load_rows([&](int l) { return &spin_of(i + l).x; }), q = load_rows(numbers);
    const Vec3Of<Pack> a = dt * spin.vec();
    if (anywhere(Real(0.25) * a.squaredNorm() >= detail::small_half_angle2)) {
      for (int l = 0; l < lanes; ++l) rotate_sphere(orientation[i + l], spin_of(i + l).vec(), dt);
    } else {
      const auto [x, y, z, w] = detail::turned<Pack>({q.x, q.y, q.z, q.w}, a[0], a[1], a[2]);
      store_rows({x, y, z, w}, numbers);
    }
  }
  for (; i < orientation.size(); ++i) rotate_sphere(orientation[i], spin_of(i).vec(), dt);
}

}  // namespace talus
