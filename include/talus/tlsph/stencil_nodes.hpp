// What the loops over stencils read and write: one array per component, so that a pack of neighbours is one load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

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

  // Components of what neighbours read of the motion, and of what comes out of sums over it at once …
  static constexpr int u = 0, v = D, alpha = 2 * D, direct = alpha + 1;
  // … and of the answer to it: side by side in the order of the sums over them.
  static constexpr int stress = 0, drag = tensor, spin = drag + D;

  StencilTable table;
  /// displacement u [m]; velocity v, where dashpots act [m/s]; alpha of the hourglass control [Pa]; direct:
  /// sum_j V_j w_ij (alpha_i + alpha_j) u_ji [N/m^3], where dashpots act without the alpha [1/m]
  PaddedFields motion;
  /// stress: P L - alpha (F - I) by rows, where dashpots act -beta (dF/dt - Omega x (F - I)) [Pa]; drag:
  /// beta (2 v - Omega x u) [Pa m]; spin: Omega, in the plane its only component [1/s]
  PaddedFields answer;
  /// The same as stress of second-order coefficients, by rows; zero where the fit is linear [Pa/m].
  PaddedFields curved;
  /// forces of stress by the volumes of particles, while they are summed up [N/m^3]
  PaddedFields force;
  /// By pack: some alpha there is not that of material which has never yielded.
  std::vector<std::uint8_t> softened;

  /// Whether that is so somewhere in the rows around a run, or in the packs at their ends.
  [[nodiscard]] bool is_soft_around(const PackRun& run) const {
    const auto is_soft = [&](Index stride) {
      const Index first = std::max((run.first * lanes + stride) / lanes - 1, Index(0));
      const Index last = std::min((run.last * lanes + stride) / lanes + 1, table.packs());
      std::uint8_t in_row = 0;
      for (Index p = first; p < last; ++p) in_row |= softened[p];
      return in_row != 0;
    };
    const RowPattern& pattern = table.pattern(run);
    const RowGroup* const groups = table.rows().groups();
    bool soft = is_soft(0);
    for (Index g = pattern.first_group[row_weight::direct]; g < pattern.first_group[row_weight::count]; ++g) {
      for (Index k = groups[g].first; !soft && k < groups[g].last; ++k) soft = is_soft(table.rows().strides()[k]);
    }
    return soft;
  }

  void resize(Index n, bool any_curved) {
    const Index pad = table.largest_stride();
    motion.resize(direct + D, n, pad);
    answer.resize(spin + turns, n, pad);
    force.resize(D, n, 0);
    softened.assign(table.packs(), 0);
    if (any_curved) curved.resize(second_gradient, n, pad);
  }
};

}  // namespace talus
