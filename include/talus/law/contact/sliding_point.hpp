// What a sliding law of grains sees of one contact, and what the contact may remember of it.
#pragma once

#include "talus/law/contact/contact_point.hpp"
#include "talus/law/contact/sliding_sense.hpp"

namespace talus {

/// Sliding, rolling or twisting in one step; displacement and rate lie in the contact plane (of twisting: along the
/// normal).
struct SlidingPoint {
  Vec3 ds = Vec3::Zero();    ///< s' of the middle of the step, times its length [m]
  Vec3 rate = Vec3::Zero();  ///< s' at the end of the step [m/s]
  ContactTurn turn{};
  Real load = 0;              ///< N of the normal law [N]
  Real normal_stiffness = 0;  ///< loading stiffness of the normal law, what ratios refer to [N/m]
};

/// What any tangential law of grains may remember; each takes what it needs.
struct GrainTangentialHistory {
  SlidingHistory sliding{};
  Real k = 0;                 ///< stiffness of the last step, where it changes [N/m]
  Vec3 creep = Vec3::Zero();  ///< displacement of a Kelvin part [m]

  [[nodiscard]] bool slip() const { return sliding.slip; }
  /// The same contact seen from the other partner.
  void swap_partners() {
    sliding.xi = -sliding.xi;
    creep = -creep;
  }
};

/// How much of a step a contact has lasted: less than 1 where the surfaces met within it [-]. The rest of the
/// displacement was free; counted in, it would shift what sticks in proportion to the step.
[[nodiscard]] inline Real entered_share(const ContactPoint& point) { return point.begins ? point.behind : Real(1); }

/// The same of the step at whose end the surfaces are apart [-].
[[nodiscard]] inline Real left_share(const ContactPoint& point) {
  const Real travel = -point.closing * point.dt;
  return travel > -point.overlap ? 1 + point.overlap / travel : Real(0);
}

}  // namespace talus
