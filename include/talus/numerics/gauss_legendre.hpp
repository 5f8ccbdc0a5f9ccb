// Gauss-Legendre quadrature: exact for polynomials up to degree 2 N - 1.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"

namespace talus {

/// Nodes in (-1, 1) and weights, which add up to 2.
template <int N>
struct GaussLegendre {
  std::array<Real, N> node{}, weight{};

  /// Newton's method on the Legendre polynomial P_N from its asymptotic roots.
  GaussLegendre() {
    constexpr int iterations = 8;  // four reach round-off
    for (int k = 0; k < N; ++k) {
      Real x = std::cos(std::numbers::pi * (N - k - Real(0.25)) / (N + Real(0.5)));
      Real slope = 1;
      for (int iteration = 0; iteration < iterations; ++iteration) {
        Real before = 1, value = x;
        for (int n = 2; n <= N; ++n) {
          const Real next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
          before = value;
          value = next;
        }
        slope = N * (before - x * value) / (1 - x * x);
        x -= value / slope;
      }
      node[k] = x;
      weight[k] = 2 / ((1 - x * x) * slope * slope);
    }
  }
};

}  // namespace talus
