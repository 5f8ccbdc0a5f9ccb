// A round body by finite elements: what solids by particles are compared with.
//
// Axisymmetric triangles with one point of integration each, four to a cell around its centre, so that they do not lock
// where plastic flow keeps the volume. Total-Lagrangian as well, and with the same material law (which is tested at a
// point of its own), but nothing else in common: another discretisation, another contact, another time step.
// Source: Nagtegaal, Parks and Rice, Comput. Methods Appl. Mech. Eng. 4 (1974) 153-177, for the arrangement.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "talus/core/types.hpp"
#include "talus/law/material/response.hpp"

namespace talus {

/// Ends of cells of one size.
inline std::vector<Real> evenly(Real from, Real to, int cells) {
  std::vector<Real> ends(cells + 1);
  for (int i = 0; i <= cells; ++i) ends[i] = from + (to - from) * i / cells;
  return ends;
}

template <class Metal>
class AxisymmetricSolid {
 public:
  using Point = std::array<Real, 2>;  ///< r, z [m]
  struct Triangle {
    std::array<int, 3> node;
    std::array<Point, 3> slope;  ///< of the shape functions [1/m]
    Point middle;                ///< of the reference [m]
    Real area, volume;           ///< of the reference
    Real work = 0;               ///< plastic [J]
    Mat3 stress = Mat3::Zero();  ///< Cauchy, in r, z, theta [Pa]
    MaterialState state{};
  };

  /// Cells between these radii, of which the first is 0, and these heights, both ascending.
  AxisymmetricSolid(const std::vector<Real>& radii, const std::vector<Real>& heights, const Metal& metal)
      : metal_(metal), across_(static_cast<int>(radii.size()) - 1) {
    const int along = static_cast<int>(heights.size()) - 1;
    for (const Real z : heights) {
      for (const Real r : radii) X.push_back({r, z});
    }
    const int centres = static_cast<int>(X.size());
    for (int j = 0; j < along; ++j) {
      for (int i = 0; i < across_; ++i) X.push_back({(radii[i] + radii[i + 1]) / 2, (heights[j] + heights[j + 1]) / 2});
    }
    mass.assign(X.size(), 0);
    for (int j = 0; j < along; ++j) {
      for (int i = 0; i < across_; ++i) {
        const std::array<int, 4> corner{node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
        for (int k = 0; k < 4; ++k) add({corner[k], corner[(k + 1) % 4], centres + j * across_ + i});
      }
    }
    x = X;
    v.assign(X.size(), {0, 0});
    f.resize(X.size());
  }

  [[nodiscard]] int node(int i, int j) const { return j * (across_ + 1) + i; }

  /// Forces at x, where a step of `dt` has led; the length of the next one [s], `left` at most.
  Real next_step(Real dt, Real left) {
    constexpr Real courant = 0.45, growth = 1.02;
    const Real limit = courant * forces(dt);
    return std::min({limit, dt > 0 ? growth * dt : limit, left});
  }

  [[nodiscard]] Real plastic_work() const {
    Real sum = 0;
    for (const Triangle& t : triangles) sum += t.work;
    return sum;
  }

  std::vector<Point> X, x, v, f;  ///< of the nodes: reference, place [m], velocity [m/s], force [N]
  std::vector<Real> mass;         ///< of the nodes [kg]
  std::vector<Triangle> triangles;

 private:
  /// Forces at x after a step of dt; the time in which a wave crosses the thinnest triangle [s].
  Real forces(Real dt) {
    std::fill(f.begin(), f.end(), Point{0, 0});
    Real thinnest = std::numeric_limits<Real>::max();
    for (Triangle& t : triangles) {
      Mat3 F = Mat3::Zero();
      Real r = 0;
      for (int k = 0; k < 3; ++k) {
        const Point& at = x[t.node[k]];
        for (int row = 0; row < 2; ++row) {
          for (int column = 0; column < 2; ++column) F(row, column) += at[row] * t.slope[k][column];
        }
        r += at[0] / 3;
      }
      F(2, 2) = r / t.middle[0];
      const Real before = t.state.plastic_strain;
      const Response answer = metal_.respond(F, t.state, dt);
      t.work += t.volume * answer.yield_stress * (t.state.plastic_strain - before);
      const Real in_plane = F(0, 0) * F(1, 1) - F(0, 1) * F(1, 0);
      t.stress = answer.P * F.transpose() / (in_plane * F(2, 2));
      for (int k = 0; k < 3; ++k) {
        Point& force = f[t.node[k]];
        const Point& s = t.slope[k];
        force[0] -= t.volume * (answer.P(0, 0) * s[0] + answer.P(0, 1) * s[1] + answer.P(2, 2) / (3 * t.middle[0]));
        force[1] -= t.volume * (answer.P(1, 0) * s[0] + answer.P(1, 1) * s[1]);
        const Point &p = x[t.node[k]], &q = x[t.node[(k + 1) % 3]];
        thinnest = std::min(thinnest, 2 * t.area * in_plane / std::hypot(p[0] - q[0], p[1] - q[1]));
      }
    }
    return thinnest / std::sqrt((metal_.bulk_modulus() + 4 * metal_.shear_modulus() / 3) / metal_.density);
  }

  void add(const std::array<int, 3>& n) {
    const Point &a = X[n[0]], &b = X[n[1]], &c = X[n[2]];
    const Real twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    Triangle t{.node = n, .slope = {}, .middle = {}, .area = twice / 2, .volume = 0};
    for (int d = 0; d < 2; ++d) t.middle[d] = (a[d] + b[d] + c[d]) / 3;
    t.volume = 2 * std::numbers::pi_v<Real> * t.middle[0] * t.area;
    for (int k = 0; k < 3; ++k) {
      const Point &p = X[n[(k + 1) % 3]], &q = X[n[(k + 2) % 3]];
      t.slope[k] = {(p[1] - q[1]) / twice, (q[0] - p[0]) / twice};
      mass[n[k]] += metal_.density * t.volume / 3;
    }
    triangles.push_back(t);
  }

  Metal metal_;
  int across_ = 0;
};

}  // namespace talus
