// What the loops over stencils read and write: one array per component, so that a pack of neighbours is one load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "talus/core/large_array.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/stencil.hpp"

namespace talus {

/// Components over particles, each with room for the longest stride on both sides. What stands there is always zero.
class PaddedFields {
 public:
  void resize(Index components, Index n, Index pad) {
    // Whole packs, so that each pack of a component has a line of the cache for itself.
    pad_ = (pad + 2 * lanes - 1) / lanes * lanes;
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

 private:
  LargeArray values_;
  std::size_t pitch_ = 0, pad_ = 0;
};

/// Components of the few packs in which some particle is not zero, and zeros in a pack on either side of them. Packs
/// that follow each other stand together: read as part of the fields of all particles, every line would be alone.
class SparseFields {
 public:
  /// The components of particles side by side, from some particle on.
  template <class Number>
  struct At {
    Number* first;
    std::ptrdiff_t pitch;  ///< from one component to the next
    Number* operator[](int component) const { return first + component * pitch; }
  };

  void resize(int components, const std::vector<bool>& holds) {
    const auto packs = static_cast<Index>(holds.size());
    place_.assign(holds.size() + 2, {});
    const auto is_near = [&](Index p) {
      return (p > 0 && holds[p - 1]) || (p >= 0 && p < packs && holds[p]) || (p + 1 < packs && holds[p + 1]);
    };
    std::ptrdiff_t size = 0;
    for (Index p = -1; p <= packs;) {
      Index last = p;
      while (last <= packs && is_near(last)) ++last;
      const std::ptrdiff_t pitch = (last - p) * lanes;
      for (Index k = p; k < last; ++k) place_[k + 1] = {size + (k - p) * lanes, pitch};
      size += components * pitch;
      p = last + 1;
    }
    values_ = LargeArray(static_cast<std::size_t>(size));
  }
  /// Particles from i on, as many as a pack has, some of which are in a pack that is not zero.
  [[nodiscard]] At<const Real> operator[](Index i) const {
    const Place& place = place_[(i + lanes) / lanes];
    return {values_.data() + place.first + (i + lanes) % lanes, place.pitch};
  }
  At<Real> operator[](Index i) {
    const Place& place = place_[(i + lanes) / lanes];
    return {values_.data() + place.first + (i + lanes) % lanes, place.pitch};
  }

 private:
  struct Place {
    std::ptrdiff_t first = 0, pitch = 0;
  };
  std::vector<Place> place_;  ///< of packs, from the one before the first on
  LargeArray values_;
};

/// Coefficients of a fit, or what neighbours read of it, by columns: linear ones, then those of second order.
template <int D>
struct LoneTensor {
  Lanes column[fit_terms(D)] = {};
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
  /// The same as stress of second-order coefficients, by rows, of the packs with such a fit [Pa/m].
  SparseFields curved;
  /// Stress with second-order coefficients of particles that fit by themselves [Pa, Pa/m].
  std::vector<LoneTensor<D>> lone;
  std::vector<Index> lone_place;  ///< of such particles; empty where there are none
  /// forces of stress by the volumes of particles, while they are summed up [N/m^3]
  PaddedFields force;
  /// By pack: some alpha there is not that of material which has never yielded.
  std::vector<std::uint8_t> softened;

  /// Whether that is so in a pack that has neighbours of a run.
  [[nodiscard]] bool is_soft_around(const PackRun& run) const {
    const RowPattern& pattern = table.pattern(run);
    const int reach = pattern.reach;
    const auto is_soft = [&](Index stride) {
      const Index first = std::max((run.first * lanes + stride - reach) / lanes, Index(0));
      const Index last = std::min((run.last * lanes - 1 + stride + reach) / lanes + 1, table.packs());
      std::uint8_t in_row = 0;
      for (Index p = first; p < last; ++p) in_row |= softened[p];
      return in_row != 0;
    };
    const RowGroup* const groups = table.rows().groups();
    bool soft = is_soft(0);
    for (Index g = pattern.first_group[row_weight::direct]; g < pattern.first_group[row_weight::count]; ++g) {
      for (Index k = groups[g].first; !soft && k < groups[g].last; ++k) soft = is_soft(table.rows().strides()[k]);
    }
    return soft;
  }

  [[nodiscard]] const LoneTensor<D>& lone_tensor(Index i) const { return lone[lone_place[i]]; }
  LoneTensor<D>& lone_tensor(Index i) { return lone[lone_place[i]]; }

  void resize(Index n) {
    const Index pad = table.largest_stride();
    motion.resize(direct + D, n, pad);
    answer.resize(spin + turns, n, pad);
    force.resize(D, n, 0);
    softened.assign(table.packs(), 0);
    std::vector<bool> fits;
    for (Index p = 0; p < table.packs(); ++p) fits.push_back(table.of(p).inverse >= 0);
    curved.resize(second_gradient, fits);
    place_lone(n);
  }

  void place_lone(Index n) {
    Index count = 0;
    for (Index p = 0; p < table.packs(); ++p) {
      const Stencil& s = table.of(p);
      if (s.last_lone > s.first_lone) lone_place.resize(n);
      for (Index k = s.first_lone; k < s.last_lone; ++k) lone_place[p * lanes + table.lone_fits()[k].lane] = count++;
    }
    lone.assign(count, {});
  }
};

}  // namespace talus
