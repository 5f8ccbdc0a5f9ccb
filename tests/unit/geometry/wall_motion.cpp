// Motion of walls against closed forms.
#include "talus/geometry/wall/wall_motion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "wall_samples.hpp"

using namespace wall_samples;
using std::numbers::pi;

namespace {

/// The last step of `steps` equal ones from 0 to `end`.
WallStep after(const WallMotion& motion, Real end, int steps, const Vec3& force = Vec3::Zero()) {
  WallStep step;
  const Real dt = end / steps;
  for (int n = 0; n < steps; ++n) step = advance(motion, step.state, n * dt, dt, force);
  return step;
}

WallMotion with_velocity(const TimeFunction& x, const TimeFunction& y = 0, const TimeFunction& z = 0) {
  WallMotion motion;
  motion.velocity = {x, y, z};
  return motion;
}

WallMotion with_rotation(const Vec3& axis, const Vec3& centre, const TimeFunction& rate) {
  WallMotion motion;
  motion.rotation = WallRotation{axis, centre, rate};
  return motion;
}

WallServo pressing(Real force, Real mobility, Real max_speed) {
  WallServo servo;
  servo.along = Vec3(0, 0, -3);
  servo.force = force;
  servo.mobility = mobility;
  servo.max_speed = max_speed;
  servo.response = 1e-12;  // at once
  return servo;
}

}  // namespace

TEST_CASE("no motion: the wall stands still, and says so") {
  const WallMotion none;
  CHECK(!moves(none));
  CHECK(present(none, 1e30));
  const WallStep step = after(none, 1, 10);
  CHECK(step.pose.to_space(Vec3(1, 2, 3)) == Vec3(1, 2, 3));
  CHECK(step.half.at(Vec3(5, 5, 5)) == Vec3::Zero());
  CHECK(moves(with_velocity(1)));
}

TEST_CASE("velocity: the integral by midpoints is exact for linear functions, second order for others") {
  const WallMotion linear = with_velocity(TimeFunction::expression("3 - 2*t", {}), -1);
  const WallStep end = after(linear, 2, 7);
  CHECK(end.pose.displacement.x() == doctest::Approx(3 * 2 - 4).epsilon(1e-14));
  CHECK(end.pose.displacement.y() == doctest::Approx(-2).epsilon(1e-14));
  CHECK(end.full.velocity.x() == doctest::Approx(-1).epsilon(1e-14));
  CHECK(end.half.velocity.x() == doctest::Approx(3 - 2 * (2 - 1.0 / 7)).epsilon(1e-13));
  const WallMotion wave = with_velocity(TimeFunction::expression("sin(t)", {}));
  const auto error = [&](int steps) {
    return std::abs(after(wave, 2, steps).pose.displacement.x() - (1 - std::cos(2)));
  };
  CHECK(error(20) < 1e-3);
  CHECK(error(20) / error(40) == near(4, 0.01));
}

TEST_CASE("rotation: a full turn comes back, points run on circles about the centre") {
  const Vec3 centre(1, 0, 2), axis(0, 0, 5);
  const WallMotion drum = with_rotation(axis, centre, 2 * pi);
  const WallStep quarter = after(drum, 0.25, 10);
  CHECK((quarter.pose.to_space(Vec3(2, 0, 0)) - Vec3(1, 1, 0)).norm() < 1e-14);
  CHECK((quarter.pose.to_wall(Vec3(1, 1, 0)) - Vec3(2, 0, 0)).norm() < 1e-14);
  CHECK((quarter.pose.turned(Vec3(1, 0, 0)) - Vec3(0, 1, 0)).norm() < 1e-14);
  CHECK((quarter.pose.turned_back(Vec3(0, 1, 0)) - Vec3(1, 0, 0)).norm() < 1e-14);
  CHECK((quarter.full.at(Vec3(1, 1, 7)) - Vec3(-2 * pi, 0, 0)).norm() < 1e-13);
  CHECK(quarter.full.at(centre) == Vec3::Zero());
  const WallStep many = after(drum, 1000, 100000);
  CHECK((many.pose.to_space(Vec3(2, 0, 0)) - Vec3(2, 0, 0)).norm() < 1e-7);
  CHECK(many.pose.rotation.norm() == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("rotation: a rate that changes evenly is integrated exactly") {
  const WallMotion starting = with_rotation(Vec3(0, 0, 1), Vec3::Zero(), TimeFunction::expression("3 - 2*t", {}));
  const WallStep end = after(starting, 1, 4);  // by 2 rad
  CHECK(end.state.angle == doctest::Approx(2).epsilon(1e-14));
  CHECK((end.pose.to_space(Vec3(1, 0, 0)) - Vec3(std::cos(2), std::sin(2), 0)).norm() < 1e-14);
  CHECK(end.half.spin.z() == doctest::Approx(3 - 2 * 0.875).epsilon(1e-14));
  CHECK(end.full.spin.z() == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("rotation and velocity together: the axis goes along") {
  WallMotion roller = with_rotation(Vec3(0, 0, -1), Vec3(0, 1, 0), 2);
  roller.velocity = {TimeFunction(2), TimeFunction(0), TimeFunction(0)};  // rolls without slip on y = 0
  const WallStep step = after(roller, 0.7, 100);
  CHECK(step.full.at(Vec3(1.4, 0, 0)).norm() < 1e-13);
  CHECK((step.pose.to_space(Vec3(0, 0, 0)) - Vec3(1.4 - std::sin(1.4), 1 - std::cos(1.4), 0)).norm() < 1e-12);
  // What the half-step rates move a point by is what the poses say, to third order in dt.
  const auto gap = [&](Real dt) {
    const WallStep one = advance(roller, step.state, 0.7, dt, Vec3::Zero());
    const Vec3 X(0.3, 1.8, 0);
    const Vec3 before = wall_pose(roller, step.state, 0.7).to_space(X), behind = one.pose.to_space(X);
    return (behind - before - dt * one.half.at((before + behind) / 2)).norm();
  };
  CHECK(gap(0.01) < 1e-6);
  CHECK(gap(0.02) / gap(0.01) == near(8, 0.02));
}

TEST_CASE("vibration: exact whatever the step, starts where it is and when it should") {
  WallMotion table;
  table.vibration = WallVibration{.along = Vec3(0, 2, 0), .amplitude = 0.01, .frequency = 3, .phase = 0.4, .from = 0.1};
  const auto exact = [](Real t) { return 0.01 * (std::sin(6 * pi * (t - 0.1) + 0.4) - std::sin(0.4)); };
  for (const int steps : {1, 3, 50}) {
    const WallStep end = after(table, 0.77, steps);
    CHECK(end.pose.displacement.y() == near(exact(0.77), 1e-12));
    CHECK(end.full.velocity.y() == doctest::Approx(0.06 * pi * std::cos(6 * pi * 0.67 + 0.4)).epsilon(1e-12));
    const Real dt = 0.77 / steps;
    const Real start = steps == 1 ? 0 : exact(0.77 - dt);
    CHECK(dt * end.half.velocity.y() == near(exact(0.77) - start, 1e-10));
  }
  CHECK(after(table, 0.1, 1).pose.displacement.norm() < 1e-17);
  CHECK(after(table, 0.09, 1).full.velocity == Vec3::Zero());
  CHECK(wall_rates(table, {}, 0.1).velocity.y() == doctest::Approx(0.06 * pi * std::cos(0.4)));
  // The mean of the squared speed over one period, (A omega)^2/2.
  Real sum = 0;
  for (int n = 0; n < 1000; ++n) sum += std::pow(table.vibration->speed(0.1 + n / 3000.0), 2) / 1000;
  CHECK(sum == near(std::pow(0.06 * pi, 2) / 2, 1e-10));
}

TEST_CASE("servo: against a spring the force approaches its target exponentially") {
  WallMotion piston;
  const Real stiffness = 1e4, mobility = 1e-3, target = 50, dt = 1e-4;  // rate m k = 10 1/s
  piston.servo = pressing(target, mobility, 100);
  WallStep step;
  const auto force_on_wall = [&] {
    return Vec3(0, 0, -stiffness * step.pose.displacement.z());
  };  // pushes back upwards
  for (int n = 0; n < 3000; ++n) step = advance(piston, step.state, n * dt, dt, force_on_wall());
  CHECK(step.pose.displacement.z() < 0);
  CHECK(force_on_wall().z() == doctest::Approx(target * (1 - std::exp(-3.0))).epsilon(1e-3));
  for (int n = 0; n < 30000; ++n) step = advance(piston, step.state, n * dt, dt, force_on_wall());
  CHECK(force_on_wall().z() == doctest::Approx(target).epsilon(1e-10));
  CHECK(step.full.velocity.norm() < 1e-10);
}

TEST_CASE("servo: its speed follows within the response time, by itself within 100 steps") {
  WallMotion piston;
  piston.servo = pressing(100, 1, 0.25);
  piston.servo->response = 0.1;
  WallStep step;
  constexpr Real dt = 1e-5;
  for (int n = 0; n < 10000; ++n) step = advance(piston, step.state, n * dt, dt, Vec3::Zero());
  CHECK(step.full.velocity.z() == doctest::Approx(-0.25 * (1 - std::exp(-1.0))).epsilon(1e-4));
  CHECK(step.pose.displacement.z() == near(-0.25 * 0.1 * std::exp(-1.0), 1e-3));
  piston.servo->response.reset();
  step = advance(piston, {}, 0, dt, Vec3::Zero());
  CHECK(step.half.velocity.z() == near(-0.25 / 100, 1e-12));
  CHECK(wall_rates(piston, step.state, dt).velocity.z() == near(-0.25 / 100, 1e-12));
}

TEST_CASE("servo: limited speed towards and away from the grains; pressure times area; force in time") {
  WallMotion piston;
  piston.servo = pressing(100, 1, 0.25);
  CHECK(after(piston, 2, 10).pose.displacement.z() == doctest::Approx(-0.5).epsilon(1e-14));
  CHECK(after(piston, 2, 10, Vec3(0, 0, 500)).pose.displacement.z() == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(after(piston, 2, 10, Vec3(7, 7, 100)).pose.displacement == Vec3::Zero());
  piston.servo->force.reset();
  piston.servo->pressure = TimeFunction::expression("1000*t", {});
  piston.servo->area = 0.02;
  piston.servo->max_speed = 1e6;
  CHECK(piston.servo->speed(3, Vec3(0, 0, 45)) == doctest::Approx(60 - 45));
}

TEST_CASE("a surface that runs along itself turns with its wall, and goes nowhere") {
  WallMotion belt;
  belt.surface_velocity = {TimeFunction(0), TimeFunction::expression("3*t", {}), TimeFunction(0)};
  belt.surface_rotation = WallRotation{Vec3(0, 2, 0), Vec3(1, 0, 1), 5};
  CHECK(surface_runs(belt));
  CHECK(!moves(belt));
  CHECK(!surface_runs(with_velocity(1)));
  CHECK(after(belt, 2, 10).pose.displacement.isZero(0));
  const WallPose pose{Vec3(0, 0, 4), exponential_turn(Vec3(0, 0, pi / 2)), Vec3(1, 0, 0)};
  const WallRates rates = surface_rates(belt, pose, 2);
  CHECK((rates.velocity - Vec3(-6, 0, 0)).norm() < 1e-14);
  CHECK((rates.spin - Vec3(-5, 0, 0)).norm() < 1e-14);
  CHECK((rates.centre - Vec3(1, 0, 5)).norm() < 1e-14);
  CHECK(surface_rates(with_velocity(1), pose, 2).velocity.isZero(0));
  belt.surface_rotation->axis = Vec3::Zero();
  CHECK(belt.contradiction().key == "surface_rotation/axis");
}

TEST_CASE("a wall is there until it is removed") {
  WallMotion gate;
  gate.remove_at = 0.5;
  CHECK(present(gate, 0.4999));
  CHECK(!present(gate, 0.5));
  CHECK(!moves(gate));
}

TEST_CASE("pose: boxes are carried along, unbounded sides too") {
  WallPose pose = wall_pose(with_rotation(Vec3(0, 0, 1), Vec3(1, 0, 0), 0), {Vec3::Zero(), pi / 2, 0}, 0);
  pose.displacement = Vec3(0, 0, 3);
  const BoundingBox turned = pose.to_space(BoundingBox{Vec3(1, 0, 0), Vec3(3, 1, 2)});
  CHECK((turned.low - Vec3(0, 0, 3)).norm() < 1e-14);
  CHECK((turned.high - Vec3(1, 2, 5)).norm() < 1e-14);
  const BoundingBox half = pose.to_space(BoundingBox{Vec3::Constant(-infinity), Vec3(infinity, 0, infinity)});
  CHECK(half.low.x() == doctest::Approx(1));  // y <= 0 becomes x >= 1
  CHECK(half.low.tail<2>() == Vec3::Constant(-infinity).tail<2>());
  CHECK(half.high == Vec3::Constant(infinity));
  const BoundingBox other = pose.to_space(BoundingBox{Vec3(-infinity, 0, -infinity), Vec3::Constant(infinity)});
  CHECK(other.low.x() == -infinity);
  CHECK(other.high.x() == doctest::Approx(1));
  Dice dice(1);
  for (int trial = 0; trial < 500; ++trial) {
    const WallPose any{dice.in_box(-1, 1), exponential_turn(dice(0, 6) * dice.direction()), dice.in_box(-1, 1)};
    const Vec3 low = dice.in_box(-1, 0), size = dice.in_box(0, 1);
    const BoundingBox box = any.to_space(BoundingBox{low, low + size});
    BoundingBox corners;
    for (int k = 0; k < 8; ++k) {
      corners.enclose(any.to_space(low + Vec3(k & 1, k >> 1 & 1, k >> 2 & 1).cwiseProduct(size)));
    }
    CHECK((box.low - corners.low).norm() < 1e-14);
    CHECK((box.high - corners.high).norm() < 1e-14);
    const Vec3 X = dice.in_box(-2, 2);
    CHECK((any.to_wall(any.to_space(X)) - X).norm() < 1e-14);
  }
}

TEST_CASE("in two dimensions walls move in the plane") {
  const auto refused = [](const WallMotion& motion) {
    check_motion(motion, 3);
    CHECK_THROWS_AS(check_motion(motion, 2), CaseError);
  };
  refused(with_velocity(0, 0, 1));
  refused(with_velocity(0, 0, TimeFunction::expression("0*t", {})));
  refused(with_rotation(Vec3(0, 1, 0), Vec3::Zero(), 1));
  WallMotion motion;
  motion.surface_velocity = with_velocity(0, 0, 1).velocity;
  refused(motion);
  motion = {};
  motion.surface_rotation = WallRotation{Vec3(1, 0, 0), Vec3::Zero(), 1};
  refused(motion);
  motion = {};
  motion.vibration = WallVibration{.along = Vec3(0, 1, 1), .amplitude = 1, .frequency = 1};
  refused(motion);
  motion = {};
  motion.servo = pressing(1, 1, 1);
  refused(motion);
  motion = with_rotation(Vec3(0, 0, -2), Vec3(1, 1, 0), 1);
  motion.velocity = {TimeFunction(1), TimeFunction(2), TimeFunction(0)};
  check_motion(motion, 2);
}
