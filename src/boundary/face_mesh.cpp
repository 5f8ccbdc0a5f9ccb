#include "talus/boundary/face_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <span>

#include "talus/body/mirrored_particles.hpp"
#include "talus/boundary/corner_weights.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Neighbours nearer than this many spacings are those along the axes of a lattice, whose cells may be stretched by a
/// tenth; along its diagonals they are farther.
constexpr Real next_reach = 1.2;
/// Places on a lattice agree to this share of a spacing.
constexpr Real same_place = 1e-6;
/// Radius over the spacing of the disc that rolls around a body: it falls into no gap of a packing.
constexpr Real rolling_radius = 1.0;

using Corners = std::vector<Vec3>;

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

  Corners places;

 private:
  Vec3 origin_;
  const Axes& axes_;
  std::map<std::array<Index, 3>, Index> number_;
};

FaceMesh faces_of_lattice(const SolidBody& body, const CellGrid& grid, const Axes& axes) {
  FaceMesh mesh;
  mesh.dimension = body.dimension;
  LatticeCorners corners(body, axes);
  for (Index i = 0; i < body.size(); ++i) {
    const std::vector<Vec3> next = next_of(body, grid, i);
    for (int k = 0; k < body.dimension; ++k) {
      for (const Real sign : {Real(1), Real(-1)}) {
        const Vec3 out = sign * axes.edge[k];
        const bool covered =
            std::ranges::any_of(next, [&](const Vec3& d) { return (d - out).norm() < same_place * out.norm(); });
        if (covered) continue;
        Facet facet{.particle = i};
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
        mesh.facets.push_back(facet);
      }
    }
  }
  carry_corners(body, corners.places, mesh);
  return mesh;
}

Vec3 right_of(const Vec3& d) { return {d.y(), -d.x(), 0}; }

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
void add_chain(const SolidBody& body, const std::vector<Index>& chain, Corners& corners, FaceMesh& mesh) {
  const auto n = static_cast<Index>(chain.size());
  const Real depth = half_layer(body, chain);
  const auto way = [&](Index k) { return Vec3(body.X[chain[(k + 1) % n]] - body.X[chain[k % n]]); };
  const auto turn = [&](Index k) {  // at particle k
    const Vec3 a = way(k + n - 1), b = way(k);
    return std::atan2(a.cross(b).z(), a.dot(b));
  };
  const Index base = static_cast<Index>(corners.size());
  for (Index k = 0; k < n; ++k) {
    const Real bend = Real(0.5) * (turn(k) + turn(k + 1));
    const Real rise = Real(0.5) * way(k).norm() * std::tan(bend / 4);
    const Vec3 middle = Real(0.5) * (body.X[chain[k]] + body.X[chain[(k + 1) % n]]);
    corners.push_back(middle + (depth + rise) * right_of(way(k).normalized()));
  }
  for (Index k = 0; k < n; ++k) {
    mesh.facets.push_back({.particle = chain[k], .corners = {base + (k + n - 1) % n, base + k, 0, 0}});
  }
}

FaceMesh faces_of_chains(const SolidBody& body, const CellGrid& grid) {
  FaceMesh mesh;
  mesh.dimension = 2;
  Corners corners;
  std::vector<Index> next = chains_of(body, grid);
  for (Index i = 0; i < body.size(); ++i) {
    std::vector<Index> chain;
    for (Index k = i; next[k] >= 0; k = std::exchange(next[k], -1)) chain.push_back(k);
    if (!chain.empty()) add_chain(body, chain, corners, mesh);
  }
  carry_corners(body, corners, mesh);
  return mesh;
}

FaceMesh facets_of(const SolidBody& body) {
  CellGrid grid;
  grid.build(body.X, 2 * rolling_radius * body.spacing);
  if (const auto axes = lattice_of(body, grid)) return faces_of_lattice(body, grid, *axes);
  if (body.dimension == 2) return faces_of_chains(body, grid);
  refuse("its surface is known on a lattice only, and this body is none: use the packing \"lattice\"");
}

/// A mirrored body with its images behind it: what a surface is made of.
SolidBody whole_of(const SolidBody& part) {
  SolidBody whole;
  whole.dimension = part.dimension;
  whole.spacing = part.spacing;
  whole.is_second_order = part.is_second_order;
  whole.X = MirroredParticles(part).places(part.X);
  whole.V = part.V;
  whole.outward_area = part.outward_area;
  for (const Reflection& image : part.images) {
    whole.V.insert(whole.V.end(), part.V.begin(), part.V.end());
    for (const Vec3& a : part.outward_area) whole.outward_area.push_back(image.R * a);
  }
  return whole;
}

/// The facets of a mirrored body itself, of those of the whole.
FaceMesh surface_of_part(const SolidBody& part) {
  FaceMesh mesh = surface_of(whole_of(part));
  std::erase_if(mesh.facets, [&](const Facet& facet) { return facet.particle >= part.size(); });
  mesh.reflections = part.images;
  for (Index& i : mesh.particle) {
    mesh.image.push_back(i / part.size());
    i %= part.size();
  }
  return mesh;
}

}  // namespace

void FaceMesh::place(const std::vector<Vec3>& x, std::vector<Vec3>& corners) const {
  corners.resize(first.size() - 1);
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    Vec3 sum = Vec3::Zero();
    for (Index e = first[c]; e < first[c + 1]; ++e) {
      sum += part_of(e, x[particle[e]]);
      if (!image.empty() && image[e] != 0) sum += weight[e] * reflections[image[e] - 1].shift;
    }
    corners[c] = sum;
  }
}

Vec3 FaceMesh::area(const Facet& facet, const std::vector<Vec3>& corners) const {
  const auto& [a, b, c, d] = facet.corners;
  if (dimension == 2) return right_of(corners[b] - corners[a]);
  return Real(0.5) * (corners[c] - corners[a]).cross(corners[d] - corners[b]);
}

Vec3 FaceMesh::middle(const Facet& facet, const std::vector<Vec3>& corners) const {
  const auto& [a, b, c, d] = facet.corners;
  if (dimension == 2) return Real(0.5) * (corners[a] + corners[b]);
  return Real(0.25) * (corners[a] + corners[b] + corners[c] + corners[d]);
}

std::array<Vec3, 4> FaceMesh::shares(const Facet& facet, const std::vector<Vec3>& corners) const {
  if (dimension == 2) {
    const Vec3 half = Real(0.5) * area(facet, corners);
    return {half, half, Vec3::Zero(), Vec3::Zero()};
  }
  // Both ways to cut a quadrangle into two triangles count by half; each triangle is shared by its three corners.
  const auto sixth = [&](int i, int j, int k) {
    const Vec3 &a = corners[facet.corners[i]], &b = corners[facet.corners[j]], &c = corners[facet.corners[k]];
    return Vec3((b - a).cross(c - a) / 12);
  };
  const Vec3 abc = sixth(0, 1, 2), acd = sixth(0, 2, 3), abd = sixth(0, 1, 3), bcd = sixth(1, 2, 3);
  return {abc + acd + abd, abc + abd + bcd, abc + acd + bcd, acd + abd + bcd};
}

Vec3 FaceMesh::hand_over(const std::vector<Vec3>& on_corners, std::vector<Vec3>& on_particles) const {
  Vec3 sum = Vec3::Zero();
  for (Index c = 0; c < corner_count(); ++c) {
    sum += on_corners[c];
    for (Index e = first[c]; e < first[c + 1]; ++e) on_particles[particle[e]] += part_of(e, on_corners[c]);
  }
  return sum;
}

FaceMesh surface_of(const SolidBody& body) {
  if (!body.images.empty()) return surface_of_part(body);
  return facets_of(body);
}

}  // namespace talus
