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

#include <cmath>

#include "talus/law/contact/bond/bond_point.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

/// What a bond keeps of the time of bonding.
struct BondAttachment {
  Quaternion turn = Quaternion::Identity();  ///< from the axes of j to those of i
  Vec3 axis = Vec3::Zero();                  ///< e in the axes of j
  Real length = 0;                           ///< L [m]

  BondAttachment() = default;
  /// `apart` = x_i - x_j [m], with the orientations of both.
  BondAttachment(const Vec3& apart, const Quaternion& i, const Quaternion& j)
      : turn(i.conjugate() * j), axis(j.conjugate() * apart.normalized()), length(apart.norm()) {}
};

/// Force on j and torques on both about their centres.
struct BondLoad {
  Vec3 force = Vec3::Zero();                              ///< [N]
  Vec3 torque_i = Vec3::Zero(), torque_j = Vec3::Zero();  ///< [N m]
};

class BondFrame {
 public:
  BondFrame(const BondAttachment& bond, const Vec3& apart, const Quaternion& i, const Quaternion& j) : apart_(apart) {
    Quaternion q = i * bond.turn * j.conjugate();
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    v_ = q.vec();
    per_whole_ = 1 / (1 + q.w());
    const Vec3 e = j * bond.axis;
    const Vec3 turned = v_.cross(e);
    strain_.axis = e + turned + per_whole_ * v_.cross(turned);
    strain_.displacement = apart - bond.length * strain_.axis;
    const Real sine = v_.norm();
    constexpr Real small = 1e-4;  // below, both are their first terms to round-off
    if (sine < small) {
      g_ = 1 + sine * sine / 6;
      h_ = -Real(1) / 6;
    } else {
      g_ = std::atan2(sine, q.w()) / sine;
      h_ = (1 - g_) / (sine * sine);
    }
    strain_.rotation = 2 * g_ * v_;
  }

  /// With rates, of velocities v_i - v_j [m/s] and spins [1/s].
  [[nodiscard]] const BondStrain& strain(const Vec3& velocity, const Vec3& spin_i, const Vec3& spin_j) {
    const Vec3 difference = spin_i - spin_j;
    const Vec3 middle = Real(0.5) * (spin_i + spin_j - per_whole_ * v_.cross(difference));
    strain_.velocity = velocity - middle.cross(apart_);
    strain_.turn_rate = stretched(difference);
    return strain_;
  }

  /// What force and moment on j amount to.
  [[nodiscard]] BondLoad load(const Vec3& force, const Vec3& moment) const {
    const Vec3 couple = apart_.cross(force);
    const Vec3 torque_i = Real(0.5) * (couple - per_whole_ * couple.cross(v_)) - stretched(moment);
    return {force, torque_i, couple - torque_i};
  }

 private:
  /// G a.
  [[nodiscard]] Vec3 stretched(const Vec3& a) const { return g_ * a + (h_ * v_.dot(a)) * v_; }

  Vec3 apart_, v_;
  Real per_whole_, g_, h_;  ///< 1/(1 + w), g, (1 - g)/|v|^2
  BondStrain strain_;
};

}  // namespace talus
