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

/// Largest field of a body over c_t, or some value above 1.5 [-]. Others feel it from 1 on: of a row of single
/// particles in space it is 0.9, of a sheet of one layer 1.7. `distance` = d [m].
[[nodiscard]] Real felt_share(const SolidBody& body, Real distance, const FieldBarrier& law);

/// The same, once for each body and distance: one that may meet many others is asked about for every pair. The bodies
/// must outlive it.
class FeltShares {
 public:
  [[nodiscard]] Real of(const SolidBody& body, Real distance, const FieldBarrier& law);

 private:
  struct Known {
    const SolidBody* body;
    Real distance, smoothing;
    Calibration calibrate;
    Real share;
  };
  std::vector<Known> known_;
};

/// Throws CaseError where neither of two bodies would feel the other.
void refuse_unfelt(const SolidBody& a, const SolidBody& b, const FieldBarrier& law, FeltShares& shares);

}  // namespace talus
