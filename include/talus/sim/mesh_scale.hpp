// Whether bodies from meshes are as large as the rest of a case: files do not say their unit.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/model.hpp"

namespace talus {

/// About every mesh that is far larger, or far smaller, than all that is not from a mesh.
[[nodiscard]] std::vector<std::string> mesh_scale_warnings(const Model& model);

}  // namespace talus
