// A round bar that hits a frictionless rigid wall, by finite elements: what solids by particles are compared with.
//
// Axisymmetric triangles with one point of integration each, four to a cell around its centre, so that they do not lock
// where plastic flow keeps the volume. Total-Lagrangian as well, and with the same material law (which is tested at a
// point of its own), but nothing else in common: another discretisation, another contact, another time step.
// Source: Nagtegaal, Parks and Rice, Comput. Methods Appl. Mech. Eng. 4 (1974) 153-177, for the arrangement.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/core/types.hpp"
#include "talus/law/material/response.hpp"

namespace talus {

struct RoundBar {
  Real radius = 0, length = 0;  ///< [m]
  Real speed = 0;               ///< towards the wall at z = 0 [m/s]
  int cells = 0;                ///< over the radius
};

/// How the bar is at the end.
struct BarShape {
  Real length = 0;                ///< [m]
  Real foot = 0;                  ///< largest radius [m]
  Real waist = 0;                 ///< outer radius of the section that was one radius above the foot [m]
  Real kinetic = 0, plastic = 0;  ///< energies [J]
  Real kinetic_at_start = 0;      ///< [J]
};

template <class Metal>
class AxisymmetricBar {
 public:
  AxisymmetricBar(const RoundBar& bar, const Metal& metal) : bar_(bar), metal_(metal) {
    const int across = bar.cells;
    along_ = static_cast<int>(std::lround(bar.length / bar.radius * across));
    const Real a = bar.radius / across, b = bar.length / along_;
    for (int j = 0; j <= along_; ++j) {
      for (int i = 0; i <= across; ++i) X_.push_back({i * a, j * b});
    }
    const int centres = static_cast<int>(X_.size());
    for (int j = 0; j < along_; ++j) {
      for (int i = 0; i < across; ++i) X_.push_back({(i + Real(0.5)) * a, (j + Real(0.5)) * b});
    }
    mass_.assign(X_.size(), 0);
    for (int j = 0; j < along_; ++j) {
      for (int i = 0; i < across; ++i) {
        const std::array<int, 4> corner{node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
        for (int k = 0; k < 4; ++k) add({corner[k], corner[(k + 1) % 4], centres + j * across + i});
      }
    }
    x_ = X_;
    v_.assign(X_.size(), {0, -bar.speed});
    f_.resize(X_.size());
  }

  void run(Real end) {
    Real time = 0, dt = 0;
    while (time < end) {
      const Real limit = Real(0.45) * forces(dt);
      dt = dt > 0 ? std::min(limit, Real(1.02) * dt) : limit;
      dt = std::min(dt, end - time);
      for (std::size_t n = 0; n < x_.size(); ++n) {
        for (int d = 0; d < 2; ++d) v_[n][d] += dt * f_[n][d] / mass_[n];
        if (X_[n][0] == 0) v_[n][0] = 0;
        if (x_[n][1] <= 0) v_[n][1] = std::max(v_[n][1], Real(0));
        for (int d = 0; d < 2; ++d) x_[n][d] += dt * v_[n][d];
        x_[n][1] = std::max(x_[n][1], Real(0));
      }
      time += dt;
    }
  }

  [[nodiscard]] BarShape shape() const {
    BarShape s;
    Real low = bar_.length;
    for (std::size_t n = 0; n < x_.size(); ++n) {
      s.length = std::max(s.length, x_[n][1]);
      low = std::min(low, x_[n][1]);
      s.foot = std::max(s.foot, x_[n][0]);
      s.kinetic += mass_[n] / 2 * (v_[n][0] * v_[n][0] + v_[n][1] * v_[n][1]);
      s.kinetic_at_start += mass_[n] / 2 * bar_.speed * bar_.speed;
    }
    s.length -= low;
    s.waist = x_[node(bar_.cells, bar_.cells)][0];
    for (const Triangle& t : triangles_) s.plastic += t.work;
    return s;
  }

 private:
  using Point = std::array<Real, 2>;  // r, z [m]
  struct Triangle {
    std::array<int, 3> node;
    std::array<Point, 3> slope;  // of the shape functions [1/m]
    Real r, area, volume;        // of the reference
    Real work = 0;               // plastic [J]
    MaterialState state{};
  };

  [[nodiscard]] int node(int i, int j) const { return j * (bar_.cells + 1) + i; }

  void add(const std::array<int, 3>& n) {
    const Point &a = X_[n[0]], &b = X_[n[1]], &c = X_[n[2]];
    const Real twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    Triangle t{.node = n, .slope = {}, .r = (a[0] + b[0] + c[0]) / 3, .area = twice / 2, .volume = 0};
    t.volume = 2 * std::numbers::pi_v<Real> * t.r * t.area;
    for (int k = 0; k < 3; ++k) {
      const Point &p = X_[n[(k + 1) % 3]], &q = X_[n[(k + 2) % 3]];
      t.slope[k] = {(p[1] - q[1]) / twice, (q[0] - p[0]) / twice};
      mass_[n[k]] += metal_.density * t.volume / 3;
    }
    triangles_.push_back(t);
  }

  /// Forces at x after a step of dt; the time in which a wave crosses the thinnest triangle [s].
  Real forces(Real dt) {
    std::fill(f_.begin(), f_.end(), Point{0, 0});
    Real thinnest = bar_.radius;
    for (Triangle& t : triangles_) {
      Mat3 F = Mat3::Zero();
      Real r = 0;
      for (int k = 0; k < 3; ++k) {
        const Point& x = x_[t.node[k]];
        for (int row = 0; row < 2; ++row) {
          for (int column = 0; column < 2; ++column) F(row, column) += x[row] * t.slope[k][column];
        }
        r += x[0] / 3;
      }
      F(2, 2) = r / t.r;
      const Real before = t.state.plastic_strain;
      const Response answer = metal_.respond(F, t.state, dt);
      t.work += t.volume * answer.yield_stress * (t.state.plastic_strain - before);
      for (int k = 0; k < 3; ++k) {
        Point& f = f_[t.node[k]];
        const Point& s = t.slope[k];
        f[0] -= t.volume * (answer.P(0, 0) * s[0] + answer.P(0, 1) * s[1] + answer.P(2, 2) / (3 * t.r));
        f[1] -= t.volume * (answer.P(1, 0) * s[0] + answer.P(1, 1) * s[1]);
        const Point &p = x_[t.node[k]], &q = x_[t.node[(k + 1) % 3]];
        const Real area = t.area * (F(0, 0) * F(1, 1) - F(0, 1) * F(1, 0));
        thinnest = std::min(thinnest, 2 * area / std::hypot(p[0] - q[0], p[1] - q[1]));
      }
    }
    return thinnest / std::sqrt((metal_.bulk_modulus() + 4 * metal_.shear_modulus() / 3) / metal_.density);
  }

  RoundBar bar_;
  Metal metal_;
  int along_ = 0;
  std::vector<Point> X_, x_, v_, f_;
  std::vector<Real> mass_;
  std::vector<Triangle> triangles_;
};

}  // namespace talus
