// Bodies that the case wants to rest on others are put where the contact carries them.
#pragma once

#include "talus/sim/model.hpp"

namespace talus {

/// A body that carries others goes first, in whatever order the case has them. Throws CaseIssue where a body cannot
/// rest.
void place_bodies(Model& model);

}  // namespace talus
