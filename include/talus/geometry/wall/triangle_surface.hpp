// A wall of triangles that touches a sphere once where its surface is smooth, and once per side in a corner.
//
// The point of each triangle nearest to the centre lies in its face, on an edge or at a corner. Many triangles may be
// within reach; a contact is a *local* minimum of the distance along the surface (wall 4). Triangle g hides the touch
// of triangle f with which it shares a corner when
//   a) the nearest edge or corner of f belongs to g as well, whose nearest point is another one: the surface goes on
//      there, and comes nearer; or
//   b) both points are the same and g comes first: f and g meet there; or
//   c) g is nearer, by a point in its face, in a direction that differs by less than `smooth_angle`: both stand for one
//      smooth surface (wall 5).
// c) is what keeps the force steady where a sphere rolls through a shallow valley, say the inside of a drum cut into
// flat strips. Valid while a contact spot sqrt(2 r delta) is not much wider than a triangle of such a drum; flat and
// convex surfaces may be cut as finely as one likes.
#pragma once

#include <optional>
#include <type_traits>

#include "talus/geometry/wall/triangle_mesh.hpp"

namespace talus {

/// Which sides of the triangles push.
enum class MeshSide { both, front, back };
constexpr auto choices(std::type_identity<MeshSide>) {
  return std::array{Word<MeshSide>{"both", MeshSide::both, "the side on which the centre of the grain is"},
                    Word<MeshSide>{"front", MeshSide::front, "where the corners run anticlockwise"},
                    Word<MeshSide>{"back", MeshSide::back, "where the corners run clockwise"}};
}

class TriangleSurface {
 public:
  /// `mesh` holds no degenerate triangle. With a side other than `both`, a centre behind the surface by less than its
  /// radius is pushed back to the front. Throws CaseError where triangles disagree which side that is.
  TriangleSurface(TriangleMesh mesh, MeshSide side, Real smooth_angle);

  [[nodiscard]] Index facet_count() const { return static_cast<Index>(facets_.size()); }
  [[nodiscard]] BoundingBox bounds(Index facet) const;
  [[nodiscard]] Real clearance(Index facet, const Vec3& x) const;
  [[nodiscard]] bool touch(Index facet, const Vec3& x, Real radius, Touch& touch) const {
    return within(facets_[facet], x, radius) && touch_near(facet, x, radius, touch);
  }
  /// They share a corner.
  [[nodiscard]] bool adjacent(Index a, Index b) const;
  [[nodiscard]] WallTriangles triangles(const BoundingBox& clip) const;
  [[nodiscard]] std::optional<Real> area() const { return facts_.area; }
  [[nodiscard]] std::optional<Real> volume() const;

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  [[nodiscard]] const MeshFacts& facts() const { return facts_; }
  /// Degenerate triangles that were left out before.
  void note_dropped(Index count) { facts_.dropped = count; }

 private:
  struct Facet {
    std::array<Vec3, 3> corner;     ///< [m]
    std::array<Vec3, 3> inwards;    ///< in the plane, across side k (corner k to the next), unit vector
    std::array<Real, 3> length2{};  ///< of the sides [m^2]
    Vec3 normal;                    ///< to the front, unit vector
    bool valley_in_front = false;   ///< a neighbour rises above the plane at the front
    bool valley_behind = false;
  };
  struct Hit {
    Vec3 point;      ///< of the triangle, nearest to the centre [m]
    Real distance2;  ///< [m^2]
    Real margin;     ///< of a foot inside: how far inside [m]
    Feature feature;
    int which;  ///< side or corner
  };

  /// Whether no plane says that a triangle is beyond the radius: neither its own, nor those across its sides.
  [[nodiscard]] static bool within(const Facet& f, const Vec3& x, Real radius) {
    return std::abs((x - f.corner[0]).dot(f.normal)) < radius && (x - f.corner[0]).dot(f.inwards[0]) > -radius &&
           (x - f.corner[1]).dot(f.inwards[1]) > -radius && (x - f.corner[2]).dot(f.inwards[2]) > -radius;
  }

  void build_facets();
  void build_fans();
  void find_valleys();
  void build_outward();
  [[nodiscard]] Hit nearest(const Facet& facet, const Vec3& x) const;
  [[nodiscard]] bool touch_near(Index facet, const Vec3& x, Real radius, Touch& touch) const;
  [[nodiscard]] bool is_hidden(Index facet, const Hit& hit, const Vec3& x) const;
  [[nodiscard]] bool hides(Index other, Index facet, const Hit& hit, const Vec3& x) const;
  [[nodiscard]] bool has_feature(Index other, Index facet, const Hit& hit) const;
  [[nodiscard]] const Vec3& outward(Index facet, const Hit& hit) const;
  [[nodiscard]] bool at_rim(Index facet, const Hit& hit) const;

  TriangleMesh mesh_;
  MeshFacts facts_;
  MeshSide side_;
  Real smooth_cosine_;
  Real round_off_ = 0;      ///< feet this far outside of a face count as inside [m]
  Real same_point_ = 0;     ///< points nearer than this are the same [m]
  Real clear_of_edge_ = 0;  ///< a foot this far inside cannot be that of a neighbour, too [m]
  std::vector<Facet> facets_;
  std::vector<Index> fan_first_, fan_;             ///< triangles around each vertex
  std::vector<std::array<Index, 3>> across_;       ///< the triangle beyond each side; itself at a rim
  std::vector<std::array<Vec3, 3>> edge_outward_;  ///< sum of the normals beside each side; only for one side
  std::vector<Vec3> vertex_outward_;               ///< sum of the normals around each vertex, weighted by angles
  std::vector<bool> rim_vertex_;
};

}  // namespace talus
