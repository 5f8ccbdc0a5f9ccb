#include "talus/geometry/grains/ball_levels.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {
constexpr Index none = -1;
}  // namespace

BallLevels::BallLevels(const BoxRegion& bounds, const Vec3& period, std::size_t expected)
    : low_(bounds.min), extent_(bounds.max - bounds.min), period_(period), expected_(expected) {
  for (int k = 0; k < 3; ++k) {
    if (period[k] > 0) extent_[k] = period[k];
  }
}

BallLevels::Level& BallLevels::level_of(Real radius) {
  const int exponent = std::ilogb(radius);
  for (Level& level : levels_) {
    if (level.exponent == exponent) return level;
  }
  Level& level = levels_.emplace_back();
  level.exponent = exponent;
  const Real most = 8 * static_cast<Real>(expected_) + 64;  // cells: memory must not follow from the region's size
  for (Real width = 4 * std::ldexp(1, exponent);; width *= 2) {
    const Vec3 cells = (extent_ / width).array().floor().max(1);
    if (cells.prod() > most) continue;
    for (int k = 0; k < 3; ++k) {
      level.count[k] = static_cast<Index>(cells[k]);
      // Cells fill a period exactly; elsewhere the last one reaches beyond the corner.
      level.width[k] = period_[k] > 0 ? period_[k] / cells[k] : width;
    }
    level.first.assign(static_cast<std::size_t>(cells.prod()), none);
    return level;
  }
}

BallLevels::Cell BallLevels::cell_at(const Level& level, const Vec3& p) const {
  constexpr Real farthest = 1e15;  // cells; beyond, an integer could not hold the number
  Cell cell{};
  for (int k = 0; k < 3; ++k) {
    const Real position = std::floor((p[k] - low_[k]) / level.width[k]);
    const Real last = period_[k] > 0 ? farthest : level.count[k] - 1;
    cell[k] = static_cast<std::int64_t>(std::clamp(position, period_[k] > 0 ? -farthest : Real(0), last));
  }
  return cell;
}

std::size_t BallLevels::index_of(const Level& level, Cell cell) const {
  for (int k = 0; k < 3; ++k) {
    const std::int64_t count = level.count[k];
    cell[k] = (cell[k] % count + count) % count;
  }
  return static_cast<std::size_t>((cell[2] * level.count[1] + cell[1]) * level.count[0] + cell[0]);
}

void BallLevels::add(const Ball& ball) {
  Level& level = level_of(ball.radius);
  Index& newest = level.first[index_of(level, cell_at(level, ball.centre))];
  older_.push_back(newest);
  newest = static_cast<Index>(balls_.size());
  balls_.push_back(ball);
}

void BallLevels::add(std::span<const Ball> balls) {
  for (const Ball& ball : balls) add(ball);
}

Vec3 BallLevels::nearest_image(Vec3 distance) const {
  for (int k = 0; k < 3; ++k) {
    if (period_[k] > 0) distance[k] -= period_[k] * std::round(distance[k] / period_[k]);
  }
  return distance;
}

bool BallLevels::crowded_in_cell(Index newest, const Ball& ball, Real gap) const {
  for (Index j = newest; j != none; j = older_[j]) {
    const Real least = ball.radius + balls_[j].radius + gap;
    if (nearest_image(balls_[j].centre - ball.centre).squaredNorm() < least * least) return true;
  }
  return false;
}

bool BallLevels::crowded(const Level& level, const Ball& ball, Real gap) const {
  const Vec3 reach = Vec3::Constant(ball.radius + gap + 2 * std::ldexp(1, level.exponent));
  const Cell from = cell_at(level, ball.centre - reach);
  Cell to = cell_at(level, ball.centre + reach);
  for (int k = 0; k < 3; ++k) to[k] = std::min(to[k], from[k] + level.count[k] - 1);
  for (Cell cell = from; cell[2] <= to[2]; ++cell[2]) {
    for (cell[1] = from[1]; cell[1] <= to[1]; ++cell[1]) {
      for (cell[0] = from[0]; cell[0] <= to[0]; ++cell[0]) {
        if (crowded_in_cell(level.first[index_of(level, cell)], ball, gap)) return true;
      }
    }
  }
  return false;
}

bool BallLevels::crowded(const Ball& ball, Real gap) const {
  return std::ranges::any_of(levels_, [&](const Level& level) { return crowded(level, ball, gap); });
}

}  // namespace talus
