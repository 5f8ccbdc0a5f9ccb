// Spheres for tests of the search: random ones of any spread of sizes, and the neighbours that looking at every pair
// and at every image finds.
#pragma once

#include <cmath>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "talus/core/row.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

struct SphereSample {
  int count = 1;
  Real smallest = 0.05, largest = 0.05;          ///< radii [m], as many small as large ones on a logarithmic scale
  Vec3 low = Vec3::Zero(), high = Vec3::Ones();  ///< corners of the box that they fill [m]
  unsigned seed = 1;
};

inline std::vector<Row> sample_spheres(const SphereSample& sample) {
  std::mt19937 engine(sample.seed);
  std::uniform_real_distribution<Real> uniform(0, 1);
  std::vector<Row> spheres;
  for (int k = 0; k < sample.count; ++k) {
    Vec3 x;
    for (int a = 0; a < 3; ++a) x[a] = sample.low[a] + (sample.high[a] - sample.low[a]) * uniform(engine);
    spheres.emplace_back(x, sample.smallest * std::pow(sample.largest / sample.smallest, uniform(engine)));
  }
  return spheres;
}

/// The smallest distance between any images of two places, tried one by one up to `images` periods away [m].
inline Real image_distance(const Vec3& from, const Vec3& to, const PeriodicBox& box, int images = 1) {
  Vec3 least = (to - from).cwiseAbs();
  for (int a = 0; a < 3; ++a) {
    for (int k = -images; k <= images; ++k)
      least[a] = std::min(least[a], std::abs(to[a] - from[a] + k * box.period()[a]));
  }
  return least.norm();
}

using SpherePairs = std::vector<std::pair<Index, Index>>;

/// Pairs i < j of one set, sorted.
inline SpherePairs all_pairs(std::span<const Row> spheres, Real skin, const PeriodicBox& box = {}, int images = 1) {
  SpherePairs pairs;
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    for (std::size_t j = i + 1; j < spheres.size(); ++j) {
      const Real distance = image_distance(spheres[i].vec(), spheres[j].vec(), box, images);
      if (distance <= spheres[i].w + spheres[j].w + skin) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

/// Pairs of two sets, sorted.
inline SpherePairs all_pairs(std::span<const Row> a, std::span<const Row> b, Real skin, const PeriodicBox& box = {}) {
  SpherePairs pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (image_distance(a[i].vec(), b[j].vec(), box) <= a[i].w + b[j].w + skin) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

}  // namespace talus
