// What checkpoints hold of bodies: all that steps change, and nothing that the case gives.
#pragma once

#include "talus/body/grain_body.hpp"
#include "talus/body/solid_body.hpp"
#include "talus/body/wall_body.hpp"
#include "talus/core/archive.hpp"

namespace talus {

/// Its contacts as particles show them are left out: they are filled for output.
void state_of(Archive& a, SolidBody& body);
/// Grains come, go and are sorted.
void state_of(Archive& a, GrainBody& body);
void state_of(Archive& a, WallBody& wall);

}  // namespace talus
