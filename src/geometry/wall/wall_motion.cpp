#include "talus/geometry/wall/wall_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "talus/geometry/wall/in_plane.hpp"

namespace talus {

namespace {

Vec3 values(const std::array<TimeFunction, 3>& functions, Real t) {
  return {functions[0](t), functions[1](t), functions[2](t)};
}

/// Low end of one axis of the turned box: each edge of the old box contributes its smaller share.
Real turned_low(const Eigen::RowVector3d& row, const Vec3& low, const Vec3& high) {
  constexpr Real negligible = 1e-14;  // an unbounded edge across this axis, turned by round-off, does not count
  Real sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(row[k]) <= negligible) continue;
    sum += row[k] * (row[k] > 0 ? low[k] : high[k]);
  }
  return sum;
}

bool stays_in_plane(const std::array<TimeFunction, 3>& velocity) {
  return velocity[2].is_constant() && velocity[2](0) == 0;
}

void check_free_in_plane(const WallFree& free, int dimension) {
  check_in_plane("the wall's velocity", free.velocity, dimension);
  check_in_plane("the wall's centre", free.centre, dimension);
  for (const Vec3& direction : free.along) check_in_plane("the wall's guide", direction, dimension);
  if (!free.spin.isZero(0)) check_across_plane("the wall's spin", free.spin, dimension);
}

Contradiction servo_contradiction(const WallServo& servo) {
  if (servo.along.isZero(0)) return {"servo/along", "has no direction: give a vector other than zero"};
  if (servo.force && servo.pressure)
    return {"servo/pressure", "force and pressure both set the force: give one of them"};
  if (!servo.force && !servo.pressure) return {"servo/force", "is missing: give force, or pressure with area"};
  if (servo.pressure && !servo.area) return {"servo/area", "is missing: a pressure needs the area that it acts on"};
  if (servo.area && !servo.pressure) return {"servo/area", "goes with pressure; a force needs no area"};
  return {};
}

/// Velocity of everything but the servo [m/s].
Vec3 given_velocity(const WallMotion& motion, Real t) {
  Vec3 v = Vec3::Zero();
  if (motion.velocity) v += values(*motion.velocity, t);
  if (motion.vibration) v += motion.vibration->speed(t) * motion.vibration->along.stableNormalized();
  return v;
}

Vec3 spin(const std::optional<WallRotation>& rotation, Real t) {
  return rotation ? Vec3(rotation->rate(t) * rotation->axis.stableNormalized()) : Vec3::Zero();
}

Vec3 servo_velocity(const WallMotion& motion, Real speed) {
  return motion.servo ? Vec3(speed * motion.servo->along.stableNormalized()) : Vec3::Zero();
}

/// How much the servo's speed changes in a step.
Real servo_change(const WallServo& servo, Real speed, Real t, Real dt, const Vec3& force) {
  const Real response = servo.response.value_or(WallServo::response_steps * dt);
  return std::min(Real(1), dt / response) * (servo.speed(t, force) - speed);
}

constexpr Real round_off = 1e-9;

/// Unit vectors at right angles that span the same as `directions`; fewer where some are parallel.
std::vector<Vec3> orthonormal(const std::vector<Vec3>& directions) {
  std::vector<Vec3> axes;
  for (const Vec3& direction : directions) {
    Vec3 rest = direction.stableNormalized();
    for (const Vec3& axis : axes) rest -= axis.dot(rest) * axis;
    if (rest.norm() > round_off) axes.push_back(rest.normalized());
  }
  return axes;
}

}  // namespace

Mat3 WallFree::guide() const {
  if (along.empty()) return Mat3::Identity();
  Mat3 projector = Mat3::Zero();
  for (const Vec3& axis : orthonormal(along)) projector += axis * axis.transpose();
  return projector;
}

Contradiction WallFree::contradiction() const {
  if (along.size() > 2) return {"free/along", "has one or two directions; without it the wall may go anywhere"};
  if (orthonormal(along).size() != along.size()) {
    return {"free/along", "needs directions of some length that differ"};
  }
  if ((velocity - guide() * velocity).norm() > round_off * velocity.norm()) {
    return {"free/velocity", "leaves the directions in \"along\" that the guide allows"};
  }
  if (!inertia && !spin.isZero(0)) return {"free/spin", "needs moments of inertia: give \"inertia\""};
  if (inertia && !(inertia->z() > 0)) return {"free/inertia", "must be positive about every axis; in 2-D [0, 0, I]"};
  return {};
}

Real WallVibration::displacement(Real t) const {
  if (t < from) return 0;
  return amplitude * (std::sin(2 * std::numbers::pi * frequency * (t - from) + phase) - std::sin(phase));
}

Real WallVibration::speed(Real t) const {
  if (t < from) return 0;
  const Real omega = 2 * std::numbers::pi * frequency;
  return amplitude * omega * std::cos(omega * (t - from) + phase);
}

Real WallServo::speed(Real t, const Vec3& force_on_wall) const {
  const Real target = force ? (*force)(t) : (*pressure)(t)*area.value_or(0);
  const Real pressing = -force_on_wall.dot(along.stableNormalized());
  return std::clamp(mobility * (target - pressing), -max_speed, max_speed);
}

Contradiction WallMotion::contradiction() const {
  if (rotation && rotation->axis.isZero(0)) {
    return {"rotation/axis", "has no direction: give a vector other than zero, such as [0, 0, 1]"};
  }
  if (surface_rotation && surface_rotation->axis.isZero(0)) {
    return {"surface_rotation/axis", "has no direction: give a vector other than zero, such as [0, 0, 1]"};
  }
  if (vibration && vibration->along.isZero(0)) {
    return {"vibration/along", "has no direction: give a vector other than zero"};
  }
  if (free) {
    if (velocity || rotation || vibration || servo) {
      return {"free", "moves by its mass alone: leave out velocity, rotation, vibration and servo"};
    }
    return free->contradiction();
  }
  return servo ? servo_contradiction(*servo) : Contradiction{};
}

void check_motion(const WallMotion& motion, int dimension) {
  if (dimension == 3) {
    if (motion.free && motion.free->inertia && !(motion.free->inertia->minCoeff() > 0)) {
      refuse("free: moments of inertia have to be positive about all three axes");
    }
    return;
  }
  if (motion.free) check_free_in_plane(*motion.free, dimension);
  if (motion.velocity && !stays_in_plane(*motion.velocity)) {
    refuse("the wall's velocity leaves the plane; in two dimensions write two components");
  }
  if (motion.rotation) check_across_plane("the wall's axis of rotation", motion.rotation->axis, dimension);
  if (motion.vibration) check_in_plane("the wall's vibration", motion.vibration->along, dimension);
  if (motion.servo) check_in_plane("the wall's servo", motion.servo->along, dimension);
  if (motion.surface_velocity && !stays_in_plane(*motion.surface_velocity)) {
    refuse("the wall's surface_velocity leaves the plane; in two dimensions write two components");
  }
  if (motion.surface_rotation) {
    check_across_plane("the axis of the wall's surface_rotation", motion.surface_rotation->axis, dimension);
  }
}

bool moves(const WallMotion& motion) {
  return motion.velocity || motion.rotation || motion.vibration || motion.servo || motion.free;
}

bool surface_runs(const WallMotion& motion) { return motion.surface_velocity || motion.surface_rotation; }

bool present(const WallMotion& motion, Real t) { return !motion.remove_at || t < *motion.remove_at; }

BoundingBox WallPose::to_space(const BoundingBox& box) const {
  const Mat3 turn = rotation.toRotationMatrix();
  const Vec3 low = box.low - centre;
  const Vec3 high = box.high - centre;
  BoundingBox result;
  for (int axis = 0; axis < 3; ++axis) {
    const Real shift = centre[axis] + displacement[axis];
    result.low[axis] = shift + turned_low(turn.row(axis), low, high);
    result.high[axis] = shift - turned_low(-turn.row(axis), low, high);
  }
  return result;
}

WallPose wall_pose(const WallMotion& motion, const WallState& state, Real t) {
  WallPose pose;
  pose.displacement = state.travel;
  if (motion.vibration)
    pose.displacement += motion.vibration->displacement(t) * motion.vibration->along.stableNormalized();
  if (motion.servo) pose.displacement += state.servo * motion.servo->along.stableNormalized();
  if (motion.rotation) {
    pose.centre = motion.rotation->centre;
    pose.rotation = exponential_turn(state.angle * motion.rotation->axis.stableNormalized());
  }
  return pose;
}

WallRates wall_rates(const WallMotion& motion, const WallState& state, Real t) {
  const WallPose pose = wall_pose(motion, state, t);
  return {given_velocity(motion, t) + servo_velocity(motion, state.servo_speed), spin(motion.rotation, t),
          pose.centre + pose.displacement};
}

WallRates surface_rates(const WallMotion& motion, const WallPose& pose, Real t) {
  WallRates rates;
  if (motion.surface_velocity) rates.velocity = pose.turned(values(*motion.surface_velocity, t));
  if (motion.surface_rotation) {
    rates.spin = pose.turned(spin(motion.surface_rotation, t));
    rates.centre = pose.to_space(motion.surface_rotation->centre);
  }
  return rates;
}

WallStep advance(const WallMotion& motion, const WallState& state, Real t, Real dt, const Vec3& force) {
  const Real middle = t + dt / 2;
  WallStep step;
  step.state = state;
  if (motion.velocity) step.state.travel += dt * values(*motion.velocity, middle);
  if (motion.rotation) step.state.angle += dt * motion.rotation->rate(middle);
  Real change = 0;
  if (motion.servo) {
    change = servo_change(*motion.servo, state.servo_speed, t, dt, force);
    step.state.servo_speed += change;
    step.state.servo += dt * step.state.servo_speed;
  }

  const WallPose before = wall_pose(motion, state, t);
  step.pose = wall_pose(motion, step.state, t + dt);
  step.half.velocity = (step.pose.displacement - before.displacement) / dt;
  step.half.spin = spin(motion.rotation, middle);
  step.half.centre = before.centre + (before.displacement + step.pose.displacement) / 2;
  // The next forces are not known yet: the servo's speed goes on changing as it did.
  step.full.velocity = given_velocity(motion, t + dt) + servo_velocity(motion, step.state.servo_speed + change / 2);
  step.full.spin = spin(motion.rotation, t + dt);
  step.full.centre = step.pose.centre + step.pose.displacement;
  return step;
}

}  // namespace talus
