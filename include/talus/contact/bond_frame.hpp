// How two bonded grains stand to each other, seen from half-way between them, and what a beam between them does to both
// (contact 30-33).
//
// At the time of bonding the axis e from j to i and the turn from one grain to the other are kept in the axes of the
// grains. q is the rotation of i against j since then (unit quaternion w, v; w >= 0), d = x_i - x_j, L = |d| then.
//   e of the middle: that of j turned by half of q;  displacement u = d - L e;  rotation theta = theta n, q = (n,
//   theta)
// This is one element of a geometrically exact beam (Reissner 1972, Simo, Comput. Methods Appl. Mech. Eng. 49 (1985)
// 55-70) with one point of integration, its middle; for small rotations u is the sum of increments
// (v_i - v_j - (omega_i + omega_j)/2 x d) dt of Potyondy & Cundall (2004). Total, it is a function of places and
// orientations only: forces are the gradient of an energy, no closed path gains or loses any, and a rigid motion does
// nothing. Increments would add up an error of their own with every turn.
//
// With force F and moment M on j, P = d x F, and omega of the middle (omega_i + omega_j)/2 - v x D/(2 (1 + w)),
// D = omega_i - omega_j, the same work gives
//   f_i = -F,  f_j = F,  T_i = P/2 - P x v/(2 (1 + w)) - G M,  T_j = P - T_i,   so that d x f_i + T_i + T_j = 0
//   G = n n^T + g (1 - n n^T),  g = (theta/2)/sin(theta/2):   G D is the rate of theta in the axes of the middle
// F acts in the middle between the spheres. Valid for rotations of i against j up to half a turn; beyond it the shorter
// way round counts.
#pragma once

#include "talus/law/contact/bond/bond_point.hpp"
#include "talus/numerics/pack.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

/// What a bond keeps of the time of bonding. Made of numbers T only (lane_by_lane.hpp).
template <class T>
struct BondAttachmentOf {
  Eigen::Quaternion<T, Eigen::DontAlign> turn{1, 0, 0, 0};  ///< from the axes of j to those of i
  Vec3Of<T> axis = Vec3Of<T>::Zero();                       ///< e in the axes of j
  T length = 0;                                             ///< L [m]

  BondAttachmentOf() = default;
  /// `apart` = x_i - x_j [m], with the orientations of both.
  BondAttachmentOf(const Vec3Of<T>& apart, const Eigen::Quaternion<T>& i, const Eigen::Quaternion<T>& j)
      : turn(i.conjugate() * j), length(sqrt(apart.squaredNorm())) {
    axis = j.conjugate() * Vec3Of<T>(apart / length);
  }
};
using BondAttachment = BondAttachmentOf<Real>;

/// Force on j and torques on both about their centres.
template <class T>
struct BondLoadOf {
  Vec3Of<T> force = Vec3Of<T>::Zero();                                   ///< [N]
  Vec3Of<T> torque_i = Vec3Of<T>::Zero(), torque_j = Vec3Of<T>::Zero();  ///< [N m]
};
using BondLoad = BondLoadOf<Real>;

template <class T>
class BondFrameOf {
 public:
  using Vector = Vec3Of<T>;
  using Turn = Eigen::Quaternion<T>;

  BondFrameOf(const BondAttachmentOf<T>& bond, const Vector& apart, const Turn& i, const Turn& j) : apart_(apart) {
    const Turn q = i * Turn(bond.turn) * j.conjugate();
    const T shorter = select(q.w() < 0, T(-1), T(1)), w = shorter * q.w();
    v_ = shorter * q.vec();
    per_whole_ = inverse(1 + w);
    const Vector e = j * bond.axis;
    const Vector turned = v_.cross(e);
    strain_.axis = e + turned + per_whole_ * v_.cross(turned);
    strain_.displacement = apart - bond.length * strain_.axis;
    find_stretch(w);
    strain_.rotation = 2 * g_ * v_;
  }

  /// With rates, of velocities v_i - v_j [m/s] and spins [1/s].
  [[nodiscard]] const BondStrainOf<T>& strain(const Vector& velocity, const Vector& spin_i, const Vector& spin_j) {
    const Vector difference = spin_i - spin_j;
    const Vector middle = T(0.5) * (spin_i + spin_j - per_whole_ * v_.cross(difference));
    strain_.velocity = velocity - middle.cross(apart_);
    strain_.turn_rate = stretched(difference);
    return strain_;
  }

  /// What force and moment on j amount to.
  [[nodiscard]] BondLoadOf<T> load(const Vector& force, const Vector& moment) const {
    const Vector couple = apart_.cross(force);
    const Vector torque_i = T(0.5) * (couple - per_whole_ * couple.cross(v_)) - stretched(moment);
    return {force, torque_i, couple - torque_i};
  }

 private:
  /// g and (1 - g)/|v|^2 of half an angle whose sine is |v| and whose cosine is w.
  void find_stretch(const T& w) {
    const T sine2 = v_.squaredNorm();
    h_ = -arcsine_excess(sine2);
    g_ = 1 - sine2 * h_;
    constexpr Real small = 1.0 / 64;
    const auto large = sine2 > small;
    if (!anywhere(large)) return;
    // Of an angle t, sin t/2 = sin t/d and cos t/2 = d/2 with d^2 = 2 (1 + cos t).
    T x = sine2, cosine = w, ratio = 1;
    for (int halvings = 0; halvings < 4; ++halvings) {
      const T d2 = 2 + 2 * cosine, d = sqrt(d2);
      x /= d2;
      ratio *= 2 / d;
      cosine = T(0.5) * d;
    }
    const T g = ratio * (1 + x * arcsine_excess(x));
    g_ = select(large, g, g_);
    h_ = select(large, (1 - g) / max(sine2, small), h_);
  }

  /// (asin(s)/s - 1)/x with x = s^2: the series is exact to round-off up to 1/64.
  [[nodiscard]] static T arcsine_excess(const T& x) {
    constexpr Real c[] = {1.0 / 6,       3.0 / 40,      5.0 / 112,       35.0 / 1152,      63.0 / 2816,
                          231.0 / 13312, 143.0 / 10240, 6435.0 / 557056, 12155.0 / 1245184};
    T sum = c[8];
    for (int n = 7; n >= 0; --n) sum = c[n] + x * sum;
    return sum;
  }

  /// G a.
  [[nodiscard]] Vector stretched(const Vector& a) const { return g_ * a + (h_ * v_.dot(a)) * v_; }

  Vector apart_, v_;
  T per_whole_, g_, h_;  ///< 1/(1 + w), g, (1 - g)/|v|^2
  BondStrainOf<T> strain_;
};
using BondFrame = BondFrameOf<Real>;

}  // namespace talus
