// Whether bodies from meshes are as large as the rest of a case: files do not say their unit.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/model.hpp"

namespace talus {

/// One sentence for each body from a mesh file that is far larger, or far smaller, than all bodies that are not.
[[nodiscard]] std::vector<std::string> mesh_scale_warnings(const Model& model);

}  // namespace talus
