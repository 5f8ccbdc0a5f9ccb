// Rows of particles turned round: for every particle, in which rows it stands. With it each particle gathers its own
// sum in a fixed order, without atomics.
#pragma once

#include "talus/core/archive.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/types.hpp"

#include <vector>

namespace talus {

class Incidence {
 public:
  struct Place {
    Index entry;  ///< where in the rows
    Index row;
  };

  /// `member` holds the particles of all rows; row r stands in [begin_of(r), end_of(r)).
  template <class Begin, class End>
  void build(Index particles, const std::vector<Index>& member, Index rows, Begin&& begin_of, End&& end_of) {
    count_.assign(particles, 0);
    Index total = 0;
    for (Index r = 0; r < rows; ++r) {
      for (Index e = begin_of(r); e < end_of(r); ++e) ++count_[member[e]];
      total += end_of(r) - begin_of(r);
    }
    particle_.clear();
    first_.assign(1, 0);
    for (Index k = 0; k < particles; ++k) {
      if (count_[k] == 0) continue;
      particle_.push_back(k);
      const Index start = first_.back();
      first_.push_back(start + count_[k]);
      count_[k] = start;  // from here on: where the particle's next place goes
    }
    place_.resize(total);
    for (Index r = 0; r < rows; ++r) {
      for (Index e = begin_of(r); e < end_of(r); ++e) place_[count_[member[e]]++] = {e, r};
    }
  }

  /// Particles that stand in any row, ascending.
  [[nodiscard]] Index size() const { return static_cast<Index>(particle_.size()); }
  [[nodiscard]] Index particle(Index s) const { return particle_[s]; }
  /// Places of the s-th of them: place(q) for q in [first(s), first(s + 1)), by ascending row.
  [[nodiscard]] Index first(Index s) const { return first_[s]; }
  [[nodiscard]] const Place& place(Index q) const { return place_[q]; }

  /// Whether it is about so many particles, entries and rows.
  [[nodiscard]] bool fits(Index particles, Index entries, Index rows) const {
    return are_below(particle_, particles) && are_rows(first_, particle_.size(), place_.size()) &&
           std::ranges::all_of(place_, [&](const Place& place) {
             return place.entry >= 0 && place.entry < entries && place.row >= 0 && place.row < rows;
           });
  }

  void state(Archive& a) {
    a("particle", particle_);
    a("first place", first_);
    a("place", place_);
  }

 private:
  std::vector<Index> particle_, first_{0}, count_;
  std::vector<Place> place_;
};

}  // namespace talus
