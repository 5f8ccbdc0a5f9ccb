#include "talus/sim/foreseen_run.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {
namespace {

/// Heights that grains can fall between.
struct Fall {
  Vec3 up;
  Real top = -infinity, bottom = infinity;  ///< [m]
  Vec3 highest = Vec3::Zero();              ///< where the top is [m]

  void reach(const Vec3& x) {
    const Real height = up.dot(x);
    if (height > top) top = height, highest = x;
    bottom = std::min(bottom, height);
  }
  void enclose(const BoundingBox& box) {
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 x = box.low;
      for (int k = 0; k < 3; ++k) {
        if ((corner >> k & 1) != 0) x[k] = box.high[k];
      }
      reach(x);
    }
  }
};

/// Of grains as they are and come.
Fall fall_of_grains(const GrainSystem& grains, const Vec3& up) {
  Fall fall{.up = up};
  for (const GrainBody& body : grains.bodies) {
    for (Index i = 0; i < body.size(); ++i) {
      const Row& row = body.grains.position[i];
      const bool is_held = body.grains.rate[i].velocity.w == 0;
      if (!is_held) fall.reach(row.vec() + row.w * up);
      fall.bottom = std::min(fall.bottom, up.dot(row.vec()) - row.w);
    }
  }
  for (const GrainSupply& supply : grains.supplies) {
    const BoxRegion region = region_bounds(supply.pour.region, grains.bodies[supply.body].dimension);
    fall.enclose({region.min, region.max});
  }
  return fall;
}

/// The lowest height at which a wall can stop what falls from where grains are highest, or infinity.
Real bottom_of(const WallBody& wall, const Fall& fall) {
  constexpr Real level = 0.1;  // steeper planes stop nothing
  if (!wall.present) return infinity;
  if (const auto* plane = std::get_if<PlaneSurface>(&wall.surface)) {
    const Real slope = wall.pose.turned(plane->normal).dot(fall.up);
    return slope > level ? fall.top - plane->clearance(0, wall.pose.to_wall(fall.highest)) / slope : infinity;
  }
  Fall all{.up = fall.up};
  std::visit(
      [&](const auto& surface) {
        for (Index f = 0; f < surface.facet_count(); ++f) all.enclose(wall.pose.to_space(surface.bounds(f)));
      },
      wall.surface);
  return all.bottom;
}

/// How far grains can fall [m].
Real drop_height(const Model& model, const Vec3& up) {
  const Fall fall = fall_of_grains(model.grains, up);
  Real bottom = fall.bottom;
  for (const WallBody& wall : model.grains.walls) bottom = std::min(bottom, bottom_of(wall, fall));
  for (const SolidBody& solid : model.bodies) {
    for (const Vec3& x : solid.x) bottom = std::min(bottom, up.dot(x));
  }
  const Real height = fall.top - bottom;
  return height > 0 ? height : 0;  // also where there is no grain
}

/// Of the smallest sphere that is there or comes [m].
Real smallest_radius(const GrainSystem& grains) {
  Real smallest = infinity;
  for (const GrainBody& body : grains.bodies) {
    for (const Row& row : body.spheres().position) smallest = std::min(smallest, row.w);
    if (body.least_radius > 0) smallest = std::min(smallest, body.least_radius);
  }
  return smallest;
}

/// Of the shortest contact at `speed` [m/s], grains that are to come included [s].
Real foreseen_contact_time(const GrainSystem& grains, Real speed) {
  Real frequency2 = 0;
  for (const auto& contact : grains.contacts) frequency2 = std::max(frequency2, contact->foreseen_frequency2(speed));
  return frequency2 > 0 ? std::numbers::pi / std::sqrt(frequency2) : infinity;
}

/// Of grains; infinite where nothing is known [s].
Real foreseen_step(Simulation& simulation) {
  const GrainSystem& grains = simulation.model().grains;
  const TimeSpec& time = simulation.model().description.time;
  const Real speed = foreseen_speed(simulation);
  const Real contact = std::min(simulation.grain_contact_time(), foreseen_contact_time(grains, speed));
  const Real travel = GrainSystem::share_of_radius * smallest_radius(grains) / speed;
  Real step = std::min(contact / time.steps_per_contact, time.courant * simulation.stable_step());
  if (std::isinf(step)) {
    step = std::min(Simulation::unhindered_share * travel, grains.held_contact_time(speed) / time.steps_per_contact);
  }
  return std::min({step, travel, simulation.meeting_time()});
}

/// Steps of `dt` [s] to the end; those of solids are shorter at first.
Real steps_to_end(const Simulation& simulation, Real dt, bool is_given) {
  Real left = simulation.end() - simulation.time(), steps = 0;
  if (!is_given && !simulation.model().bodies.empty()) {
    for (Real s = Simulation::shortest_share * dt; s < dt && left > s; s *= Simulation::largest_growth, ++steps)
      left -= s;
  }
  return steps + left / dt;
}

}  // namespace

Real grains_to_come(const GrainSystem& grains, const GrainSupply& supply, Real end) {
  const Pour& pour = supply.pour;
  const Real span = std::max(Real(0), std::min(end, pour.until) - pour.from);
  Real all = pour.rate ? *pour.rate * span : *pour.mass_rate * span / grains.bodies[supply.body].expected_mass;
  if (pour.count) all = std::min(all, static_cast<Real>(*pour.count));
  return std::max(Real(0), std::floor(all) - static_cast<Real>(supply.state.inserted));
}

Real grains_to_come(const GrainSystem& grains, Real end) {
  Real all = 0;
  for (const GrainSupply& supply : grains.supplies) all += grains_to_come(grains, supply, end);
  return all;
}

Real foreseen_speed(const Simulation& simulation) {
  const Model& model = simulation.model();
  Real speed = model.grains.max_speed();
  for (const GrainSupply& supply : model.grains.supplies) {
    const InitialMotion& motion = supply.pour.motion;
    speed = std::max(speed, (supply.velocity + motion.velocity).norm() + motion.agitation);
  }
  const Vec3 gravity = gravity_at(model.description, simulation.time());
  const Real g = gravity.norm();
  if (!(g > 0)) return speed;
  const Real fallen = std::sqrt(speed * speed + 2 * g * drop_height(model, -gravity / g));
  return std::min(fallen, speed + g * (simulation.end() - simulation.time()));
}

ForeseenRun foresee(Simulation& simulation) {
  const Model& model = simulation.model();
  const std::optional<Real> given = model.description.time.step;
  ForeseenRun run;
  const Real later = given || model.grains.contacts.empty() ? infinity : foreseen_step(simulation);
  const Real now = simulation.wanted_step();  // last: it says what limits it
  run.step = given ? *given : std::isfinite(later) ? later : now;
  run.steps = steps_to_end(simulation, run.step, given.has_value());
  run.at_least = !given && !model.grains.contacts.empty() && !std::isfinite(later);
  return run;
}

}  // namespace talus
