// The kernel with which a sphere feels the particles of a solid, and how deep it is in a flat one (contact 40-41):
//
//   q(rho) = (1 - rho^2/R_e^2)^5 inside R_e, 0 beyond;   R_e^2 = (R + dx/2)^2 + a^2, a = 3.25 dx
//   c(z)   = dx sum_l Q(z + l dx), l = 0, 1, …           Q: q integrated over a layer at distance z from the centre
//   in space   Q = pi R_e^2 B^6/6,        B = 1 - z^2/R_e^2
//   in the plane   Q = 512/693 R_e B^(11/2)
//
// rho distance of a particle from the centre [m], R radius of the sphere [m], dx spacing of the solid [m], c colour
// [m^3; m^2 in 2-D], z distance of the centre from the outermost layer, which lies dx/2 below the surface [m].
//
// Why this one: a power of B is again one when it is integrated over a layer, whatever the radius; no root is needed. A
// sphere that just touches a flat face sees a footprint of radius a of it, which is what it takes to smooth the
// lattice: with the power 5 lateral force over load stays below 7e-4 for R >= 2 dx (8e-4 at any R), with 4
// below 1.6e-3, with 3 below 5e-3. Beyond that the footprint is that of the sphere, since B = 0 stays a^2/(2 R) away
// from its surface.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"

namespace talus {

class SolidGrainKernel {
 public:
  static constexpr Real footprint = 3.25;  ///< a over the spacing [-]

  SolidGrainKernel(Real radius, Real spacing, int dimension)
      : spacing_(spacing),
        touching_(radius + Real(0.5) * spacing),
        range2_(touching_ * touching_ + footprint * footprint * spacing * spacing),
        per_range2_(1 / range2_),
        spatial_(dimension == 3) {}

  /// Distance of the centre from the outermost layer of a flat face that it just touches [m].
  [[nodiscard]] Real touching() const { return touching_; }
  /// R_e [m].
  [[nodiscard]] Real range() const { return std::sqrt(range2_); }
  [[nodiscard]] Real range2() const { return range2_; }

  /// B at a squared distance [m^2]; q = B^5.
  [[nodiscard]] Real nearness(Real rho2) const { return std::max(Real(0), 1 - rho2 * per_range2_); }
  /// dq = -2 steepness(B) rho drho [1/m^2].
  [[nodiscard]] Real steepness(Real B) const { return 5 * per_range2_ * B * B * B * B; }

  struct Profile {
    Real value = 0;  ///< c [m^d]
    Real slope = 0;  ///< -dc/dz [m^(d-1)]
  };
  /// Of a half-space.
  [[nodiscard]] Profile profile(Real z) const {
    Profile p;
    for (Real layer = z; layer * layer < range2_; layer += spacing_) {
      const Real B = nearness(layer * layer), B2 = B * B, B4 = B2 * B2;
      if (spatial_) {
        p.value += std::numbers::pi / 6 * range2_ * B4 * B2;
        p.slope += 2 * std::numbers::pi * layer * B4 * B;
      } else {
        const Real root = std::sqrt(B) / range();
        p.value += line * range2_ * B4 * B * root;
        p.slope += 11 * line * layer * B4 * root;
      }
    }
    p.value *= spacing_;
    p.slope *= spacing_;
    return p;
  }

  /// The distance z at which a half-space gives the colour c, within [0, R_e] [m].
  [[nodiscard]] Real distance(Real c) const {
    if (c <= 0) return range();
    // c^(1/m) of one layer is B, a parabola in z: Newton's method hardly has to do anything.
    const Real m = spatial_ ? Real(6) : Real(5.5);
    const Real aim = std::pow(c, 1 / m);
    const Real one_layer = spacing_ * (spatial_ ? std::numbers::pi / 6 * range2_ : line * range());
    Real z = std::sqrt(range2_ * std::max(Real(0), 1 - aim / std::pow(one_layer, 1 / m)));
    for (int k = 0; k < most_steps; ++k) {
      const Profile p = profile(z);
      if (!(p.value > 0) || !(p.slope > 0)) break;
      const Real root = std::pow(p.value, 1 / m);
      const Real next = std::clamp(z + (root - aim) * m * p.value / (root * p.slope), Real(0), range());
      const Real moved = std::abs(next - z);
      z = next;
      if (moved < precision * range()) break;
    }
    return z;
  }

 private:
  static constexpr Real line = Real(512) / 693;  ///< integral of (1 - s^2)^5
  static constexpr int most_steps = 40;
  static constexpr Real precision = 1e-15;

  Real spacing_;
  Real touching_;
  Real range2_;
  Real per_range2_;
  bool spatial_;
};

}  // namespace talus
