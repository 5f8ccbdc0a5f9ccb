#include "talus/tlsph/pairwise_forces.hpp"

#include <algorithm>

namespace talus {
namespace {

/// The first three lanes of b - a.
Vec3 relative(const NodeRow& b, const NodeRow& a) { return vector_of(b) - vector_of(a); }

/// x_ji
template <int D>
Vec3 current(const Nodes<D>& nodes, Index j, Index i) {
  return relative(nodes.placed[j].X, nodes.placed[i].X) + relative(nodes.placed[j].u, nodes.placed[i].u);
}

}  // namespace

void TargetGradient::reflect(const Mirror& mirror) {
  for (Index k = 0; k < mirror.size(); ++k) {
    const Mat3& R = mirror.reflection_of(k);
    H[mirror.own + k] = R * H[mirror.original[k]] * R;
    q[mirror.own + k] = q[mirror.original[k]];
  }
}

template <int D>
Vec3 central_hourglass_force(const ReferenceState& reference, const Nodes<D>& nodes, const CentralControl& control,
                             const TargetGradient& target, Index i) {
  Vec3 sum = Vec3::Zero();
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const Index j = reference.bond[b].neighbour;
    const Vec3 X_ji = relative(nodes.placed[j].X, nodes.placed[i].X), x_ji = current(nodes, j, i);
    const Vec3 n = x_ji.normalized();
    const Vec3 miss = (target.H[i] + target.H[j]) * X_ji - (target.q[i] + target.q[j]) * x_ji -
                      2 * control.tau * relative(nodes.velocity[j], nodes.velocity[i]);
    sum -= (Real(reference.kernel[b]) / X_ji.squaredNorm() * miss.dot(n)) * n;
  }
  return 0.5 * control.alpha * sum;
}

template <int D>
Vec3 viscous_force(const ReferenceState& reference, const Nodes<D>& nodes, Real coefficient, Index i) {
  Vec3 sum = Vec3::Zero();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Vec3 n = current(nodes, j, i).normalized();
    const Real opening = relative(nodes.velocity[j], nodes.velocity[i]).dot(n);
    // |W'| = w r, so the factor (h/r) |W'| is h w.
    sum += reference.smoothing_length * Real(weight) * std::min(Real(0), opening) * n;
  }
  return coefficient * sum;
}

template Vec3 central_hourglass_force(const ReferenceState&, const Nodes<2>&, const CentralControl&,
                                      const TargetGradient&, Index);
template Vec3 central_hourglass_force(const ReferenceState&, const Nodes<3>&, const CentralControl&,
                                      const TargetGradient&, Index);
template Vec3 viscous_force(const ReferenceState&, const Nodes<2>&, Real, Index);
template Vec3 viscous_force(const ReferenceState&, const Nodes<3>&, Real, Index);

}  // namespace talus
