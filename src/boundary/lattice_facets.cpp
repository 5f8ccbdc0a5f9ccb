#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "talus/boundary/facets.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Neighbours nearer than this many spacings are those along the axes of a lattice, whose cells may be stretched by a
/// tenth; along its diagonals they are farther.
constexpr Real next_reach = 1.2;
/// Places on a lattice agree to this share of a spacing.
constexpr Real same_place = 1e-6;

/// Edges of the cells of a lattice.
struct Axes {
  std::vector<Vec3> edge;  ///< as many as dimensions [m]

  [[nodiscard]] bool has(const Vec3& offset) const {
    return std::ranges::any_of(edge, [&](const Vec3& a) {
      const Real slack = same_place * a.norm();
      return (offset - a).norm() < slack || (offset + a).norm() < slack;
    });
  }
};

std::vector<Vec3> next_of(const SolidBody& body, const CellGrid& grid, Index i) {
  std::vector<Vec3> offsets;
  grid.for_each_near(body.X[i], next_reach * body.spacing, [&](Index j, Real) {
    if (j != i) offsets.push_back(body.X[j] - body.X[i]);
  });
  return offsets;
}

/// The axes of the particle with most neighbours, if they are those of all others.
std::optional<Axes> lattice_of(const SolidBody& body, const CellGrid& grid) {
  std::vector<Vec3> most;
  for (Index i = 0; i < body.size() && static_cast<int>(most.size()) < 2 * body.dimension; ++i) {
    std::vector<Vec3> offsets = next_of(body, grid, i);
    if (offsets.size() > most.size()) most = std::move(offsets);
  }
  Axes axes;
  for (const Vec3& offset : most) {
    if (axes.has(offset)) continue;
    for (const Vec3& a : axes.edge) {
      if (std::abs(a.dot(offset)) > same_place * a.squaredNorm()) return std::nullopt;
    }
    axes.edge.push_back(offset);
  }
  if (static_cast<int>(axes.edge.size()) != body.dimension) return std::nullopt;
  // A right-handed set, so that corners run the same way round on every body.
  if (body.dimension == 3 && axes.edge[0].cross(axes.edge[1]).dot(axes.edge[2]) < 0)
    std::swap(axes.edge[0], axes.edge[1]);
  if (body.dimension == 2 && axes.edge[0].cross(axes.edge[1]).z() < 0) std::swap(axes.edge[0], axes.edge[1]);
  for (Index i = 0; i < body.size(); ++i) {
    for (const Vec3& offset : next_of(body, grid, i)) {
      if (!axes.has(offset)) return std::nullopt;
    }
  }
  return axes;
}

/// Corners of cells, numbered by where they are in half cells.
class LatticeCorners {
 public:
  LatticeCorners(const SolidBody& body, const Axes& axes) : origin_(body.X.front()), axes_(axes) {}

  Index number(const Vec3& place) {
    std::array<Index, 3> key{};
    for (std::size_t k = 0; k < axes_.edge.size(); ++k) {
      const Vec3& a = axes_.edge[k];
      key[k] = static_cast<Index>(std::lround(2 * (place - origin_).dot(a) / a.squaredNorm()));
    }
    const auto [found, is_new] = number_.try_emplace(key, static_cast<Index>(places.size()));
    if (is_new) places.push_back(place);
    return found->second;
  }

  std::vector<Vec3> places;

 private:
  Vec3 origin_;
  const Axes& axes_;
  std::map<std::array<Index, 3>, Index> number_;
};

Facets faces_of(const SolidBody& body, const CellGrid& grid, const Axes& axes) {
  Facets found;
  LatticeCorners corners(body, axes);
  for (Index i = 0; i < body.size(); ++i) {
    const std::vector<Vec3> next = next_of(body, grid, i);
    for (int k = 0; k < body.dimension; ++k) {
      for (const Real sign : {Real(1), Real(-1)}) {
        const Vec3 out = sign * axes.edge[k];
        const bool covered =
            std::ranges::any_of(next, [&](const Vec3& d) { return (d - out).norm() < same_place * out.norm(); });
        if (covered) continue;
        Facet facet{.particle = i, .corner_count = body.dimension == 2 ? 2 : 4};
        const Vec3 middle = body.X[i] + Real(0.5) * out;
        if (body.dimension == 2) {
          // Anticlockwise round the body: the surface runs to the left of the outward direction.
          const Vec3 along = (k == 0 ? sign : -sign) * Real(0.5) * axes.edge[1 - k];
          facet.corners[0] = corners.number(middle - along);
          facet.corners[1] = corners.number(middle + along);
        } else {
          const Vec3 u = Real(0.5) * axes.edge[(k + 1) % 3], v = sign * Real(0.5) * axes.edge[(k + 2) % 3];
          facet.corners = {corners.number(middle - u - v), corners.number(middle + u - v),
                           corners.number(middle + u + v), corners.number(middle - u + v)};
        }
        found.facets.push_back(facet);
      }
    }
  }
  found.places = std::move(corners.places);
  return found;
}

}  // namespace

std::optional<Facets> facets_of_lattice(const SolidBody& body) {
  CellGrid grid;
  grid.build(body.X, next_reach * body.spacing);
  const auto axes = lattice_of(body, grid);
  if (!axes) return std::nullopt;
  return faces_of(body, grid, *axes);
}

}  // namespace talus
