// Particles of a body that stand in the sets of a contact's points, as rows in one place: every one of them is read by
// dozens of points in a step, and rows are read in a third of the time of vectors anywhere in the body.
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/contact/incidence.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/row.hpp"

namespace talus {

class SetRows {
 public:
  /// Those who stand in `sets`, whose entries have numbers below `entries`; weight(j) goes with particle j.
  template <class Weight>
  void list(const SolidBody& body, const Incidence& sets, std::size_t entries, Weight&& weight) {
    place_.resize(sets.size());
    motion_.resize(sets.size());
    row_.resize(entries);
    for (Index s = 0; s < sets.size(); ++s) {
      const Index j = sets.particle(s);
      place_[s].w = weight(j);
      motion_[s].w = 1 / body.m[j];
      for (Index q = sets.first(s); q < sets.first(s + 1); ++q) row_[sets.place(q).entry] = s;
    }
  }
  /// As they stand and move now.
  void collect(const SolidBody& body, const Incidence& sets) {
    parallel::for_each(sets.size(), [&](Index s) {
      const Index j = sets.particle(s);
      place_[s].set(body.x[j]);
      motion_[s].set(body.v[j]);
    });
  }

  /// Rows of the entries from e on.
  [[nodiscard]] const Index* rows(Index e) const { return row_.data() + e; }
  /// Position [m] and weight.
  [[nodiscard]] const Row* place() const { return place_.data(); }
  /// Velocity [m/s] and inverse mass [1/kg].
  [[nodiscard]] const Row* motion() const { return motion_.data(); }

 private:
  std::vector<Row> place_, motion_;
  std::vector<Index> row_;  ///< by entry
};

}  // namespace talus
