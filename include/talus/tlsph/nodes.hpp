// What a particle's neighbours read, packed in rows of four doubles so that a gather is a handful of vector loads.
#pragma once

#include <cstring>
#include <vector>

#include "talus/core/types.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {

/// Four doubles that the compiler keeps in one register where the machine has one that wide (GCC and Clang).
using Lanes = double __attribute__((vector_size(32)));

inline Lanes splat(Real value) { return Lanes{value, value, value, value}; }

/// {y z x -}
inline Lanes rotated(Lanes v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }

/// One row of four doubles; the fourth lane carries what belongs to the same access.
struct alignas(32) NodeRow {
  Real lane[4] = {};

  [[nodiscard]] Lanes lanes() const {
    Lanes value;
    std::memcpy(&value, lane, sizeof value);
    return value;
  }
  void set(Lanes value) { std::memcpy(lane, &value, sizeof value); }
};

/// What neighbours read for a force: a tensor T and T X + y, so that w (T (X_j - X_i) + y) takes one sum of each row.
/// {T_r, T_r.X + y_r} in space; in the plane {xx xy yx yy} and {T_x.X + y_x, T_y.X + y_y, -, -}.
template <int D>
struct ShownTensor {
  static constexpr int rows = D == 2 ? 2 : 3;
  NodeRow row[rows];

  [[nodiscard]] const Real& at(int r, int c) const { return D == 2 ? row[0].lane[2 * r + c] : row[r].lane[c]; }
  Real& at(int r, int c) { return D == 2 ? row[0].lane[2 * r + c] : row[r].lane[c]; }
  /// T X + y
  [[nodiscard]] const Real& at_place(int r) const { return D == 2 ? row[1].lane[r] : row[r].lane[3]; }
  Real& at_place(int r) { return D == 2 ? row[1].lane[r] : row[r].lane[3]; }

  /// What stands at the place stays.
  void set(const Mat3& T) {
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) at(r, c) = T(r, c);
    }
  }
  void add(const Mat3& T) {
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) at(r, c) += T(r, c);
    }
  }
  /// Of a particle at X, whose tensor is known.
  void set_place(const Vec3& X, const Vec3& y) {
    for (int r = 0; r < D; ++r) at_place(r) = matrix().row(r).dot(X) + y[r];
  }

  [[nodiscard]] Mat3 matrix() const {
    Mat3 T = Mat3::Zero();
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) T(r, c) = at(r, c);
    }
    return T;
  }
  /// y of a particle at X.
  [[nodiscard]] Vec3 beside_tensor(const Vec3& X) const {
    Vec3 y = Vec3::Zero();
    for (int r = 0; r < D; ++r) y[r] = at_place(r) - matrix().row(r).dot(X);
    return y;
  }
};

/// Where a particle is, in one line of the caches.
struct alignas(64) PlacedNode {
  NodeRow X;  ///< from the middle of the body [m]; alpha of the hourglass control [Pa]
  NodeRow u;  ///< from where the body as a whole has gone [m]
};

/// Second-order coefficients of a vector: row r, lanes {xx yy xy -} in 2-D, {xx yy zz -} {xy yz zx -} in 3-D.
template <int D>
struct CurvatureRows {
  static constexpr int sets = D == 2 ? 1 : 2;
  NodeRow row[D][sets];

  /// Q of component r: S q(X) = X^T Q X / 2.
  [[nodiscard]] Mat3 form(int r) const {
    const Real* a = row[r][0].lane;
    Mat3 Q = Mat3::Zero();
    if constexpr (D == 2) {
      Q << a[0], a[2], 0, a[2], a[1], 0, 0, 0, 0;
    } else {
      const Real* b = row[r][1].lane;
      Q << a[0], b[0], b[2], b[0], a[1], b[1], b[2], b[1], a[2];
    }
    return Q;
  }
  void set_form(int r, const Mat3& Q) {
    if constexpr (D == 2) {
      row[r][0] = {{Q(0, 0), Q(1, 1), Q(0, 1), 0}};
    } else {
      row[r][0] = {{Q(0, 0), Q(1, 1), Q(2, 2), 0}};
      row[r][1] = {{Q(0, 1), Q(1, 2), Q(2, 0), 0}};
    }
  }
};

inline Vec3 vector_of(const NodeRow& row) { return {row.lane[0], row.lane[1], row.lane[2]}; }

/// Of a place X_i, from which difference_with_one() makes X_ji with a one in the fourth lane, to sum something alone as
/// well: one operation for each neighbour.
inline Lanes origin_with_one(Lanes X) { return Lanes{-1, -1, -1, 0} * X + Lanes{0, 0, 0, 1}; }
inline Lanes difference_with_one(Lanes X, Lanes origin) { return Lanes{1, 1, 1, 0} * X + origin; }

/// The first D lanes of rows.
template <int D>
inline Mat3 from_rows(const Lanes (&rows)[D]) {
  Mat3 m = Mat3::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) m(r, c) = rows[r][c];
  }
  return m;
}

template <int D>
inline Vec3 last_lanes(const Lanes (&rows)[D]) {
  Vec3 v = Vec3::Zero();
  for (int r = 0; r < D; ++r) v[r] = rows[r][3];
  return v;
}

/// What particles make of the motion around them.
template <int D>
struct NodeAnswers {
  /// T = P L - alpha (F - I), y = 0; where dashpots act T = -beta (dF/dt - Omega x (F - I)) and y is their drag
  /// beta (2 v - Omega x u) [Pa; Pa m].
  std::vector<ShownTensor<D>> stress;
  std::vector<NodeRow> spin;  ///< Omega of the non-affine motion, where dashpots act [1/s]
  /// sum_j V_i V_j w_ij (alpha_i + alpha_j) u_ji [N; N/m in 2-D]; where dashpots act, without the alpha [m^(d-1)].
  std::vector<NodeRow> direct;
  /// The same as stress of second-order coefficients, by rows of the surface fit; row 0 is zero [Pa/m].
  std::vector<CurvatureRows<D>> curvature;
};

template <int D>
struct Nodes : NodeAnswers<D> {
  using NodeAnswers<D>::stress, NodeAnswers<D>::spin, NodeAnswers<D>::direct, NodeAnswers<D>::curvature;

  Vec3 way = Vec3::Zero();  ///< where displacements are counted from [m]
  std::vector<PlacedNode> placed;
  std::vector<NodeRow> velocity;     ///< v [m/s]
  std::vector<Real> inverse_volume;  ///< 1/V of the body's own particles [1/m^d]

  void resize(std::size_t n, std::size_t fitted) {
    placed.resize(n);
    velocity.resize(n);
    stress.assign(n, {});
    spin.assign(n, {});
    direct.assign(n, {});
    curvature.assign(fitted + 1, {});
  }

  /// X of particle i as that of a neighbour is compared with it: X_j - X_i has alpha_i + alpha_j in the fourth lane, so
  /// that what is summed with the lanes of X_ji is summed with that as well.
  [[nodiscard]] Lanes origin(Index i) const {
    Lanes X = placed[i].X.lanes();
    X[3] = -X[3];
    return X;
  }

  [[nodiscard]] Vec3 place(Index i) const { return vector_of(placed[i].X); }
};

}  // namespace talus
