#include "talus/contact/footprint.hpp"

#include <algorithm>

#include "talus/contact/list_skin.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {

void Footprint::set_reach(Real support, Real near) {
  support_ = support;
  near_ = near;
  skin_ = list_skin(own_, other_);
  if (&own_ == &other_ && !sight_) sight_.emplace(own_, support);
  expire();
}

bool Footprint::update(Real dt) {
  if (!is_due(dt)) {
    travelled_ = travelled_after(dt);
    return false;
  }
  travelled_ = 0;
  build();
  return true;
}

void Footprint::state(Archive& a) {
  a("travelled", travelled_);
  if (sight_) a("sight", *sight_);
  a("slot", slot_);
  a("first", first_);
  a("source", source_);
  if (!a.reads()) return;
  expect(are_below(slot_, surface_.size()), "slot");
  expect(are_rows(first_, slot_.size(), source_.size()) && are_below(source_, other_.X.size()), "source");
  turn_round();
}

void Footprint::build() {
  const SearchTime timed;
  slot_.clear();
  first_.assign(1, 0);
  source_.clear();
  const auto place = [&](Index s) { return surface_.place(s, own_.x); };
  near_rows_.find(other_.x, support_ + skin_, surface_.size(), place,
                  [&](Index s, Index j) { return !sight_ || sight_->may_ever_see(surface_.particle[s], j); });
  if (sight_) sight_->begin();
  const Real near2 = (near_ + skin_) * (near_ + skin_);
  near_rows_.for_each([&](Index s, std::vector<Index>& seen) {
    if (sight_) sight_->filter(s, surface_.particle[s], seen);
    const Vec3 here = place(s);
    if (std::ranges::none_of(seen, [&](Index j) { return (other_.x[j] - here).squaredNorm() < near2; })) return;
    source_.insert(source_.end(), seen.begin(), seen.end());
    slot_.push_back(s);
    first_.push_back(static_cast<Index>(source_.size()));
  });
  turn_round();
}

void Footprint::turn_round() {
  by_source_.build(
      other_.size(), source_, size(), [&](Index p) { return first_[p]; }, [&](Index p) { return first_[p + 1]; });
  by_neighbour_.build(
      own_.size(), surface_.neighbour, size(), [&](Index p) { return surface_.first[slot_[p]]; },
      [&](Index p) { return surface_.first[slot_[p] + 1]; });
}

}  // namespace talus
