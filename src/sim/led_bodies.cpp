// What is led from outside in a step: walls, and grains that are held.
#include <algorithm>

#include "talus/sim/grain_system.hpp"

namespace talus {
namespace {

/// Where the wall was `dt` [s] ago, to second order.
WallPose pose_before(const WallBody& wall, Real dt) {
  WallPose pose = wall.pose;
  pose.displacement -= dt * wall.half.velocity;
  pose.rotation = exponential_turn(-dt * wall.half.spin) * pose.rotation;
  return pose;
}

}  // namespace

/// Half of what walls put into contact while they move, with the forces of the last evaluation.
void GrainSystem::book_walls(Real dt, GrainStepWork& work) const {
  for (const WallBody& wall : walls) {
    if (surface_runs(wall.motion)) {
      const Vec3 friction = wall.force - wall.normal_force;
      const WallRates& runs = wall.surface_half;
      work.walls -= Real(0.5) * dt * (friction.dot(runs.velocity) + wall.friction_moment.dot(runs.spin));
    }
    if (wall.motion.free) continue;  // what it puts in, it loses
    work.walls -= Real(0.5) * dt * (wall.force.dot(wall.half.velocity) + wall.moment.dot(wall.half.spin));
  }
}

void GrainSystem::move_walls(Real t, Real dt, GrainStepWork& work) {
  for (FreeWall& wall : free_walls) {
    if (wall.wall().present) work.grains += wall.kick_and_drift(t, dt);
  }
  for (WallBody& wall : walls) {
    if (!wall.motion.free) {
      const WallStep step = advance(wall.motion, wall.state, t, dt, wall.force);
      wall.state = step.state;
      wall.pose = step.pose;
      wall.half = step.half;
      wall.full = step.full;
    }
    if (!surface_runs(wall.motion)) continue;
    wall.surface_half = surface_rates(wall.motion, pose_before(wall, Real(0.5) * dt), t + Real(0.5) * dt);
    wall.surface_full = surface_rates(wall.motion, wall.pose, t + dt);
  }
}

const HeldGrains* GrainSystem::held_grains(Index body) const {
  const auto found = std::ranges::find(held, body, &HeldGrains::body);
  return found == held.end() ? nullptr : &*found;
}

bool GrainSystem::is_held(Index body) const {
  const HeldGrains* grains = held_grains(body);
  return grains != nullptr && grains->holds();
}

/// Contacts learn anew what is lightest among those who may move.
void GrainSystem::note_change_of_masses() {
  for (const auto& contact : contacts) contact->forget_masses();
  is_stale_ = true;
}

void GrainSystem::release_held(Real t) {
  for (HeldGrains& grains : held) {
    if (!grains.releases(t)) continue;
    grains.release(bodies[grains.body()], kinds[grains.body()]);
    note_change_of_masses();
  }
}

void GrainSystem::end_held(Real dt, GrainStepWork& work) {
  for (HeldGrains& grains : held) {
    const bool before = grains.holds();
    const GivenEnergy given = grains.end_step(bodies[grains.body()], kinds[grains.body()], time_, dt);
    work.driven += given.total();
    work.grains.kinetic += given.kinetic;
    work.grains.rotational += given.rotational;
    if (grains.holds() != before) note_change_of_masses();
  }
}

/// Walls whose time is over; what their contacts had stored goes with them, and how they move themselves.
void GrainSystem::remove_walls(Real t, Real dt, GrainStepWork& work) {
  for (WallBody& wall : walls) {
    if (!wall.present || talus::present(wall.motion, t)) continue;
    for (const auto& contact : contacts) {
      if (contact->b() == wall.name) work.taken_away += dynamic_cast<FacetContact&>(*contact).release(dt);
    }
    for (const FreeWall& free : free_walls) {
      if (&free.wall() == &wall) work.supplied -= free.energy_within_step();
    }
    wall.present = false;
    is_stale_ = true;
  }
}

}  // namespace talus
