// Which arrays of their particles frames are to have, as a case says.
#pragma once

#include <vector>

#include "talus/output/vtk_particles.hpp"
#include "talus/sim/case/frame_arrays.hpp"

namespace talus {

/// Leaves the arrays that are `wanted`, the usual ones where it is empty.
[[nodiscard]] ParticleFrame chosen(const std::vector<FrameArray>& wanted, ParticleFrame frame);

/// Numbers of a particle in such a frame, with those of its place.
[[nodiscard]] int numbers_of(const ParticleFrame& frame);

}  // namespace talus
