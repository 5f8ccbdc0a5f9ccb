// The state of a granular bulk inside of a region: how much of it is there, how it moves, how it touches, and the
// stress that it carries (bulk 3-9). Compression is positive, as is usual for what carries no tension.
#pragma once

#include "talus/diagnostics/bulk/bulk_sample.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"

#include <limits>

namespace talus {

/// Sums over nothing are 0; means over nothing are not a number.
struct RegionState {
  static constexpr Real none = std::numeric_limits<Real>::quiet_NaN();

  Real volume = 0;                                  ///< of the region [m^3; m^2 in 2-D]
  Real number = 0;                                  ///< of grains whose centres lie inside
  Real density = 0;                                 ///< mass inside over volume [kg/m^3]
  Real solid_fraction = 0;                          ///< volume of grains inside over volume [-]
  Real coordination = none;                         ///< mean number of contacts of grains centred inside [-]
  Real loaded_coordination = none;                  ///< the same without those that have fewer than two, rattlers [-]
  Vec3 velocity = Vec3::Constant(none);             ///< of the mass inside [m/s]
  Mat3 velocity_gradient = Mat3::Constant(none);    ///< (a, b): of velocity a along b, by least squares [1/s]
  Real temperature = none;                          ///< mean square of v - mean v, per direction [m^2/s^2]
  Mat3 contact_stress = Mat3::Zero();               ///< (a, b): force along a carried across b [Pa]
  Mat3 kinetic_stress = Mat3::Zero();               ///< momentum along a that fluctuations carry across b [Pa]
  Mat3 fabric = Mat3::Constant(none);               ///< mean of n (x) n over the contacts inside; trace 1 [-]
};

/// Grains need their numbers of contacts (count_contacts).
[[nodiscard]] RegionState measure_region(const BulkSample& sample, const Chosen<Regions>& region);

/// Mean of the principal values [Pa of a stress].
[[nodiscard]] Real pressure_of(const Mat3& stress, int dimension);

/// Size of the deviator, sqrt(D/(D-1) s:s) of the symmetric part: the largest less the smallest principal value, where
/// the others are equal to one of the two [Pa of a stress].
[[nodiscard]] Real deviator_of(const Mat3& stress, int dimension);

}  // namespace talus
