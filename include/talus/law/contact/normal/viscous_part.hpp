// The dashpot of a contact between grains, beside any elastic or plastic force: f_v = gamma d(delta)/dt
// (contact-law 13).
//
// With `tension_cut` the dashpot cancels repulsion but never pulls: f_n >= min(f_elastic, 0). The nominal coefficient
// of restitution then no longer holds; a law says which one does (linear_spring.hpp).
//
// f_v jumps from 0 to gamma v where surfaces meet, somewhere within a step, and back where they part: it is weighted
// with the part of time that an evaluation stands for (contact_span.hpp). A plain f_v makes restitution and losses
// wrong in proportion to the step (e = 0.5, 40 steps per contact: by 0.015 instead of 0.001).
#pragma once

#include <type_traits>

#include "talus/law/contact/contact_point.hpp"

namespace talus {

template <class T>
struct ViscousPart {
  T force = 0;  ///< what the dashpot adds to the elastic force [N]
  T power = 0;  ///< that it dissipates, never negative [W]
};

/// How much of a step this evaluation stands for: 1 but where the surfaces meet or part [-].
template <class T>
[[nodiscard]] T touching_share(const ContactPointOf<T>& point) {
  return point.behind + point.ahead;
}

/// The dashpot `gamma` [N s/m] at a point that touches, beside the force `elastic` [N].
template <class T>
[[nodiscard]] ViscousPart<T> viscous_part(std::type_identity_t<T> gamma, bool tension_cut,
                                          const std::type_identity_t<T>& elastic, const ContactPointOf<T>& point) {
  T force = gamma * touching_share(point) * point.closing;
  if (tension_cut) force = max(force, min(elastic, T(0)) - elastic);
  return {force, force * point.closing};
}

/// The repulsion that friction sees [N]: the elastic force, and after a cut no more than the whole of it.
template <class T>
[[nodiscard]] T repulsion_for_friction(bool tension_cut, const T& elastic, const ViscousPart<T>& viscous) {
  return tension_cut ? min(elastic, elastic + viscous.force) : elastic;
}

}  // namespace talus
