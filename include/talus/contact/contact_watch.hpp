// What dashpots go by: how long two bodies have been in contact, and how they move on each other (contact 8, 9, 21).
// Impacts are over before dashpots act, and steady sliding or rolling is no motion to be damped.
#pragma once

#include "talus/core/types.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {

/// Sums over the loaded contacts of two bodies, in one evaluation.
struct ContactMotion {
  Real load = 0;                 ///< [N]
  Real stiffness = 0;            ///< normal [N/m]
  Vec3 velocity = Vec3::Zero();  ///< relative, times load [N m/s]
  Vec3 spin = Vec3::Zero();      ///< of the relative motion, in any measure
};

class ContactWatch {
 public:
  /// `reduced_mass` of the two bodies [kg].
  explicit ContactWatch(Real reduced_mass) : reduced_mass_(reduced_mass) {}

  /// Counts on by a step of `dt` [s].
  void follow_load(Real load, Real stiffness, Real dt) {
    bounce_rate_ = std::sqrt(stiffness / reduced_mass_) / (2 * std::numbers::pi);
    bounces_ = load > 0 ? bounces_ + dt * bounce_rate_ : 0;
  }

  /// Mean and mean square of the motion, over about a bounce.
  void follow_motion(const Vec3& weighted_velocity, const Vec3& spin, Real load, Real dt) {
    const Vec3 velocity = load > 0 ? Vec3(weighted_velocity / load) : Vec3::Zero();
    const Real share = bounces_ < 1 ? 1 : std::min(Real(1), dt * bounce_rate_);
    slide_.follow(velocity, share);
    roll_.follow(spin, share);
  }
  void forget() { bounces_ = 0; }

  /// Periods of the bodies' bounce on each other since they touched [-].
  [[nodiscard]] Real bounces() const { return bounces_; }
  /// The path of steady sliding: a unit vector while the bodies slide steadily; it fades where they only bounce.
  [[nodiscard]] Vec3 path() const { return slide_.steady(); }
  /// How steadily the bodies turn on each other: 1 in rolling, 0 in rocking (contact 21).
  [[nodiscard]] Real rolling() const { return std::min(Real(1), roll_.steady().squaredNorm()); }

 private:
  /// Running mean of a vector over its running rms.
  struct Steadiness {
    Vec3 mean = Vec3::Zero();
    Real mean_square = 0;
    void follow(const Vec3& value, Real share) {
      mean += share * (value - mean);
      mean_square += share * (value.squaredNorm() - mean_square);
    }
    [[nodiscard]] Vec3 steady() const { return mean_square > 0 ? Vec3(mean / std::sqrt(mean_square)) : Vec3::Zero(); }
  };

  Real reduced_mass_;
  Real bounce_rate_ = 0;  ///< [1/s]
  Real bounces_ = 0;
  Steadiness slide_, roll_;
};

}  // namespace talus
