// The arrays that frames of particles and grains may have.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "talus/core/option.hpp"

namespace talus {

enum class FrameArray {
  usual,
  velocity,
  displacement,
  contact_force,
  stress,
  von_mises,
  pressure,
  plastic_strain,
  friction_force,
  stick,
  penetration,
  contact_pressure,
  contact_normal,
  density_ratio,
  volume,
  temperature,
  damage,
  strain,
  deformation_gradient,
  angular_velocity,
  radius,
  coordination,
  mass,
  id,
  orientation,
  centre
};
constexpr auto choices(std::type_identity<FrameArray>) {
  using A = FrameArray;
  return std::array{
      Word<A>{"usual", A::usual, "all that are written by default, which `strain` and `deformation_gradient` are not"},
      Word<A>{"velocity", A::velocity, "[m/s]"},
      Word<A>{"displacement", A::displacement, "[m]"},
      Word<A>{"contact_force", A::contact_force, "all of it on grains, normal on solids [N]"},
      Word<A>{"stress", A::stress, "Cauchy stress of solids [Pa]"},
      Word<A>{"von_mises", A::von_mises, "of solids [Pa]"},
      Word<A>{"pressure", A::pressure, "of solids [Pa]"},
      Word<A>{"plastic_strain", A::plastic_strain, "of solids [-]"},
      Word<A>{"friction_force", A::friction_force, "on solids [N]"},
      Word<A>{"stick", A::stick, "of solids: 0 no contact, 1 slips, 2 sticks"},
      Word<A>{"penetration", A::penetration, "of surfaces of solids [m]"},
      Word<A>{"contact_pressure", A::contact_pressure, "of solids [Pa]"},
      Word<A>{"contact_normal", A::contact_normal, "of solids [-]"},
      Word<A>{"density_ratio", A::density_ratio, "of solids, to that of the start [-]"},
      Word<A>{"volume", A::volume, "of particles of solids [m^3; m^2 in 2-D]"},
      Word<A>{"temperature", A::temperature, "of solids whose material has `thermal` [K]"},
      Word<A>{"damage", A::damage, "of solids whose material has `failure` [-]"},
      Word<A>{"strain", A::strain, "logarithmic strain of solids, ln V = 1/2 ln F F^T, in axes of space [-]"},
      Word<A>{"deformation_gradient", A::deformation_gradient, "F of solids, by rows [-]"},
      Word<A>{"angular_velocity", A::angular_velocity, "of grains [1/s]"},
      Word<A>{"radius", A::radius, "of spheres [m]"},
      Word<A>{"coordination", A::coordination, "contacts of a grain [-]"},
      Word<A>{"mass", A::mass, "of grains [kg; kg/m in 2-D]"},
      Word<A>{"id", A::id, "of grains"},
      Word<A>{"orientation", A::orientation, "of grains: quaternion w x y z, body to space"},
      Word<A>{"centre", A::centre, "of clumps [m]"}};
}
constexpr std::string_view family_of(std::type_identity<FrameArray>) { return "array of a frame"; }

}  // namespace talus
