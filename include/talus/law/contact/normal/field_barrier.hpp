// Contact that touches: an energy of the colour field of one solid at the particles of another.
//
// Particle i sees the other body B as one smooth field (contact 14),
//   c_i = sum_j V_j W(|x_i - x_j|; h_B),   h_B = f_h dx_B,   W the quintic spline,
// whose value c_t where two surfaces touch follows from a half-space of layers (contact 15). How far i has gone beyond
// is a length, delta_i = (c_i - c_t)/c'_t, and costs the energy (contact 16)
//   Phi_i = kappa E (V_i/dx_i) d (delta_i/d)^(m+1)/(m+1)   for delta_i > 0,   d = (dx_i + dx_B)/2.
// The pressure of flat surfaces is 2 kappa E (delta/d)^m, one half from each side.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"
#include "talus/law/contact/normal/dashpots.hpp"
#include "talus/numerics/kernel/quintic_spline.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// Surfaces whose field is corrected for their shape and packing (contact 23).
enum class Calibration { none, smooth, all };
constexpr auto choices(std::type_identity<Calibration>) {
  using C = Calibration;
  return std::array{Word<C>{"none", C::none, "all particles weigh as much as their volume"},
                    Word<C>{"smooth", C::smooth,
                            "smooth surfaces, curved or packed unevenly; corners stay as they are"},
                    Word<C>{"all", C::all, "corners too"}};
}

struct FieldBarrier : Dashpots {
  constexpr FieldBarrier() : Dashpots{2, 2, 3} {}

  static constexpr std::string_view name = "field_barrier";
  static constexpr std::string_view help = "surfaces touch: barrier on the colour field of the other body";

  static constexpr bool for_solids = true, for_grains = false;

  Real exponent = 2;      ///< m [-]
  Real stiffness = 1;     ///< kappa [-]
  Real smoothing = 1.75;  ///< f_h = h_B / dx_B [-]
  Calibration calibrate = Calibration::smooth;

  static constexpr auto options() {
    return joined(OptionTable{optional("exponent", &FieldBarrier::exponent, dim::none,
                                       "m of the pressure 2 kappa E (delta/d)^m", between(1, 4)),
                              optional("stiffness", &FieldBarrier::stiffness, dim::none,
                                       "kappa, in units of Young's modulus", positive),
                              optional("smoothing", &FieldBarrier::smoothing, dim::none,
                                       "smoothing length of the field over the spacing", between(1.2, 3)),
                              optional("calibrate", &FieldBarrier::calibrate,
                                       "surfaces whose particles are weighted such that they touch where they are")},
                  dashpot_options<FieldBarrier>());
  }
};

/// The field where surfaces touch.
struct TouchingField {
  Real value = 0;  ///< c_t [-]
  Real slope = 0;  ///< c'_t = -dc_t/dz [1/m]
};

/// The quintic spline at one smoothing length [m].
class FieldKernel {
 public:
  FieldKernel(Real h, int dimension)
      : h_(h), norm_(QuinticSpline::norm(dimension) / (dimension == 2 ? h * h : h * h * h)) {}

  [[nodiscard]] Real support() const { return QuinticSpline::support * h_; }
  /// W(r) [1/m^d].
  [[nodiscard]] Real value(Real r) const { return at(r).value; }
  /// W'(r)/r [1/m^(d+2)]; finite at r = 0, where W' vanishes in proportion to r.
  [[nodiscard]] Real slope_over_r(Real r) const { return at(r).slope_over_r; }

  template <class T>
  struct Sample {
    T value, slope_over_r;
  };
  /// Both, without a branch: the loop over sources lives on it. The three terms of the spline are cut off one by one.
  template <class T>
  [[nodiscard]] Sample<T> at(const T& r) const {
    constexpr Real origin = 1e-6;  // nearer, the quotient is that at this place to round-off
    const T s = max(r * (1 / h_), T(origin)) * stretch;
    const T a = max(T(0), 3 - s), b = max(T(0), 2 - s), c = max(T(0), 1 - s);
    const T a2 = a * a, b2 = b * b, c2 = c * c, a4 = a2 * a2, b4 = b2 * b2, c4 = c2 * c2;
    const Real steepness = -5 * stretch * stretch * norm_ / (h_ * h_);
    return {norm_ * (a4 * a - 6 * b4 * b + 15 * c4 * c), steepness * (a4 - 6 * b4 + 15 * c4) * inverse(s)};
  }

 private:
  static constexpr Real stretch = 1.5;  ///< natural support 3 over the common support 2

  Real h_, norm_;
};

/// Field of a half-space of layers `spacing` apart, the first one at `distance` [m] (contact 15).
inline TouchingField touching_field(const FieldKernel& kernel, Real spacing, Real distance, int dimension) {
  constexpr int intervals = 2000;  // Simpson's rule; the integrand is smooth
  const auto layer = [&](Real z) {
    TouchingField sum;
    const Real reach = std::sqrt(std::max(Real(0), kernel.support() * kernel.support() - z * z));
    const Real ds = reach / intervals;
    for (int k = 0; k <= intervals; ++k) {
      const Real s = ds * k;
      const Real r = std::sqrt(z * z + s * s);
      const Real around = dimension == 2 ? 2 : 2 * std::numbers::pi * s;
      const Real weight = (k == 0 || k == intervals ? 1 : 2 + 2 * (k % 2)) * ds / 3 * around;
      sum.value += weight * kernel.value(r);
      sum.slope -= weight * kernel.slope_over_r(r) * z;
    }
    return sum;
  };
  TouchingField sum;
  for (Real z = distance; z < kernel.support(); z += spacing) {
    const TouchingField one = layer(z);
    sum.value += spacing * one.value;
    sum.slope += spacing * one.slope;
  }
  return sum;
}

/// The barrier at one particle.
struct BarrierAnswer {
  Real penetration = 0;  ///< delta, negative before touching [m]
  Real energy = 0;       ///< Phi_i [J]
  Real slope = 0;        ///< lambda = dPhi/dc [J]
  Real curvature = 0;    ///< d2Phi/dc2 [J]
};

/// The energy above for one pair of bodies: `young` harmonic mean [Pa], `distance` = d [m].
class Barrier {
 public:
  Barrier(const FieldBarrier& law, Real young, Real distance, const TouchingField& touching)
      : exponent_(law.exponent), strength_(law.stiffness * young), distance_(distance), touching_(touching) {}

  /// For a particle of cross-section `area` [m^2; m in 2-D] that sees the field c.
  [[nodiscard]] BarrierAnswer at(Real c, Real area) const {
    BarrierAnswer answer;
    answer.penetration = (c - touching_.value) / touching_.slope;
    if (answer.penetration <= 0) return answer;
    const Real depth = answer.penetration / distance_;
    const Real steep = strength_ * area * (exponent_ == 2 ? depth : std::pow(depth, exponent_ - 1));
    answer.energy = steep * depth * depth * distance_ / (exponent_ + 1);
    answer.slope = steep * depth / touching_.slope;
    answer.curvature = exponent_ * steep / (distance_ * touching_.slope * touching_.slope);
    return answer;
  }

  /// d2Phi/dc2 of a particle of cross-section `area` where it has stored `energy` [J].
  [[nodiscard]] Real curvature_at_energy(Real energy, Real area) const {
    const Real unit = strength_ * area * distance_ / (exponent_ + 1);  // the energy at a depth of d
    const Real depth = std::pow(energy / unit, 1 / (exponent_ + 1));
    return at(touching_.value + depth * distance_ * touching_.slope, area).curvature;
  }

  /// Pressure of flat surfaces, of which each side carries half [Pa].
  [[nodiscard]] Real pressure(Real penetration) const {
    return penetration > 0 ? 2 * strength_ * std::pow(penetration / distance_, exponent_) : 0;
  }

 private:
  Real exponent_, strength_, distance_;
  TouchingField touching_;
};

}  // namespace talus
