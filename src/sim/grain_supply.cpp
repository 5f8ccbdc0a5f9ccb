// Grains that come during a run, and the room that they need.
#include <algorithm>

#include "talus/contact/facet_images.hpp"
#include "talus/dem/grain_filling.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {

Real GrainSystem::arrival_time(Real t) const {
  Real time = infinity;
  for (const GrainSupply& source : supplies)
    time = std::min(time, source.pour.wait(source.state, t, kinds[source.body].grain));
  return time;
}

/// New grains of the sources that go on; true where some came.
bool GrainSystem::supply(Real t, Real dt, const Vec3& gravity, GrainStepWork& work) {
  bool came = false;
  for (GrainSupply& source : supplies) {
    const GrainTemplate& grain = kinds[source.body].grain;
    if (!source.pour.due(source.state, t, grain)) continue;
    GrainBody& body = bodies[source.body];
    const Real reach = grain.reach() * largest_size(source.pour.sizes, grain);
    const BoxRegion region = region_bounds(source.pour.region, body.dimension);
    const std::vector<Ball> balls = balls_near({region.min, region.max}, reach);
    std::vector<GrainSeed> seeds = source.pour.insert(source.state, t, grain, surroundings(balls));
    if (seeds.empty()) continue;
    for (GrainSeed& seed : seeds) {
      seed.velocity += source.velocity;
      seed.spin += source.spin;
    }
    const GrainWork before = talus::energies(body);
    const Index first = body.size();
    add_grains(body, kinds[source.body], seeds, is_held(source.body), next_id);
    const GrainWork after = talus::energies(body);
    work.supplied += after.kinetic + after.rotational - before.kinetic - before.rotational;
    work.grains += begin_within_step(body, first, dt, gravity);
    came = true;
  }
  return came;
}

Surroundings GrainSystem::surroundings(std::span<const Ball> balls) const {
  Surroundings around;
  around.balls = balls;
  for (int a = 0; a < 3; ++a) around.period[a] = box().periodic(a) ? box().high()[a] - box().low()[a] : 0;
  around.free = [this](const Ball& ball) { return is_clear_of_walls(ball); };
  return around;
}

bool GrainSystem::is_clear_of_walls(const Ball& ball) const {
  return std::ranges::all_of(walls, [&](const WallBody& wall) {
    if (!wall.present) return true;
    return std::visit(
        [&](const auto& surface) {
          for (Index f = 0; f < surface.facet_count(); ++f) {
            bool clear = true;
            for_each_image(box(), wall.pose.to_space(surface.bounds(f)), ball.centre, ball.radius,
                           [&](const Vec3& shift) {
                             Touch touch;
                             const Vec3 x = wall.pose.to_wall(ball.centre + shift);
                             clear = clear && !surface.touch(f, x, ball.radius, touch);
                           });
            if (!clear) return false;
          }
          return true;
        },
        wall.surface);
  });
}

std::vector<Ball> GrainSystem::balls_near(const BoundingBox& region, Real margin) const {
  std::vector<Ball> balls;
  const auto take = [&](const Vec3& x, Real radius) {
    // In a periodic box a ball may stick in from the other side: all of them count.
    const Real r = radius + margin;
    const bool near = (x.array() >= region.low.array() - r).all() && (x.array() <= region.high.array() + r).all();
    if (near || box().any()) balls.push_back({x, radius});
  };
  for (const GrainBody& body : bodies) {
    for (const Row& row : body.spheres().position) take(row.vec(), row.w);
  }
  for (const SolidBody& body : solids) {
    // Half a spacing is where its surface lies, which is flat: balls of that would leave dimples between particles.
    for (const Vec3& x : body.x) take(x, body.spacing);
  }
  return balls;
}

}  // namespace talus
