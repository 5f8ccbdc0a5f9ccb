#include "talus/contact/footprint.hpp"

#include <algorithm>

namespace talus {
namespace {

/// Lists are kept this much wider than they act, in mean spacings.
constexpr Real skin_in_spacings = 0.25;

}  // namespace

void Footprint::set_reach(Real support, Real near) {
  support_ = support;
  near_ = near;
  skin_ = skin_in_spacings * Real(0.5) * (own_.spacing + other_.spacing);
  expire();
}

bool Footprint::update(Real dt) {
  if (travelled_ >= 0) {
    travelled_ += dt * (own_.max_speed + other_.max_speed);
    if (travelled_ < skin_) return false;
  }
  travelled_ = 0;
  build();
  return true;
}

bool Footprint::sees(Index i, Index j) const {
  return &own_ != &other_ || (own_.X[i] - own_.X[j]).squaredNorm() > support_ * support_;
}

void Footprint::build() {
  slot_.clear();
  first_.assign(1, 0);
  source_.clear();
  const Real wide = support_ + skin_;
  const Real near2 = (near_ + skin_) * (near_ + skin_);
  grid_.build(other_.x, wide);
  for (Index s = 0; s < surface_.size(); ++s) {
    const Index i = surface_.particle[s];
    bool close = false;
    seen_.clear();
    grid_.for_each_near(surface_.place(s, own_.x), wide, [&](Index j, Real distance2) {
      if (!sees(i, j)) return;
      seen_.push_back(j);
      close = close || distance2 < near2;
    });
    if (!close) continue;
    std::sort(seen_.begin(), seen_.end());
    source_.insert(source_.end(), seen_.begin(), seen_.end());
    slot_.push_back(s);
    first_.push_back(static_cast<Index>(source_.size()));
  }
  by_source_.build(other_.size(), source_, size(), [&](Index p) { return first_[p]; },
                   [&](Index p) { return first_[p + 1]; });
  by_neighbour_.build(own_.size(), surface_.neighbour, size(), [&](Index p) { return surface_.first[slot_[p]]; },
                      [&](Index p) { return surface_.first[slot_[p] + 1]; });
}

}  // namespace talus
