// Overlaps at the start that would throw bodies, particles or grains off.
#pragma once

#include <string>

#include "talus/contact/grain_contact.hpp"
#include "talus/output/format.hpp"

namespace talus {

/// What gives them less speed than this is nobody's worry [m/s] (contact 11).
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
  const Vec3& x = deepest.point;
  return "at the start by up to " + quantity(deepest.overlap, "m") + ", near (" + number(x.x()) + ", " + number(x.y()) +
         ", " + number(x.z()) + ") m";
}

}  // namespace talus
