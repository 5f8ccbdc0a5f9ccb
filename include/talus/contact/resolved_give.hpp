// How far the particles of a solid give way by themselves under a grain that presses them with f (contact 48, 53). Laws
// of grains count the give of both partners in full, so this much of it must not be counted again.
//
//   G = (E*/E_s) H t (1 + t)/(1 + t + t^2),   H = (3 f/(4 E* sqrt(R)))^(2/3) = a^2/R,   t = 4/3 kappa a/A
//   1 - (E_s/E*) dG/dH = (2 + t)/(2 (1 + t + t^2)^2),   Gamma = integral of f dG
//
// E_s = E/(1 - nu^2) of the solid, E* of the pair [Pa], R radius of the grain [m], H approach of Hertz's pair under f
// and a its radius of contact [m], A = 3.25 dx radius of the footprint [m], kappa of its weights [-].
//
// Small t: the footprint is wider than the contact, and the solid gives way like a half-space under the footprint's
// weights, G = kappa f/(E_s A). Large t: particles follow the dent, and G is all of the solid's share of H.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"

namespace talus {

/// What a grain on a solid has to know of it.
struct SolidGround {
  Real modulus = 0;    ///< E/(1 - nu^2) [Pa]
  Real footprint = 0;  ///< A [m]; 0: what it gives way is not known
};

class ResolvedGive {
 public:
  /// Nothing is resolved.
  ResolvedGive() = default;

  ResolvedGive(const SolidGround& ground, Real radius, Real reduced_young) {
    if (ground.footprint <= 0) return;
    const Real a = ground.footprint / (Real(4) / 3 * kappa);  // radius of contact where t = 1
    const Real approach = a * a / radius;
    force_ = Real(4) / 3 * reduced_young * a * approach;
    give_ = reduced_young / ground.modulus * approach;
  }

  /// dG/df under no load [m/N].
  [[nodiscard]] Real initial() const { return share_ * give_ / force_; }
  [[nodiscard]] bool acts() const { return share_ * give_ > 0; }

  /// For a law with straight branches, `stiffest` of them all [N/m]: one that is stiffer than the solid under it cannot
  /// be had. It is made up to six times as stiff as that, and no law becomes softer.
  void bound(Real stiffest) {
    constexpr Real most = 6;
    if (acts()) share_ = std::clamp(1 / (stiffest * initial()) - 1 / most, Real(0), Real(1));
  }

  struct State {
    Real give = 0;    ///< G [m]
    Real slope = 0;   ///< dG/df [m/N]
    Real stored = 0;  ///< Gamma [J]
  };
  [[nodiscard]] State at(Real f) const {
    if (!acts()) return {};
    if (f <= 0) return {initial() * f, initial(), Real(0.5) * initial() * f * f};
    const Real t = std::cbrt(f / force_), u = std::min(t, resolved), D = 1 + u + u * u;
    State s{u * u * u * (1 + u) / D, (3 + 6 * u + 4 * u * u + 2 * u * u * u) / (3 * D * D), energy(u)};
    if (t > u) {  // in proportion to H from here on
      const Real steep = Real(1.5) * u * s.slope;
      s.give += steep * (t * t - u * u);
      s.slope = Real(2) / 3 * steep / t;
      s.stored += Real(0.4) * steep * (std::pow(t, 5) - std::pow(u, 5));
    }
    const Real give = share_ * give_;
    return {give * s.give, give / force_ * s.slope, give * force_ * s.stored};
  }

  /// Stiffness of a branch k [N/m] in series with what the solid does not give any more.
  [[nodiscard]] Real stiffened(Real k, Real f) const { return k / std::max(least, 1 - k * at(f).slope); }

  /// Between 1 - k dG/df of Hertz's contact at the largest t and 0.
  static constexpr Real least = 0.03;

 private:
  /// Of the weights B^4 over a flat footprint, on particles of the default solver.
  static constexpr Real kappa = 1.1;
  /// t up to which the formula is followed: the contact is 24 times as stiff as Hertz's there.
  static constexpr Real resolved = 2;

  /// Gamma over force and give where t = 1: the integral of t^3 dG.
  [[nodiscard]] static Real energy(Real t) {
    // = t^6 (1 + t)/D - 3 I, I the integral of t^5 (1 + t)/(1 + t + t^2) = t^5 (1 - t^2)/(1 - t^3)
    constexpr Real small = 0.6;
    const Real D = 1 + t + t * t, t3 = t * t * t, whole = t3 * t3 * (1 + t) / D;
    Real integral = 0;
    if (t < small) {
      constexpr int terms = 24;
      Real power = t3 * t3;
      for (int k = 0; k < terms; ++k, power *= t3) {
        integral += power * (1 / Real(3 * k + 6) - t * t / Real(3 * k + 8));
      }
    } else {
      const Real root = std::numbers::sqrt3;
      integral = t3 * t * t / 5 - t3 / 3 + t * t / 2 - Real(0.5) * std::log(D) +
                 (std::atan((2 * t + 1) / root) - std::numbers::pi / 6) / root;
    }
    return whole - 3 * integral;
  }

  Real force_ = 1;  ///< f where t = 1 [N]
  Real give_ = 0;   ///< E*/E_s H there [m]
  Real share_ = 1;  ///< of G that counts [-]
};

}  // namespace talus
