// Pairs of spheres that are near each other:
//
//   |x_i - x_j| <= r_i + r_j + skin        [m], the nearest image along periodic axes
//
// Each pair is found from the sphere of the finer level of the grid, so that the work is proportional to the number
// of spheres for any ratio of sizes. The list depends on places and sizes only: not on the order of the search.
#pragma once

#include <cstdint>
#include <span>

#include "talus/contact/pair_rows.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/level_grid.hpp"

namespace talus {

class GrainPairs {
 public:
  /// By sphere, 1: it makes no pair; empty: all do.
  using Flags = std::span<const std::uint8_t>;

  /// Pairs within one set, i < j. Spheres of the same rigid grain make no pair: `grain_of` [by sphere]; empty: each
  /// sphere is a grain. Nor do those that are `gone`. The list that was there becomes the old one.
  void build(const LevelGrid& spheres, std::span<const Index> grain_of = {}, Flags gone = {});

  /// Pairs of two sets, i of `a` and j of `b`, whose grids have the same periodic box.
  void build(const LevelGrid& a, const LevelGrid& b, Flags gone_a = {}, Flags gone_b = {});

  /// Finds the pairs of one set in the old list. `old_place`: by sphere, its place then, or -1; empty: not moved.
  void carry(std::span<const Index> old_place = {}) { rows_.carry(old_place, old_place, true); }
  /// The same for two sets.
  void carry(std::span<const Index> old_place_a, std::span<const Index> old_place_b) {
    rows_.carry(old_place_a, old_place_b, false);
  }
  [[nodiscard]] const PairCarry& carried() const { return rows_.carried(); }

  [[nodiscard]] Index size() const { return rows_.size(); }
  /// By pair, sorted by i, then by j.
  [[nodiscard]] std::span<const Index> i() const { return rows_.i(); }
  [[nodiscard]] std::span<const Index> j() const { return rows_.j(); }
  /// Pairs that sphere i leads: [first[i], first[i + 1]).
  [[nodiscard]] std::span<const Index> first() const { return rows_.first(); }

  /// By pair: whether it touches, or would before grains have gone by a small part of the skin. Of a list that was
  /// found, not read.
  [[nodiscard]] std::span<const std::uint8_t> near() const { return rows_.near(); }

  /// Whether these are pairs of so many spheres.
  [[nodiscard]] bool fit(Index rows, Index columns) const { return rows_.fit(rows, columns); }

  void state(Archive& a) { a("rows", rows_); }

 private:
  void build_level(const LevelGrid& spheres, std::span<const Index> grain_of, Flags gone);
  void note_near(const LevelGrid& a, const LevelGrid& b);

  PairRows rows_;
};

}  // namespace talus
