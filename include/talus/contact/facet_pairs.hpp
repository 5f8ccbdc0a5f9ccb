// Pairs of a sphere and a facet of a wall that are near each other: the distance from the centre to the box around
// the facet is at most r + skin [m], the nearest image along periodic axes.
//
// Each facet looks into the cells of the spheres, so small facets cost a few cells each and a facet of any size, also
// an infinite one, costs no more than all cells.
#pragma once

#include <functional>
#include <span>

#include "talus/contact/pair_rows.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/bounding_box.hpp"
#include "talus/numerics/level_grid.hpp"

namespace talus {

class FacetPairs {
 public:
  /// What a closer look at a sphere and a facet finds: how many images of the sphere are near. From any thread.
  using Times = std::function<Index(Index sphere, Index facet)>;

  /// Finds all pairs; the list that was there becomes the old one. An empty box is near nothing. A pair stands in the
  /// list times(sphere, facet) times in a row.
  void build(const LevelGrid& spheres, std::span<const BoundingBox> facets, const Times& times);

  /// Finds the pairs in the old list. `old_place`: by sphere, its place then, or -1; empty: not moved. Facets keep
  /// their numbers. same(pair, old pair) tells images apart.
  template <class Same>
  void carry(std::span<const Index> old_place, Same&& same) {
    rows_.carry(old_place, {}, false);
    rows_.carry_only(same);
  }
  [[nodiscard]] const PairCarry& carried() const { return rows_.carried(); }

  [[nodiscard]] Index size() const { return rows_.size(); }
  /// By pair, sorted by sphere, then by facet.
  [[nodiscard]] std::span<const Index> sphere() const { return rows_.i(); }
  [[nodiscard]] std::span<const Index> facet() const { return rows_.j(); }
  /// Pairs of a sphere: [first[sphere], first[sphere + 1]).
  [[nodiscard]] std::span<const Index> first() const { return rows_.first(); }

  [[nodiscard]] bool fit(Index spheres, Index facets) const { return rows_.fit(spheres, facets); }
  void state(Archive& a) { a("rows", rows_); }

 private:
  PairRows rows_;
};

}  // namespace talus
