// Parallel bond (Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364): two grains are glued by a
// cylinder of cement, a short beam that resists stretching, shear, bending and twisting beside the contact, and breaks.
//   length L = distance of the centres when bonded, radius r = lambda min(R_i, R_j)
//   A = pi r^2, I = pi r^4/4, J = 2 I;   2-D, per metre of depth: A = 2 r, I = 2/3 r^3, no twisting  (contact-law 26)
//   F = k_n u_n + k_s u_s,  k_n = E A/L, k_s = k_n/kappa
//   M = k_b theta_b + k_t theta_t,  k_b = k_n I/A, k_t = k_s J/A                                      (contact-law 27)
//   U = 1/2 (k_n u_n^2 + k_s u_s^2 + k_b theta_b^2 + k_t theta_t^2)
//   breaks where  F_n/A + |M_b| r/I > sigma_c  or  |F_s|/A + |M_t| r/J > tau_c                        (contact-law 28)
// u is the displacement of i against j in the middle of the bond, theta their rotation (contact 31); tension is
// positive. As a beam it has Young's modulus E, and E/kappa as shear modulus times shear factor; kappa = 2.5 is that of
// a Poisson's ratio of 0.25 with a factor of 1.
//
// Departures: total instead of incremental form, so that a closed path gives back all energy; dashpots, each with
// `damping_ratio` zeta of the critical damping of the two grains in its sense, which do not count for strength,
//   c = 2 zeta sqrt(k/p),  p = 1/m_i + 1/m_j;  bending, twisting p' = 1/I_i + 1/I_j;  shear p + p' L^2/4
// and strengths that scatter by Weibull's distribution about the mean that is given.
// Valid for small strains of the cement. M is the moment in the middle: at the ends of a sheared bond it differs by
// F_s L/2.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/bond/bond_point.hpp"
#include "talus/numerics/random.hpp"

namespace talus {

struct NoBond {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view help = "grains are not bonded";
  static constexpr auto options() { return OptionTable<>{}; }
};

/// Section of a bond of radius (half width) r [m].
struct BondSection {
  Real area = 0;     ///< A [m^2; m in 2-D]
  Real bending = 0;  ///< I [m^4; m^3]
  Real polar = 0;    ///< J, 0 in 2-D [m^4]

  BondSection(Real r, int dimension) {
    if (dimension == 2) {
      area = 2 * r;
      bending = Real(2) / 3 * r * r * r;
    } else {
      area = std::numbers::pi * r * r;
      bending = area * r * r / 4;
      polar = 2 * bending;
    }
  }
};

/// One bond, ready to evaluate: stiffnesses and dashpots in the order stretching, shear, bending, twisting.
template <class T>
struct ParallelBondBeamOf {
  struct Sense {
    T k = 0;  ///< [N/m; N m/rad]
    T c = 0;  ///< [N s/m; N m s/rad]
  };
  Sense stretching, shear, bending, twisting;
  T per_area = 0;             ///< 1/A [1/m^2]
  T per_bending_modulus = 0;  ///< r/I [1/m^3]
  T per_polar_modulus = 0;    ///< r/J, 0 in 2-D [1/m^3]
  T per_tensile = 0;          ///< 1/sigma_c, 0 where nothing breaks it [1/Pa]
  T per_shear = 0;            ///< 1/tau_c, 0 where nothing breaks it [1/Pa]
  T frequency2 = 0;           ///< the stiffest sense over its mass [1/s^2]

  [[nodiscard]] BondAnswerOf<T> evaluate(const BondStrainOf<T>& strain) const {
    using Vector = Vec3Of<T>;
    const Vector& e = strain.axis;
    const T u_n = strain.displacement.dot(e), theta_t = strain.rotation.dot(e);
    const Vector u_s = strain.displacement - u_n * e, theta_b = strain.rotation - theta_t * e;
    const T v_n = strain.velocity.dot(e), rate_t = strain.turn_rate.dot(e);
    const Vector v_s = strain.velocity - v_n * e, rate_b = strain.turn_rate - rate_t * e;
    const T tension = stretching.k * u_n, torsion = twisting.k * theta_t;
    const Vector sideways = shear.k * u_s, bent = bending.k * theta_b;
    BondAnswerOf<T> answer;
    answer.force = (tension + stretching.c * v_n) * e + sideways + shear.c * v_s;
    answer.moment = (torsion + twisting.c * rate_t) * e + bent + bending.c * rate_b;
    answer.stored = Real(0.5) * (tension * u_n + torsion * theta_t + sideways.dot(u_s) + bent.dot(theta_b));
    answer.viscous_power = stretching.c * v_n * v_n + shear.c * v_s.squaredNorm() + bending.c * rate_b.squaredNorm() +
                           twisting.c * rate_t * rate_t;
    const T pull = tension * per_area + sqrt(bent.squaredNorm()) * per_bending_modulus;
    const T slide = sqrt(sideways.squaredNorm()) * per_area + abs(torsion) * per_polar_modulus;
    answer.stress_ratio = max(pull * per_tensile, slide * per_shear);
    return answer;
  }
};
using ParallelBondBeam = ParallelBondBeamOf<Real>;

struct ParallelBond : Bonding {
  static constexpr std::string_view name = "parallel_bond";
  static constexpr std::string_view help =
      "cement between two grains, a beam that stretches, shears, bends, twists and breaks";

  Real young = 0;                          ///< E of the cement [Pa]
  Real normal_to_shear = 2.5;              ///< kappa = k_n/k_s [-]
  Real radius = 1;                         ///< lambda [-]
  std::optional<Real> tensile_strength{};  ///< sigma_c [Pa]
  std::optional<Real> shear_strength{};    ///< tau_c [Pa]
  Real damping_ratio = 0;                  ///< zeta [-]
  std::optional<Real> weibull_modulus{};   ///< [-]
  std::uint64_t seed = 1;

  template <class T>
  using BeamOf = ParallelBondBeamOf<T>;

  static constexpr auto options() {
    using L = ParallelBond;
    return joined(
        OptionTable{
            required("young", &L::young, dim::pressure, "Young's modulus of the cement", positive),
            optional("normal_to_shear", &L::normal_to_shear, dim::none, "stiffness of stretching over that of shear",
                     positive),
            optional("radius", &L::radius, dim::none, "radius of the bond over that of the smaller sphere", positive),
            optional("tensile_strength", &L::tensile_strength, dim::pressure,
                     "largest tension at the rim, of stretching and bending; without it, unbreakable", positive),
            optional("shear_strength", &L::shear_strength, dim::pressure,
                     "largest shear stress at the rim, of shear and twisting; without it, unbreakable", positive),
            optional("damping_ratio", &L::damping_ratio, dim::none,
                     "of the critical damping of the two grains, in every sense", between(0, 1)),
            optional("weibull_modulus", &L::weibull_modulus, dim::none,
                     "scatter of strengths: small is wide, 10 about 12 %; without it, none", positive),
            optional("seed", &L::seed, dim::none, "of that scatter", non_negative)},
        bonding_options<L>());
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (weibull_modulus && !tensile_strength && !shear_strength) {
      return {"weibull_modulus", "scatters strengths, but neither tensile_strength nor shear_strength is given"};
    }
    return {};
  }

  /// Strength of one bond over the mean of all; `pair` is a number of its own for every bond [-].
  [[nodiscard]] Real strength_factor(std::uint64_t pair) const {
    if (!weibull_modulus) return 1;
    Random random(seed ^ split_mix(pair));
    return std::pow(-std::log(1 - random.uniform()), 1 / *weibull_modulus) / std::tgamma(1 + 1 / *weibull_modulus);
  }

  [[nodiscard]] ParallelBondBeam beam(const BondEnds& ends, std::uint64_t pair) const {
    const Real r = radius * std::min(ends.radius_i, ends.radius_j);
    const BondSection section(r, ends.dimension);
    const Real normal = young / ends.length, across = normal / normal_to_shear;  // per area [Pa/m]
    const Real strength = strength_factor(pair);
    ParallelBondBeam made;
    const Real per_shear_mass = ends.per_mass + ends.length * ends.length / 4 * ends.per_inertia;
    // Dashpots see a velocity carried half a step ahead; twelve bonds of a grain feed each other in steps above 0.1
    // over the rate of one. At 40 steps per contact none is then longer than 0.08 over it.
    constexpr Real dashpot_share = 0.98;
    const Real of_dashpots = dashpot_share * 2 * damping_ratio;
    const auto sense = [&](Real k, Real p) {
      made.frequency2 = std::max(made.frequency2, k * p * std::max(Real(1), of_dashpots * of_dashpots));
      return ParallelBondBeam::Sense{k, p > 0 ? 2 * damping_ratio * std::sqrt(k / p) : 0};
    };
    made.stretching = sense(normal * section.area, ends.per_mass);
    made.shear = sense(across * section.area, per_shear_mass);
    made.bending = sense(normal * section.bending, ends.per_inertia);
    made.twisting = sense(across * section.polar, ends.per_inertia);
    made.per_area = 1 / section.area;
    made.per_bending_modulus = r / section.bending;
    if (section.polar > 0) made.per_polar_modulus = r / section.polar;
    if (tensile_strength) made.per_tensile = 1 / (strength * *tensile_strength);
    if (shear_strength) made.per_shear = 1 / (strength * *shear_strength);
    return made;
  }
};

}  // namespace talus
