// Union of balls: clusters of one and two in closed form, larger ones by slices (ball_slices.cpp).
#include "talus/dem/ball_union.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ball_pairs.hpp"

namespace talus {

namespace {

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

}  // namespace

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
