// Bodies in large, rough motion, and what their forces must be: gradients of an energy, free of net force and torque.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {

inline constexpr Real affine_part = 0.15;  ///< entries of the affine part of the motion [-]
inline constexpr Real rough_part = 0.01;   ///< of the displacements [m]; the spacing is 0.1 m
inline constexpr Real short_step = 1e-5;   ///< [s]

/// A turn of 40 degrees about a skew axis (about z in 2-D), with some strain.
inline Mat3 large_motion(int dimension, Draw& draw) {
  const Vec3 axis = dimension == 3 ? Vec3(1, 2, 2).normalized() : Vec3(0, 0, 1);
  const Mat3 R = Eigen::AngleAxisd(0.7, axis).toRotationMatrix();
  return R * (Mat3::Identity() + draw.matrix(dimension, affine_part)) - Mat3::Identity();
}

/// A jittered body, turned, strained and shaken.
inline SolidBody moved_body(const Materials::Variant& material, int dimension, unsigned seed,
                            const std::array<int, 3>& cells = {5, 4, 3}) {
  SolidBody body = sample_body(material, {.dimension = dimension, .cells = cells, .seed = seed});
  Draw draw(seed + 100);
  const Mat3 H = large_motion(dimension, draw);
  displace(body, [&](const Vec3& X) { return Vec3(H * X); });
  displace_randomly(body, draw, rough_part);
  return body;
}

/// Largest difference between a force and minus the central difference of an energy, over the largest force.
template <class Energy>
Real gradient_error(SolidBody& body, const std::vector<Vec3>& force, Energy&& energy) {
  constexpr Real step = 1e-6;  // [m]
  Real worst = 0, largest = 0;
  for (Index i = 0; i < body.size(); i += 3) {
    for (int c = 0; c < body.dimension; ++c) {
      const auto at = [&](Real shift) {
        const Real u = body.u[i][c];
        body.u[i][c] = u + shift;
        body.x[i] = body.X[i] + body.u[i];
        const Real value = energy();
        body.u[i][c] = u;
        body.x[i] = body.X[i] + body.u[i];
        return value;
      };
      const Real gradient = (at(step) - at(-step)) / (2 * step);
      worst = std::max(worst, std::abs(force[i][c] + gradient));
      largest = std::max(largest, std::abs(gradient));
    }
  }
  return worst / largest;
}

inline void check_momenta(const SolidBody& body, ForceKind kind) {
  ForceSums sums;
  sums.add(body, kind);
  REQUIRE(sums.force_scale > 0);
  CHECK(sums.force.norm() < 1e-13 * sums.force_scale);
  CHECK(sums.torque.norm() < 1e-13 * sums.torque_scale);
}

/// All forces, those of dashpots that do not act in every step among them.
inline void sum_all_forces(SolidBody& body, SolidSolver& solver) {
  solver.compute_forces();
  if (body.control_in_stress) solver.brake(body.v);
}

/// One step with random velocities.
inline void take_step(SolidBody& body, SolidSolver& solver, unsigned seed) {
  Draw draw(seed);
  solver.update_stress(0);
  for (Vec3& v : body.v) v = draw.vector(body.dimension, 20);
  for (Index i = 0; i < body.size(); ++i) body.u[i] += short_step * body.v[i];
  for (Index i = 0; i < body.size(); ++i) body.x[i] = body.X[i] + body.u[i];
  solver.update_stress(short_step);
  sum_all_forces(body, solver);
}

/// A body with a zero-energy control and its twin without: their forces differ by the control's, whether that has a
/// force of its own or acts within the stress.
class Twins {
 public:
  SolidBody body, plain;
  SolidSolver solver, plain_solver;

  Twins(const SolidBody& sample, const SolidNumerics& numerics)
      : body(sample), plain(sample), solver(body, numerics), plain_solver(plain, without_control(numerics)) {}
  Twins(const Twins&) = delete;

  /// Calls act(body, solver) for both.
  template <class Act>
  void each(Act&& act) {
    act(body, solver);
    act(plain, plain_solver);
  }
  [[nodiscard]] std::vector<Vec3> control() const {
    std::vector<Vec3> force = body.of(ForceKind::internal);
    for (Index i = 0; i < body.size(); ++i) {
      force[i] += body.of(ForceKind::hourglass)[i] - plain.of(ForceKind::internal)[i];
    }
    return force;
  }

 private:
  static SolidNumerics without_control(SolidNumerics numerics) {
    numerics.hourglass = NoHourglass{};
    return numerics;
  }
};

inline void compute_forces(SolidBody& body, SolidSolver& solver, Real dt = 0) {
  solver.update_stress(dt);
  sum_all_forces(body, solver);
}

}  // namespace talus
