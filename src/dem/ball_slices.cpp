// Union of balls by slices, each a union of discs.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ball_pairs.hpp"
#include "talus/dem/ball_union.hpp"
#include "talus/numerics/gauss_legendre.hpp"

namespace talus {

namespace {

constexpr int slices_per_interval = 20;

/// Heights where the outline of a slice changes its make-up: poles of balls, highest and lowest points of the circles
/// that two surfaces share, points that three share; each only where no further ball hides it.
class CriticalHeights {
 public:
  explicit CriticalHeights(std::span<const Ball> balls) : balls_(balls) {
    for (const Ball& ball : balls_) {
      for (const Real sign : {-1, 1}) add(ball.centre + sign * ball.radius * Vec3::UnitZ());
    }
    for (std::size_t i = 0; i < balls_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add_pair(i, j);
    }
    std::sort(heights_.begin(), heights_.end());
  }
  [[nodiscard]] const std::vector<Real>& values() const { return heights_; }

 private:
  /// Points nearer to a surface count as being on it: a superfluous height costs time only.
  static constexpr Real slack = 1e-9;

  void add(const Vec3& p) {
    const bool hidden = std::ranges::any_of(
        balls_, [&](const Ball& ball) { return (p - ball.centre).norm() < ball.radius * (1 - slack); });
    if (!hidden) heights_.push_back(p.z());
  }

  void add_pair(std::size_t i, std::size_t j) {
    const Ball &a = balls_[i], &b = balls_[j];
    const Vec3 to = b.centre - a.centre;
    const Real distance = to.norm();
    if (apart(a.radius, b.radius, distance) || nested(a.radius, b.radius, distance)) return;
    const Lens lens = lens_of(a.radius, b.radius, distance);
    const Vec3 n = to / distance, middle = a.centre + lens.distance * n;
    const Vec3 uphill = Vec3::UnitZ() - n.z() * n;
    const Vec3 rise = uphill.squaredNorm() > slack * slack ? Vec3(lens.rim * uphill.normalized()) : Vec3(Vec3::Zero());
    add(middle + rise);
    add(middle - rise);
    for (std::size_t k = 0; k < j; ++k) add_triple(middle, n, lens.rim, balls_[k]);
  }

  /// Points of a circle about `middle`, in the plane across n, that lie on the surface of a ball. Halving intervals
  /// would cope without them, in three times the time.
  void add_triple(const Vec3& middle, const Vec3& n, Real rim, const Ball& ball) {
    const Vec3 to = ball.centre - middle, in_plane = to - to.dot(n) * n;
    const Real off = in_plane.norm();
    if (off <= slack * rim) return;
    const Real cosine = (to.squaredNorm() + rim * rim - ball.radius * ball.radius) / (2 * rim * off);
    if (std::abs(cosine) > 1) return;
    const Vec3 x = in_plane / off, y = n.cross(x);
    const Real sine = std::sqrt((1 - cosine) * (1 + cosine));
    add(middle + rim * (cosine * x + sine * y));
    add(middle + rim * (cosine * x - sine * y));
  }

  std::span<const Ball> balls_;
  std::vector<Real> heights_;
};

/// Moments per height of the slice at z [m^2 and so on].
VolumeMoments slice(std::span<const Ball> balls, Real z) {
  std::vector<Ball> discs;
  for (const Ball& ball : balls) {
    const Real height = z - ball.centre.z();
    const Real squared = (ball.radius - height) * (ball.radius + height);
    if (squared > 0) discs.push_back({ball.centre, std::sqrt(squared)});
  }
  VolumeMoments m = disc_union(discs);
  m.first.z() = z * m.volume;
  m.second.col(2).head<2>() = z * m.first.head<2>();
  m.second.row(2) = m.second.col(2).transpose();
  m.second(2, 2) = z * z * m.volume;
  return m;
}

/// The integral over z between two critical heights, z = middle - half cos(theta).
class SliceIntegral {
 public:
  SliceIntegral(std::span<const Ball> balls, Real low, Real high, Real tolerance)
      : balls_(balls), middle_((low + high) / 2), half_((high - low) / 2), tolerance_(tolerance) {}

  [[nodiscard]] VolumeMoments value() const { return halved(0, std::numbers::pi, over(0, std::numbers::pi), 0); }

 private:
  [[nodiscard]] VolumeMoments over(Real from, Real to) const {
    static const GaussLegendre<slices_per_interval> rule;
    VolumeMoments sum;
    for (int k = 0; k < slices_per_interval; ++k) {
      const Real theta = (from + to) / 2 + (to - from) / 2 * rule.node[k];
      const Real weight = rule.weight[k] * (to - from) / 2 * half_ * std::sin(theta);
      const VolumeMoments m = slice(balls_, middle_ - half_ * std::cos(theta));
      sum += {weight * m.volume, weight * m.first, weight * m.second};
    }
    return sum;
  }

  [[nodiscard]] VolumeMoments halved(Real from, Real to, const VolumeMoments& whole, int depth) const {
    constexpr int deepest = 30;
    const Real between = (from + to) / 2;
    const VolumeMoments low = over(from, between), high = over(between, to);
    VolumeMoments sum = low;
    sum += high;
    if (depth == deepest || agree(sum, whole)) return sum;
    sum = halved(from, between, low, depth + 1);
    return sum += halved(between, to, high, depth + 1);
  }

  /// The balls were scaled to a radius of order one about the origin, so one tolerance serves all moments.
  [[nodiscard]] bool agree(const VolumeMoments& a, const VolumeMoments& b) const {
    return std::abs(a.volume - b.volume) <= tolerance_ && (a.first - b.first).cwiseAbs().maxCoeff() <= tolerance_ &&
           (a.second - b.second).cwiseAbs().maxCoeff() <= tolerance_;
  }

  std::span<const Ball> balls_;
  Real middle_, half_, tolerance_;
};

}  // namespace

VolumeMoments sliced_union(std::span<const Ball> balls) {
  constexpr Real accuracy = 1e-14;  // of an interval, over the moments of the box around all balls
  if (balls.empty()) return {};
  Vec3 low = balls.front().centre, high = low;
  for (const Ball& ball : balls) {
    low = low.cwiseMin(ball.centre - Vec3::Constant(ball.radius));
    high = high.cwiseMax(ball.centre + Vec3::Constant(ball.radius));
  }
  // About the middle, in units of the half diagonal: cancels nothing, and makes all moments of order one.
  const Vec3 origin = (low + high) / 2;
  const Real unit = (high - low).norm() / 2;
  std::vector<Ball> scaled;
  for (const Ball& ball : balls) scaled.push_back({(ball.centre - origin) / unit, ball.radius / unit});

  const std::vector<Real> heights = CriticalHeights(scaled).values();
  VolumeMoments sum;
  for (std::size_t k = 1; k < heights.size(); ++k) {
    if (heights[k] - heights[k - 1] > accuracy) {
      sum += SliceIntegral(scaled, heights[k - 1], heights[k], accuracy).value();
    }
  }
  const Real volume = sum.volume * unit * unit * unit;
  const Vec3 first = sum.first * unit * unit * unit * unit;
  const Mat3 second = sum.second * unit * unit * unit * unit * unit, cross = first * origin.transpose();
  return {volume, first + volume * origin, second + cross + cross.transpose() + volume * origin * origin.transpose()};
}

}  // namespace talus
