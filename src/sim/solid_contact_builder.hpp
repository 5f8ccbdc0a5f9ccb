// Contacts of solids with each other, as a case names them.
#pragma once

#include "talus/sim/model.hpp"

namespace talus {

/// Its modulus [Pa].
[[nodiscard]] Real young_of(const SolidBody& body);

/// Adds one for every pair of solids with an entry. Where two are far apart it is made when they come near. Throws
/// CaseIssue.
void add_contacts_of_solids(Model& model);

/// Refuses contacts whose stored energy would throw their lighter body off (contact 11).
void check_ejections(Model& model);

}  // namespace talus
