// How a rigid wall moves: what a case may say, and where the wall is then.
//
// A point X of the wall's own frame, which is space before anything moves, is at (wall 6)
//   x = c + d + Q (X - c),    d = d_v + d_s + A [sin(2 pi f (t - t0) + phi) - sin phi] e    (the last part for t > t0)
// with the turning centre c, Q the turn by theta about a fixed axis, and over a step (wall 7)
//   d_v += dt v(t + dt/2),   theta += dt omega(t + dt/2),   d_s += dt v_s
// A servo presses with the force F0 along e: its speed follows what is missing, within a response time tau (wall 8),
//   tau dv_s/dt = clamp(m (F0 - F), -v_max, v_max) - v_s,   F = -(force on the wall).e,
// as a wall of the mass tau/m would against a damping of 1/m. Under contacts of stiffness k together it settles like
// exp(-m k t) where that is slower than tau, and is stable where m k dt < 4 tau/dt. Without a lag a dashpot gamma of
// the contacts would be felt a step late, and m gamma > 1 would make the wall chatter. A wall that has to give way at a
// speed v presses harder by v/m.
//
// The surface of a wall may run along itself while the wall stays where it is, as on a conveyor belt or a roller. Given
// as V and Omega in the wall's own frame, at a place x with the normal n of contact (wall 9),
//   v_s = (1 - n n^T) [Q V + Q Omega x (x - c_s)]   beside the velocity of the wall,   c_s a point of the axis
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/core/time_function.hpp"
#include "talus/numerics/bounding_box.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

struct WallRotation {
  Vec3 axis = Vec3::UnitZ();   ///< any length
  Vec3 centre = Vec3::Zero();  ///< c at the start; goes along with the wall [m]
  TimeFunction rate{};         ///< omega [rad/s]

  static constexpr auto options() {
    return OptionTable{
        optional("axis", &WallRotation::axis, dim::none, "direction of the axis, right-handed; z in 2-D"),
        optional("centre", &WallRotation::centre, dim::length, "a point of the axis"),
        required("rate", &WallRotation::rate, dim::rate, "angular velocity")};
  }
};

struct WallVibration {
  Vec3 along = Vec3::Zero();  ///< e, any length
  Real amplitude = 0;         ///< A [m]
  Real frequency = 0;         ///< f [1/s]
  Real phase = 0;             ///< phi [rad]
  Real from = 0;              ///< t0 [s]

  static constexpr auto options() {
    return OptionTable{
        required("along", &WallVibration::along, dim::none, "direction"),
        required("amplitude", &WallVibration::amplitude, dim::length, "half of the way from end to end", non_negative),
        required("frequency", &WallVibration::frequency, dim::rate, "periods per second", positive),
        optional("phase", &WallVibration::phase, dim::none, "where in its period it starts, at zero displacement"),
        optional("from", &WallVibration::from, dim::time, "when it starts")};
  }

  /// Along e [m] and its rate [m/s].
  [[nodiscard]] Real displacement(Real t) const;
  [[nodiscard]] Real speed(Real t) const;
};

struct WallServo {
  Vec3 along = Vec3::Zero();               ///< e, any length
  std::optional<TimeFunction> force{};     ///< F0 [N; N/m in 2-D]
  std::optional<TimeFunction> pressure{};  ///< F0 over area [Pa]
  std::optional<Real> area{};              ///< [m^2]
  Real mobility = 0;                       ///< m [m/(N s)]
  Real max_speed = 0;                      ///< v_max [m/s]
  std::optional<Real> response{};          ///< tau [s]; without it, of response_steps steps

  static constexpr Real response_steps = 100;  ///< two of the shortest contacts

  static constexpr auto options() {
    constexpr Dimension square_length{2, 0, 0, 0};
    constexpr Dimension velocity_over_force{0, -1, 1, 0};
    return OptionTable{
        required("along", &WallServo::along, dim::none, "direction in which it presses, from the wall to the grains"),
        optional("force", &WallServo::force, dim::force, "to press with; per metre in 2-D"),
        optional("pressure", &WallServo::pressure, dim::pressure, "in place of force, with area"),
        optional("area", &WallServo::area, square_length, "that the pressure acts on; of a strip 1 m deep in 2-D",
                 positive),
        required("mobility", &WallServo::mobility, velocity_over_force, "speed per missing force", positive),
        required("max_speed", &WallServo::max_speed, dim::velocity, "limit of its speed", positive),
        optional("response", &WallServo::response, dim::time,
                 "time within which its speed follows; without it, that of 100 steps", positive)};
  }

  /// What v_s tends to at t [s] under the force of the grains on the wall [N].
  [[nodiscard]] Real speed(Real t, const Vec3& force_on_wall) const;
};

/// A rigid tool with a mass of its own: it moves under contact, gravity and a given force (dem 12).
struct WallFree {
  Real mass = 0;                  ///< [kg; kg/m in 2-D]
  Vec3 centre = Vec3::Zero();     ///< of mass, at the start [m]
  std::optional<Vec3> inertia{};  ///< principal moments about the wall's axes [kg m^2; kg m in 2-D]
  Vec3 velocity = Vec3::Zero();   ///< at the start [m/s]
  Vec3 spin = Vec3::Zero();       ///< at the start [rad/s]
  std::vector<Vec3> along{};      ///< directions in which it may go; empty: all
  std::optional<std::array<TimeFunction, 3>> force{};  ///< at the centre [N; N/m in 2-D]

  static constexpr auto options() {
    constexpr Dimension mass_dimension{0, 1, 0, 0};
    constexpr Dimension inertia_dimension{2, 1, 0, 0};
    return OptionTable{
        required("mass", &WallFree::mass, mass_dimension, "per metre of depth in 2-D", positive),
        optional("centre", &WallFree::centre, dim::length, "of its mass, at the start"),
        optional("inertia", &WallFree::inertia, inertia_dimension,
                 "principal moments about axes x, y, z through the centre, in 2-D [0, 0, I]; without them it does not "
                 "turn",
                 non_negative),
        optional("velocity", &WallFree::velocity, dim::velocity, "at the start"),
        optional("spin", &WallFree::spin, dim::rate, "at the start"),
        optional("along", &WallFree::along, dim::none,
                 "one or two directions in which a guide lets it go; without them, all"),
        optional("force", &WallFree::force, dim::force, "given in time, at the centre; per metre in 2-D")};
  }

  /// Onto the directions in which it may go [-].
  [[nodiscard]] Mat3 guide() const;
  [[nodiscard]] Contradiction contradiction() const;
};

/// All of it may act at once, but for a wall that is free.
struct WallMotion {
  std::optional<std::array<TimeFunction, 3>> velocity{};  ///< [m/s]
  std::optional<WallRotation> rotation{};
  std::optional<WallVibration> vibration{};
  std::optional<WallServo> servo{};
  std::optional<WallFree> free{};
  std::optional<std::array<TimeFunction, 3>> surface_velocity{};  ///< V [m/s]
  std::optional<WallRotation> surface_rotation{};
  std::optional<Real> remove_at{};  ///< [s]

  static constexpr auto options() {
    return OptionTable{optional("velocity", &WallMotion::velocity, dim::velocity, "of the whole wall"),
                       optional("rotation", &WallMotion::rotation, "turns about an axis that goes along with the wall"),
                       optional("vibration", &WallMotion::vibration, "swings along a direction"),
                       optional("servo", &WallMotion::servo, "moves so that it presses with a given force"),
                       optional("free", &WallMotion::free, "moves by its mass, under contact, gravity and a force"),
                       optional("surface_velocity", &WallMotion::surface_velocity, dim::velocity,
                                "of a surface that runs along itself while the wall stays, as a conveyor belt; what "
                                "points across the surface does not count"),
                       optional("surface_rotation", &WallMotion::surface_rotation,
                                "of a surface that runs round an axis while the wall stays, as a drum or a roller"),
                       optional("remove_at", &WallMotion::remove_at, dim::time, "when the wall is taken away")};
  }

  [[nodiscard]] Contradiction contradiction() const;
};

/// Throws CaseError where a motion leaves the plane in two dimensions.
void check_motion(const WallMotion& motion, int dimension);

/// False when the wall stands still for good. A wall that is free is moved by others: what follows leaves it alone.
[[nodiscard]] bool moves(const WallMotion& motion);

/// True where the surface runs along itself, whether the wall moves or not.
[[nodiscard]] bool surface_runs(const WallMotion& motion);

/// False from `remove_at` on.
[[nodiscard]] bool present(const WallMotion& motion, Real t);

/// How far it has come: all that has to be kept beside the time.
struct WallState {
  Vec3 travel = Vec3::Zero();  ///< d_v [m]
  Real angle = 0;              ///< theta [rad]
  Real servo = 0;              ///< d_s along e [m]
  Real servo_speed = 0;        ///< v_s of the half step [m/s]
};

/// From the wall's frame to space and back.
struct WallPose {
  Vec3 displacement = Vec3::Zero();              ///< d [m]
  Quaternion rotation = Quaternion::Identity();  ///< Q
  Vec3 centre = Vec3::Zero();                    ///< c in the wall's frame [m]

  [[nodiscard]] Vec3 turned(const Vec3& direction) const { return rotation * direction; }
  [[nodiscard]] Vec3 turned_back(const Vec3& direction) const { return rotation.conjugate() * direction; }
  [[nodiscard]] Vec3 to_space(const Vec3& X) const { return centre + displacement + turned(X - centre); }
  [[nodiscard]] Vec3 to_wall(const Vec3& x) const { return centre + turned_back(x - centre - displacement); }
  /// Encloses the box where it is in space; unbounded sides stay so.
  [[nodiscard]] BoundingBox to_space(const BoundingBox& box) const;
};

struct WallRates {
  Vec3 velocity = Vec3::Zero();  ///< of the turning centre [m/s]
  Vec3 spin = Vec3::Zero();      ///< [rad/s]
  Vec3 centre = Vec3::Zero();    ///< turning centre in space [m]

  /// Velocity of the point of the wall that is at x [m/s].
  [[nodiscard]] Vec3 at(const Vec3& x) const { return velocity + spin.cross(x - centre); }
};

struct WallStep {
  WallState state;  ///< at t + dt
  WallPose pose;    ///< at t + dt
  WallRates half;   ///< of the step: dt half.velocity is its displacement
  WallRates full;   ///< at t + dt
};

[[nodiscard]] WallPose wall_pose(const WallMotion& motion, const WallState& state, Real t);

/// At t.
[[nodiscard]] WallRates wall_rates(const WallMotion& motion, const WallState& state, Real t);

/// Of the surface that runs along itself, before what points across it is left out: of a wall that is at `pose` at t.
[[nodiscard]] WallRates surface_rates(const WallMotion& motion, const WallPose& pose, Real t);

/// From t to t + dt (dt > 0), under the force of the grains on the wall at t [N].
[[nodiscard]] WallStep advance(const WallMotion& motion, const WallState& state, Real t, Real dt, const Vec3& force);

}  // namespace talus
