// A wall with a mass under a made-up force: books, guides, free spin.
#include "talus/dem/free_wall.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace talus {
namespace {

WallBody tool_with(const WallFree& free) {
  WallBody tool;
  tool.name = "tool";
  tool.surface = PlaneSurface{};
  tool.motion.free = free;
  return tool;
}

/// A spring of 50 N/m from a point of the tool to the origin.
void pull(WallBody& tool) {
  const Vec3 at = tool.pose.to_space(tool.motion.free->centre + Vec3(0.3, -0.2, 0.4));
  tool.force = -50 * at;
  tool.moment = (at - tool.full.centre).cross(tool.force);
}

TEST_CASE("the books of a free tool close") {
  const std::array<TimeFunction, 3> push{TimeFunction(3), TimeFunction(-2), TimeFunction(1)};
  WallFree turning{.mass = 2, .centre = {1, 2, 3}, .inertia = Vec3(0.1, 0.2, 0.25), .velocity = {1, 0, 0}};
  turning.spin = {3, 1, -2};
  turning.force = push;
  WallFree guided{.mass = 2, .centre = {1, 2, 3}, .velocity = {1, 1, 0}, .along = {{1, 1, 0}, {0, 0, 1}}};
  guided.force = push;
  for (const WallFree& spec : {turning, guided}) {
    WallBody tool = tool_with(spec);
    FreeWall wall(tool);
    const Vec3 gravity(0, 0, -9.81);
    wall.set_gravity(gravity);
    pull(tool);
    const GrainWork start = wall.energies();
    GrainWork sum;
    Real size = start.kinetic + start.rotational;
    constexpr Real dt = 1e-2;
    for (int step = 0; step < 200; ++step) {
      const GrainWork first = wall.kick_and_drift(step * dt, dt);
      pull(tool);
      const GrainWork second = wall.kick(dt, gravity);
      for (const GrainWork& w : {first, second}) {
        sum.contact += w.contact;
        sum.body_force += w.body_force;
        sum.held += w.held;
        sum.scheme += w.scheme;
        size += std::abs(w.contact) + std::abs(w.body_force);
      }
    }
    const GrainWork end = wall.energies();
    const Real change = end.kinetic + end.rotational - start.kinetic - start.rotational;
    CHECK(std::abs(change + sum.contact + sum.body_force + sum.held + sum.scheme) < 1e-12 * size);
    // The given force is constant, so its work is force times way along the guide.
    const Vec3 way = tool.pose.displacement;
    CHECK(sum.held == doctest::Approx(-Vec3(3, -2, 1).dot(way)).epsilon(1e-11));
    CHECK(sum.body_force == doctest::Approx(2 * 9.81 * way.z()).epsilon(1e-11));
    if (!spec.along.empty()) CHECK(std::abs(way.x() - way.y()) < 1e-12);
    if (!spec.inertia) CHECK(tool.full.spin.isZero());
  }
}

TEST_CASE("a tool that spins freely keeps its angular momentum, and points of it their distance") {
  WallFree spec{.mass = 2, .inertia = Vec3(0.1, 0.2, 0.25), .velocity = {1, 0, 0}};
  spec.spin = {0.1, 4, 0.1};  // about the middle axis: it tumbles
  WallBody tool = tool_with(spec);
  FreeWall wall(tool);
  const Vec3 L = wall.angular_momentum();
  const GrainWork start = wall.energies();
  constexpr Real dt = 1e-3;
  for (int step = 0; step < 2000; ++step) {
    (void)wall.kick_and_drift(step * dt, dt);
    (void)wall.kick(dt, Vec3::Zero());
  }
  const GrainWork end = wall.energies();
  CHECK((wall.angular_momentum() - L).norm() < 1e-13 * L.norm());
  CHECK(end.rotational == doctest::Approx(start.rotational).epsilon(1e-12));
  CHECK((tool.pose.displacement - Vec3(2, 0, 0)).norm() < 1e-12);
  CHECK((tool.pose.to_space(Vec3(0, 0.5, 0)) - tool.pose.to_space(Vec3::Zero())).norm() == doctest::Approx(0.5));
  // Where the frame says a point of the wall is, its rates say how it goes.
  const Vec3 X(0.2, -0.1, 0.3), before = tool.pose.to_space(X);
  (void)wall.kick_and_drift(2, 1e-6);
  CHECK(((tool.pose.to_space(X) - before) / 1e-6 - tool.half.at(before)).norm() < 1e-4);
}

}  // namespace
}  // namespace talus
