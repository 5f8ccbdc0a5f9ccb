// What keeps a solid out of a rigid wall: a spring on every particle that is nearer to the wall than half a spacing.
//   f_n = k delta,   k = stiffness E A/dx,   A = dx^(d-1),   U = k delta^2/2
// with a dashpot beside it where one is asked for: gamma = 2 damping sqrt(k m), m the mass of the particle.
//
// E Young's modulus of the solid [Pa], dx its spacing [m], d the dimension, delta overlap [m]. A column of particles
// between a wall and a load gives way like 1/stiffness of one more particle. From a stiffness of about 3 on the spring
// would be stiffer than the particles behind it: it then sets the time step and rings.
#pragma once

#include <string_view>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"

namespace talus {

struct Penalty {
  static constexpr std::string_view name = "penalty";
  static constexpr std::string_view help = "solids on walls: a spring on each particle, 0.3 E A/dx by default";
  static constexpr bool for_solids = false, for_grains = false;
  static constexpr bool has_loading_stiffness = true;

  Real stiffness = 0.3;  ///< over E A/dx [-]
  Real damping = 0;      ///< over critical damping [-]

  static constexpr auto options() {
    return OptionTable{
        optional("stiffness", &Penalty::stiffness, dim::none, "of the spring over E A/dx", inside(0, 3)),
        optional("damping", &Penalty::damping, dim::none, "of the dashpot over critical damping", between(0, 1))};
  }

  /// What does not go with `pair`.
  [[nodiscard]] Contradiction contradiction(const ContactPoint& pair) const {
    if (pair.particle_stiffness > 0) return {};
    return {"model", "keeps solids out of walls; what touches here has no modulus E A/dx of its own"};
  }

  /// `pair`: a particle of the solid and the wall.
  [[nodiscard]] LinearSpringLaw law(const ContactPoint& pair) const {
    return {.k = stiffness * pair.particle_stiffness, .zeta = damping};
  }
};

}  // namespace talus
