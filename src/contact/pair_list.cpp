#include "talus/contact/pair_list.hpp"

#include <algorithm>

#include "talus/core/archive_checks.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {

bool PairList::update(const SolidBody& a, const SolidBody& b, Real dt) {
  if (travelled_ >= 0) {
    travelled_ += dt * (a.max_speed + b.max_speed);
    if (travelled_ < skin_) return false;
  }
  travelled_ = 0;
  build(a, b);
  return true;
}

void PairList::state(Archive& a) {
  a("travelled", travelled_);
  if (sight_) a("sight", *sight_);
  a("active of first", active_a_);
  a("first of first", first_a_);
  a("partner", j_);
  a("slot of second", slot_b_);
  a("active of second", active_b_);
  a("first of second", first_b_);
  a("pair of second", pair_b_);
  a("rebuilds", rebuilds_);
  if (!a.reads()) return;
  expect(are_rows(first_a_, active_a_.size(), j_.size()) && slot_b_.size() == j_.size(), "first of first");
  expect(are_rows(first_b_, active_b_.size(), j_.size()) && pair_b_.size() == j_.size(), "first of second");
  expect(are_below(slot_b_, active_b_.size()), "slot of second");
  expect(are_below(pair_b_, j_.size()), "pair of second");
}

void PairList::build(const SolidBody& a, const SolidBody& b) {
  const SearchTime timed;
  old_active_a_.swap(active_a_);
  old_first_a_.swap(first_a_);
  old_j_.swap(j_);
  active_a_.clear();
  first_a_.assign(1, 0);
  j_.clear();
  const Real reach = range_ + skin_;
  if (&a == &b && !sight_) sight_.emplace(a, range_);
  if (sight_) sight_->begin();
  near_rows_.find(
      b.x, reach, a.size(), [&](Index i) { return a.x[i]; },
      [&](Index i, Index j) { return !sight_ || sight_->may_ever_see(i, j); });
  near_rows_.for_each([&](Index i, std::vector<Index>& near) {
    if (sight_) sight_->filter(i, i, near);
    if (near.empty()) return;
    j_.insert(j_.end(), near.begin(), near.end());
    active_a_.push_back(i);
    first_a_.push_back(size());
  });
  match_previous();
  build_reverse(b.size());
  ++rebuilds_;
}

void PairList::match_previous() {
  previous_.assign(j_.size(), -1);
  std::size_t old = 0;
  for (std::size_t s = 0; s < active_a_.size(); ++s) {
    while (old < old_active_a_.size() && old_active_a_[old] < active_a_[s]) ++old;
    if (old == old_active_a_.size()) return;
    if (old_active_a_[old] != active_a_[s]) continue;
    Index q = old_first_a_[old];
    for (Index p = first_a_[s]; p < first_a_[s + 1]; ++p) {
      while (q < old_first_a_[old + 1] && old_j_[q] < j_[p]) ++q;
      if (q < old_first_a_[old + 1] && old_j_[q] == j_[p]) previous_[p] = q;
    }
  }
}

void PairList::build_reverse(Index size_b) {
  count_b_.assign(size_b, 0);
  for (const Index j : j_) ++count_b_[j];
  active_b_.clear();
  first_b_.assign(1, 0);
  for (Index j = 0; j < size_b; ++j) {
    if (count_b_[j] == 0) continue;
    const auto slot = static_cast<Index>(active_b_.size());
    active_b_.push_back(j);
    first_b_.push_back(first_b_.back() + count_b_[j]);
    count_b_[j] = slot;  // from here on: where j stands among the active ones
  }
  pair_b_.resize(j_.size());
  slot_b_.resize(j_.size());
  next_.assign(first_b_.begin(), first_b_.end() - 1);
  for (Index p = 0; p < size(); ++p) {
    slot_b_[p] = count_b_[j_[p]];
    pair_b_[next_[slot_b_[p]]++] = p;
  }
}

}  // namespace talus
