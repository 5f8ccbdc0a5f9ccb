// How stiff the spring of a linear contact should be.
//
// Hertz's impact of two spheres at v (Johnson, Contact Mechanics, sec. 11.4), with k_Hz = 4/3 E* sqrt(R*):
//   delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5),   F = k_Hz delta_max^(3/2),
//   T = C delta_max/v,   C = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) = 2.94328
// A loading spring k that has the same largest overlap, k delta_max^2 = m* v^2, also holds the same strain energy
// there: "overlap" and "energy" are one. With X = (v sqrt(m*) R* E*^2)^(2/5) it is (16/15)^(4/5) X. "duration" asks
// that Walton and Braun's contact, which carries force for (pi/2) (1 + e) sqrt(m*/k), lasts T.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/law/contact/contact_point.hpp"

namespace talus {

/// Elastic impact of spheres that touch at a point.
struct HertzImpact {
  Real overlap = 0;        ///< delta_max [m]
  Real force = 0;          ///< largest [N]
  Real duration = 0;       ///< T [s]
  Real energy = 0;         ///< m* v^2/2 [J]
  Real overlap_ratio = 0;  ///< delta_max/(2 R*), over the radius of equal spheres [-]
};

/// Reads the reduced radius, mass and Young's modulus of `pair`; `speed` > 0 [m/s].
inline HertzImpact hertz_impact(const ContactPoint& pair, Real speed) {
  const Real C = Real(0.8) * std::sqrt(std::numbers::pi) * std::tgamma(Real(0.4)) / std::tgamma(Real(0.9));
  const Real k_Hz = Real(4) / 3 * pair.reduced_young * std::sqrt(pair.reduced_radius);
  HertzImpact impact;
  impact.energy = Real(0.5) * pair.reduced_mass * speed * speed;
  impact.overlap = std::pow(Real(2.5) * impact.energy / k_Hz, Real(0.4));
  impact.force = k_Hz * impact.overlap * std::sqrt(impact.overlap);
  impact.duration = C * impact.overlap / speed;
  impact.overlap_ratio = impact.overlap / (2 * pair.reduced_radius);
  return impact;
}

/// What a linear loading spring shares with Hertz's contact.
enum class HertzMatch { overlap, duration, energy };
constexpr auto choices(std::type_identity<HertzMatch>) {
  using M = HertzMatch;
  return std::array{Word<M>{"overlap", M::overlap, "the same largest overlap"},
                    Word<M>{"duration", M::duration, "the same time under force, at the law's restitution"},
                    Word<M>{"energy", M::energy, "the same strain energy at that overlap: same as overlap"}};
}

/// A stiffness that follows from the material: {"from_hertz": "duration", "impact_speed": 1}.
struct StiffnessFromHertz {
  HertzMatch from_hertz = HertzMatch::overlap;
  Real impact_speed{};  ///< relative, expected in the case [m/s]

  static constexpr auto options() {
    using S = StiffnessFromHertz;
    return OptionTable{
        required("from_hertz", &S::from_hertz, "what the spring shares with Hertz's contact"),
        required("impact_speed", &S::impact_speed, dim::velocity, "relative speed of the impacts to expect", positive)};
  }

  /// k of the loading branch [N/m] for a pair with restitution e.
  [[nodiscard]] Real stiffness(const ContactPoint& pair, Real restitution) const {
    const HertzImpact impact = hertz_impact(pair, impact_speed);
    if (from_hertz != HertzMatch::duration) return 2 * impact.energy / (impact.overlap * impact.overlap);
    const Real per_root = Real(0.5) * std::numbers::pi * (1 + restitution) / impact.duration;
    return pair.reduced_mass * per_root * per_root;
  }
};

}  // namespace talus
