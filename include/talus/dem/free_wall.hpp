// A wall with a mass of its own: a hammer, a lid, a tool that somebody lets go (dem 12).
//
// It is carried by one rigid grain without spheres, so the scheme, the exact free rotation and the books are those of
// clumps (dem 1-6). With the contact force f and its moment T about the centre of mass, gravity g and a given force F,
//   M dv/dt = G (f + M g + F),   dL/dt = T,   L = 0 where the case gives no moments of inertia
// G projects on the directions that a guide allows. What the guide carries does no work.
#pragma once

#include "talus/body/grain_body.hpp"
#include "talus/body/wall_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {

class FreeWall {
 public:
  /// `wall` must outlive this; its motion is free.
  explicit FreeWall(WallBody& wall);

  /// First half of a step from t [s]: the wall where it is at its end, with the velocities that led there.
  GrainWork kick_and_drift(Real t, Real dt);
  /// Second half, with the contact forces at the end of the step and gravity there [m/s^2]. What the given force has
  /// done counts as taken from outside, like what moves held grains.
  GrainWork kick(Real dt, const Vec3& gravity);
  /// Gravity in the first forces [m/s^2].
  void set_gravity(const Vec3& gravity) { carrier_.gravity = guide_ * gravity; }

  [[nodiscard]] GrainWork energies() const { return talus::energies(carrier_); }
  /// Between the two halves of a step [J].
  [[nodiscard]] Real energy_within_step() const;
  [[nodiscard]] Vec3 linear_momentum() const { return talus::linear_momentum(carrier_); }
  /// About the origin.
  [[nodiscard]] Vec3 angular_momentum() const { return talus::angular_momentum(carrier_); }
  [[nodiscard]] const WallBody& wall() const { return *wall_; }

  /// For checkpoints; the wall itself is named elsewhere.
  void state(Archive& a);

 private:
  void take_forces();
  void place(Real dt);
  [[nodiscard]] WallRates rates() const;
  [[nodiscard]] GrainWork book_given(GrainWork work, Real dt) const;

  WallBody* wall_;
  GrainBody carrier_;
  Mat3 guide_;                 ///< G
  Real time_ = 0;              ///< of the forces that are in the rows [s]
  Vec3 given_ = Vec3::Zero();  ///< G F then [N]
};

}  // namespace talus
