// Union of balls: clusters of one and two in closed form, larger ones by slices.
#include "talus/dem/ball_union.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ball_pairs.hpp"
#include "talus/numerics/gauss_legendre.hpp"

namespace talus {

namespace {

constexpr int slices_per_interval = 20;

/// The part of a ball on the near side of a plane: (x - centre).n <= a, n a unit vector, -r <= a <= r (dem 10).
VolumeMoments cut_ball(const Ball& ball, const Vec3& n, Real a) {
  const Real r = ball.radius, u = a / r, u2 = u * u, pi = std::numbers::pi;
  const Real volume = pi * r * r * r * (u - u * u2 / 3 + Real(2) / 3);
  const Real first = pi * r * r * r * r * (u2 / 2 - u2 * u2 / 4 - Real(0.25));
  const Real r5 = r * r * r * r * r;
  const Real along = pi * r5 * (u * u2 / 3 - u * u2 * u2 / 5 + Real(2) / 15);
  const Real across = pi / 4 * r5 * (u - 2 * u * u2 / 3 + u * u2 * u2 / 5 + Real(8) / 15);
  const Vec3& c = ball.centre;
  const Mat3 nn = n * n.transpose(), cn = first * c * n.transpose();
  return {volume, volume * c + first * n,
          along * nn + across * (Mat3::Identity() - nn) + cn + cn.transpose() + volume * c * c.transpose()};
}

VolumeMoments whole_ball(const Ball& ball) { return cut_ball(ball, Vec3::UnitX(), ball.radius); }

VolumeMoments two_balls(const Ball& i, const Ball& j) {
  const Real distance = (j.centre - i.centre).norm();
  const Vec3 n = (j.centre - i.centre) / distance;
  const Real a = lens_of(i.radius, j.radius, distance).distance;
  VolumeMoments sum = cut_ball(i, n, a);
  return sum += cut_ball(j, -n, distance - a);
}

/// Balls that lie in no other.
std::vector<Ball> outer_balls(std::span<const Ball> balls) {
  std::vector<Ball> outer;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    bool inside = false;
    for (std::size_t j = 0; j < balls.size() && !inside; ++j) {
      const Real distance = (balls[j].centre - balls[i].centre).norm();
      inside = i != j && nested(balls[i].radius, balls[j].radius, distance) && inner_one(balls, i, j) == i;
    }
    if (!inside) outer.push_back(balls[i]);
  }
  return outer;
}

/// Balls that overlap, directly or over others, together.
std::vector<std::vector<Ball>> clusters_of(const std::vector<Ball>& balls) {
  std::vector<std::vector<Ball>> clusters;
  std::vector<bool> taken(balls.size(), false);
  for (std::size_t start = 0; start < balls.size(); ++start) {
    if (taken[start]) continue;
    taken[start] = true;
    std::vector<Ball>& cluster = clusters.emplace_back(1, balls[start]);
    for (std::size_t k = 0; k < cluster.size(); ++k) {
      for (std::size_t j = 0; j < balls.size(); ++j) {
        const Real distance = (balls[j].centre - cluster[k].centre).norm();
        if (taken[j] || apart(balls[j].radius, cluster[k].radius, distance)) continue;
        taken[j] = true;
        cluster.push_back(balls[j]);
      }
    }
  }
  return clusters;
}

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

VolumeMoments ball_union(std::span<const Ball> balls) {
  VolumeMoments sum;
  for (const std::vector<Ball>& cluster : clusters_of(outer_balls(balls))) {
    if (cluster.size() == 1) {
      sum += whole_ball(cluster[0]);
    } else if (cluster.size() == 2) {
      sum += two_balls(cluster[0], cluster[1]);
    } else {
      sum += sliced_union(cluster);
    }
  }
  return sum;
}

}  // namespace talus
