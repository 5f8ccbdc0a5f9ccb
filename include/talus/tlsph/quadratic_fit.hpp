// The loops of particles whose fit is of second order, beside those of deformation.hpp and internal_force.hpp.
//
//   C_i = [sum_j V_j w_ij u_ji (x) p(X_ji)] B_i,  p = (X, q),  q = (x^2/2, y^2/2, ..., xy, ...)  (tlsph 15)
//   f_i += sum_j V_i V_j w_ij (S_i - S_j) q(X_ji)                                                (tlsph 16, 17)
// with S = P B_lq - alpha C_q of stress and springs of the merged control, or -beta (dC_q/dt - Omega x C_q) of its
// dashpots. q is even in X, so the term is antisymmetric in (i, j); the linear parts go the way of every other
// particle's.
#pragma once

#include "talus/tlsph/internal_force.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Coefficients of a fit: the gradient in the first D columns, second derivatives in the others.
template <int D>
using FitCoefficients = Eigen::Matrix<Real, D, fit_terms(D)>;
template <int D>
using FitInverse = Eigen::Matrix<Real, fit_terms(D), fit_terms(D)>;

/// The gradient among coefficients.
template <int D>
inline Mat3 padded(const FitCoefficients<D>& C) {
  Mat3 m = Mat3::Zero();
  m.template topLeftCorner<D, D>() = C.template leftCols<D>();
  return m;
}

/// What the displacements around a particle are fitted with.
template <int D>
struct DisplacementFit {
  FitCoefficients<D> C;  ///< [-, 1/m]
  Vec3 direct;           ///< sum_j V_i V_j w_ij (alpha_i + alpha_j) u_ji [N; N/m in 2-D]
};

template <int D>
struct FittedMotion {
  FitCoefficients<D> value = FitCoefficients<D>::Zero();  ///< C of the displacement [-, 1/m]
  FitCoefficients<D> rate = FitCoefficients<D>::Zero();   ///< C of the velocity [1/s, 1/(m s)]
  NonAffineMotion<Real> rest;                             ///< what the fit leaves
  Vec3 sum_u = Vec3::Zero();                              ///< sum_j V_i V_j w_ij u_ji [m^(d-1)]
};

namespace detail {

template <int D>
inline constexpr int monomial_rows = D == 2 ? 1 : 2;

/// q(X) in the order of CurvatureRows; lanes beyond the monomials are not used.
template <int D>
inline void second_order(Lanes X, Lanes* q) {
  const Lanes half_square = splat(0.5) * X * X;
  if constexpr (D == 2) {
    q[0] = Lanes{half_square[0], half_square[1], X[0] * X[1], 0};
  } else {
    q[0] = half_square;
    q[1] = X * rotated(X);
    q[0][3] = q[1][3] = 0;
  }
}

template <int D>
struct FitSums {
  Lanes first[D] = {};
  Lanes second[D][monomial_rows<D>] = {};

  void add(int r, Real value, Lanes X, const Lanes* q) {
    first[r] += splat(value) * X;
    for (int k = 0; k < monomial_rows<D>; ++k) second[r][k] += splat(value) * q[k];
  }
  [[nodiscard]] FitCoefficients<D> matrix() const {
    FitCoefficients<D> m;
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) m(r, c) = first[r][c];
      for (int c = 0; c < quadratic_terms(D); ++c) m(r, D + c) = second[r][c / 3][c % 3];
    }
    return m;
  }
};

}  // namespace detail

/// B of the fit around particle i.
template <int D>
inline Eigen::Map<const FitInverse<D>> fit_inverse(const ReferenceState& reference, Index i) {
  return Eigen::Map<const FitInverse<D>>(reference.surface.inverse_of(reference.surface.row[i], D));
}

/// Sums on B. Eigen takes matrices of this size for large ones, and would copy them about before it multiplies.
template <int D>
inline FitCoefficients<D> times(const FitCoefficients<D>& sums, const Eigen::Map<const FitInverse<D>>& B) {
  return sums.lazyProduct(B);
}

template <int D>
inline DisplacementFit<D> fit_displacement(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  detail::FitSums<D> of_u;
  const Lanes Xi = nodes.origin(i), ui = nodes.displacement[i].lanes();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes u = splat(Real(weight)) * (nodes.displacement[j].lanes() - ui);
    const Lanes X = nodes.reference[j].lanes() - Xi;
    Lanes q[detail::monomial_rows<D>];
    detail::second_order<D>(X, q);
    for (int r = 0; r < D; ++r) of_u.add(r, u[r], X, q);
  }
  return {nodes.inverse_volume[i] * times<D>(of_u.matrix(), fit_inverse<D>(reference, i)), last_lanes<D>(of_u.first)};
}

/// The fit around particle i, of displacement and velocity in one gather.
template <int D>
inline FittedMotion<D> fitted_motion(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  detail::FitSums<D> of_u, of_v;
  Lanes uu[D] = {}, uv[D] = {};
  const Lanes Xi = nodes.origin(i);
  const Lanes ui = nodes.displacement[i].lanes();
  const Lanes vi = nodes.velocity[i].lanes();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes u = nodes.displacement[j].lanes() - ui;
    const Lanes v = nodes.velocity[j].lanes() - vi;
    const Lanes X = with_one(nodes.reference[j].lanes() - Xi);
    Lanes q[detail::monomial_rows<D>];
    detail::second_order<D>(X, q);
    const Real w = weight;
    for (int r = 0; r < D; ++r) {
      of_u.add(r, w * u[r], X, q);
      of_v.add(r, w * v[r], X, q);
      uu[r] += splat(w * u[r]) * u;
      uv[r] += splat(w * u[r]) * v;
    }
  }
  const auto B = fit_inverse<D>(reference, i);
  const FitCoefficients<D> sum_u = of_u.matrix();
  const Real share = nodes.inverse_volume[i];
  FittedMotion<D> motion;
  motion.value = share * times<D>(sum_u, B);
  motion.rate = share * times<D>(of_v.matrix(), B);
  // Residuals of the fit, the ridge counted as one of them: sum e (x) e = uu - (sum u p) C^T, and e (x) de/dt alike.
  motion.rest.ee.template topLeftCorner<D, D>() =
      from_rows<D>(uu).template topLeftCorner<D, D>() - sum_u * motion.value.transpose();
  Mat3 ev = from_rows<D>(uv);
  ev.template topLeftCorner<D, D>() -= sum_u * motion.rate.transpose();
  motion.rest.turn = detail::axial<Real>(ev);
  for (int r = 0; r < D; ++r) motion.rest.uu += uu[r][r];
  motion.sum_u = last_lanes<D>(of_u.first);
  return motion;
}

/// Adds what the neighbours read of the stress P of a particle to what they read of the control.
template <int D>
inline void add_stress(const ReferenceState& reference, Nodes<D>& nodes, Index i, const Mat3& P) {
  const Index row = reference.surface.row[i];
  if (row == 0) return nodes.stress[i].add(P * reference.L[i]);
  const Eigen::Map<const FitInverse<D>> B(reference.surface.inverse_of(row, D));
  const FitCoefficients<D> T = P.template topLeftCorner<D, D>() * B.template topRows<D>();
  nodes.stress[i].add(padded<D>(T));
  nodes.curvature[row].add(T.template rightCols<quadratic_terms(D)>());
}

/// Sets what they read of the hourglass control.
template <int D>
inline void set_tensor(const ReferenceState& reference, Nodes<D>& nodes, Index i, const FitCoefficients<D>& C) {
  nodes.stress[i].set(padded<D>(C));
  nodes.curvature[reference.surface.row[i]].set(C.template rightCols<quadratic_terms(D)>());
}

/// Forces on particle i of the second-order parts around it and around its neighbours. Of its own, the sum over bonds
/// is the same in every step.
template <int D>
inline Vec3 curvature_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  constexpr int sets = detail::monomial_rows<D>;
  const SurfaceFit& fit = reference.surface;
  const Lanes Xi = nodes.reference[i].lanes();
  const CurvatureRows<D>& Si = nodes.curvature[fit.row[i]];
  Lanes sum[D] = {};
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < sets; ++k) sum[r] += Si.row[r][k].lanes() * fit.moments[sets * fit.row[i] + k].lanes();
  }
  for (const Index b : fit.bonds_of(i)) {
    const auto [j, weight] = reference.bond[b];
    Lanes q[sets];
    detail::second_order<D>(nodes.reference[j].lanes() - Xi, q);
    const Lanes pair = splat(Real(weight));
    const CurvatureRows<D>& Sj = nodes.curvature[fit.row[j]];
    for (int k = 0; k < sets; ++k) {
      const Lanes weighted = pair * q[k];
      for (int r = 0; r < D; ++r) sum[r] -= Sj.row[r][k].lanes() * weighted;
    }
  }
  Vec3 f = Vec3::Zero();
  for (int r = 0; r < D; ++r) f[r] = sum[r][0] + sum[r][1] + sum[r][2];
  return f;
}

}  // namespace talus
