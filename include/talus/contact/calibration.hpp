// Volumes with which the field of a curved or cornered body has its touching value where its surface is (contact 23).
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"

namespace talus {

/// beta_j V_j of every particle [m^d]: beta is one inside, and outside such that the field at X_s + d N_s, where a
/// particle of the other body touches surface particle s, is c_t. `distance` = d [m]. Only the chosen surfaces.
[[nodiscard]] std::vector<Real> calibrated_volumes(const SolidBody& body, const FieldKernel& kernel,
                                                   const TouchingField& touching, Real distance, Calibration which);

/// Throws CaseError where the field of a body with these volumes [m^d] stays so low that others would not feel it.
void refuse_thin(const SolidBody& body, const FieldKernel& kernel, const TouchingField& touching,
                 const std::vector<Real>& volume);

}  // namespace talus
