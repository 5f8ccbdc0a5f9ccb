// Balls of very different sizes, asked for room: one cell grid per octave of radii, so that a query visits few cells
// of each grid and finds few balls in them, whatever the sizes. Balls can be added at any time.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "talus/geometry/grains/grain_template.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

class BallLevels {
 public:
  /// For about `expected` balls in `bounds` [m]; balls outside are found as well, only slower.
  BallLevels(const BoxRegion& bounds, const Vec3& period, std::size_t expected);

  void add(const Ball& ball);
  void add(std::span<const Ball> balls);

  /// True when a ball of those added comes nearer to this one than `gap` [m] between surfaces.
  [[nodiscard]] bool crowded(const Ball& ball, Real gap) const;

 private:
  struct Level {
    int exponent = 0;  ///< radii in [2^exponent, 2^(exponent + 1)) m
    Vec3 width;        ///< of a cell [m]
    std::array<Index, 3> count{1, 1, 1};
    std::vector<Index> first;  ///< newest ball of each cell, -1 for none
  };
  using Cell = std::array<std::int64_t, 3>;

  Level& level_of(Real radius);
  [[nodiscard]] Cell cell_at(const Level& level, const Vec3& p) const;
  [[nodiscard]] std::size_t index_of(const Level& level, Cell cell) const;
  [[nodiscard]] bool crowded(const Level& level, const Ball& ball, Real gap) const;
  [[nodiscard]] bool crowded_in_cell(Index newest, const Ball& ball, Real gap) const;
  [[nodiscard]] Vec3 nearest_image(Vec3 distance) const;

  Vec3 low_;     ///< corner of all grids [m]
  Vec3 extent_;  ///< of all grids [m]
  Vec3 period_;  ///< 0 along an axis without [m]
  std::size_t expected_;
  std::vector<Level> levels_;
  std::vector<Ball> balls_;
  std::vector<Index> older_;  ///< next ball of the same cell, -1 for none
};

}  // namespace talus
