// Averages over nearest neighbours that take away what changes its sign from layer to layer (tlsph 33).
#pragma once

#include <vector>

#include "talus/core/types.hpp"

namespace talus {

class SolidSolver;

/// S = 1 - D^2 with (D a)_i = sum_j k_ij V_j a_ji: sums over V stay as they are, and inside a lattice so do fields that
/// are linear.
class NeighbourAverage {
 public:
  /// Over bonds that are not cut now.
  explicit NeighbourAverage(const SolidSolver& solver);

  /// a becomes S a; one number per particle.
  void apply(std::vector<Real>& a);

 private:
  struct Neighbour {
    Index number;
    float share;  ///< k_ij V_j [-]
  };

  [[nodiscard]] Real difference(const std::vector<Real>& a, Index i) const;

  std::vector<Index> first_;
  std::vector<Neighbour> neighbour_;
  std::vector<Real> difference_;  ///< D a while it is needed
};

}  // namespace talus
