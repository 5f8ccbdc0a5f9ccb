// Random numbers, vectors and tensors of a given size, the same on every run.
#pragma once

#include <random>

#include "talus/core/types.hpp"

namespace talus {

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  /// Uniform in [-size, size].
  Real number(Real size = 1) { return size * uniform_(engine_); }
  /// Entries uniform in [-size, size]; z stays 0 in 2-D.
  Vec3 vector(int dimension, Real size = 1) {
    const Real x = number(size), y = number(size);
    return {x, y, dimension == 3 ? number(size) : 0};
  }
  Mat3 matrix(int dimension, Real size) {
    Mat3 m = Mat3::Zero();
    for (int c = 0; c < dimension; ++c) m.col(c) = vector(dimension, size);
    return m;
  }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<Real> uniform_{-1, 1};
};

}  // namespace talus
