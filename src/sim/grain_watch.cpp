#include "talus/sim/grain_watch.hpp"

#include <cmath>
#include <numbers>

#include "talus/diagnostics/hidden_volume.hpp"

namespace talus {
namespace {

/// Volume that the overlaps of all contacts hide [m^3; m^2 in 2-D].
Real shared_by_contacts(const GrainSystem& grains, int dimension) {
  Real shared = 0;
  for (const auto& contact : grains.contacts) {
    if (contact->bonds()) continue;
    contact->for_each_line([&](const GrainContactLine& line) {
      // The point of contact lies half of the overlap below the surface of a sphere.
      const Real R1 = (line.from - line.point).norm() + line.overlap / 2;
      if (line.j < 0) {
        shared += dimension == 2 ? segment_area(R1, line.overlap) : volume_behind_wall(R1, line.overlap);
      } else {
        const Real R2 = (line.to - line.point).norm() + line.overlap / 2;
        shared += dimension == 2 ? shared_area(R1, R2, line.overlap) : shared_volume(R1, R2, line.overlap);
      }
    });
  }
  return shared;
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
  watch_.follow_volume(shared_by_contacts(grains, simulation.model().description.dimension), solid);
}

}  // namespace talus
