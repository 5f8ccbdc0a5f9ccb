// Grains smeared out to fields (bulk 11-16): every grain, contact and branch gives what it has to the cells around it,
// weighed by a window of some width. Mass, momentum and stress come out whole, to round-off.
#pragma once

#include "talus/diagnostics/bulk/bulk_sample.hpp"
#include "talus/diagnostics/bulk/coarse_grid.hpp"
#include "talus/diagnostics/bulk/kernel/catalog.hpp"

#include <vector>

namespace talus {

/// What is asked for; the rest stays empty.
struct CoarseRequest {
  Chosen<CoarseKernels> kernel{};
  Real width = 0;          ///< of the window [m]
  bool motion = true;      ///< velocities and kinetic stress
  bool contacts = true;    ///< contact stress, coordination and fabric
};

/// One entry per cell. Where nothing is, everything is 0.
struct CoarseFields {
  CoarseGrid grid;
  std::vector<Real> density;         ///< [kg/m^3]
  std::vector<Real> solid_fraction;  ///< [-]
  std::vector<Vec3> momentum;        ///< per volume [kg/(m^2 s)]
  std::vector<Vec3> velocity;        ///< momentum over density [m/s]
  std::vector<Mat3> kinetic_stress;  ///< compression positive [Pa]
  std::vector<Real> temperature;     ///< mean square of the velocity about the local one, per direction [m^2/s^2]
  std::vector<Mat3> contact_stress;  ///< compression positive; (a, b): force along a across b [Pa]
  std::vector<Real> coordination;    ///< contacts per grain [-]
  std::vector<Mat3> fabric;          ///< mean of n (x) n of the contacts around; trace 1 [-]
};

/// Grains need their numbers of contacts (count_contacts) when contacts are asked for. The window has to reach farther
/// than from the corner of a cell to its centre: check_window().
[[nodiscard]] CoarseFields coarse_grain(const BulkSample& sample, const CoarseGrid& grid, const CoarseRequest& request);

/// How far the window reaches [m].
[[nodiscard]] Real window_reach(const Chosen<CoarseKernels>& kernel, Real width);

/// Throws CaseError when a window is so narrow that a grain could fall between the centres of cells.
void check_window(const Chosen<CoarseKernels>& kernel, Real width, Real cell, int dimension);

}  // namespace talus
