// How fast spheres drift next is known before: no drift of any length that it holds for is faster.
#include <doctest/doctest.h>

#include "support/draw.hpp"
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-3;

/// Spheres in the middle of a step, with forces that matter in one; some are held.
GrainBody driven_spheres(Index count) {
  Draw draw(3);
  GrainBody body;
  body.grains.resize(count);
  body.orientation.assign(count, Quaternion::Identity());
  for (Index i = 0; i < count; ++i) {
    const Real mass = 2 + draw.number();
    body.grains.position[i] = Row(draw.vector(3, 1), 0.1);
    body.grains.rate[i].velocity = Row(draw.vector(3, 2), i % 7 == 0 ? 0 : 1 / mass);
    body.grains.rate[i].spin = Row(draw.vector(3, 2), 1 / mass);
    body.grains.inertia[i] = {mass, mass};
    body.grains.load[i].force = Row(draw.vector(3, 3000));
    body.grains.load[i].torque = Row(draw.vector(3, 3000));
  }
  return body;
}

}  // namespace

TEST_CASE("no sphere drifts faster than a kick has said, and the fastest as fast where steps are of one length") {
  GrainBody body = driven_spheres(3 * parallel::block_size + 17);
  BlockKick kick;
  kick.begin(body, dt, Vec3(0, 0, -400));
  for (Index block = 0; block < parallel::block_count(body.size()); ++block) kick.kick(block);
  for (const Real share : {1e-6, 0.3, 0.9, 1.0, 1.05, 1.1}) {
    CAPTURE(share);
    GrainBody next = body;
    kick_and_drift(next, share * dt);
    const Real ahead = kick.speed_ahead(share * dt);
    CHECK(next.max_speed <= (1 + 1e-12) * ahead);
    CHECK(next.max_speed > 0.6 * ahead);
  }
  CHECK(kick.speed_ahead(1.2 * dt) == infinity);
  CHECK(BlockKick().speed_ahead(dt) == infinity);
}

}  // namespace talus
