// How a shape is cut into particles: what all packings share, and the words that a case may use.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/geometry/point_cloud.hpp"

namespace talus {

enum class RoundPacking { lattice, rings };
constexpr auto choices(std::type_identity<RoundPacking>) {
  using P = RoundPacking;
  return std::array{Word<P>{"lattice", P::lattice, "cut from a lattice: regular inside, a staircase as its surface"},
                    Word<P>{"rings", P::rings, "concentric rings: smooth surface, exact volume"}};
}

enum class BallPacking { lattice, shells };
constexpr auto choices(std::type_identity<BallPacking>) {
  using P = BallPacking;
  return std::array{Word<P>{"lattice", P::lattice, "cut from a lattice: regular inside, a staircase as its surface"},
                    Word<P>{"shells", P::shells, "concentric shells (rings in 2-D): smooth surface, exact volume"}};
}

enum class Axis { x, y, z };
constexpr auto choices(std::type_identity<Axis>) {
  return std::array{Word<Axis>{"x", Axis::x, "first axis"}, Word<Axis>{"y", Axis::y, "second axis"},
                    Word<Axis>{"z", Axis::z, "third axis"}};
}

/// More particles in one body are taken for a slip of the pen: they would not fit in memory (about 1 kB each).
inline constexpr Real most_particles = 50e6;

/// Cells may be stretched or squeezed by this fraction so that a whole number of them fills an extent.
inline constexpr Real largest_distortion = 0.1;

/// Whole number of cells (as Real: it may be too large for an Index) that fills `extent` [m] at about `spacing` [m].
/// Throws CaseError, naming the extent by `what`, when that needs more distortion than `largest_distortion`.
[[nodiscard]] Real whole_cells(Real extent, Real spacing, std::string_view what);

/// Throws CaseError when a body would need more than `most_particles`. Asked before memory is touched.
void check_count(Real particles);

/// Throws CaseError unless `value` [m] is a positive length.
void check_length(Real value, std::string_view what);

/// Sorts particles by the Morton order of cells of two spacings, so that neighbours in space are near in memory.
void sort_by_cells(PointCloud& cloud, Real spacing);

}  // namespace talus
