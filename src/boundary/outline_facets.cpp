#include <cmath>
#include <utility>

#include "talus/boundary/facets.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Radius over the spacing of the disc that rolls around a body: it falls into no gap of a packing.
constexpr Real rolling_radius = 1.0;
/// What touches the disc is not in it, up to this share of its radius.
constexpr Real same_place = 1e-6;

/// True when a disc that touches particles i and j from the right of the way from i to j holds no other.
bool rolls_along(const SolidBody& body, const CellGrid& grid, Index i, Index j) {
  const Real radius = rolling_radius * body.spacing;
  const Vec3 way = body.X[j] - body.X[i];
  const Real height2 = radius * radius - way.squaredNorm() / 4;
  if (height2 <= 0) return false;
  const Vec3 centre = Real(0.5) * (body.X[i] + body.X[j]) + std::sqrt(height2) * right_of(way.normalized());
  bool empty = true;
  grid.for_each_near(centre, (1 - same_place) * radius, [&](Index k, Real) { empty = empty && (k == i || k == j); });
  return empty;
}

/// The surface as chains: for each particle the next along it with the body to the left, or -1.
std::vector<Index> chains_of(const SolidBody& body, const CellGrid& grid) {
  std::vector<Index> next(body.X.size(), -1), before(body.X.size(), -1);
  for (Index i = 0; i < body.size(); ++i) {
    grid.for_each_near(body.X[i], 2 * rolling_radius * body.spacing, [&](Index j, Real) {
      if (j == i || !rolls_along(body, grid, i, j)) return;
      if (next[i] >= 0 || before[j] >= 0) {
        refuse("its surface cannot be followed near (", body.X[i].x(), ", ", body.X[i].y(),
               ") m, where two stretches of it meet in one particle; use a finer spacing or the packing \"lattice\"");
      }
      next[i] = j;
      before[j] = i;
    });
  }
  for (Index i = 0; i < body.size(); ++i) {
    if ((next[i] < 0) != (before[i] < 0)) {
      refuse("its surface has a gap near (", body.X[i].x(), ", ", body.X[i].y(), ") m");
    }
  }
  return next;
}

/// Half of the thickness of the layer of a chain: what its particles' areas make of its length [m].
Real half_layer(const SolidBody& body, const std::vector<Index>& chain) {
  Real length = 0, area = 0;
  for (std::size_t n = 0; n < chain.size(); ++n) {
    length += (body.X[chain[(n + 1) % chain.size()]] - body.X[chain[n]]).norm();
    area += body.V[chain[n]];
  }
  return Real(0.5) * area / length;
}

/// A corner outside of every stretch of a chain, where a circle through its ends that bends as the chain does would be.
void add_chain(const SolidBody& body, const std::vector<Index>& chain, Facets& found) {
  const auto n = static_cast<Index>(chain.size());
  const Real depth = half_layer(body, chain);
  const auto way = [&](Index k) { return Vec3(body.X[chain[(k + 1) % n]] - body.X[chain[k % n]]); };
  const auto turn = [&](Index k) {  // at particle k
    const Vec3 a = way(k + n - 1), b = way(k);
    return std::atan2(a.cross(b).z(), a.dot(b));
  };
  const Index base = static_cast<Index>(found.places.size());
  for (Index k = 0; k < n; ++k) {
    const Real bend = Real(0.5) * (turn(k) + turn(k + 1));
    const Real rise = Real(0.5) * way(k).norm() * std::tan(bend / 4);
    const Vec3 middle = Real(0.5) * (body.X[chain[k]] + body.X[chain[(k + 1) % n]]);
    found.places.push_back(middle + (depth + rise) * right_of(way(k).normalized()));
  }
  for (Index k = 0; k < n; ++k) {
    found.facets.push_back({.particle = chain[k], .corner_count = 2, .corners = {base + (k + n - 1) % n, base + k}});
  }
}

}  // namespace

Facets facets_of_outline(const SolidBody& body) {
  CellGrid grid;
  grid.build(body.X, 2 * rolling_radius * body.spacing);
  Facets found;
  std::vector<Index> next = chains_of(body, grid);
  for (Index i = 0; i < body.size(); ++i) {
    std::vector<Index> chain;
    for (Index k = i; next[k] >= 0; k = std::exchange(next[k], -1)) chain.push_back(k);
    if (!chain.empty()) add_chain(body, chain, found);
  }
  return found;
}

}  // namespace talus
