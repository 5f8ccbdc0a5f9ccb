// Pairs of particles of two bodies that are near each other, found on current positions and kept for a while.
#pragma once

#include <optional>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/contact/self_sight.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/near_rows.hpp"

namespace talus {

/// All pairs within range + skin, sorted by the particle of the first body, then by that of the second. A body with
/// itself has each pair twice, from either particle, of those that see each other (self_sight.hpp).
class PairList {
 public:
  /// `range` [m]: where interaction ends; `skin` [m]: how much farther pairs are kept, so that the list lasts.
  PairList(Real range, Real skin) : range_(range), skin_(skin) {}

  /// Rebuilds the list when particles may have come nearer by more than the skin since it was built.
  /// `dt` [s] is the step that has just moved them. Returns true when rebuilt.
  bool update(const SolidBody& a, const SolidBody& b, Real dt);

  [[nodiscard]] Index size() const { return static_cast<Index>(j_.size()); }
  /// Particles of the first (second) body that have pairs.
  [[nodiscard]] const std::vector<Index>& active_a() const { return active_a_; }
  [[nodiscard]] const std::vector<Index>& active_b() const { return active_b_; }
  /// Pairs of the s-th active particle of the first body: consecutive numbers.
  [[nodiscard]] Index first_of(Index s) const { return first_a_[s]; }
  /// Particle of the second body in pair p, and its place among the active ones.
  [[nodiscard]] Index j(Index p) const { return j_[p]; }
  [[nodiscard]] Index slot_b(Index p) const { return slot_b_[p]; }
  /// Pairs of the s-th active particle of the second body: pair_of_b(q) for q in [first_of_b(s), first_of_b(s+1)).
  [[nodiscard]] Index first_of_b(Index s) const { return first_b_[s]; }
  [[nodiscard]] Index pair_of_b(Index q) const { return pair_b_[q]; }

  /// For every pair, its number in the list before the last rebuild, or -1.
  [[nodiscard]] const std::vector<Index>& previous() const { return previous_; }
  [[nodiscard]] Index rebuilds() const { return rebuilds_; }

  /// Of a list that has been built.
  void state(Archive& a);

 private:
  void build(const SolidBody& a, const SolidBody& b);
  void match_previous();
  void build_reverse(Index size_b);

  Real range_, skin_;
  Real travelled_ = -1;             ///< bound on the approach since the last build; negative: never built
  std::optional<SelfSight> sight_;  ///< of a body with itself
  NearRows near_rows_;
  std::vector<Index> active_a_, first_a_, j_, slot_b_;
  std::vector<Index> active_b_, first_b_, pair_b_;
  std::vector<Index> old_active_a_, old_first_a_, old_j_, previous_, next_, count_b_;
  Index rebuilds_ = 0;
};

}  // namespace talus
