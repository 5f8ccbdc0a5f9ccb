// Which part of time one evaluation of a contact stands for (contact-law 24).
//
// Velocity Verlet lets a force act for half of a step on either side of its instant. Where surfaces meet or part within
// a step this is wrong in proportion to the step for every force that is there at the ends of a contact: dashpots, and
// springs that are still taut when the surfaces let go. Evaluation n stands for behind + ahead of a step,
//   lasting         behind = ahead = 1/2
//   just met        behind = delta/(closing dt), since they met
//   about to part   ahead = delta/(-closing dt), until they part, a whole step at most
//   next after it   behind = 1 - ahead of the evaluation before
// The last line makes the sum right whether or not they part when they were expected to: what was expected ignores the
// forces of the next step. Expected too early costs nothing, so both ends are looked for a little farther than a step:
// a contact that is found a whole step after it began has begun.
#pragma once

#include "talus/law/contact/contact_point.hpp"

namespace talus {

/// Sets the span of a point with overlap, closing and dt; `ahead_before` is what the last evaluation of this contact
/// returned, 0 where it is new. Returns what the contact has to remember [-].
template <class T>
T set_span(ContactPointOf<T>& point, const T& ahead_before) {
  constexpr Real half = 0.5, watchful = 1.25;
  const T travel = point.closing * point.dt;
  const auto touches = point.overlap > 0;
  const auto moves = touches && point.dt > 0;
  const auto lasts = moves && ahead_before > 0;
  const auto meets = moves && !lasts && point.overlap < watchful * travel;
  const auto parts = moves && point.overlap < -watchful * travel;
  point.behind = select(lasts, 1 - ahead_before, half);
  point.ahead = half;
  point.begins = 0;
  if (anywhere(meets || parts)) {
    const T share = min(T(1), abs(point.overlap / travel));
    point.behind = select(meets, share, point.behind);
    point.ahead = select(parts, share, point.ahead);
    point.begins = select(meets, 1, 0);
  }
  return select(touches, point.ahead, 0);
}

}  // namespace talus
