// A deformable solid as points of a frame.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/output/vtk_particles.hpp"

namespace talus {

/// velocity [m/s], displacement [m], stress, von_mises, pressure [Pa], plastic_strain, contact_force, friction_force
/// [N; N/m in 2-D], stick, penetration [m], contact_pressure [Pa], contact_normal, density_ratio, volume [m^3; m^2],
/// strain, deformation_gradient, with some materials temperature [K] and damage. `average`: what becomes of the pressures. `body` must live until the
/// frame is written.
[[nodiscard]] ParticleFrame solid_frame(const SolidBody& body, Real time,
                                        std::function<void(std::span<float>)> average = {});

}  // namespace talus
