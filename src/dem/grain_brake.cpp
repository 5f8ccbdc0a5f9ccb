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
    if (g.rate[i].velocity.w == 0) return;
    RateRows& rate = g.rate[i];
    const Inertia& inertia = g.inertia[i];
    const Vec3 v = rate.velocity.vec(), less = slower * v, spin = rate.spin.vec();
    sum[0] += inertia.mass * less.dot(v - Real(0.5) * less);
    sum[1] += spin_loss * spin.dot(body.clumped ? body.clumps.angular_momentum[i] : Vec3(inertia.moment * spin));
    rate.velocity.set(v - less);
    rate.spin.set(kept * spin);
    if (body.clumped) body.clumps.angular_momentum[i] *= kept;
  });
  return {lost[0], lost[1]};
}

}  // namespace talus
