// Particles that fit to second order while the others of their pack do not, as ends of rows do. The fit of a whole pack
// would be done for all lanes, and read by all rows around; so each is fitted by itself, and its neighbours go to it by
// bonds. The same terms as in quadratic_fit.hpp.
#pragma once

#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

namespace detail {

/// [sum_j V_j w_ij a_ji (x) p] of one particle i, from the moments of the vector with X, which are known of its pack,
/// and the vector with its first component at `field` of the motion.
template <int D>
inline LoneTensor<D> lone_sums(const StencilNodes<D>& nodes, const LoneFit& fit, Index i, int field,
                               const Pack (&X)[D][D]) {
  LoneTensor<D> sums;
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) sums.column[c][r] = X[r][c][fit.lane];
  }
  const std::ptrdiff_t pitch = nodes.motion.pitch();
  const Real* const own = nodes.motion[field] + i;
  const auto at = [&](const Real* place) { return Lanes{place[0], place[pitch], D == 2 ? 0 : place[2 * pitch], 0}; };
  const Lanes own_a = at(own);
  const LoneBond* const end = nodes.table.lone_bonds() + fit.last;
  for (const LoneBond* bond = nodes.table.lone_bonds() + fit.first; bond < end; ++bond) {
    const Lanes a = at(own + bond->stride) - own_a;
    for (int k = 0; k < quadratic_terms(D); ++k) sums.column[D + k] += splat(bond->weight[k]) * a;
  }
  return sums;
}

/// The sums times B.
template <int D>
inline LoneTensor<D> lone_coefficients(const LoneTensor<D>& sums, const LoneFit& fit) {
  constexpr int terms = fit_terms(D);
  LoneTensor<D> C;
  for (int s = 0; s < terms; ++s) {
    for (int t = 0; t < terms; ++t) C.column[t] += splat(fit.inverse[s * terms + t]) * sums.column[s];
  }
  return C;
}

template <int D>
inline Eigen::Matrix<Real, 3, fit_terms(D)> matrix_of(const LoneTensor<D>& T) {
  Eigen::Matrix<Real, 3, fit_terms(D)> m;
  for (int c = 0; c < fit_terms(D); ++c) {
    for (int r = 0; r < 3; ++r) m(r, c) = T.column[c][r];
  }
  return m;
}

/// Calls use(fit, its particle) for all of a pack.
template <int D>
inline void for_each_lone(const StencilNodes<D>& nodes, const Stencil& s, Index pack, auto&& use) {
  for (Index n = s.first_lone; n < s.last_lone; ++n) {
    const LoneFit& fit = nodes.table.lone_fits()[n];
    use(fit, pack * lanes + fit.lane);
  }
}

/// Writes the linear columns of what neighbours read.
template <int D>
inline void put_linear_part(StencilNodes<D>& nodes, Index i, const LoneTensor<D>& T) {
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) nodes.answer[StencilNodes<D>::stress + r * D + c][i] = T.column[c][r];
  }
}

}  // namespace detail

/// C of (tlsph 15) of one of them, and what of sum_j V_j w_ij |u_ji|^2 it explains [-].
template <int D>
struct LoneMotion {
  LoneTensor<D> C;
  Real explained;
};

/// Keeps the springs' part of what neighbours read.
template <int D>
[[gnu::noinline]] LoneMotion<D> fit_lone(StencilNodes<D>& nodes, const LoneFit& fit, Index i,
                                         const PackMoments<D, ControlPart::elastic>& m) {
  using N = StencilNodes<D>;
  const LoneTensor<D> sums = detail::lone_sums<D>(nodes, fit, i, N::u, m.uX);
  const LoneTensor<D> C = detail::lone_coefficients<D>(sums, fit);
  const Lanes stiffness = splat(-nodes.motion[N::alpha][i]);
  LoneTensor<D>& T = nodes.lone_tensor(i);
  Lanes explained{};
  for (int t = 0; t < fit_terms(D); ++t) {
    T.column[t] = stiffness * C.column[t];
    explained += C.column[t] * sums.column[t];
  }
  return {C, explained[0] + explained[1] + explained[2]};
}

/// Puts what the fits of those that fit by themselves say into their lanes.
template <int D>
[[gnu::always_inline]] inline void deform_lone(StencilNodes<D>& nodes, const Stencil& s, Index pack,
                                               const PackMoments<D, ControlPart::elastic>& m, Mat3Of<Pack>& H,
                                               Pack& explained) {
  detail::for_each_lone(nodes, s, pack, [&](const LoneFit& fit, Index i) {
    const auto [C, its_share] = fit_lone<D>(nodes, fit, i, m);
    Mask its = first_lanes(0);
    its.set(fit.lane, true);
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) H(r, c) = select(its, Pack(C.column[c][r]), H(r, c));
    }
    explained = select(its, Pack(its_share), explained);
  });
}

/// Adds the part of the stress, weights of the energy included.
template <int D>
[[gnu::noinline]] void add_stress_of_lone(StencilNodes<D>& nodes, const Stencil& s, Index pack, const Mat3Of<Pack>& P) {
  detail::for_each_lone(nodes, s, pack, [&](const LoneFit& fit, Index i) {
    LoneTensor<D>& T = nodes.lone_tensor(i);
    for (int c = 0; c < D; ++c) {
      const Lanes column{P(0, c)[fit.lane], P(1, c)[fit.lane], D == 2 ? 0 : P(2, c)[fit.lane], 0};
      for (int t = 0; t < fit_terms(D); ++t) T.column[t] += splat(fit.inverse[c * fit_terms(D) + t]) * column;
    }
    detail::put_linear_part<D>(nodes, i, T);
  });
}

/// Writes the dashpots' part, and puts the spin of the non-affine motion and its size into their lanes. `all`: its sums
/// over products, without what a fit explains.
template <int D>
[[gnu::noinline]] void brake_lone(StencilNodes<D>& nodes, const Stencil& s, Index pack,
                                  const PackMoments<D, ControlPart::viscous>& m, const NonAffineMotion<Pack>& all,
                                  Real beta, Vec3Of<Pack>& spin, Pack& misfit) {
  constexpr int terms = fit_terms(D);
  detail::for_each_lone(nodes, s, pack, [&](const LoneFit& fit, Index i) {
    using N = StencilNodes<D>;
    const LoneTensor<D> sums = detail::lone_sums<D>(nodes, fit, i, N::u, m.uX);
    const auto of_u = detail::matrix_of<D>(sums), C = detail::matrix_of<D>(detail::lone_coefficients<D>(sums, fit));
    const auto rate =
        detail::matrix_of<D>(detail::lone_coefficients<D>(detail::lone_sums<D>(nodes, fit, i, N::v, m.vX), fit));
    // Residuals of the fit, the ridge counted as one of them, as in quadratic_fit.hpp.
    NonAffineMotion<Real> rest = lane_of(all, fit.lane);
    rest.ee -= of_u * C.transpose();
    rest.turn -= detail::axial<Real>(of_u * rate.transpose());
    const Vec3 turns = non_affine_spin<D, Real>(rest);
    for (int r = 0; r < 3; ++r) spin[r].set(fit.lane, turns[r]);
    misfit.set(fit.lane, rest.ee.trace());
    LoneTensor<D>& T = nodes.lone_tensor(i);
    const auto braking = braking_of<Real, terms>(C, rate, turns, beta);
    for (int t = 0; t < terms; ++t) T.column[t] = Lanes{braking(0, t), braking(1, t), braking(2, t), 0};
    detail::put_linear_part<D>(nodes, i, T);
  });
}

/// Adds sum_j V_j w_ij (S_i - S_j) q(X_ji) of (tlsph 16, 17), of all that fit by themselves in a pack and around it.
template <int D>
inline void add_lone_forces(const StencilNodes<D>& nodes, const Stencil& s, Index pack, PackForce<D>& f) {
  constexpr int second = quadratic_terms(D);
  struct Sum {
    Lanes of_term[second] = {};
  };
  const auto add = [&](int lane, const Sum& sum) {
    Lanes force{};
    for (const Lanes& of_term : sum.of_term) force += of_term;
    for (int r = 0; r < D; ++r) f.along[r].set(lane, f.along[r][lane] + force[r]);
  };
  detail::for_each_lone(nodes, s, pack, [&](const LoneFit& fit, Index i) {
    Sum sum;
    const LoneTensor<D>& S = nodes.lone_tensor(i);
    for (int k = 0; k < second; ++k) sum.of_term[k] += splat(s.second_order[k][fit.lane]) * S.column[D + k];
    add(fit.lane, sum);
  });
  const LoneBond* const end = nodes.table.lone_bonds() + s.last_to_lone;
  for (const LoneBond* bond = nodes.table.lone_bonds() + s.first_to_lone; bond < end;) {
    const int lane = bond->lane;
    Sum sum;
    for (; bond < end && bond->lane == lane; ++bond) {
      const LoneTensor<D>& S = nodes.lone_tensor(pack * lanes + lane + bond->stride);
      for (int k = 0; k < second; ++k) sum.of_term[k] -= splat(bond->weight[k]) * S.column[D + k];
    }
    add(lane, sum);
  }
}

}  // namespace talus
