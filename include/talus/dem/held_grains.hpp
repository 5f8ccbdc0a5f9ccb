// Grains that something outside holds and moves: a rough wall, or grains that are to be let go later.
//
// Held grains have no inverse mass, so forces leave their velocities alone. They move as a wall would (wall 6, 7): a
// step takes grain i from x to x', and its velocity within the step is the chord,
//   x' = T' T^-1 x,   v_h = (x' - x)/dt,   v' = v(t + dt) at x'   (dem 15)
// with T from the frame of the motion to space. What the grains gain or lose in speed is work of who moves them.
#pragma once

#include <optional>

#include "talus/body/grain_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/dem/clump.hpp"
#include "talus/geometry/wall/wall_motion.hpp"

namespace talus {

/// What setting velocities has given to grains [J].
struct GivenEnergy {
  Real kinetic = 0, rotational = 0;

  [[nodiscard]] Real total() const { return kinetic + rotational; }
  GivenEnergy& operator+=(const GivenEnergy& other) {
    kinetic += other.kinetic, rotational += other.rotational;
    return *this;
  }
};

/// When grains are held, and how they move then.
struct HeldMotion {
  bool from_start = false;
  std::optional<Real> hold_at{}, release_at{};  ///< [s]
  std::optional<WallMotion> motion{};           ///< none: each keeps the velocity that it has, 0 from `hold_at` on

  /// At t [s].
  [[nodiscard]] bool holds(Real t) const;
};

class HeldGrains {
 public:
  /// `body` is the caller's number of it, and t [s] the start of the run.
  HeldGrains(Index body, HeldMotion motion, Real t);

  [[nodiscard]] Index body() const { return body_; }
  /// At this moment.
  [[nodiscard]] bool holds() const { return holds_; }
  /// They are moved, let go or held only later.
  [[nodiscard]] bool changes() const { return given_.motion || given_.hold_at || given_.release_at; }
  /// Their time has come at t [s].
  [[nodiscard]] bool releases(Real t) const { return holds_ && !given_.holds(t); }
  /// They move, whatever pushes them.
  [[nodiscard]] bool moves() const { return holds_ && given_.motion; }

  /// Velocities at the start of the run.
  void start(GrainBody& body, Real t);
  /// Velocities within a step of dt from t [s], before its first half.
  GivenEnergy begin_step(GrainBody& body, Real t, Real dt);
  /// Between the halves of a step: before its forces are computed, so that these decide how long the next step is.
  void release(GrainBody& body, const ClumpBody& kind);
  /// After the second half of a step of dt that ends at t [s]: velocities then. Who has been released in it was held
  /// until now and gets back what it had; free grains stop and are held when their time has come.
  GivenEnergy end_step(GrainBody& body, const ClumpBody& kind, Real t, Real dt);

  void state(Archive& a);

 private:
  GivenEnergy hold(GrainBody& body, const ClumpBody& kind, Real t);

  Index body_;
  HeldMotion given_;
  bool holds_;
  bool is_let_go_ = false;  ///< in the step that runs
  WallState state_;
  WallPose pose_;
  WallRates full_;  ///< at the end of the last step
};

}  // namespace talus
