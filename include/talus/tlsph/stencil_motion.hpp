// Motion around the particles of a pack that share a stencil: writes what their neighbours read of the hourglass
// control.
#pragma once

#include <algorithm>

#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

/// What the motion around a pack was in the step before.
struct FormerGradients {
  const Mat3Of<Pack>& F;      ///< [-]
  std::vector<Real>& second;  ///< second gradients of u of all packs that have them [1/m]
};

namespace detail {

/// sum_j V_j w_ij |u_i|^2
template <int D>
inline Pack way_squared(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  Pack sum = 0;
  for (int r = 0; r < D; ++r) {
    const Pack u = load(nodes.motion[StencilNodes<D>::u + r] + i);
    sum += u * u;
  }
  return s.weight * sum;
}

template <int D>
inline void set_spin(StencilNodes<D>& nodes, Index i, const Vec3Of<Pack>& spin, const PackMoments<D>& m,
                     const ControlStrength<Pack>& strength) {
  for (int r = 0; r < D; ++r) store(nodes.motion[StencilNodes<D>::sum_u + r] + i, m.u[r]);
  for (int k = 0; k < StencilNodes<D>::turns; ++k)
    store(nodes.answer[StencilNodes<D>::spin + k] + i, spin[D == 3 ? k : 2]);
  Vec3Of<Pack> u(0, 0, 0), v(0, 0, 0);
  for (int r = 0; r < D; ++r) {
    u[r] = load(nodes.motion[StencilNodes<D>::u + r] + i);
    v[r] = load(nodes.motion[StencilNodes<D>::v + r] + i);
  }
  const Vec3Of<Pack> around = turned<Pack, 1>(spin, u);
  for (int r = 0; r < D; ++r) {
    store(nodes.answer[StencilNodes<D>::drag + r] + i, strength.alpha * u[r] + strength.beta * (2 * v[r] - around[r]));
  }
}

/// C = [sum a_ji (x) p] B of one component.
template <int D>
inline void multiply_inverse(const Pack* sums, const Pack* B, Pack* C) {
  constexpr int terms = fit_terms(D);
  for (int k = 0; k < terms; ++k) {
    Pack sum = sums[0] * B[k];
    for (int t = 1; t < terms; ++t) sum += sums[t] * B[t * terms + k];
    C[k] = sum;
  }
}

/// Coefficients of the fit by rows: those of u, how fast they change, and the sums that those of u come from.
template <int D>
struct PackFit {
  using Coefficients = Eigen::Matrix<Pack, 3, fit_terms(D)>;
  Coefficients C = Coefficients::Zero(), rate = Coefficients::Zero();
  Pack of_u[D][fit_terms(D)];
};

/// Replaces the second gradient that the pack had. Velocities are those that have led here from there, so in a step the
/// coefficients of v are what those of u have changed by.
template <int D>
inline PackFit<D> fit_motion(const StencilNodes<D>& nodes, const Stencil& s, Index i, const PackMoments<D>& m, Real dt,
                             const FormerGradients& former) {
  constexpr int terms = fit_terms(D), quadratic = quadratic_terms(D);
  const Pack* B = nodes.table.inverse(s);
  Pack v_X[D][D], v_q[D][quadratic];
  if (!(dt > 0)) {
    fit_sums<D, false>(nodes, s, nodes.motion[StencilNodes<D>::v], i, v_X);
    fit_sums<D, true>(nodes, s, nodes.motion[StencilNodes<D>::v], i, v_q);
  }
  Real* second = former.second.data() + nodes.table.fitted_number(i / lanes) * StencilNodes<D>::second_gradient * lanes;
  PackFit<D> fit;
  for (int r = 0; r < D; ++r) {
    Pack row[terms];
    std::copy_n(m.uX[r], D, fit.of_u[r]);
    std::copy_n(m.uq[r], quadratic, fit.of_u[r] + D);
    multiply_inverse<D>(fit.of_u[r], B, row);
    for (int k = 0; k < terms; ++k) fit.C(r, k) = row[k];
    if (dt > 0) {
      const Pack per_time = 1 / dt;
      for (int c = 0; c < D; ++c) fit.rate(r, c) = per_time * (row[c] + Pack(r == c ? 1.0 : 0.0) - former.F(r, c));
      for (int k = D; k < terms; ++k) fit.rate(r, k) = per_time * (row[k] - load(second + (k - D) * lanes));
    } else {
      Pack of_v[terms], rate[terms];
      std::copy_n(v_X[r], D, of_v);
      std::copy_n(v_q[r], quadratic, of_v + D);
      multiply_inverse<D>(of_v, B, rate);
      for (int k = 0; k < terms; ++k) fit.rate(r, k) = rate[k];
    }
    for (int k = D; k < terms; ++k, second += lanes) store(second, row[k]);
  }
  return fit;
}

template <int D>
inline KinematicsOf<Pack> move_fitted(StencilNodes<D>& nodes, const Stencil& s, Index i, const PackMoments<D>& m,
                                      const ControlStrength<Pack>& strength, Real dt, const FormerGradients& former) {
  constexpr int terms = fit_terms(D), second = quadratic_terms(D);
  const auto& [C, rate, of_u] = fit_motion<D>(nodes, s, i, m, dt, former);
  // Residuals of the fit, the ridge counted as one of them, as in quadratic_fit.hpp.
  NonAffineMotion<Pack> rest;
  Mat3Of<Pack> uv = Mat3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) {
    rest.uu += m.uu[r][r];
    for (int c = 0; c < D; ++c) {
      rest.ee(r, c) = m.uu[r][c];
      for (int k = 0; k < terms; ++k) {
        rest.ee(r, c) -= of_u[r][k] * C(c, k);
        uv(r, c) -= of_u[r][k] * rate(c, k);
      }
    }
  }
  rest.turn = axial<Pack>(uv);
  for (int k = 0; k < StencilNodes<D>::turns; ++k) rest.turn[D == 3 ? k : 2] += m.turn[k];
  rest.way2 = way_squared<D>(nodes, s, i);
  const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest);
  const auto control = control_of<Pack, terms>(C, rate, spin, strength);
  KinematicsOf<Pack> k;
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) {
      k.H(r, c) = C(r, c);
      k.rate(r, c) = rate(r, c);
      store(nodes.answer[StencilNodes<D>::stress + r * D + c] + i, control(r, c));
    }
    for (int q = 0; q < second; ++q) store(nodes.curved[r * second + q] + i, control(r, D + q));
  }
  set_spin<D>(nodes, i, spin, m, strength);
  return k;
}

template <int D>
inline KinematicsOf<Pack> move_linear(StencilNodes<D>& nodes, const Stencil& s, Index i, const PackMoments<D>& m,
                                      const ControlStrength<Pack>& strength, Real dt, const Mat3Of<Pack>& F_old) {
  Mat3Of<Pack> uX = Mat3Of<Pack>::Zero();
  NonAffineMotion<Pack> rest;
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) {
      uX(r, c) = m.uX[r][c];
      rest.ee(r, c) = m.uu[r][c];
    }
    rest.uu += m.uu[r][r];
  }
  KinematicsOf<Pack> k;
  k.H = uX * s.L;
  if (dt > 0) {
    k.rate = (Mat3Of<Pack>::Identity() + k.H - F_old) * Pack(1 / dt);
  } else {
    Mat3Of<Pack> vX = Mat3Of<Pack>::Zero();
    Pack sums[D][D];
    fit_sums<D, false>(nodes, s, nodes.motion[StencilNodes<D>::v], i, sums);
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) vX(r, c) = sums[r][c];
    }
    k.rate = vX * s.L;
  }
  rest.ee -= uX * k.H.transpose();
  rest.turn = -axial<Pack>(uX * k.rate.transpose());
  for (int a = 0; a < StencilNodes<D>::turns; ++a) rest.turn[D == 3 ? a : 2] += m.turn[a];
  rest.way2 = way_squared<D>(nodes, s, i);
  const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest);
  const Mat3Of<Pack> control = control_of<Pack, 3>(k.H, k.rate, spin, strength);
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) store(nodes.answer[StencilNodes<D>::stress + r * D + c] + i, control(r, c));
  }
  set_spin<D>(nodes, i, spin, m, strength);
  return k;
}

}  // namespace detail

/// `strength` is zero in lanes that are no particles.
template <int D>
inline KinematicsOf<Pack> move(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const PackMoments<D>& m,
                               const ControlStrength<Pack>& strength, Real dt, const FormerGradients& former) {
  const Stencil& s = nodes.table.of(at.first / lanes);
  store(nodes.answer[StencilNodes<D>::alpha] + at.first, strength.alpha);
  if (s.inverse >= 0) return detail::move_fitted<D>(nodes, s, at.first, m, strength, dt, former);
  return detail::move_linear<D>(nodes, s, at.first, m, strength, dt, former.F);
}

/// Adds what the neighbours read of the stress P, weights of the energy included, to that of the control.
template <int D>
inline void add_stress(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P) {
  constexpr int terms = fit_terms(D), second = quadratic_terms(D);
  const Stencil& s = nodes.table.of(at.first / lanes);
  const auto add = [](Real* to, const Pack& more) { store(to, load(to) + more); };
  Real* const stress = nodes.answer[StencilNodes<D>::stress] + at.first;
  const std::ptrdiff_t pitch = nodes.answer.pitch();
  if (s.inverse < 0) {
    const Mat3Of<Pack> T = P * s.L;
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) add(stress + (r * D + c) * pitch, T(r, c));
    }
    return;
  }
  const Pack* B = nodes.table.inverse(s);
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < terms; ++k) {
      Pack sum = 0;
      for (int a = 0; a < D; ++a) sum += P(r, a) * B[a * terms + k];
      if (k < D)
        add(stress + (r * D + k) * pitch, sum);
      else
        add(nodes.curved[r * second + k - D] + at.first, sum);
    }
  }
}

}  // namespace talus
