// How a wall gives way to a force on it: one with a mass of its own is a partner of contact like a grain, with a
// reduced mass that depends on where it is touched (contact-law 1).
#pragma once

#include "talus/body/wall_body.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// Of its centre of mass, where a guide lets it go [1/kg]; 0 of walls that are not free.
[[nodiscard]] inline Real per_mass(const WallBody& wall) { return wall.motion.free ? 1 / wall.motion.free->mass : 0; }

class WallGive {
 public:
  WallGive() = default;
  explicit WallGive(const WallBody& wall) : centre_(wall.full.centre) {
    if (!wall.motion.free) return;
    const WallFree& free = *wall.motion.free;
    straight_ = free.guide() / free.mass;
    if (!free.inertia) return;
    const Vec3 per_inertia = (free.inertia->array() > 0).select(free.inertia->cwiseInverse(), 0);
    const Mat3 axes = wall.pose.rotation.toRotationMatrix();
    turning_ = axes * per_inertia.asDiagonal() * axes.transpose();
  }

  /// n.(G/M) n + (arm x n).I^-1 (arm x n): acceleration along the unit normal per force along it [1/kg], at a point
  /// [m].
  template <class T>
  [[nodiscard]] T along(const Vec3Of<T>& normal, const Vec3Of<T>& at) const {
    const Vec3Of<T> arm(at[0] - centre_[0], at[1] - centre_[1], at[2] - centre_[2]);
    return quadratic<T>(straight_, normal) + quadratic<T>(turning_, arm.cross(normal));
  }

 private:
  template <class T>
  [[nodiscard]] static T quadratic(const Mat3& A, const Vec3Of<T>& v) {
    T sum = 0;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) sum += A(i, j) * v[i] * v[j];
    }
    return sum;
  }

  Mat3 straight_ = Mat3::Zero();  ///< G/M [1/kg]
  Mat3 turning_ = Mat3::Zero();   ///< [1/(kg m^2)]
  Vec3 centre_ = Vec3::Zero();    ///< [m]
};

}  // namespace talus
