// Motion around the particles of a pack that share a stencil: its deformation, and what their neighbours read of the
// hourglass control.
#pragma once

#include <algorithm>

#include "talus/tlsph/lone_fits.hpp"
#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

namespace detail {

template <int D>
using PackCoefficients = Eigen::Matrix<Pack, 3, fit_terms(D)>;

/// The fit to moments with X and q, and the moments themselves by terms.
template <int D>
struct PackFit {
  PackCoefficients<D> C = PackCoefficients<D>::Zero();
  Pack sums[fit_terms(D)][D];
};

/// C = [sum a_ji (x) p] B.
template <int D>
inline PackFit<D> fit_moments(const PackInverse& B, const Pack (&X)[D][D], const Pack (&q)[D][quadratic_terms(D)]) {
  constexpr int terms = fit_terms(D);
  PackFit<D> fit;
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < terms; ++k) fit.sums[k][r] = k < D ? X[r][k] : q[r][k - D];
  }
  for (int k = 0; k < terms; ++k) {
    Pack sum[D];
    for (Pack& s : sum) s = 0;
    B.for_column(k, terms, [&](int t, const Pack& b) {
      for (int r = 0; r < D; ++r) sum[r] += fit.sums[t][r] * b;
    });
    for (int r = 0; r < D; ++r) fit.C(r, k) = sum[r];
  }
  return fit;
}

/// D x D moments as a tensor.
template <int D>
inline Mat3Of<Pack> tensor_of(const Pack (&moments)[D][D]) {
  Mat3Of<Pack> m = Mat3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) m(r, c) = moments[r][c];
  }
  return m;
}

template <int D>
inline Vec3Of<Pack> vector_at(const PaddedFields& fields, int first, Index i) {
  Vec3Of<Pack> a(0, 0, 0);
  for (int r = 0; r < D; ++r) a[r] = load(fields[first + r] + i);
  return a;
}

/// What neighbours read of tensors with as many columns as a fit has terms.
template <int D>
inline void put_tensor(StencilNodes<D>& nodes, Index i, const Mat3Of<Pack>& T) {
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) store(nodes.answer[StencilNodes<D>::stress + r * D + c] + i, T(r, c));
  }
}
template <int D>
inline void put_tensor(StencilNodes<D>& nodes, Index i, const PackCoefficients<D>& T) {
  constexpr int second = quadratic_terms(D);
  const auto curved = nodes.curved[i];
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) store(nodes.answer[StencilNodes<D>::stress + r * D + c] + i, T(r, c));
    for (int q = 0; q < second; ++q) store(curved[r * second + q], T(r, D + q));
  }
}

/// sum_j V_j w_ij |u_i|^2
template <int D>
inline Pack way_squared(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  return s.weight * vector_at<D>(nodes.motion, StencilNodes<D>::u, i).squaredNorm();
}

/// Sums over products are those of the particles, without what a fit explains.
template <int D>
inline NonAffineMotion<Pack> all_motion(const StencilNodes<D>& nodes, const Stencil& s, Index i,
                                        const VelocityMoments<D>& m) {
  NonAffineMotion<Pack> all;
  all.ee = tensor_of<D>(m.uu);
  all.uu = all.ee.trace();
  for (int k = 0; k < StencilNodes<D>::turns; ++k) all.turn[D == 3 ? k : 2] = m.turn[k];
  all.way2 = way_squared<D>(nodes, s, i);
  return all;
}

/// How the non-affine part of the motion turns, and sum_j V_j w_ij |e_ji|^2 of it.
struct PackTurn {
  Vec3Of<Pack> spin;  ///< [1/s]
  Pack misfit;        ///< [-]
};

template <int D>
inline PackTurn brake_fitted(StencilNodes<D>& nodes, const Stencil& s, Index i,
                             const PackMoments<D, ControlPart::viscous>& m, Real beta) {
  constexpr int terms = fit_terms(D);
  const PackInverse B = nodes.table.inverse(s);
  const PackFit<D> of_u = fit_moments<D>(B, m.uX, m.uq), of_v = fit_moments<D>(B, m.vX, m.vq);
  // Residuals of the fit, the ridge counted as one of them, as in quadratic_fit.hpp.
  NonAffineMotion<Pack> rest = all_motion<D>(nodes, s, i, m);
  Mat3Of<Pack> uv = Mat3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) {
      for (int k = 0; k < terms; ++k) {
        rest.ee(r, c) -= of_u.sums[k][r] * of_u.C(c, k);
        uv(r, c) += of_u.sums[k][r] * of_v.C(c, k);
      }
    }
  }
  rest.turn -= axial<Pack>(uv);
  const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest);
  put_tensor<D>(nodes, i, braking_of<Pack, terms>(of_u.C, of_v.C, spin, beta));
  return {spin, rest.ee.trace()};
}

template <int D>
inline PackTurn brake_linear(StencilNodes<D>& nodes, const Stencil& s, Index i,
                             const PackMoments<D, ControlPart::viscous>& m, Real beta) {
  const Mat3Of<Pack> uX = tensor_of<D>(m.uX), H = uX * s.L, rate = tensor_of<D>(m.vX) * s.L;
  NonAffineMotion<Pack> rest = all_motion<D>(nodes, s, i, m);
  const NonAffineMotion<Pack> all = rest;
  rest.ee -= uX * H.transpose();
  rest.turn -= axial<Pack>(uX * rate.transpose());
  PackTurn turn{non_affine_spin<D, Pack>(rest), rest.ee.trace()};
  put_tensor<D>(nodes, i, braking_of<Pack, 3>(H, rate, turn.spin, beta));
  if (s.last_lone > s.first_lone) brake_lone<D>(nodes, s, i / lanes, m, all, beta, turn.spin, turn.misfit);
  return turn;
}

}  // namespace detail

/// Keeps what is known of the springs' force; what neighbours read of it is written with the stress.
template <int D>
inline LocalMotionOf<Pack> deform(StencilNodes<D>& nodes, ParticleGroup<Pack> at,
                                  const PackMoments<D, ControlPart::elastic>& m) {
  using N = StencilNodes<D>;
  const Index i = at.first;
  const Stencil& s = nodes.table.of(i / lanes);
  for (int r = 0; r < D; ++r) store(nodes.motion[N::direct + r] + i, m.direct[r]);
  if (s.inverse < 0) {
    const Mat3Of<Pack> uX = detail::tensor_of<D>(m.uX);
    LocalMotionOf<Pack> motion{uX * s.L, 0};
    motion.explained = uX.cwiseProduct(motion.H).sum();
    deform_lone<D>(nodes, s, i / lanes, m, motion.H, motion.explained);
    return motion;
  }
  const detail::PackFit<D> fit = detail::fit_moments<D>(nodes.table.inverse(s), m.uX, m.uq);
  const detail::PackCoefficients<D>& C = fit.C;
  const Pack alpha = load(nodes.motion[N::alpha] + i);
  detail::put_tensor<D>(nodes, i, detail::PackCoefficients<D>(-alpha * C));
  LocalMotionOf<Pack> motion;
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) motion.H(r, c) = C(r, c);
    for (int k = 0; k < fit_terms(D); ++k) motion.explained += fit.sums[k][r] * C(r, k);
  }
  return motion;
}

/// Writes the dashpots' part of what neighbours read of the particles of a pack. Returns sum_j V_j w_ij |e_ji|^2 [-].
template <int D>
inline Pack brake(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const PackMoments<D, ControlPart::viscous>& m,
                  Real beta) {
  using N = StencilNodes<D>;
  const Index i = at.first;
  const Stencil& s = nodes.table.of(i / lanes);
  const auto [spin, misfit] =
      s.inverse < 0 ? detail::brake_linear<D>(nodes, s, i, m, beta) : detail::brake_fitted<D>(nodes, s, i, m, beta);
  for (int r = 0; r < D; ++r) store(nodes.motion[N::direct + r] + i, m.direct[r]);
  for (int k = 0; k < N::turns; ++k) store(nodes.answer[N::spin + k] + i, spin[D == 3 ? k : 2]);
  const Vec3Of<Pack> u = detail::vector_at<D>(nodes.motion, N::u, i), v = detail::vector_at<D>(nodes.motion, N::v, i);
  const Vec3Of<Pack> drag = drag_of<Pack>(u, v, spin, beta);
  for (int r = 0; r < D; ++r) store(nodes.answer[N::drag + r] + i, drag[r]);
  return misfit;
}

/// What the neighbours read of the stress P, weights of the energy included, and of the springs: P L - alpha H, which
/// is (P - alpha sum u_ji (x) X_ji) L; of a fit of second order it is added to what deform() has written.
template <int D>
inline void add_stress(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                       const PackMoments<D, ControlPart::elastic>& m) {
  constexpr int terms = fit_terms(D), second = quadratic_terms(D);
  const Index i = at.first;
  const Stencil& s = nodes.table.of(i / lanes);
  if (s.inverse < 0) {
    const Pack alpha = load(nodes.motion[StencilNodes<D>::alpha] + i);
    detail::put_tensor<D>(nodes, i, Mat3Of<Pack>((P - alpha * detail::tensor_of<D>(m.uX)) * s.L));
    if (s.last_lone > s.first_lone) add_stress_of_lone<D>(nodes, s, i / lanes, Mat3Of<Pack>(P));
    return;
  }
  const auto add = [](Real* to, const Pack& more) { store(to, load(to) + more); };
  Real* const stress = nodes.answer[StencilNodes<D>::stress] + i;
  const std::ptrdiff_t pitch = nodes.answer.pitch();
  const auto curved = nodes.curved[i];
  const PackInverse B = nodes.table.inverse(s);
  for (int k = 0; k < terms; ++k) {
    Pack sum[D];
    for (Pack& of_row : sum) of_row = 0;
    B.for_column(k, D, [&](int t, const Pack& b) {
      for (int r = 0; r < D; ++r) sum[r] += P(r, t) * b;
    });
    for (int r = 0; r < D; ++r) add(k < D ? stress + (r * D + k) * pitch : curved[r * second + k - D], sum[r]);
  }
}

}  // namespace talus
