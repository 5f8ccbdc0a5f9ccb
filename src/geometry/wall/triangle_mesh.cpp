#include "talus/geometry/wall/triangle_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

#include "talus/numerics/cell_grid.hpp"

namespace talus {

namespace {

Vec3 area_vector(const std::array<Vec3, 3>& c) { return (c[1] - c[0]).cross(c[2] - c[0]) / 2; }

Real longest_side(const std::array<Vec3, 3>& c) {
  return std::max({(c[1] - c[0]).norm(), (c[2] - c[1]).norm(), (c[0] - c[2]).norm()});
}

Real shortest_side(const std::array<Vec3, 3>& c) {
  return std::min({(c[1] - c[0]).norm(), (c[2] - c[1]).norm(), (c[0] - c[2]).norm()});
}

void count_edges(const std::vector<MeshEdge>& edges, MeshFacts& facts) {
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t end = first + 1;
    while (end < edges.size() && edges[end].vertices == edges[first].vertices) ++end;
    const std::size_t around = end - first;
    if (around == 1) ++facts.open_edges;
    if (around > 2) ++facts.non_manifold_edges;
    if (around == 2 && edges[first].forwards == edges[first + 1].forwards) ++facts.flipped_edges;
    first = end;
  }
}

template <class... Parts>
std::string text_of(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace

std::vector<MeshEdge> sorted_edges(const TriangleMesh& mesh) {
  std::vector<MeshEdge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (Index t = 0; t < static_cast<Index>(mesh.triangles.size()); ++t) {
    for (int side = 0; side < 3; ++side) {
      const Index from = mesh.triangles[t][side];
      const Index to = mesh.triangles[t][(side + 1) % 3];
      edges.push_back({{std::min(from, to), std::max(from, to)}, t, side, from < to});
    }
  }
  std::ranges::sort(edges, {}, [](const MeshEdge& e) { return std::tuple(e.vertices, e.triangle, e.side); });
  return edges;
}

TriangleMesh weld(const WallTriangles& triangles, Real tolerance) {
  std::vector<Vec3> corners;
  corners.reserve(3 * triangles.size());
  for (const auto& t : triangles) corners.insert(corners.end(), t.begin(), t.end());
  CellGrid grid;
  grid.build(corners, tolerance);

  TriangleMesh mesh;
  std::vector<Index> vertex(corners.size(), -1);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (vertex[k] >= 0) continue;
    const auto fresh = static_cast<Index>(mesh.vertices.size());
    mesh.vertices.push_back(corners[k]);
    vertex[k] = fresh;
    grid.for_each_near(corners[k], tolerance, [&](Index near, Real /*distance2*/) {
      if (vertex[near] < 0) vertex[near] = fresh;
    });
  }
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    mesh.triangles.push_back({vertex[3 * t], vertex[3 * t + 1], vertex[3 * t + 2]});
    mesh.source.push_back(static_cast<Index>(t));
  }
  return mesh;
}

std::vector<Index> degenerate_triangles(const TriangleMesh& mesh, Real tolerance) {
  std::vector<Index> found;
  for (Index t = 0; t < static_cast<Index>(mesh.triangles.size()); ++t) {
    const auto corners = mesh.corners(t);
    const Real least_height_area = tolerance * longest_side(corners) / 2;
    if (!(area_vector(corners).norm() > least_height_area) || shortest_side(corners) == 0) found.push_back(t);
  }
  return found;
}

TriangleMesh without(const TriangleMesh& mesh, const std::vector<Index>& triangles) {
  TriangleMesh kept;
  kept.vertices = mesh.vertices;
  for (Index t = 0; t < static_cast<Index>(mesh.triangles.size()); ++t) {
    if (std::ranges::binary_search(triangles, t)) continue;
    kept.triangles.push_back(mesh.triangles[t]);
    kept.source.push_back(mesh.source[t]);
  }
  return kept;
}

MeshFacts inspect(const TriangleMesh& mesh) {
  MeshFacts facts;
  facts.triangles = static_cast<Index>(mesh.triangles.size());
  facts.shortest_edge = infinity;
  std::vector<bool> used(mesh.vertices.size(), false);
  for (Index t = 0; t < facts.triangles; ++t) {
    const auto corners = mesh.corners(t);
    facts.area += area_vector(corners).norm();
    facts.shortest_edge = std::min(facts.shortest_edge, shortest_side(corners));
    for (int k = 0; k < 3; ++k) {
      facts.box.enclose(corners[k]);
      facts.vertices += used[mesh.triangles[t][k]] ? 0 : 1;
      used[mesh.triangles[t][k]] = true;
    }
  }
  count_edges(sorted_edges(mesh), facts);
  if (!facts.closed() || facts.flipped_edges > 0) return facts;
  const Vec3 origin = (facts.box.low + facts.box.high) / 2;  // far-away meshes keep their digits
  for (Index t = 0; t < facts.triangles; ++t) {
    const auto corners = mesh.corners(t);
    facts.volume += (corners[0] - origin).dot(area_vector(corners)) / 3;
  }
  return facts;
}

std::string describe(const MeshFacts& f) {
  const Vec3 size = f.box.high - f.box.low;
  std::string kind = "closed";
  if (f.open_edges > 0) kind = text_of("open along ", f.open_edges, " edges");
  if (f.volume != 0) kind += text_of(", encloses ", f.volume, " m^3");
  return text_of(f.triangles, " triangles, ", f.vertices, " vertices, area ", f.area, " m^2, ", kind, ", box ",
                 size.x(), " x ", size.y(), " x ", size.z(), " m, shortest edge ", f.shortest_edge, " m");
}

std::vector<std::string> warnings(const MeshFacts& f) {
  std::vector<std::string> sentences;
  if (f.non_manifold_edges > 0) {
    sentences.push_back(text_of(f.non_manifold_edges, " edges of the mesh belong to more than two triangles"));
  }
  if (f.flipped_edges > 0) {
    sentences.push_back(
        text_of("at ", f.flipped_edges,
                " edges of the mesh one triangle turns its front and the other its back to the same side"));
  }
  if (f.dropped > 0) sentences.push_back(text_of(f.dropped, " triangles without area were left out of the mesh"));
  return sentences;
}

}  // namespace talus
