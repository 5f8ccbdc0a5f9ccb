#include "talus/geometry/mesh_fill.hpp"

#include <algorithm>
#include <string>

#include "talus/core/json_value.hpp"
#include "talus/geometry/lattice.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/geometry/wall/mesh_file.hpp"

namespace talus {
namespace {

std::string place_text(const Vec3& p) {
  std::ostringstream text;
  text << '(' << p.x() << ", " << p.y() << ", " << p.z() << ") m";
  return text.str();
}

/// The first edge that fewer or more than two triangles share.
const MeshEdge* bad_edge(const std::vector<MeshEdge>& edges) {
  for (std::size_t first = 0, end = 0; first < edges.size(); first = end) {
    end = first + 1;
    while (end < edges.size() && edges[end].vertices == edges[first].vertices) ++end;
    if (end - first != 2) return &edges[first];
  }
  return nullptr;
}

void check_closed(const TriangleMesh& mesh, const MeshFacts& facts, const std::string& file) {
  if (!facts.closed()) {
    const std::vector<MeshEdge> edges = sorted_edges(mesh);
    const MeshEdge& bad = *bad_edge(edges);
    refuse("STL file ", file, " does not enclose a body: ", facts.open_edges, " edges are open and ",
           facts.non_manifold_edges, " belong to more than two triangles, the first of triangle ",
           mesh.source[bad.triangle] + 1, " from ", place_text(mesh.vertices[bad.vertices[0]]), " to ",
           place_text(mesh.vertices[bad.vertices[1]]), "; close the surface");
  }
  if (facts.flipped_edges > 0) {
    refuse("STL file ", file, ": at ", facts.flipped_edges,
           " edges the triangles turn different sides to the outside; let all corners run the same way round");
  }
}

/// Where rays along x through the rows of a lattice cross the triangles. Two triangles that meet on a ray count as one
/// crossing or as none: edges are looked at in the same way from both sides, and corners belong to one side of it.
class RowCrossings {
 public:
  RowCrossings(const TriangleMesh& mesh, const Lattice& lattice, const Vec3& centre)
      : lattice_(lattice), centre_(centre), rows_(std::size_t(lattice.cells[1]) * lattice.cells[2]) {
    for (Index t = 0; t < static_cast<Index>(mesh.triangles.size()); ++t) add(mesh, t);
    for (auto& row : rows_) std::ranges::sort(row);
  }

  /// `x` is about the centre of the lattice, as its cells are.
  [[nodiscard]] bool inside(const Vec3& x) const {
    const auto& row = rows_[at(cell(1, x.y()), cell(2, x.z()))];
    const auto before = std::ranges::lower_bound(row, x.x() + centre_.x()) - row.begin();
    return before % 2 == 1;
  }

 private:
  [[nodiscard]] Index cell(int axis, Real coordinate) const {
    const Real c = coordinate / lattice_.cell[axis] + Real(0.5) * (lattice_.cells[axis] - 1);
    return static_cast<Index>(std::lround(c));
  }
  [[nodiscard]] std::size_t at(Index j, Index k) const { return std::size_t(k) * lattice_.cells[1] + j; }

  void add(const TriangleMesh& mesh, Index t) {
    const auto corners = mesh.corners(t);
    Vec3 low = corners[0] - centre_, high = low;
    for (const Vec3& c : corners) {
      low = low.cwiseMin(c - centre_);
      high = high.cwiseMax(c - centre_);
    }
    const auto range = [&](int axis) {
      const Index last = lattice_.cells[axis] - 1;
      return std::pair(std::clamp(cell(axis, low[axis]) - 1, 0, last), std::clamp(cell(axis, high[axis]) + 1, 0, last));
    };
    const auto [first_y, last_y] = range(1);
    const auto [first_z, last_z] = range(2);
    for (Index k = first_z; k <= last_z; ++k) {
      for (Index j = first_y; j <= last_y; ++j) {
        const Vec3 ray = lattice_.centre({0, j, k}) + centre_;
        if (crosses(mesh, t, ray)) rows_[at(j, k)].push_back(crossing(corners, ray));
      }
    }
  }

  /// Seen along x: the ray's point is left of an odd number of the triangle's edges.
  static bool crosses(const TriangleMesh& mesh, Index t, const Vec3& ray) {
    bool odd = false;
    for (int side = 0; side < 3; ++side) {
      Index a = mesh.triangles[t][side], b = mesh.triangles[t][(side + 1) % 3];
      if (a > b) std::swap(a, b);  // the same numbers for both triangles of an edge
      const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b];
      if ((p.z() > ray.z()) == (q.z() > ray.z())) continue;
      if (ray.y() < p.y() + (ray.z() - p.z()) / (q.z() - p.z()) * (q.y() - p.y())) odd = !odd;
    }
    return odd;
  }

  /// x where the ray goes through the plane of the triangle, kept within it.
  static Real crossing(const std::array<Vec3, 3>& c, const Vec3& ray) {
    const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
    const auto [low, high] = std::minmax({c[0].x(), c[1].x(), c[2].x()});
    if (n.x() == 0) return Real(0.5) * (low + high);
    const Real x = c[0].x() - (n.y() * (ray.y() - c[0].y()) + n.z() * (ray.z() - c[0].z())) / n.x();
    return std::clamp(x, low, high);
  }

  const Lattice& lattice_;
  Vec3 centre_;
  std::vector<std::vector<Real>> rows_;
};

}  // namespace

PointCloud MeshFill::fill(Real spacing, int dimension) const {
  if (dimension == 2) refuse("a body from an STL file needs three dimensions");
  const std::string file = json::quote(path.string());
  const TriangleMesh mesh = load_mesh(path, scale, std::nullopt, true).mesh;
  const MeshFacts facts = inspect(mesh);
  check_closed(mesh, facts, file);
  const Lattice lattice = lattice_in_box(facts.box.high - facts.box.low, spacing, dimension);
  const Vec3 centre = Real(0.5) * (facts.box.low + facts.box.high);
  const RowCrossings rows(mesh, lattice, centre);
  PointCloud cloud = fill_cut(lattice, [&](const Vec3& x) { return rows.inside(x); });
  for (Vec3& X : cloud.X) X += centre;
  const Real volume = std::abs(facts.volume) / static_cast<Real>(cloud.X.size());
  std::ranges::fill(cloud.V, volume);
  return cloud;
}

}  // namespace talus
