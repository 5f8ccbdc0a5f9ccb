// Turns from vectors, and back.
#include "talus/numerics/quaternion.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "support/draw.hpp"

namespace talus {
namespace {

TEST_CASE(
    "quaternions: the vector of a turn is that it was made from, whichever of the two quaternions stands for it") {
  Draw draw(11);
  for (const Real angle : {1e-12, 1e-3, 0.4, 0.6, 2.0, 3.1}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Vec3 a = angle * Vec3(draw.number(1), draw.number(1), draw.number(1)).normalized();
      const Quaternion q = exponential_turn(a), opposite(-q.w(), -q.x(), -q.y(), -q.z());
      CHECK((rotation_vector(q) - a).norm() < 1e-14 * angle);
      CHECK((rotation_vector(opposite) - a).norm() < 1e-14 * angle);
    }
  }
}

TEST_CASE("quaternions: no turn has no vector, half a turn one as long as pi, and more go the other way") {
  CHECK(rotation_vector(Quaternion::Identity()).isZero(0));
  CHECK(rotation_vector(Quaternion(0, 0, 1, 0)).isApprox(Vec3(0, std::numbers::pi, 0), 1e-15));
  const Vec3 most = rotation_vector(exponential_turn(Vec3(0, 0, 4)));
  CHECK((most - Vec3(0, 0, 4 - 2 * std::numbers::pi)).norm() < 1e-14);
}

}  // namespace
}  // namespace talus
