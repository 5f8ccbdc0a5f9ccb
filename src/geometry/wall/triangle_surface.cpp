#include "talus/geometry/wall/triangle_surface.hpp"

#include <algorithm>
#include <cmath>

#include "talus/geometry/refuse.hpp"
#include "talus/geometry/wall/tessellation.hpp"

namespace talus {

namespace {

/// Over the largest coordinate of the mesh. Round-off of a nearest point is a few times 1e-16; the plane of a sliver as
/// thin as 1e-6 is tilted by 1e-9, which moves a foot as far.
constexpr Real round_off_share = 2e-15;
constexpr Real same_point_share = 1e-14;
constexpr Real clear_of_edge_share = 1e-8;

void turn_over(TriangleMesh& mesh) {
  for (auto& corners : mesh.triangles) std::swap(corners[1], corners[2]);
}

/// Angle at corner k.
Real angle_at(const std::array<Vec3, 3>& corner, int k) {
  const Vec3 u = corner[(k + 1) % 3] - corner[k];
  const Vec3 v = corner[(k + 2) % 3] - corner[k];
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

}  // namespace

TriangleSurface::TriangleSurface(TriangleMesh mesh, MeshSide side, Real smooth_angle)
    : mesh_(std::move(mesh)), side_(side), smooth_cosine_(std::cos(smooth_angle)) {
  if (side_ == MeshSide::back) turn_over(mesh_);
  facts_ = inspect(mesh_);
  if (side_ != MeshSide::both && facts_.flipped_edges > 0) {
    refuse("the mesh has no front: at ", facts_.flipped_edges,
           " edges its triangles turn different sides to it; repair the mesh, or let both sides push");
  }
  const Real scale = std::max(facts_.box.low.cwiseAbs().maxCoeff(), facts_.box.high.cwiseAbs().maxCoeff());
  round_off_ = round_off_share * scale;
  same_point_ = same_point_share * scale;
  clear_of_edge_ = clear_of_edge_share * scale;
  build_facets();
  build_fans();
  find_valleys();
  build_outward();
}

void TriangleSurface::build_facets() {
  facets_.resize(mesh_.triangles.size());
  for (Index t = 0; t < facet_count(); ++t) {
    Facet& f = facets_[t];
    f.corner = mesh_.corners(t);
    f.normal = (f.corner[1] - f.corner[0]).cross(f.corner[2] - f.corner[0]).stableNormalized();
    for (int k = 0; k < 3; ++k) {
      const Vec3 along = f.corner[(k + 1) % 3] - f.corner[k];
      f.inwards[k] = f.normal.cross(along).stableNormalized();
      f.length2[k] = along.squaredNorm();
    }
  }
}

void TriangleSurface::build_fans() {
  fan_first_.assign(mesh_.vertices.size() + 1, 0);
  for (const auto& corners : mesh_.triangles) {
    for (const Index v : corners) ++fan_first_[v + 1];
  }
  for (std::size_t v = 1; v < fan_first_.size(); ++v) fan_first_[v] += fan_first_[v - 1];
  fan_.resize(3 * mesh_.triangles.size());
  std::vector<Index> next(fan_first_.begin(), fan_first_.end() - 1);
  for (Index t = 0; t < facet_count(); ++t) {
    for (const Index v : mesh_.triangles[t]) fan_[next[v]++] = t;
  }
}

/// Also finds what lies across each side, and marks triangles at edges of more than two as always in need of a look at
/// their neighbours: they may lie upon each other.
void TriangleSurface::find_valleys() {
  for (Index t = 0; t < facet_count(); ++t) {
    Facet& f = facets_[t];
    for (const Index v : mesh_.triangles[t]) {
      for (Index k = fan_first_[v]; k < fan_first_[v + 1]; ++k) {
        for (const Vec3& corner : facets_[fan_[k]].corner) {
          const Real height = (corner - f.corner[0]).dot(f.normal);
          f.valley_in_front = f.valley_in_front || height > round_off_;
          f.valley_behind = f.valley_behind || height < -round_off_;
        }
      }
    }
  }
  across_.resize(facets_.size());
  const std::vector<MeshEdge> edges = sorted_edges(mesh_);
  for (std::size_t first = 0, end = 0; first < edges.size(); first = end) {
    while (end < edges.size() && edges[end].vertices == edges[first].vertices) ++end;
    for (std::size_t k = first; k < end; ++k) {
      const MeshEdge& other = edges[k + 1 < end ? k + 1 : first];
      across_[edges[k].triangle][edges[k].side] = other.triangle;
      Facet& f = facets_[edges[k].triangle];
      if (end - first > 2) f.valley_in_front = f.valley_behind = true;
    }
  }
}

/// Sums of normals that say on which side of an edge or of a vertex a point is. Baerentzen and Aanaes (2005): beside an
/// edge both normals count alike, around a vertex each counts with its triangle's angle there.
void TriangleSurface::build_outward() {
  if (side_ == MeshSide::both) return;
  edge_outward_.resize(facets_.size());
  vertex_outward_.assign(mesh_.vertices.size(), Vec3::Zero());
  rim_vertex_.assign(mesh_.vertices.size(), false);
  for (Index t = 0; t < facet_count(); ++t) {
    const Facet& f = facets_[t];
    for (int k = 0; k < 3; ++k) {
      edge_outward_[t][k] = f.normal + facets_[across_[t][k]].normal;
      vertex_outward_[mesh_.triangles[t][k]] += angle_at(f.corner, k) * f.normal;
      if (across_[t][k] != t) continue;
      rim_vertex_[mesh_.triangles[t][k]] = rim_vertex_[mesh_.triangles[t][(k + 1) % 3]] = true;
    }
  }
}

BoundingBox TriangleSurface::bounds(Index facet) const {
  BoundingBox box;
  for (const Vec3& corner : facets_[facet].corner) box.enclose(corner);
  return box;
}

bool TriangleSurface::adjacent(Index a, Index b) const {
  for (const Index v : mesh_.triangles[a]) {
    if (std::ranges::find(mesh_.triangles[b], v) != mesh_.triangles[b].end()) return true;
  }
  return false;
}

WallTriangles TriangleSurface::triangles(const BoundingBox& clip) const {
  WallTriangles all;
  for (const Facet& f : facets_) all.push_back(f.corner);
  return clipped(all, clip);
}

std::optional<Real> TriangleSurface::volume() const {
  if (facts_.volume == 0) return {};
  return std::abs(facts_.volume);
}

}  // namespace talus
