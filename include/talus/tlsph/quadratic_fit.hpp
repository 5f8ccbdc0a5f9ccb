// The loops of particles whose fit is of second order, beside those of deformation.hpp and internal_force.hpp.
//
//   C_i = [sum_j V_j w_ij u_ji (x) p(X_ji)] B_i,  p = (X, q),  q = (x^2/2, y^2/2, ..., xy, ...)  (tlsph 15)
//   f_i += sum_j V_i V_j w_ij (S_i - S_j) q(X_ji)                                                (tlsph 16, 17)
// with S = P B_lq - alpha C_q of stress and springs of the merged control, or -beta (dC_q/dt - Omega x C_q) of its
// dashpots. q is even in X, so the term is antisymmetric in (i, j); the linear parts go the way of every other
// particle's.
#pragma once

#include <cstring>

#include "talus/tlsph/internal_force.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// For each component of a vector what a fit has with p: with X in the first D lanes of the first row, with q in the
/// first three of the others, in the order of CurvatureRows. Fourth lanes are for something else, or zero.
template <int D>
struct FitRows {
  static constexpr int count = 1 + CurvatureRows<D>::sets;
  Lanes row[D][count] = {};

  /// Adds a p to component r.
  void add(int r, Real a, const Lanes* p) {
    for (int k = 0; k < count; ++k) row[r][k] += splat(a) * p[k];
  }
};

/// What the displacements around a particle are fitted with.
template <int D>
struct DisplacementFit {
  FitRows<D> C;    ///< [-, 1/m]
  Real explained;  ///< sum_j V_i V_j w_ij u_ji . C p(X_ji) [m^d]
  Vec3 direct;     ///< sum_j V_i V_j w_ij (alpha_i + alpha_j) u_ji [N; N/m in 2-D]
};

template <int D>
struct FittedMotion {
  FitRows<D> value;            ///< C of the displacement [-, 1/m]
  FitRows<D> rate;             ///< C of the velocity [1/s, 1/(m s)]
  NonAffineMotion<Real> rest;  ///< what the fit leaves
  Vec3 sum_u = Vec3::Zero();   ///< sum_j V_i V_j w_ij u_ji [m^(d-1)]
};

namespace detail {

/// Zero beyond the first n lanes, of two or three.
template <int n>
inline Lanes first_of_row(Lanes v) {
  return Lanes{1, 1, n == 3 ? 1.0 : 0.0, 0} * v;
}

/// q(X) in the order of CurvatureRows.
template <int D>
inline void second_order(Lanes X, Lanes* q) {
  X = first_of_row<D>(X);
  const Lanes half_square = splat(0.5) * X * X;
  if constexpr (D == 2) {
    q[0] = Lanes{half_square[0], half_square[1], X[0] * X[1], 0};
  } else {
    q[0] = half_square;
    q[1] = X * rotated(X);
  }
}

/// p(X), with the fourth lane of X.
template <int D>
inline void monomials(Lanes X, Lanes* p) {
  p[0] = X;
  second_order<D>(X, p + 1);
}

/// sum_k a_rk b_ck over all terms of a fit; fourth lanes of `b` are zero.
template <int D>
inline Real contracted(const FitRows<D>& a, int r, const FitRows<D>& b, int c) {
  Lanes sum = {};
  for (int k = 0; k < FitRows<D>::count; ++k) sum += a.row[r][k] * b.row[c][k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// B of the fit around a particle. It is symmetric: rows are columns.
template <int D>
class FitInverse {
 public:
  FitInverse(const ReferenceState& reference, Index i)
      : first_(reference.surface.inverse_of(reference.surface.row[i], D)) {}

  /// Row t as the numbers of one component.
  void row(int t, Lanes* p) const {
    const Real* const numbers = first_ + t * fit_terms(D);
    const auto four = [](const Real* from) {
      Lanes v;
      std::memcpy(&v, from, sizeof v);
      return v;
    };
    p[0] = first_of_row<D>(four(numbers));
    for (int k = 1; k < FitRows<D>::count; ++k) p[k] = first_of_row<3>(four(numbers + D + 3 * (k - 1)));
  }

 private:
  const Real* first_;
};

/// a B
template <int D>
inline FitRows<D> times(const FitRows<D>& a, const FitInverse<D>& B) {
  FitRows<D> product;
  int t = 0;
  for (int k = 0; k < FitRows<D>::count; ++k) {
    for (int lane = 0; lane < (k == 0 ? D : 3); ++lane, ++t) {
      Lanes p[FitRows<D>::count];
      B.row(t, p);
      for (int r = 0; r < D; ++r) product.add(r, a.row[r][k][lane], p);
    }
  }
  return product;
}

/// The gradient among coefficients.
template <int D>
inline Mat3 gradient_of(const FitRows<D>& C) {
  Mat3 m = Mat3::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) m(r, c) = C.row[r][0][c];
  }
  return m;
}

/// Sets or adds what neighbours read of tensors with the terms of a fit.
template <int D, class Put>
inline void put_fit(ShownTensor<D>& linear, CurvatureRows<D>& second, const FitRows<D>& T, Put&& put) {
  if constexpr (D == 2)
    put(linear.row[0], __builtin_shufflevector(T.row[0][0], T.row[1][0], 0, 1, 4, 5));
  else
    for (int r = 0; r < D; ++r) put(linear.row[r], T.row[r][0]);
  for (int r = 0; r < D; ++r) {
    for (int k = 1; k < FitRows<D>::count; ++k) put(second.row[r][k - 1], T.row[r][k]);
  }
}

}  // namespace detail

template <int D>
inline DisplacementFit<D> fit_displacement(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  FitRows<D> sums;
  const Lanes Xi = nodes.origin(i), ui = nodes.placed[i].u.lanes();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes u = splat(Real(weight)) * (nodes.placed[j].u.lanes() - ui);
    Lanes p[FitRows<D>::count];
    detail::monomials<D>(nodes.placed[j].X.lanes() - Xi, p);
    for (int r = 0; r < D; ++r) sums.add(r, u[r], p);
  }
  DisplacementFit<D> fit{detail::times<D>(sums, {reference, i}), 0, Vec3::Zero()};
  const Lanes share = splat(nodes.inverse_volume[i]);
  for (int r = 0; r < D; ++r) {
    for (Lanes& row : fit.C.row[r]) row *= share;
    fit.explained += detail::contracted<D>(sums, r, fit.C, r);
    fit.direct[r] = sums.row[r][0][3];
  }
  return fit;
}

/// The fit around particle i, of displacement and velocity in one gather.
template <int D>
inline FittedMotion<D> fitted_motion(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  FitRows<D> of_u, of_v;
  Lanes uu[D] = {}, uv[D] = {};
  const Lanes origin = origin_with_one(nodes.placed[i].X.lanes());
  const Lanes ui = nodes.placed[i].u.lanes();
  const Lanes vi = nodes.velocity[i].lanes();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes u = nodes.placed[j].u.lanes() - ui;
    const Lanes v = nodes.velocity[j].lanes() - vi;
    Lanes p[FitRows<D>::count];
    detail::monomials<D>(difference_with_one(nodes.placed[j].X.lanes(), origin), p);
    const Real w = weight;
    for (int r = 0; r < D; ++r) {
      of_u.add(r, w * u[r], p);
      of_v.add(r, w * v[r], p);
      uu[r] += splat(w * u[r]) * u;
      uv[r] += splat(w * u[r]) * v;
    }
  }
  FittedMotion<D> motion;
  motion.value = detail::times<D>(of_u, {reference, i});
  motion.rate = detail::times<D>(of_v, {reference, i});
  const Lanes share = splat(nodes.inverse_volume[i]);
  for (FitRows<D>* C : {&motion.value, &motion.rate}) {
    for (auto& rows : C->row) {
      for (Lanes& row : rows) row *= share;
    }
  }
  // Residuals of the fit, the ridge counted as one of them: sum e (x) e = uu - (sum u p) C^T, and e (x) de/dt alike.
  motion.rest.ee = from_rows<D>(uu);
  Mat3 ev = from_rows<D>(uv);
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) {
      motion.rest.ee(r, c) -= detail::contracted<D>(of_u, r, motion.value, c);
      ev(r, c) -= detail::contracted<D>(of_u, r, motion.rate, c);
    }
  }
  motion.rest.turn = detail::axial<Real>(ev);
  for (int r = 0; r < D; ++r) {
    motion.rest.uu += uu[r][r];
    motion.sum_u[r] = of_u.row[r][0][3];
  }
  return motion;
}

/// -beta (dC/dt - Omega x C) of (tlsph 17).
template <int D>
inline FitRows<D> braking_of(const FittedMotion<D>& motion, const Vec3& spin, Real beta) {
  FitRows<D> T;
  for (int k = 0; k < FitRows<D>::count; ++k) {
    const auto C = [&](int r) { return r < D ? motion.value.row[r][k] : Lanes{}; };
    for (int r = 0; r < D; ++r) {
      const int a = (r + 1) % 3, b = (r + 2) % 3;
      T.row[r][k] = splat(-beta) * (motion.rate.row[r][k] - (splat(spin[a]) * C(b) - splat(spin[b]) * C(a)));
    }
  }
  return T;
}

/// Adds what the neighbours read of the stress P of a particle to what they read of the control.
template <int D>
inline void add_stress(const ReferenceState& reference, Nodes<D>& nodes, Index i, const Mat3& P) {
  const Index row = reference.surface.row[i];
  if (row == 0) {
    nodes.stress[i].add(P * reference.L[i]);
  } else {
    const detail::FitInverse<D> B(reference, i);
    FitRows<D> T;
    for (int a = 0; a < D; ++a) {
      Lanes p[FitRows<D>::count];
      B.row(a, p);
      for (int r = 0; r < D; ++r) T.add(r, P(r, a), p);
    }
    detail::put_fit<D>(nodes.stress[i], nodes.curvature[row], T, [](NodeRow& to, Lanes v) { to.set(to.lanes() + v); });
  }
  nodes.stress[i].set_place(nodes.place(i), Vec3::Zero());
}

/// Sets what they read of the hourglass control.
template <int D>
inline void set_tensor(const ReferenceState& reference, Nodes<D>& nodes, Index i, const FitRows<D>& T) {
  detail::put_fit<D>(nodes.stress[i], nodes.curvature[reference.surface.row[i]], T,
                     [](NodeRow& to, Lanes v) { to.set(v); });
}

/// Forces on particle i of the second-order parts around it and around its neighbours. Of its own, the sum over bonds
/// is the same in every step.
template <int D>
inline Vec3 curvature_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  constexpr int sets = CurvatureRows<D>::sets;
  const SurfaceFit& fit = reference.surface;
  const Lanes Xi = nodes.placed[i].X.lanes();
  const CurvatureRows<D>& Si = nodes.curvature[fit.row[i]];
  Lanes sum[D] = {};
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < sets; ++k) sum[r] += Si.row[r][k].lanes() * fit.moments[sets * fit.row[i] + k].lanes();
  }
  for (const Index b : fit.bonds_of(i)) {
    const auto [j, weight] = reference.bond[b];
    Lanes q[sets];
    detail::second_order<D>(nodes.placed[j].X.lanes() - Xi, q);
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
