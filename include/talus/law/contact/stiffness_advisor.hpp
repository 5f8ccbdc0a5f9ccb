// How stiff the spring of a linear contact should be, and what springs that are too soft do to a result.
//
// Hertz's impact of two spheres at v (Johnson, Contact Mechanics, sec. 11.4), with k_Hz = 4/3 E* sqrt(R*):
//   delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5),   F = k_Hz delta_max^(3/2),
//   T = C delta_max/v,   C = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) = 2.94328
// A loading spring k that has the same largest overlap, k delta_max^2 = m* v^2, also holds the same strain energy
// there: "overlap" and "energy" are one. With X = (v sqrt(m*) R* E*^2)^(2/5) it is (16/15)^(4/5) X. "duration" asks
// that Walton and Braun's contact, which carries force for (pi/2) (1 + e) sqrt(m*/k), lasts T.
//
// Soft springs: excluded volume (Ketterhagen et al. 2005), detachment (Luding et al. 1994), brake failure (Schaefer and
// Wolf 1995), departure from quasi-static shear (Campbell 2002). A deep overlap harms where grains are packed: a
// collision of two that part again is the same whatever its depth, until it outlasts the encounter.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

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

/// S [1/m] of Walton and Braun's variable restitution, k_U = k_L (1 + S delta_max), that gives e at `speed`.
inline Real stiffening_for(Real restitution, Real speed, Real reduced_mass, Real loading_stiffness) {
  return (1 / (restitution * restitution) - 1) / (speed * std::sqrt(reduced_mass / loading_stiffness));
}

/// e = (1 + S v sqrt(m*/k_L))^(-1/2), the other way round.
inline Real restitution_of(Real stiffening, Real speed, Real reduced_mass, Real loading_stiffness) {
  return 1 / std::sqrt(1 + stiffening * speed * std::sqrt(reduced_mass / loading_stiffness));
}

/// Volume that two spheres share [m^3]: pi delta^2 (d^2 + 2 d (R1 + R2) - 3 (R1 - R2)^2)/(12 d), d = R1 + R2 - delta.
inline Real shared_volume(Real R1, Real R2, Real overlap) {
  if (overlap <= 0) return 0;
  const Real d = R1 + R2 - overlap;
  const Real difference = R1 - R2;
  if (d <= std::abs(difference)) {  // one inside the other
    const Real r = std::min(R1, R2);
    return Real(4) / 3 * std::numbers::pi * r * r * r;
  }
  return std::numbers::pi * overlap * overlap * (d * (d + 2 * (R1 + R2)) - 3 * difference * difference) / (12 * d);
}

/// Volume of a sphere behind a wall [m^3]: pi delta^2 (R - delta/3), up to the whole sphere.
inline Real volume_behind_wall(Real R, Real overlap) {
  const Real depth = std::clamp(overlap, Real(0), 2 * R);
  return std::numbers::pi * depth * depth * (R - depth / 3);
}

/// k/(rate^2 rho d^3) [-]: large where shear at `rate` [1/s] is quasi-static, independent of the rate.
inline Real quasi_static_number(Real stiffness, Real rate, Real density, Real diameter) {
  return stiffness / (rate * rate * density * diameter * diameter * diameter);
}

/// What a run measures to judge its springs.
struct SpringObservation {
  Real overlap_ratio = 0;              ///< largest delta/R [-]
  Real packed_overlap = 0;             ///< the same, in packings [-]
  Real shared_volume = 0;              ///< of all overlaps at one time [m^3]
  Real solid_volume = 0;               ///< of all grains [m^3]
  Real contact_duration = 0;           ///< t_c, mean of a contact [s]
  Real free_time = 0;                  ///< mean from the end of a contact to the next collision; 0: not measured [s]
  Real company = 0;                    ///< share of collisions that begin while another one of the grain lasts [-]
  Real approach_time = 0;              ///< in which the load comes and goes, R/v; 0: not measured [s]
  std::optional<Real> quasi_static{};  ///< quasi_static_number, where the case shears [-]
};

struct SoftSpringReport {
  Real overlap_ratio = 0;              ///< largest delta/R [-]
  Real packed_overlap = 0;             ///< the same, in packings [-]
  Real excluded_volume = 0;            ///< shared over solid volume [-]
  Real detachment = 0;                 ///< share of collisions in company, about t_c/t_free where small [-]
  Real brake = 0;                      ///< t_c/(R/v) [-]
  std::optional<Real> quasi_static{};  ///< k/(rate^2 rho d^3) [-]

  static constexpr Real overlap_limit = 0.01;    ///< of delta/R in packings and of the shared volume: the usual 1 %
  static constexpr Real detachment_limit = 0.1;  ///< our reading of "small"
  static constexpr Real brake_limit = 1;         ///< contacts that outlast their approach

  /// One sentence each for what distorts the result, with what to do.
  [[nodiscard]] std::vector<std::string> warnings() const {
    std::vector<std::string> found;
    // Without a packing, what is hidden is that of collisions, which are as deep as they are fast.
    if (packed_overlap > 0 && std::max(packed_overlap, excluded_volume) > overlap_limit) {
      found.push_back(sentence(
          "Packed grains overlap by up to %.3g %% of their radius and hide %.3g %% of their volume (good: below "
          "%.3g %% each): the packing is softer and denser than solid grains allow; half the overlap takes a spring "
          "twice (at rest) to four times (impacts) as stiff.",
          100 * packed_overlap, 100 * excluded_volume, 100 * overlap_limit));
    }
    if (detachment > detachment_limit) {
      found.push_back(
          sentence("Of all collisions, %.3g %% begin while the grain still touches another partner (good: below %.3g "
                   "%%): grains do not detach in between and lose less than their restitution says; take a stiffer "
                   "spring.",
                   100 * detachment, 100 * detachment_limit));
    }
    if (brake > brake_limit) {
      found.push_back(
          sentence("Contacts last %.3g times as long as their approach (good: below %.3g): they respond after "
                   "the load has gone and brake too little; take a stiffer spring.",
                   brake, brake_limit));
    }
    return found;
  }

 private:
  template <class... Numbers>
  static std::string sentence(const char* text, Numbers... numbers) {
    std::array<char, 400> words;
    std::snprintf(words.data(), words.size(), text, numbers...);
    return words.data();
  }
};

inline SoftSpringReport judge_springs(const SpringObservation& seen) {
  const auto over = [](Real a, Real b) { return b > 0 ? a / b : Real(0); };
  return {seen.overlap_ratio,
          seen.packed_overlap,
          over(seen.shared_volume, seen.solid_volume),
          seen.company,
          over(seen.contact_duration, seen.approach_time),
          seen.quasi_static};
}

}  // namespace talus
