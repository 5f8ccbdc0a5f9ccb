// What a run can cheaply measure to judge whether its springs are too soft (soft_spring_report.hpp says what for).
//
//   contact duration  t_c = pi/omega, omega the mean over time of the stiffest contact's frequency, while there are any
//   approach time     smallest R/v, R the mean radius and v the largest speed, while there are contacts
//   packed overlap    largest delta/R in a packing: while there are more contacts among grains than grains
//
// How collisions follow each other is for collision_watch.hpp to see, outside packings; it is not judged where grains
// are packed for most of the time, since such a run is about grains that settle, which are not meant to detach.
#pragma once

#include <algorithm>
#include <numbers>

#include "talus/diagnostics/collision_watch.hpp"
#include "talus/diagnostics/soft_spring_report.hpp"

namespace talus {

/// One step as it ended.
struct SpringStep {
  Real dt = 0;             ///< [s]
  Real grains = 0;         ///< number of them
  Real touching = 0;       ///< contacts
  Real among_grains = 0;   ///< of those, between two grains
  Real frequency = 0;      ///< of the stiffest contact [1/s]
  Real overlap_ratio = 0;  ///< largest delta/R [-]
  Real radius = 0;         ///< mean [m]
  Real speed = 0;          ///< largest [m/s]

  /// In a packing grains are not meant to come free. A grain that touches walls and solids alone is not packed.
  [[nodiscard]] bool is_packed() const { return among_grains > grains; }
};

class SoftSpringWatch {
 public:
  void follow_step(const SpringStep& step) {
    seen_.overlap_ratio = std::max(seen_.overlap_ratio, step.overlap_ratio);
    if (step.is_packed()) {
      seen_.packed_overlap = std::max(seen_.packed_overlap, step.overlap_ratio);
      packed_time_ += step.dt;
    }
    if (step.touching == 0) return;
    contact_time_ += step.dt;
    phase_ += step.frequency * step.dt;
    const Real approach = step.speed > 0 ? step.radius / step.speed : 0;
    if (approach > 0 && (seen_.approach_time == 0 || approach < seen_.approach_time)) seen_.approach_time = approach;
  }

  /// Overlaps of one time [m^3; m^2 in 2-D]; the worst is kept.
  void follow_volume(Real shared, Real solid) {
    if (shared * seen_.solid_volume > seen_.shared_volume * solid || seen_.solid_volume == 0) {
      seen_.shared_volume = shared;
      seen_.solid_volume = solid;
    }
  }

  /// Largest overlap over the radius at one time, of grains that are held with each other and with walls [-].
  void follow_held(Real overlap_ratio) { seen_.held_overlap = std::max(seen_.held_overlap, overlap_ratio); }

  /// Collisions of the whole run so far.
  void take(const CollisionSums& collisions) {
    seen_.free_time = collisions.intervals > 0 ? collisions.free_time / collisions.intervals : 0;
    seen_.company = collisions.begun > 0 ? collisions.company / collisions.begun : 0;
  }

  [[nodiscard]] SpringObservation seen() const {
    SpringObservation seen = seen_;
    if (phase_ > 0) seen.contact_duration = std::numbers::pi * contact_time_ / phase_;
    if (2 * packed_time_ > contact_time_) seen.free_time = seen.company = 0;
    return seen;
  }

 private:
  SpringObservation seen_;
  Real contact_time_ = 0;  ///< while there are contacts [s]
  Real packed_time_ = 0;   ///< while they are packed [s]
  Real phase_ = 0;         ///< omega dt [-]
};

}  // namespace talus
