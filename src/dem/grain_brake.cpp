#include "talus/dem/grain_brake.hpp"

#include <array>
#include <cmath>

#include "talus/core/parallel.hpp"

namespace talus {

BrakeLoss brake(GrainBody& body, const GrainBrake& by, Real dt) {
  const Real gone = -std::expm1(-by.rate * dt);  // of what is braked, without losing digits where that is little
  const Mat3 slower = gone * by.projector;
  const Real kept = by.spins ? 1 - gone : 1, spin_loss = Real(0.5) * (1 - kept * kept);
  SphereRows& g = body.grains;
  const auto lost = parallel::sum<2>(body.size(), [&](Index i, std::array<Real, 2>& sum) {
    if (g.half[i].velocity.w == 0) return;
    RateRows& full = g.full[i];
    const Vec3 v = full.velocity.vec(), less = slower * v, spin = full.spin.vec();
    sum[0] += full.velocity.w * less.dot(v - Real(0.5) * less);
    sum[1] += spin_loss * spin.dot(body.clumped ? body.clumps.angular_momentum[i] : Vec3(full.spin.w * spin));
    full.velocity.set(v - less);
    full.spin.set(kept * spin);
    if (body.clumped) body.clumps.angular_momentum[i] *= kept;
  });
  return {lost[0], lost[1]};
}

}  // namespace talus
