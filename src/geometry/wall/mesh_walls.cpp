// Walls that are made of triangles: a plate and a file.
#include <cmath>

#include "talus/core/json_value.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/geometry/wall/in_plane.hpp"
#include "talus/geometry/wall/mesh_file.hpp"
#include "talus/geometry/wall/mesh_wall.hpp"
#include "talus/geometry/wall/rectangle_wall.hpp"
#include "talus/geometry/wall/stl.hpp"

namespace talus {

namespace {

constexpr Real weld_share = 1e-6;  ///< default tolerance over the diagonal of the mesh

Real diagonal(const WallTriangles& triangles) {
  BoundingBox box;
  for (const auto& corners : triangles) {
    for (const Vec3& corner : corners) box.enclose(corner);
  }
  return (box.high - box.low).norm();
}

[[noreturn]] void refuse_degenerate(const TriangleMesh& mesh, const std::vector<Index>& found,
                                    const std::string& file) {
  const auto c = mesh.corners(found.front());
  const auto at = [](const Vec3& p) {
    std::ostringstream text;
    text << '(' << p.x() << ", " << p.y() << ", " << p.z() << ')';
    return text.str();
  };
  refuse("STL file ", file, ": ", found.size(), " of its triangles have no area, the first is triangle ",
         mesh.source[found.front()] + 1, " with the corners ", at(c[0]), ", ", at(c[1]), ", ", at(c[2]),
         " m; repair the mesh, or write \"degenerate\": \"drop\"");
}

}  // namespace

MeshFile load_mesh(const std::filesystem::path& path, Real scale, std::optional<Real> tolerance,
                   bool drop_degenerate) {
  WallTriangles triangles = read_stl(path);
  for (auto& corners : triangles) {
    for (Vec3& corner : corners) corner *= scale;
  }
  const std::string file = json::quote(path.string());
  const Real size = diagonal(triangles);
  if (size == 0) refuse("STL file ", file, " is a single point");
  const Real apart = tolerance.value_or(weld_share * size);
  TriangleMesh mesh = weld(triangles, apart);
  const std::vector<Index> bad = degenerate_triangles(mesh, apart);
  if (bad.size() == mesh.triangles.size()) refuse("STL file ", file, " holds no triangle with an area");
  if (!bad.empty() && !drop_degenerate) refuse_degenerate(mesh, bad, file);
  return {bad.empty() ? std::move(mesh) : without(mesh, bad), static_cast<Index>(bad.size())};
}

TriangleSurface MeshWall::surface(int dimension) const {
  if (dimension == 2) refuse("a wall from an STL file needs three dimensions");
  MeshFile file = load_mesh(path, scale, weld.value, degenerate == DegenerateTriangles::drop);
  TriangleSurface made(std::move(file.mesh), side, smooth_angle);
  made.note_dropped(file.dropped);
  return made;
}

Contradiction RectangleWall::contradiction() const {
  constexpr Real least_sine = 1e-6;  // of the angle between the edges
  if (edges.empty() || edges.size() > 2) return {"edges", "must be two vectors, or one in two dimensions"};
  for (const Vec3& edge : edges) {
    if (edge.isZero(0)) return {"edges", "have to be longer than zero"};
  }
  if (edges.size() == 2 && edges[0].stableNormalized().cross(edges[1].stableNormalized()).norm() < least_sine) {
    return {"edges", "must have different directions"};
  }
  return {};
}

TriangleSurface RectangleWall::surface(int dimension) const {
  if (static_cast<int>(edges.size()) != dimension - 1) {
    refuse("edges: a rectangle has two edges in three dimensions and one in two; here are ", edges.size());
  }
  check_in_plane("the edge", edges[0], dimension);
  // In 2-D it is a strip 1 m deep, whose sides along z are out of reach.
  const Vec3 u = edges[0] / 2;
  const Vec3 v = (dimension == 2 ? Vec3(Vec3::UnitZ()) : edges[1]) / 2;
  const Vec3 c = flattened(centre, dimension);
  TriangleMesh mesh{
      .vertices = {c - u - v, c + u - v, c + u + v, c - u + v}, .triangles = {{0, 1, 2}, {0, 2, 3}}, .source = {0, 1}};
  return {std::move(mesh), MeshSide::both, 0};
}

}  // namespace talus
