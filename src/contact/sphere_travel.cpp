#include "talus/contact/sphere_travel.hpp"

#include "talus/core/parallel.hpp"

namespace talus {
namespace {

/// More than these are an ordinary flow, which is searched as a whole.
constexpr Real most_leavers = 16;

Real way2(const SphereSet& set, Index s) {
  return (set.rows().position[s].vec() - set.listed_at[s].vec()).squaredNorm();
}
Real way(const SphereSet& set, Index s) { return std::sqrt(way2(set, s)); }

}  // namespace

SphereTravel travel_of(const SphereSet& set) {
  return parallel::reduce<SphereTravel>(static_cast<Index>(set.listed_at.size()), [&](Index s, SphereTravel& travel) {
    const Real leave = set.listed_at[s].w;
    if (leave > 0) {
      travel.alone = std::min(travel.alone, leave - way(set, s));
    } else {
      travel.add(way(set, s));
    }
  });
}

void note_places(SphereSet& set) {
  const auto& position = set.rows().position;
  set.listed_at.resize(position.size());
  parallel::for_each(static_cast<Index>(position.size()), [&](Index s) {
    const bool gone = !set.gone.empty() && set.gone[s] != 0;
    set.listed_at[s] = Row(position[s].vec(), gone ? infinity : 0);
  });
}

std::vector<Index> far_travelled(const SphereSet& set, Real skin) {
  const auto size = static_cast<Index>(set.listed_at.size());
  const Real half = Real(0.5) * skin;
  const auto is_far = [&](Index s) {
    const Real leave = set.listed_at[s].w;
    return std::isfinite(leave) && (leave != 0 || !(way2(set, s) <= half * half));
  };
  const Real count = parallel::sum<1>(size, [&](Index s, std::array<Real, 1>& far) { far[0] += is_far(s) ? 1 : 0; })[0];
  std::vector<Index> far;
  if (count == 0 || count > most_leavers) return far;
  for (Index s = 0; s < size; ++s) {
    if (is_far(s)) far.push_back(s);
  }
  return far;
}

Real gap_to_spheres(const SphereSet& set, Index s, const SphereSet& other, const PeriodicBox& box, Real enough) {
  const auto& position = other.rows().position;
  const auto size = static_cast<Index>(position.size());
  const Row& x = set.rows().position[s];
  Real gap = infinity;
  const auto look = [&](Index k) {
    if (k < 0 || k >= size || gap < enough) return;
    if (&set == &other && set.body.owner(k) == set.body.owner(s)) return;
    gap = std::min(gap, box.nearest(Vec3(x.vec() - position[k].vec())).norm() - x.w - position[k].w);
  };
  // Neighbours in space are neighbours in the list, mostly: a sphere that is not alone is found out at once.
  for (Index k = 0; k < size && gap >= enough; ++k) {
    look(s + k);
    look(s - k - 1);
  }
  for (Index k = size; k <= s && gap >= enough; ++k) look(s - k - 1);
  return gap;
}

}  // namespace talus
