// How fast the non-affine part of the motion around a particle turns (tlsph 7).
//
//   e_ji = x_ji - F_i X_ji,   Omega_i = argmin sum_j V_j w_ij |de_ji/dt - Omega x e_ji|^2
// The viscous hourglass control brakes only what is left, de/dt - Omega x e. Braking the turning too would be a drag on
// rigid rotation and would cost angular momentum: a particle exerts the torque sum_j V_j w_ij e x (de/dt - Omega x e)
// on its neighbours, which vanishes for this Omega and for no other.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "talus/numerics/tensor.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Sums over the neighbours j of particle i of products of what they do relative to it, weighted with V_i V_j w_ij.
template <class T>
struct MotionMomentsOf {
  Mat3Of<T> uX = Mat3Of<T>::Zero();    ///< u_ji (x) X_ji: V_i (F - I) = uX L [m^d]
  Mat3Of<T> vX = Mat3Of<T>::Zero();    ///< v_ji (x) X_ji: V_i dF/dt = vX L [m^d/s]
  Mat3Of<T> uu = Mat3Of<T>::Zero();    ///< u_ji (x) u_ji [m^d]
  Vec3Of<T> turn = Vec3Of<T>::Zero();  ///< u_ji x v_ji [m^d/s]
};

namespace detail {

/// Twice the vector of the antisymmetric part: for a sum of a (x) b that of a x b.
template <class T>
inline Vec3Of<T> axial(const Mat3Of<T>& m) {
  return {m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0)};
}

}  // namespace detail

/// The same as rows.
template <int D>
struct MotionRows {
  Lanes uX[D] = {}, vX[D] = {};  ///< with u_ji and v_ji in the fourth lanes
  Lanes squares = {};            ///< of u_ji: {xx yy zz -}
  Lanes products = {};           ///< {xy yz zx -}
  Lanes turn = {};               ///< of u_ji x v_ji: {z x y -}
};

template <int D>
inline MotionRows<D> motion_rows(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  MotionRows<D> sum;
  Lanes back = {};  // one product alone waits for the last of its sum
  const Lanes origin = origin_with_one(nodes.placed[i].X.lanes());
  const NodeRow ui = nodes.placed[i].u, vi = nodes.velocity[i];
  for (const Bond& bond : reference.bonds_of(i)) {
    bond.call_later_ones();
    const auto [j, weight] = bond;
    const Lanes w = splat(weight), X = w * difference_with_one(nodes.placed[j].X.lanes(), origin);
    const NodeRow &uj = nodes.placed[j].u, &vj = nodes.velocity[j];
    for (int r = 0; r < D; ++r) {
      sum.uX[r] += (splat(uj.lane[r]) - splat(ui.lane[r])) * X;
      sum.vX[r] += (splat(vj.lane[r]) - splat(vi.lane[r])) * X;
    }
    const Lanes u = uj.lanes() - ui.lanes(), v = vj.lanes() - vi.lanes();
    const Lanes weighted = w * u, next = rotated(weighted);
    sum.squares += weighted * u;
    sum.products += next * u;
    sum.turn += weighted * rotated(v);
    back += next * v;
  }
  sum.turn -= back;
  return sum;
}

/// Sums over the neighbours of what a fit leaves of the motion, with any weight that is V_j w_ij up to a factor.
template <class T>
struct NonAffineMotion {
  Mat3Of<T> ee = Mat3Of<T>::Zero();    ///< e (x) e [-]
  Vec3Of<T> turn = Vec3Of<T>::Zero();  ///< e x de/dt [1/s]
  T uu = 0;                            ///< |u|^2 [-]
  T way2 = 0;                          ///< |u_i|^2 as often: drag is of u_j without u_i [-]
};

/// That of one lane.
inline NonAffineMotion<Real> lane_of(const NonAffineMotion<Pack>& all, int l) {
  NonAffineMotion<Real> one;
  for (int c = 0; c < 9; ++c) one.ee.data()[c] = all.ee.data()[c][l];
  for (int r = 0; r < 3; ++r) one.turn[r] = all.turn[r][l];
  one.uu = all.uu[l];
  one.way2 = all.way2[l];
  return one;
}

/// Of the linear fit: H = F - I and dF/dt are least-squares fits with the same weight, so sum e (x) e = uu - uX H^T and
/// sum e x de/dt = turn - the vector of uX (dF/dt)^T.
template <class T>
inline NonAffineMotion<T> rest_of_linear_fit(const MotionMomentsOf<T>& motion, const Mat3Of<T>& H,
                                             const Mat3Of<T>& rate) {
  return {motion.uu - motion.uX * H.transpose(), motion.turn - detail::axial<T>(motion.uX * rate.transpose()),
          motion.uu.trace()};
}

/// way2 of particles with stored bonds, to the order of sum_j V_i V_j w_ij, which is more than it has to be known to.
template <int D, class T>
inline T way_squared(const ReferenceState& reference, const Vec3Of<T>& u, const T& inverse_volume) {
  const Real h = reference.smoothing_length;
  return D / (h * h) * u.squaredNorm() * inverse(inverse_volume);
}

/// Omega [1/s].
template <int D, class T>
inline Vec3Of<T> non_affine_spin(const NonAffineMotion<T>& rest) {
  constexpr Real round_off = 1e-13;    // of sum |u|^2: a smaller e has no direction left that could turn
  constexpr Real last_digits = 1e-12;  // of u_i: a faster turn of a smaller e would make a force of their rounding
  const T floor = round_off * rest.uu + last_digits * last_digits * rest.way2;
  const auto turns = floor > std::numeric_limits<Real>::min();  // ahead of a wave u fades out to 1e-200 m
  if (!anywhere(turns)) return Vec3Of<T>::Zero();
  const T inverse_size = inverse(select(turns, max(T(0), rest.ee.trace()) + floor, T(1)));
  const Vec3Of<T> turn = rest.turn * inverse_size;
  if constexpr (D == 2) return {T(0), T(0), select(turns, turn[2], T(0))};
  const Mat3Of<T> inertia = Mat3Of<T>::Identity() - rest.ee * inverse_size;
  const Mat3Of<T> cofactor = cofactors(inertia);
  const T determinant =
      inertia(0, 0) * cofactor(0, 0) + inertia(0, 1) * cofactor(0, 1) + inertia(0, 2) * cofactor(0, 2);
  const Vec3Of<T> spin = cofactor.transpose() * turn * inverse(determinant);
  return select(turns, spin, Vec3Of<T>(Vec3Of<T>::Zero()));
}

}  // namespace talus
