// One impact along the normal, tried out with a law that is ready to evaluate: what restitution, depth and duration the
// options of a case amount to, with adhesion, tension cut and all. By velocity Verlet at steps far below those of a
// run; the closed forms that some laws have are tests of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include "talus/law/contact/contact_span.hpp"

namespace talus {

struct ImpactOutcome {
  Real restitution = 0;  ///< rebound over impact speed; 0 where the pair stays together [-]
  Real overlap = 0;      ///< largest [m]
  Real duration = 0;     ///< from touching to the last force, or as long as was looked at [s]
  bool parted = false;
};

/// `pair` has radii, mass and moduli; `speed` > 0 [m/s].
template <class Law>
ImpactOutcome try_impact(const Law& law, const ContactPoint& pair, Real speed) {
  constexpr Real steps_per_contact = 1000, patience = 100;
  const Real stiff = law.stiffest(pair, speed);
  typename Law::History history{};
  ContactPoint point = pair;
  point.overlap = 0;
  point.closing = speed;
  point.dt = std::numbers::pi * std::sqrt(pair.reduced_mass / stiff) / steps_per_contact;
  const Real softest = law.evaluate(history, point).loading_stiffness;
  const Real longest = patience * std::numbers::pi * std::sqrt(pair.reduced_mass / (softest > 0 ? softest : stiff));
  ImpactOutcome outcome;
  point.overlap = -Real(0.5) * speed * point.dt;  // they touch in the middle of a step
  Real v = speed, force = 0, ahead = 0;
  for (Real t = Real(0.5) * point.dt; t < longest; t += point.dt) {
    v -= Real(0.5) * point.dt * force / pair.reduced_mass;
    point.overlap += point.dt * v;
    point.closing = v - Real(0.5) * point.dt * force / pair.reduced_mass;
    ahead = set_span(point, ahead);
    force = law.evaluate(history, point).force;
    v -= Real(0.5) * point.dt * force / pair.reduced_mass;
    outcome.overlap = std::max(outcome.overlap, point.overlap);
    if (force != 0) outcome.duration = t;
    if (point.overlap > 0) continue;
    outcome.parted = true;
    outcome.restitution = -v / speed;
    break;
  }
  return outcome;
}

/// "k1 2.017e+06 N/m; ": the stiffness that such a pair begins with, which a case may take from the material or from a
/// duration; empty for a law that has none.
template <class Law>
std::string stiffness_facts(const Law& law, const ContactPoint& pair) {
  std::array<char, 60> words{};
  if constexpr (requires { law.k1; }) {
    std::snprintf(words.data(), words.size(), "k1 %.4g N/m; ", law.k1);
  } else if constexpr (requires { law.stiffness(pair.reduced_mass); }) {
    std::snprintf(words.data(), words.size(), "k %.4g N/m; ", law.stiffness(pair.reduced_mass));
  }
  return words.data();
}

/// Stiffness and outcome in words, for the log.
template <class Law>
std::string impact_facts(const Law& law, const ContactPoint& pair, Real speed) {
  const ImpactOutcome outcome = try_impact(law, pair, speed);
  const Real depth = 100 * outcome.overlap * pair.reduced_ratio / pair.reduced_radius;  // of the smaller one
  std::array<char, 300> words{};
  if (outcome.parted) {
    std::snprintf(words.data(), words.size(),
                  "an impact at %.4g m/s lasts %.4g s, goes %.3g %% of the radius deep and has restitution %.4f", speed,
                  outcome.duration, depth, outcome.restitution);
  } else {
    std::snprintf(words.data(), words.size(),
                  "a pair that meets at %.4g m/s goes %.3g %% of the radius deep and sticks", speed, depth);
  }
  return stiffness_facts(law, pair) + words.data();
}

}  // namespace talus
