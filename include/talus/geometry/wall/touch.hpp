// How a sphere and a wall meet, and what the shapes of walls have in common.
//
// A wall's surface is made of facets, numbered from 0. Each surface offers, in the wall's own frame,
//   Index facet_count() const
//   BoundingBox bounds(Index facet) const                       a centre farther than its radius from it cannot touch
//   Real clearance(Index facet, const Vec3& x) const            distance of the facet from x, negative behind it
//   bool touch(Index facet, const Vec3& x, Real radius, Touch&) const    each contact belongs to exactly one facet
//   bool adjacent(Index a, Index b) const                       contact may roll on from one to the other
//   WallTriangles triangles(const BoundingBox& clip) const      for pictures
//   std::optional<Real> area() const, volume() const            empty where infinite or open
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/bounding_box.hpp"

namespace talus {

/// Which part of a facet is nearest.
enum class Feature : std::uint8_t { face, edge, vertex };

/// Where a sphere touches: point = centre - distance * normal.
struct Touch {
  Real distance = 0;           ///< of the centre from the surface, negative behind a wall of one side [m]
  Vec3 normal = Vec3::Zero();  ///< unit vector from the wall to the grains' side
  Vec3 point = Vec3::Zero();   ///< on the surface [m]
  Feature feature = Feature::face;
};

using WallTriangles = std::vector<std::array<Vec3, 3>>;

/// On which side of a round or box-shaped wall the grains are.
enum class WallSide { inside, outside };
constexpr auto choices(std::type_identity<WallSide>) {
  return std::array{Word<WallSide>{"inside", WallSide::inside, "the wall is a container"},
                    Word<WallSide>{"outside", WallSide::outside, "the wall is an obstacle"}};
}

inline BoundingBox everywhere() { return {Vec3::Constant(-infinity), Vec3::Constant(infinity)}; }

/// Touch of an unbounded plane, or of a face whose foot of the perpendicular is on it.
inline Touch face_touch(const Vec3& x, Real distance, const Vec3& normal) {
  return {distance, normal, x - distance * normal, Feature::face};
}

}  // namespace talus
