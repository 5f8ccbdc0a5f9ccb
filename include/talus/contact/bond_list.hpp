// Which spheres are bonded: found once, followed from then on through every sorting of the grains, and turned round so
// that each sphere gathers its own bonds in a fixed order.
#pragma once

#include <span>
#include <vector>

#include "talus/contact/incidence.hpp"
#include "talus/contact/sphere_set.hpp"

namespace talus {

class BondList {
 public:
  struct Pair {
    Index i, j;               ///< spheres, i of the first set
    std::int64_t i_id, j_id;  ///< what they are called, whatever their place
  };

  /// Bonds all spheres of different grains whose surfaces are at most `gap` [m] apart.
  void find(const SphereSet& a, const SphereSet& b, Real gap, const PeriodicBox& box);

  /// Spheres have been sorted: `old_place` of both sets says where each stood.
  void follow(const SphereSet& a, const SphereSet& b);

  [[nodiscard]] Index size() const { return static_cast<Index>(pairs_.size()); }
  [[nodiscard]] const Pair& operator[](Index bond) const { return pairs_[bond]; }
  /// By sphere of the first (second) set: the bonds of which it is i (j), ascending.
  [[nodiscard]] const Incidence& of_first() const { return of_first_; }
  [[nodiscard]] const Incidence& of_second() const { return of_second_; }

  /// Whether these are bonds of so many spheres.
  [[nodiscard]] bool fits(Index spheres_a, Index spheres_b) const;

  void state(Archive& a) {
    a("pair", pairs_);
    a("of first", of_first_);
    a("of second", of_second_);
  }

 private:
  void turn_round(Index spheres_a, Index spheres_b);

  std::vector<Pair> pairs_;
  Incidence of_first_, of_second_;
  std::vector<Index> new_place_, member_;
};

}  // namespace talus
