// Triangles with shared corners, and what can be said about them before they are used.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// Corners run anticlockwise as seen from the front.
struct TriangleMesh {
  std::vector<Vec3> vertices;                   ///< [m]
  std::vector<std::array<Index, 3>> triangles;  ///< numbers of vertices
  std::vector<Index> source;                    ///< for each triangle its number in the file, from 0

  [[nodiscard]] std::array<Vec3, 3> corners(Index triangle) const {
    const auto& v = triangles[triangle];
    return {vertices[v[0]], vertices[v[1]], vertices[v[2]]};
  }
};

struct MeshFacts {
  Index triangles = 0;
  Index vertices = 0;
  Index open_edges = 0;          ///< with one triangle
  Index non_manifold_edges = 0;  ///< with more than two
  Index flipped_edges = 0;       ///< between two triangles that turn different sides to the front
  Index dropped = 0;             ///< degenerate triangles that were left out
  Real area = 0;                 ///< [m^2]
  Real volume = 0;         ///< enclosed, negative when the front is inside; 0 unless closed and all of one turn [m^3]
  Real shortest_edge = 0;  ///< [m]
  BoundingBox box{};       ///< [m]

  [[nodiscard]] bool closed() const { return open_edges == 0 && non_manifold_edges == 0; }
};

/// An edge: its two vertices, the lower number first, and one of its triangles. Sorted by vertices, then triangle.
struct MeshEdge {
  std::array<Index, 2> vertices{};
  Index triangle = 0;
  int side = 0;          ///< 0, 1, 2: from corner `side` to the next
  bool forwards = true;  ///< the triangle runs from the lower to the higher vertex
};
[[nodiscard]] std::vector<MeshEdge> sorted_edges(const TriangleMesh& mesh);

/// Corners nearer than `tolerance` [m] become one vertex; the first one stays where it is.
[[nodiscard]] TriangleMesh weld(const WallTriangles& triangles, Real tolerance);

/// Triangles with two corners in one, or with a height of at most `tolerance` [m], in rising order.
[[nodiscard]] std::vector<Index> degenerate_triangles(const TriangleMesh& mesh, Real tolerance);

/// `mesh` without these triangles.
[[nodiscard]] TriangleMesh without(const TriangleMesh& mesh, const std::vector<Index>& triangles);

[[nodiscard]] MeshFacts inspect(const TriangleMesh& mesh);

/// One line for the log.
[[nodiscard]] std::string describe(const MeshFacts& facts);

/// A sentence for everything about a wall's mesh that its owner may not have meant. Open edges are no such thing: they
/// are the rims of hoppers and chutes, and describe() counts them. Where a mesh is to be filled with a body they are
/// refused.
[[nodiscard]] std::vector<std::string> warnings(const MeshFacts& facts);

}  // namespace talus
