// The contacts of solids with walls, as a case describes them.
#pragma once

#include <memory>
#include <vector>

#include "talus/contact/solid_walls.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// Of every solid that meets a wall. Bodies and walls must outlive what is built. Throws CaseIssue, also where a solid
/// and a wall have no entry in /contacts.
[[nodiscard]] std::vector<std::unique_ptr<SolidWalls>> build_solid_walls(const Case& description,
                                                                         std::vector<SolidBody>& bodies,
                                                                         std::vector<WallBody>& walls);

/// Refuses a start whose overlaps would throw particles off; forces at the start have been computed, `gravity` is in
/// [m/s^2]. Throws CaseIssue.
void check_start(const SolidWalls& contacts, const Case& description, const Vec3& gravity);

}  // namespace talus
