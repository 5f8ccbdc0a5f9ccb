#include "talus/contact/footprint.hpp"

#include <algorithm>

#include "talus/core/archive_checks.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {
namespace {

/// Lists are kept this much wider than they act, in mean spacings.
constexpr Real skin_in_spacings = 0.25;

}  // namespace

void Footprint::set_reach(Real support, Real near) {
  support_ = support;
  near_ = near;
  skin_ = skin_in_spacings * Real(0.5) * (own_.spacing + other_.spacing);
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
  const Real wide = support_ + skin_;
  const Real near2 = (near_ + skin_) * (near_ + skin_);
  grid_.build(other_.x, wide);
  if (sight_) sight_->begin();
  for (Index s = 0; s < surface_.size(); ++s) {
    const Vec3 place = surface_.place(s, own_.x);
    seen_.clear();
    grid_.for_each_near(place, wide, [&](Index j, Real) { seen_.push_back(j); });
    std::sort(seen_.begin(), seen_.end());
    if (sight_) sight_->filter(s, surface_.particle[s], seen_);
    const auto close = [&](Index j) { return (other_.x[j] - place).squaredNorm() < near2; };
    if (std::ranges::none_of(seen_, close)) continue;
    source_.insert(source_.end(), seen_.begin(), seen_.end());
    slot_.push_back(s);
    first_.push_back(static_cast<Index>(source_.size()));
  }
  turn_round();
}

void Footprint::turn_round() {
  by_source_.build(other_.size(), source_, size(), [&](Index p) { return first_[p]; },
                   [&](Index p) { return first_[p + 1]; });
  by_neighbour_.build(own_.size(), surface_.neighbour, size(), [&](Index p) { return surface_.first[slot_[p]]; },
                      [&](Index p) { return surface_.first[slot_[p] + 1]; });
}

}  // namespace talus
