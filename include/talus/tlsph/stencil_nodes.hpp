// What the loops over stencils read and write: one array per component, so that a pack of neighbours is one load.
#pragma once

#include "talus/core/large_array.hpp"
#include "talus/tlsph/stencil.hpp"

namespace talus {

/// Components over particles, each with room for the longest stride on both sides. What stands there is always zero.
class PaddedFields {
 public:
  void resize(Index components, Index n, Index pad) {
    pad_ = pad + lanes;
    // Components a few cache lines apart from a multiple of 4 kB: else all of them fall into the same lines of the
    // cache.
    constexpr std::size_t page = 512, apart = 40;
    pitch_ = (n + 2 * pad_ + lanes + page) / page * page + apart;
    values_ = LargeArray(static_cast<std::size_t>(components) * pitch_);
  }
  /// From one component to the next.
  [[nodiscard]] std::ptrdiff_t pitch() const { return static_cast<std::ptrdiff_t>(pitch_); }
  [[nodiscard]] const Real* operator[](int component) const {
    return values_.data() + static_cast<std::size_t>(component) * pitch_ + pad_;
  }
  Real* operator[](int component) { return values_.data() + static_cast<std::size_t>(component) * pitch_ + pad_; }
  [[nodiscard]] std::size_t bytes() const { return values_.size() * sizeof(Real); }

 private:
  LargeArray values_;
  std::size_t pitch_ = 0, pad_ = 0;
};

template <int D>
struct StencilNodes {
  static constexpr int tensor = D * D, turns = D == 3 ? 3 : 1;
  static constexpr int second_gradient = D * quadratic_terms(D);

  // Components of what neighbours read of the motion …
  static constexpr int u = 0, v = D, sum_u = 2 * D;
  // … and of the answer to it: side by side in the order of the sums over them.
  static constexpr int stress = 0, drag = tensor, alpha = drag + D, spin = alpha + 1;

  StencilTable table;
  /// displacement u [m], velocity v [m/s], sum_j V_j w_ij u_ji [1/m]
  PaddedFields motion;
  /// stress: P L - alpha (F - I) - beta (dF/dt - Omega x (F - I)) by rows [Pa]; drag: alpha u + 2 beta v
  /// - beta Omega x u [Pa m]; alpha of the hourglass control [Pa]; spin: Omega, in the plane its only component [1/s]
  PaddedFields answer;
  /// the same of second-order coefficients, by rows; zero where the fit is linear [Pa/m]
  PaddedFields curved;
  /// forces of stress by the volumes of particles, while they are summed up [N/m^3]
  PaddedFields force;

  void resize(Index n, bool any_curved) {
    const Index pad = table.largest_stride();
    motion.resize(3 * D, n, pad);
    answer.resize(spin + turns, n, pad);
    force.resize(D, n, 0);
    if (any_curved) curved.resize(second_gradient, n, pad);
  }
};

}  // namespace talus
