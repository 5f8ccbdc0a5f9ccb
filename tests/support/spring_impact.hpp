// An impact on a spring and a dashpot in closed form: how long it lasts, and what is left of its speed.
#pragma once

#include <cmath>
#include <numbers>

#include "talus/law/contact/normal/hertz.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"

namespace talus {

/// Damping over critical damping of a pair, zeta [-].
inline Real damping_ratio_of(const LinearSpringLaw& law, Real mass) {
  return Real(0.5) * law.damping(mass) / std::sqrt(law.stiffness(mass) * mass);
}

/// t_c, infinite where critical damping keeps surfaces from parting [s].
inline Real contact_time_of(const LinearSpringLaw& law, Real mass) {
  const Real ratio = damping_ratio_of(law, mass);
  if (ratio >= 1) return infinity;
  return std::numbers::pi / std::sqrt(law.stiffness(mass) / mass * (1 - ratio * ratio));
}

/// e of the whole law: of spring and dashpot, or e_cut (which goes on beyond critical damping) [-].
inline Real restitution_of(const LinearSpringLaw& law, Real mass) {
  constexpr Real nearly = 1e-8;  // both branches meet at exp(-2) where omega = 0
  const Real ratio = damping_ratio_of(law, mass);
  const Real omega = std::sqrt(std::abs(1 - ratio * ratio));  // over sqrt(k/m*)
  if (ratio == 0) return 1;
  if (!law.tension_cut) return ratio < 1 ? std::exp(-std::numbers::pi * ratio / omega) : 0;
  if (omega < nearly) return std::exp(Real(-2));
  const Real angle = ratio < 1 ? std::atan2(omega, ratio) : std::atanh(omega / ratio);
  return std::exp(-2 * ratio / omega * angle);
}

/// Of Hertz's contact once the damper may not pull: the contact then ends where f = 0 on rebound, and with beta =
/// cos(alpha) what is left is e = exp(-2 alpha cot(alpha)) [-]. Holds for a linear spring too.
inline Real restitution_with_cut(const TsujiDamping& damping) {
  const Real beta = damping.ratio();
  if (beta >= 1) return std::exp(Real(-2));
  return std::exp(-2 * std::acos(beta) * beta / std::sqrt(1 - beta * beta));
}

}  // namespace talus
