#include "talus/contact/bond_list.hpp"

#include "talus/contact/grain_pairs.hpp"
#include "talus/core/error.hpp"

namespace talus {
namespace {

/// Surfaces that touch may have been placed with the round-off of a file: apart by this share of a radius they count
/// as touching.
constexpr Real round_off = 1e-6;

GrainPairs near_pairs(const SphereSet& a, const SphereSet& b, Real skin, const PeriodicBox& box) {
  GrainPairs pairs;
  LevelGrid grid, other;
  grid.build(a.rows().position, skin, box);
  if (&a == &b) {
    pairs.build(grid, a.body.clumps.owner);
  } else {
    other.build(b.rows().position, skin, box);
    pairs.build(grid, other);
  }
  return pairs;
}

}  // namespace

void BondList::find(const SphereSet& a, const SphereSet& b, Real gap, const PeriodicBox& box) {
  const std::vector<Row>&x = a.rows().position, &y = b.rows().position;
  const auto ids_a = a.body.sphere_ids(), ids_b = b.body.sphere_ids();
  Real largest = 0;
  for (const auto* rows : {&x, &y}) {
    for (const Row& row : *rows) largest = std::max(largest, row.w);
  }
  const GrainPairs near = near_pairs(a, b, gap + round_off * largest, box);
  pairs_.clear();
  for (Index p = 0; p < near.size(); ++p) {
    const Index i = near.i()[p], j = near.j()[p];
    const Real apart = box.nearest(Vec3(x[i].vec() - y[j].vec())).norm();
    if (apart > x[i].w + y[j].w + gap + round_off * std::min(x[i].w, y[j].w)) continue;
    pairs_.push_back({i, j, ids_a[i], ids_b[j]});
  }
  turn_round(a.rows().size(), b.rows().size());
}

void BondList::follow(const SphereSet& a, const SphereSet& b) {
  if (pairs_.empty()) return;
  const auto move = [&](const SphereSet& set, Index Pair::*end) {
    new_place_.assign(set.old_place.size(), -1);
    for (std::size_t s = 0; s < set.old_place.size(); ++s) {
      if (set.old_place[s] >= 0) new_place_[set.old_place[s]] = static_cast<Index>(s);
    }
    for (Pair& pair : pairs_) {
      pair.*end = new_place_[pair.*end];
      invariant(pair.*end >= 0, "bonded grains stay");
    }
  };
  move(a, &Pair::i);
  move(b, &Pair::j);
  turn_round(a.rows().size(), b.rows().size());
}

bool BondList::fits(Index spheres_a, Index spheres_b) const {
  return of_first_.fits(spheres_a, size(), size()) && of_second_.fits(spheres_b, size(), size()) &&
         std::ranges::all_of(pairs_, [&](const Pair& pair) {
           return pair.i >= 0 && pair.i < spheres_a && pair.j >= 0 && pair.j < spheres_b;
         });
}

void BondList::turn_round(Index spheres_a, Index spheres_b) {
  const auto build = [&](Incidence& incidence, Index spheres, Index Pair::*end) {
    member_.clear();
    for (const Pair& pair : pairs_) member_.push_back(pair.*end);
    incidence.build(
        spheres, member_, size(), [](Index r) { return r; }, [](Index r) { return r + 1; });
  };
  build(of_first_, spheres_a, &Pair::i);
  build(of_second_, spheres_b, &Pair::j);
}

}  // namespace talus
