// One particle's material, driven along a path of deformation, with its books.
#pragma once

#include <cmath>

#include "talus/law/material/catalog.hpp"

namespace talus {

/// A material with its state and the sums that the solver would book, per reference volume.
template <class Material>
struct MaterialPoint {
  Material material;
  MaterialState state{};
  Mat3 F = Mat3::Identity();
  Response answer = at_rest(material);
  Real work = 0;          ///< 1/2 (P + P') : (F' - F) [J/m^3]
  Real plastic_work = 0;  ///< 1/2 (sigma_y + sigma_y') d(eps_p) [J/m^3]

  void advance(const Mat3& to, Real dt) {
    const Response before = answer;
    const Real strain = state.plastic_strain;
    answer = material.respond(to, state, dt);
    work += 0.5 * (before.P + answer.P).cwiseProduct(to - F).sum();
    plastic_work += 0.5 * (before.yield_stress + answer.yield_stress) * (state.plastic_strain - strain);
    F = to;
  }

  [[nodiscard]] Mat3 tau() const { return answer.P * F.transpose(); }
  [[nodiscard]] Real pressure() const { return -tau().trace() / (3 * F.determinant()); }
  /// What the ledger of states misses [J/m^3].
  [[nodiscard]] Real residual() const { return work - answer.energy - plastic_work; }

 private:
  static Response at_rest(const Material& m) {
    MaterialState fresh;
    return m.respond(Mat3::Identity(), fresh, 0);
  }
};

/// diag(exp(t), exp(-t/2), exp(-t/2)): tension without change of volume.
inline Mat3 isochoric_tension(Real t) { return Vec3(std::exp(t), std::exp(-t / 2), std::exp(-t / 2)).asDiagonal(); }
/// One axis stretched, the others held.
inline Mat3 uniaxial_strain(Real stretch) { return Vec3(stretch, 1, 1).asDiagonal(); }
/// The same in every direction.
inline Mat3 hydrostatic(Real J) { return std::cbrt(J) * Mat3::Identity(); }
inline Mat3 simple_shear(Real gamma) {
  Mat3 F = Mat3::Identity();
  F(0, 1) = gamma;
  return F;
}

/// The next point of a bar in tension: stretch exp(t) along x, sides free. Their stretch is found by the secant method
/// on the lateral stress.
template <class Material>
void pull_bar(MaterialPoint<Material>& point, Real t, Real dt) {
  const auto bar = [&](Real side) -> Mat3 { return Vec3(std::exp(t), side, side).asDiagonal(); };
  const auto lateral = [&](Real side) {
    MaterialState state = point.state;
    return point.material.respond(bar(side), state, dt).P(1, 1);
  };
  Real a = point.F(1, 1), b = a * std::exp(-0.3 * (t - std::log(point.F(0, 0))));
  Real at_a = lateral(a), at_b = lateral(b);
  for (int k = 0; k < 50 && std::abs(at_b) > 1e-9 * point.material.young * std::abs(b - a) && at_a != at_b; ++k) {
    const Real c = b - at_b * (b - a) / (at_b - at_a);
    a = b, at_a = at_b;
    b = c, at_b = lateral(b);
  }
  point.advance(bar(b), dt);
}

}  // namespace talus
