// Round bodies that are cut from a lattice too coarse for their shape.
#pragma once

#include <optional>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/sim/case/bodies.hpp"

namespace talus {

/// What to warn of where the particles of a body have a twentieth more, or less, volume than its shape.
[[nodiscard]] std::optional<std::string> warning_of_rough_shape(const SolidBody& body, const SolidSpec& spec);

}  // namespace talus
