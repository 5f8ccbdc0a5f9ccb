#include "talus/sim/grain_watch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/diagnostics/hidden_volume.hpp"

namespace talus {
namespace {

/// Of all contacts at one time.
struct Overlaps {
  Real shared = 0;  ///< volume that they hide [m^3; m^2 in 2-D]
  Real held = 0;    ///< largest over the radius where neither partner gives way [-]
};

/// Whether a contact moves neither of its partners.
bool is_held(const GrainSystem& grains, const GrainContact& contact, const GrainContactLine& line) {
  const auto is_free = [&](Index body, Index grain) { return grains.bodies[body].grains.rate[grain].velocity.w > 0; };
  if (is_free(grains.body_index(contact.a()), line.i)) return false;
  if (line.j >= 0) return !is_free(grains.body_index(contact.b()), line.j);
  const Index wall = grains.wall_index(contact.b());
  return wall >= 0 && !grains.walls[wall].motion.free;
}

Overlaps overlaps_of(const GrainSystem& grains, int dimension) {
  Overlaps seen;
  for (const auto& contact : grains.contacts) {
    if (contact->bonds()) continue;
    contact->for_each_line([&](const GrainContactLine& line) {
      const Real R1 = line.radius_at(line.from);
      Real smaller = R1;
      if (line.j < 0) {
        seen.shared += dimension == 2 ? segment_area(R1, line.overlap) : volume_behind_wall(R1, line.overlap);
      } else {
        const Real R2 = line.radius_at(line.to);
        seen.shared += dimension == 2 ? shared_area(R1, R2, line.overlap) : shared_volume(R1, R2, line.overlap);
        smaller = std::min(R1, R2);
      }
      if (is_held(grains, *contact, line)) seen.held = std::max(seen.held, line.overlap / smaller);
    });
  }
  return seen;
}

}  // namespace

void GrainWatch::follow_step(const Simulation& simulation) {
  const GrainSystem& grains = simulation.model().grains;
  if (grains.contacts.empty()) return;
  const GrainContactSums& sums = simulation.grain_contacts();
  has_seen_contacts_ = has_seen_contacts_ || sums.touching > 0;
  const SpringStep step{.dt = simulation.last_step(),
                        .grains = static_cast<Real>(grains.size()),
                        .touching = sums.touching,
                        .among_grains = grains.touching_among_grains(),
                        .frequency = std::sqrt(sums.frequency2),
                        .overlap_ratio = sums.overlap_ratio,
                        .radius = mean_radius_,
                        .speed = grains.max_speed()};
  watch_.follow_step(step);
  follow_collisions(simulation, step);
}

void GrainWatch::follow_collisions(const Simulation& simulation, const SpringStep& step) {
  const bool unchanged = simulation.grain_contacts().begun == 0 && step.touching == touching_;
  touching_ = step.touching;
  if (unchanged) return;
  if (step.is_packed()) return collisions_.forget();
  // Nothing touches: nothing begins either, so that no duration is asked for.
  const Real contact_time = step.frequency > 0 ? std::numbers::pi / step.frequency : 0;
  collisions_.follow(simulation.model().grains.bodies, simulation.time(), contact_time);
  watch_.take(collisions_.seen());
}

void GrainWatch::follow_row(const Simulation& simulation) {
  const GrainSystem& grains = simulation.model().grains;
  if (grains.contacts.empty()) return;
  Real solid = 0, radii = 0, spheres = 0;
  for (const GrainBody& body : grains.bodies) {
    for (const Real volume : body.volume) solid += volume;
    for (const Row& row : body.spheres().position) radii += row.w, ++spheres;
  }
  if (spheres > 0) mean_radius_ = radii / spheres;
  const Overlaps overlaps = overlaps_of(grains, simulation.model().description.dimension);
  watch_.follow_volume(overlaps.shared, solid);
  watch_.follow_held(overlaps.held);
}

}  // namespace talus
