// What the tests of walls share: random places, meshes, and touches of all facets together.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "talus/geometry/wall/triangle_surface.hpp"

namespace wall_samples {

using namespace talus;

/// All touches of a sphere with a surface.
template <class Surface>
std::vector<Touch> touches(const Surface& surface, const Vec3& x, Real radius) {
  std::vector<Touch> found;
  for (Index f = 0; f < surface.facet_count(); ++f) {
    Touch touch;
    if (surface.touch(f, x, radius, touch)) found.push_back(touch);
  }
  return found;
}

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  Real operator()(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(engine_); }
  Index below(std::size_t n) {
    return static_cast<Index>(std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_));
  }
  Vec3 in_box(Real low, Real high) {
    const Real x = (*this)(low, high), y = (*this)(low, high);
    return {x, y, (*this)(low, high)};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_box(-1, 1);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }
  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_;
};

/// Point of a triangle nearest to x: the cases of Voronoi's regions, by the signs of dot products.
inline Vec3 nearest_on_triangle(const std::array<Vec3, 3>& t, const Vec3& x) {
  const auto& [a, b, c] = t;
  const Vec3 ab = b - a, ac = c - a;
  const Real d1 = ab.dot(x - a), d2 = ac.dot(x - a);
  if (d1 <= 0 && d2 <= 0) return a;
  const Real d3 = ab.dot(x - b), d4 = ac.dot(x - b);
  if (d3 >= 0 && d4 <= d3) return b;
  const Real vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
  const Real d5 = ab.dot(x - c), d6 = ac.dot(x - c);
  if (d6 >= 0 && d5 <= d6) return c;
  const Real vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
  const Real va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (d4 - d3) / (d4 - d3 + d5 - d6) * (c - b);
  return a + vb / (va + vb + vc) * ab + vc / (va + vb + vc) * ac;
}

/// Least height of a triangle.
inline Real thinness(const std::array<Vec3, 3>& t) {
  const Real longest = std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
  return (t[1] - t[0]).cross(t[2] - t[0]).norm() / longest;
}

/// Cuts triangles at random into `count` of them, slivers down to a height of 0.002. Neighbours share whole edges.
inline WallTriangles cut_at_random(WallTriangles triangles, std::size_t count, Dice& dice) {
  while (triangles.size() < count) {
    const auto [a, b, c] = triangles[dice.below(triangles.size())];
    const bool on_edge = dice(0, 1) < 0.5;  // the edge a b and both its triangles; else this triangle alone
    const Real s = dice(0.1, 0.9), u = on_edge ? 0 : dice(0.1, 0.9) * (1 - s);
    const Vec3 inner = a + s * (b - a) + u * (c - a);
    WallTriangles next;
    Real thinnest = 1;
    for (const auto& t : triangles) {
      const std::size_t kept = next.size();
      for (int k = 0; k < 3 && next.size() == kept; ++k) {
        const Vec3 &p = t[k], &q = t[(k + 1) % 3], &r = t[(k + 2) % 3];
        const bool same_edge = (p == a && q == b) || (p == b && q == a);
        if (on_edge ? !same_edge : !(p == a && q == b && r == c)) continue;
        next.push_back({p, inner, r});
        next.push_back({inner, q, r});
        if (!on_edge) next.push_back({p, q, inner});
      }
      for (std::size_t k = kept; k < next.size(); ++k) thinnest = std::min(thinnest, thinness(next[k]));
      if (next.size() == kept) next.push_back(t);
    }
    if (thinnest > 0.002) triangles = next;
  }
  return triangles;
}

/// Order and first corner at random, and some triangles turned over when `turn` says so.
inline WallTriangles shuffled(WallTriangles triangles, Dice& dice, bool turn) {
  std::shuffle(triangles.begin(), triangles.end(), dice.engine());
  for (auto& t : triangles) {
    std::rotate(t.begin(), t.begin() + dice.below(3), t.end());
    if (turn && dice(0, 1) < 0.5) std::swap(t[0], t[1]);
  }
  return triangles;
}

/// A box of twelve triangles, fronts outside.
inline WallTriangles box_mesh(const Vec3& low, const Vec3& high) {
  const auto corner = [&](int k) {
    return Vec3(k & 1 ? high.x() : low.x(), k & 2 ? high.y() : low.y(), k & 4 ? high.z() : low.z());
  };
  WallTriangles triangles;
  for (const auto& q : {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4}, std::array{2, 6, 7, 3},
                        std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    triangles.push_back({corner(q[0]), corner(q[1]), corner(q[2])});
    triangles.push_back({corner(q[0]), corner(q[2]), corner(q[3])});
  }
  return triangles;
}

inline constexpr Real ten_degrees = 10 * std::numbers::pi / 180;
inline constexpr Real no_merging = 0;

inline TriangleSurface surface_of(const WallTriangles& triangles, MeshSide side = MeshSide::both,
                                  Real smooth_angle = ten_degrees) {
  return {weld(triangles, 1e-9), side, smooth_angle};
}

/// [0, 1]^2 at z = 0, its front upwards.
inline WallTriangles unit_square() {
  return {{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0)}, {Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)}};
}

inline std::vector<Touch> nearest_first(std::vector<Touch> found) {
  std::ranges::sort(found, {}, [](const Touch& t) { return std::abs(t.distance); });
  return found;
}

}  // namespace wall_samples
