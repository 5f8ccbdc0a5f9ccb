// What a sliding law of grains sees of one contact, and what the contact may remember of it.
#pragma once

#include "talus/law/contact/contact_point.hpp"
#include "talus/law/contact/sliding_sense.hpp"

namespace talus {

/// Sliding or rolling in one step; displacement and rate lie in the contact plane (of twisting: along the normal).
template <class T>
struct SlidingPointOf {
  Vec3Of<T> ds = Vec3Of<T>::Zero();    ///< s' of the middle of the step, times its length [m]
  Vec3Of<T> rate = Vec3Of<T>::Zero();  ///< s' at the end of the step [m/s]
  ContactTurnOf<T> turn{};
  T load = 0;              ///< N of the normal law [N]
  T normal_stiffness = 0;  ///< loading stiffness of the normal law, what ratios refer to [N/m]
};
using SlidingPoint = SlidingPointOf<Real>;

/// The same of twisting, along the normal.
template <class T>
struct TwistingPointOf {
  VectorOf<T, 1> ds = VectorOf<T, 1>::Zero();    ///< [m]
  VectorOf<T, 1> rate = VectorOf<T, 1>::Zero();  ///< [m/s]
  T load = 0;                                    ///< [N]
  T normal_stiffness = 0;                        ///< [N/m]
};

/// What a tangential spring of grains remembers.
template <class T>
struct TangentialSpringHistoryOf {
  SlidingHistoryOf<T> sliding{};
  T k = 0;  ///< stiffness of the last step, where it changes [N/m]

  [[nodiscard]] auto slip() const { return sliding.slip > 0; }
  /// The same contact seen from the other partner.
  void swap_partners() { sliding.xi = -sliding.xi; }
};
using TangentialSpringHistory = TangentialSpringHistoryOf<Real>;

/// What any tangential law of grains may remember; each takes what it needs.
template <class T>
struct GrainTangentialHistoryOf : TangentialSpringHistoryOf<T> {
  Vec3Of<T> creep = Vec3Of<T>::Zero();  ///< displacement of a Kelvin part [m]

  void swap_partners() {
    TangentialSpringHistoryOf<T>::swap_partners();
    creep = -creep;
  }
};
using GrainTangentialHistory = GrainTangentialHistoryOf<Real>;

/// How much of a step a contact has lasted: less than 1 where the surfaces met within it [-]. The rest of the
/// displacement was free; counted in, it would shift what sticks in proportion to the step.
template <class T>
[[nodiscard]] T entered_share(const ContactPointOf<T>& point) {
  return select(point.begins > 0, point.behind, 1);
}

/// The same of the step at whose end the surfaces are apart; 0 where they are not, or were not in touch before [-].
template <class T>
[[nodiscard]] T left_share(const ContactPointOf<T>& point) {
  const T travel = -point.closing * point.dt;
  const auto left = point.overlap <= 0 && travel > -point.overlap;
  return anywhere(left) ? select(left, 1 + point.overlap / travel, 0) : T(0);
}

}  // namespace talus
