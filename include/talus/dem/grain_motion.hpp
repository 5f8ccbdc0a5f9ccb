// Kick, drift, kick for rigid grains, with the work of every force and torque booked on the way (dem 1).
//
// As for solids the trapezoidal work of a step is booked in two halves, one when the step starts and one when it ends.
// Between the two, rows hold the velocities of the middle, and for dashpots that do not remember their last step, those
// ahead, v + dt F/m.
#pragma once

#include "talus/body/grain_body.hpp"

namespace talus {

/// Sums over one body and one half of a step [J].
struct GrainWork {
  Real contact = 0;     ///< put into contact by forces and torques
  Real body_force = 0;  ///< put into gravity
  Real held = 0;        ///< taken by what moves held grains against contact
  Real scheme = 0;      ///< dt^2/8 (F.F/m + T.T/I) at the start less that at the end
  Real kinetic = 0;     ///< at the end of the step
  Real rotational = 0;  ///< at the end of the step

  GrainWork& operator+=(const GrainWork& other);
};

/// First half: velocities of the middle, new positions and orientations, velocities ahead. Also finds the largest
/// speed, and clears the forces that it has used.
GrainWork kick_and_drift(GrainBody& body, Real dt);

/// The same by blocks of grains (of parallel::block_size), in any order and from any thread.
class BlockDrift {
 public:
  /// The body must outlive the drifts.
  void begin(GrainBody& body, Real dt);
  void drift(Index block);
  /// When all blocks have drifted.
  [[nodiscard]] GrainWork work() const;
  [[nodiscard]] Real max_speed() const;

 private:
  GrainBody* body_ = nullptr;
  Vec3 gravity_ = Vec3::Zero();  ///< that of the forces in the rows: some blocks drift when the body has the next one
  Real dt_ = 0;
  std::vector<GrainWork> work_;  ///< by block
  std::vector<Real> fastest_;    ///< the same [m/s]
};

/// Second half, with the forces at the new positions and `gravity` there [m/s^2].
GrainWork kick(GrainBody& body, Real dt, const Vec3& gravity);

/// The same by blocks of grains (of parallel::block_size), in any order and from any thread.
class BlockKick {
 public:
  /// The body must outlive the kicks.
  void begin(GrainBody& body, Real dt, const Vec3& gravity);
  void kick(Index block);
  /// When all blocks have been kicked.
  [[nodiscard]] GrainWork work() const;
  /// A bound, from then on, on the speed with which spheres drift next, for `dt` [s]; infinite where it is not known.
  [[nodiscard]] Real speed_ahead(Real dt) const;

 private:
  /// Next steps that speeds are known for are at most so much longer.
  static constexpr Real largest_growth = 1.1;

  GrainBody* body_ = nullptr;
  Real dt_ = 0;
  std::vector<GrainWork> work_;    ///< by block
  std::vector<Real> speed_ahead_;  ///< the same [m/s]
};

/// Energies as the grains stand; contact and work are zero.
[[nodiscard]] GrainWork energies(const GrainBody& body);

/// Clears forces that no kick_and_drift() has used.
void clear_forces(GrainBody& body);

/// Adds forces and torques of the spheres of clumps up on their grains; nothing to do for spheres.
void gather_clumps(GrainBody& body);

/// Makes grains from `first` on ready for their first forces: the spheres of clumps in their places, and the largest
/// speed. Grains before them may be in the middle of a step.
void place_grains(GrainBody& body, Index first);

/// For grains from `first` on that begin to exist at the end of a step of `dt` [s], whose second half is still to come
/// with `gravity` [m/s^2]: they start as much slower. Returns what takes the work of that half out of the books.
[[nodiscard]] GrainWork begin_within_step(GrainBody& body, Index first, Real dt, const Vec3& gravity);

[[nodiscard]] Vec3 linear_momentum(const GrainBody& body);
/// About the origin, spins included.
[[nodiscard]] Vec3 angular_momentum(const GrainBody& body);
[[nodiscard]] Real total_mass(const GrainBody& body);

}  // namespace talus
