// Outermost layer of a body in its reference state: where its surface is, how it faces and bends (contact 24).
#pragma once

#include "talus/body/solid_body.hpp"

#include <array>
#include <vector>

namespace talus {

struct OuterParticle {
  Index particle;
  Vec3 normal;                         ///< outward
  std::array<Vec3, 2> tangent;         ///< the second is zero in 2-D
  Real pitch = 0;                      ///< distance to the next ones along the surface [m]
  Vec3 bend = Vec3::Zero();            ///< height over the tangent plane: 1/2 b0 s0^2 + b1 s0 s1 + 1/2 b2 s1^2 [1/m]
  Vec3 tilt = Vec3::Zero();            ///< of the layer against the normal: + tilt . (s0, s1) [-]
  bool smooth = false;                 ///< its neighbours lie on such a surface: no corner, no staircase, no end
  bool curved = false;                 ///< smooth, and bent enough to matter
};

/// In ascending order of particles. `h` [m] is the smoothing length of the body's own field.
[[nodiscard]] std::vector<OuterParticle> find_outer_layer(const SolidBody& body, Real h);

/// Whether any part of the body is smoothly curved.
[[nodiscard]] bool is_curved(const SolidBody& body, Real h);

}  // namespace talus
