// What acts on grains: cleared, and of clumps gathered from their spheres.
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {

void clear_forces(GrainBody& body) {
  const auto clear = [](SphereRows& rows) { parallel::for_each(rows.size(), [&](Index i) { rows.load[i] = {}; }); };
  clear(body.grains);
  if (body.clumped) clear(body.clumps.spheres);
}

void gather_clumps(GrainBody& body) {
  if (!body.clumped) return;
  SphereRows& g = body.grains;
  const ClumpState& c = body.clumps;
  parallel::for_each(body.size(), [&](Index i) {
    Vec3 F = Vec3::Zero(), T = Vec3::Zero();
    Real contacts = 0;
    for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
      const Vec3 f = c.spheres.load[s].force.vec();
      F += f;
      T += c.spheres.load[s].torque.vec() + (c.spheres.position[s].vec() - g.position[i].vec()).cross(f);
      contacts += c.spheres.load[s].force.w;
    }
    g.load[i] = {Row(F, contacts), Row(T)};
  });
}

}  // namespace talus
