// A deformable solid as points of a frame.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/output/vtk_particles.hpp"

namespace talus {

/// velocity [m/s], displacement [m], stress, von_mises, pressure [Pa], plastic_strain, contact_force, friction_force [N; N/m in
/// 2-D], stick, penetration [m], contact_pressure [Pa], contact_normal, density_ratio, volume [m^3; m^2], with some
/// materials temperature [K] and damage. `body` and `pressure` must live until the frame
/// is written.
[[nodiscard]] ParticleFrame solid_frame(const SolidBody& body, Real time, const std::vector<Real>& pressure);

/// Minus the mean of the normal stresses of each particle [Pa].
[[nodiscard]] std::vector<Real> mean_pressures(const SolidBody& body);

}  // namespace talus
