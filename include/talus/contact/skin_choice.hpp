// How far beyond touching pairs of grains are listed. With a wide skin the list lasts, and steps look at many spare
// pairs, which do not touch; with a narrow one it is made anew all the time. Per step, in units of what a spare pair
// costs in one,
//
//   cost(s) = c N w/s + p s          s the skin [m], least at s = √(c N w/p)
//
// N spheres, c the cost of listing one, w how much of a skin grains and walls use up per step [m], p spare pairs per
// length of skin [1/m]: w and p as they were with the list that ends. What of the listing grows with the number of
// pairs is the same per step for any skin. Only ways and counts are asked, so the choice is the same on any machine.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/core/types.hpp"

namespace talus {

/// Listing a sphere takes as long as looking at so many spare pairs once. Measured with `talus bench` on the settled
/// bed tools/bench/d1.json, as it is and ten times as large, with skins of 0.03, 0.1 and 0.3 diameters: ns/list at no
/// skin, 250 and 320 ns, over the growth of the time of a step with the listed pairs, 6 and 8 ns.
constexpr Real listing_cost = 40;

/// In mean diameters: the narrowest and the widest skin, and that of the first list. Grains that lie still need
/// no wide one, and those that fly soon have one.
constexpr Real narrowest_skin = 0.02, widest_skin = 0.5, first_skin = 0.03;

/// A list from when it was made to when the next one is needed.
struct ListUse {
  Real skin = 0;         ///< it was made with [m]
  Real way = 0;          ///< used up of it: the two longest ways together [m]
  Real steps = 0;        ///< that it lasted
  Real spheres = 0;      ///< in it
  Real spare_pairs = 0;  ///< the same, that did not even nearly touch
};

/// The skin for which a step costs least [m]; infinite where no pair is spare.
inline Real cheapest_skin(const ListUse& use) {
  const Real listing = listing_cost * use.spheres * use.way * use.skin;
  return use.spare_pairs > 0 ? std::sqrt(listing / (use.steps * use.spare_pairs)) : infinity;
}

/// The skin of the next list, within [least, most] [m]. It goes half of the way in proportion, and by no more than a
/// factor of two: ways do not go on as they were, and spare pairs of grains far apart grow with the cube of the skin.
inline Real next_skin(const ListUse& use, Real least, Real most) {
  Real change = 1;
  if (use.steps > 0) change = std::clamp(std::sqrt(cheapest_skin(use) / use.skin), Real(0.5), Real(2));
  return std::max(least, std::min(change * use.skin, most));
}

}  // namespace talus
