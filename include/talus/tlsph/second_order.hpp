// Monomials of second order, in the order of the fits (tlsph 15).
#pragma once

#include "talus/core/types.hpp"

namespace talus {

/// Number of monomials of second order in D dimensions.
constexpr int quadratic_terms(int dimension) { return dimension == 2 ? 3 : 6; }

/// The one with X_a X_b.
constexpr int quadratic_term(int dimension, int a, int b) {
  if (a == b) return a;
  if (dimension == 2) return 2;
  return 3 + ((a + 1) % 3 == b ? a : b);  // xy, yz, zx
}

/// q(X) of X (x) X: half of the squares, and the products.
template <class Vector, class T>
inline void second_order_monomials(int dimension, const Vector& X, T* q) {
  for (int a = 0; a < dimension; ++a) {
    q[a] = Real(0.5) * X[a] * X[a];
    for (int b = a + 1; b < dimension; ++b) q[quadratic_term(dimension, a, b)] = X[a] * X[b];
  }
}

}  // namespace talus
