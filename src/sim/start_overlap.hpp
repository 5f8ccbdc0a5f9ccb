// Overlaps at the start that would throw bodies, particles or grains off.
#pragma once

#include <cmath>
#include <string>

#include "talus/contact/grain_contact.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/placement.hpp"

namespace talus {

/// An overlap that gives bodies less speed than this is tolerated [m/s] (contact 11).
inline constexpr Real tolerated_ejection = 0.1;

/// Where a contact overlaps most; `i` < 0 where it does nowhere.
inline GrainContactLine deepest_line(const GrainContact& contact) {
  GrainContactLine deepest;
  contact.for_each_line([&](const GrainContactLine& line) {
    if (line.overlap > deepest.overlap) deepest = line;
  });
  return deepest;
}

/// "at the start by up to 1 mm, near (1, 2, 3) m".
inline std::string depth_text(const GrainContactLine& deepest) {
  return "at the start by up to " + quantity(deepest.overlap, "m") + ", near " + place_text(deepest.point);
}

/// "up to 30 mm along y: move \"b\" by -30 mm along y", the shortest way along an axis on which b comes clear of a.
/// Their boxes are compared: bodies that are none may need less.
inline std::string way_out(const SolidBody& a, const SolidBody& b) {
  const Real touching = Real(0.5) * (a.spacing + b.spacing);
  Real shift = infinity;
  std::string axis;
  for (int k = 0; k < a.dimension; ++k) {
    const Extent of_a = extent_along(a, Vec3::Unit(k)), of_b = extent_along(b, Vec3::Unit(k));
    for (const Real s : {of_a.high + touching - of_b.low, of_a.low - touching - of_b.high}) {
      if (std::abs(s) < std::abs(shift)) shift = s, axis = "xyz"[k];
    }
  }
  return "up to " + quantity(std::abs(shift), "m") + " along " + axis + ": move \"" + b.name + "\" by " +
         quantity(shift, "m") + " along " + axis;
}

}  // namespace talus
