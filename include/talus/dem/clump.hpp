// Clumps: several balls (discs in 2-D) that move as one rigid body of uniform density.
//
// Mass, centroid and inertia are those of the union of the balls: what overlaps counts once (dem 7). A case may give
// mass and principal moments itself where the real grain is not uniform. The size of a clump is the radius of the ball
// of equal volume; a clump of size r has m = m1 r^3, I = I1 r^5 (2-D: m1 r^2, I1 r^4) with m1, I1 of size 1 (dem 11).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/grains/grain_template.hpp"

namespace talus {

struct MassProperties {
  Real volume = 0;                           ///< [m^3; m^2 in 2-D]
  Real mass = 0;                             ///< [kg; kg/m in 2-D]
  Vec3 centroid = Vec3::Zero();              ///< in the axes of the balls [m]
  Mat3 inertia = Mat3::Zero();               ///< about the centroid, in the axes of the balls [kg m^2; kg m in 2-D]
  Vec3 principal = Vec3::Zero();             ///< principal moments [kg m^2; kg m]
  Quaternion axes = Quaternion::Identity();  ///< principal axes to the axes of the balls
};

/// Of the union of balls (of discs in 2-D) of that density [kg/m^3].
[[nodiscard]] MassProperties mass_properties(std::span<const Ball> balls, Real density, int dimension);

struct ClumpSphere {
  Vec3 centre = Vec3::Zero();  ///< [m]
  Real radius = 0;             ///< [m]

  static constexpr auto options() {
    return OptionTable{required("centre", &ClumpSphere::centre, dim::length, "centre, in any axes that suit the clump"),
                       required("radius", &ClumpSphere::radius, dim::length, "radius", positive)};
  }
};

/// A clump as a case draws it.
struct Clump {
  std::vector<ClumpSphere> spheres{};
  std::optional<Real> mass{};     ///< in place of density times volume [kg; kg/m in 2-D]
  std::optional<Vec3> inertia{};  ///< principal moments, about the axes in which it is drawn [kg m^2]

  static constexpr auto options() {
    return OptionTable{
        required("spheres", &Clump::spheres, "its spheres (discs in 2-D), which may overlap"),
        optional("mass", &Clump::mass, dim::mass,
                 "in place of density times volume; of the clump as drawn, per metre of depth in 2-D", positive),
        optional("inertia", &Clump::inertia, Dimension{2, 1, 0, 0},
                 "principal moments about its centroid, along the axes in which it is drawn; with mass", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const;
};

/// Grains of one kind, ready for the solver.
struct ClumpBody {
  GrainTemplate grain;          ///< balls of size 1 about the centroid, in principal axes
  Real mass = 0;                ///< of size 1 [kg/m^3; kg/m^3 in 2-D, where mass is per metre]
  Vec3 inertia = Vec3::Zero();  ///< principal moments of size 1 [kg/m^3]

  [[nodiscard]] Real mass_of(Real radius) const;     ///< [kg; kg/m in 2-D]
  [[nodiscard]] Vec3 inertia_of(Real radius) const;  ///< [kg m^2; kg m in 2-D]
};

/// Throws CaseError when the clump has no mass, or leaves the plane in 2-D.
[[nodiscard]] ClumpBody make_clump(const Clump& clump, Real density, int dimension);

/// Plain spheres, or discs in 2-D.
[[nodiscard]] ClumpBody make_sphere(Real density, int dimension);

}  // namespace talus
