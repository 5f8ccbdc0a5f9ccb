// Contacts of grains with deformable solids, as a case names them.
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {

/// Adds them to those of `grains`, which keeps references to `solids`. Every pair of a solid and a body of grains needs
/// an entry from the start. Throws CaseIssue.
void add_solid_contacts(GrainSystem& grains, const Case& description, std::vector<SolidBody>& solids);

}  // namespace talus
