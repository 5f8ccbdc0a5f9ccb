// Central forces along the bonds: the `central` hourglass control and artificial viscosity. Slower than the merged
// form, because every bond needs its own current direction; for comparison and for strong shocks.
#pragma once

#include <vector>

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Elastic stiffness alpha [Pa] and relaxation time tau [s] of the `central` control (tlsph 8).
struct CentralControl {
  Real alpha;
  Real tau;
};

/// H_i = q_i F_i + tau (F_i - F_old,i)/dt: what the bond X_ji should have become; of mirrored particles too.
struct TargetGradient {
  std::vector<Mat3> H;
  std::vector<Real> q;  ///< (tlsph 6)

  void reflect(const Mirror& mirror);
};

/// (tlsph 8): f_i = -1/2 alpha V_i V_j W/|X|^2 {[(H_i + H_j) X_ji - (q_i + q_j) x_ji - 2 tau v_ji].n} n.
/// Zero for affine motion, momenta exact.
template <int D>
Vec3 central_hourglass_force(const ReferenceState& reference, const Nodes<D>& nodes, const CentralControl& control,
                             const TargetGradient& target, Index i);

/// (tlsph 9): on approach only, f_i = -a rho c (h/r) V_i V_j |W'| (v_ij.n) n along the current bond.
/// The raw jump of velocities brakes affine motion too (11 % of a Taylor bar's energy at a = 0.1): off by default.
template <int D>
Vec3 viscous_force(const ReferenceState& reference, const Nodes<D>& nodes, Real coefficient, Index i);

}  // namespace talus
