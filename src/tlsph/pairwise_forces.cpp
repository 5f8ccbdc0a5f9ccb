#include "talus/tlsph/pairwise_forces.hpp"

#include <algorithm>

namespace talus {

Vec3 central_hourglass_force(const SolidBody& body, const ReferenceState& reference, const CentralControl& control,
                             const TargetGradient& target, Index i) {
  Vec3 sum = Vec3::Zero();
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const Index j = reference.bond[b].neighbour;
    const Vec3 X_ji = body.X[j] - body.X[i];
    const Vec3 x_ji = X_ji + (body.u[j] - body.u[i]);
    const Vec3 n = x_ji.normalized();
    const Vec3 miss = (target.H[i] + target.H[j]) * X_ji - (body.secant[i] + body.secant[j]) * x_ji -
                      2 * control.tau * (body.v[j] - body.v[i]);
    sum -= (body.V[j] * Real(reference.kernel[b]) / X_ji.squaredNorm() * miss.dot(n)) * n;
  }
  return 0.5 * control.alpha * body.V[i] * sum;
}

Vec3 viscous_force(const SolidBody& body, const ReferenceState& reference, Real coefficient, Index i) {
  Vec3 sum = Vec3::Zero();
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const Vec3 X_ji = body.X[j] - body.X[i];
    const Vec3 n = (X_ji + (body.u[j] - body.u[i])).normalized();
    const Real opening = (body.v[j] - body.v[i]).dot(n);
    // |W'| = w r, so the factor (h/r) |W'| is h w.
    sum += body.V[j] * reference.smoothing_length * Real(weight) * std::min(Real(0), opening) * n;
  }
  return coefficient * body.V[i] * sum;
}

}  // namespace talus
