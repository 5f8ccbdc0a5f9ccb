// How far spheres have come since pairs were listed, which says how long the list holds. With the skin s, ways d of
// spheres and w of walls since then, no pair is missed while
//
//   d_1 + d_2 <= s, d_1 + w <= s        d_1 and d_2 the two longest ways, w the longest of a wall
//   d_i <= g_i/2                        of a sphere i that was alone: nothing within g_i >= 4 s of its surface
//
// Ways are between places, not along paths. A sphere that is alone, as one that has fallen out of a box, does not count
// among the others: d_i + d_j <= g_i/2 + s <= g_i of any partner j, and g_i/2 + g_j/2 <= g_ij of two of its kind.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/contact/sphere_set.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

struct SphereTravel {
  Real farthest = 0, second = 0;  ///< d_1, d_2 [m]
  Real alone = infinity;          ///< least g_i/2 - d_i [m]

  void add(Real way) {
    second = std::max(second, std::min(way, farthest));
    farthest = std::max(farthest, way);
  }
  SphereTravel& operator+=(const SphereTravel& other) {
    add(other.farthest);
    second = std::max(second, other.second);
    alone = std::min(alone, other.alone);
    return *this;
  }
};

/// How much of the skin is gone when the longest way of a wall is `wall` [m].
inline Real used_up(const SphereTravel& travel, Real wall) { return travel.farthest + std::max(travel.second, wall); }

/// Since the places were noted.
[[nodiscard]] SphereTravel travel_of(const SphereSet& set);

/// Notes where spheres are; none counts as alone, and those that are gone may go anywhere.
void note_places(SphereSet& set);

/// The spheres that have used up more than half of `skin` [m], or are alone: those whose leave may make the list last.
/// Empty where they are too many to look at one by one.
[[nodiscard]] std::vector<Index> far_travelled(const SphereSet& set, Real skin);

/// Gap from the surface of sphere `s` of `set` to the nearest sphere of `other`, its own grain aside [m]; looks no
/// further once it is below `enough`.
[[nodiscard]] Real gap_to_spheres(const SphereSet& set, Index s, const SphereSet& other, const PeriodicBox& box,
                                  Real enough);

}  // namespace talus
