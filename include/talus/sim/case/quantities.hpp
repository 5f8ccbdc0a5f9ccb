// What a measured column of the history records, and how many values become one.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "talus/core/option.hpp"

namespace talus {

enum class Quantity {
  velocity,
  displacement,
  position,
  stress,
  strain,
  von_mises,
  pressure,
  plastic_strain,
  temperature,
  damage,
  contact_force,
  normal_force,
  friction_force,
  reaction,
  reaction_moment,
  momentum,
  angular_momentum,
  angular_velocity,
  contact_moment,
  penetration,
  contact_pressure,
  kinetic_energy,
  rotational_energy,
  granular_temperature,
  coordination,
  bonds,
  overlap,
  orientation,
  radius,
  mass,
  count
};
constexpr auto choices(std::type_identity<Quantity>) {
  using Q = Quantity;
  return std::array{
      Word<Q>{"velocity", Q::velocity, "[m/s]"},
      Word<Q>{"displacement", Q::displacement,
              "of solids and walls; of grains since t = 0 or since they came, also across periodic borders [m]"},
      Word<Q>{"position", Q::position,
              "of grains and particles: of their centres; of a wall: of its turning centre [m]"},
      Word<Q>{"stress", Q::stress, "Cauchy stress along a direction, of solids, tension positive [Pa]"},
      Word<Q>{"strain", Q::strain, "logarithmic strain along a direction of space, of solids, tension positive [-]"},
      Word<Q>{"von_mises", Q::von_mises, "of solids [Pa]"},
      Word<Q>{"pressure", Q::pressure, "of solids: minus the mean of the normal stresses [Pa]"},
      Word<Q>{"plastic_strain", Q::plastic_strain, "of solids [-]"},
      Word<Q>{"temperature", Q::temperature, "of solids whose material has `thermal`, else 0 [K]"},
      Word<Q>{"damage", Q::damage, "of solids whose material has `failure`: 1 and more has failed [-]"},
      Word<Q>{"contact_force", Q::contact_force,
              "of contact, as in the frames: all of it on grains and walls, normal on solids [N]"},
      Word<Q>{"normal_force", Q::normal_force, "normal contact [N]"},
      Word<Q>{"friction_force", Q::friction_force, "tangential contact [N]"},
      Word<Q>{"reaction", Q::reaction,
              "of all that holds or brakes solids: prescribed particles, rigid planes, springs, damping, tows; loads "
              "are none [N]"},
      Word<Q>{"reaction_moment", Q::reaction_moment,
              "of the same forces about `about`, the centre of the rotation that turns these particles, or the origin "
              "[N m]"},
      Word<Q>{"momentum", Q::momentum, "[kg m/s]"},
      Word<Q>{"angular_momentum", Q::angular_momentum,
              "about the origin or `about`, with the spin of grains [kg m^2/s]"},
      Word<Q>{"angular_velocity", Q::angular_velocity,
              "of solids: of the rigid body of equal angular momentum about the centroid; of grains: "
              "their spin [1/s]"},
      Word<Q>{"contact_moment", Q::contact_moment,
              "of contact forces, about `about` or the centroid, of a wall its turning centre; of solids "
              "those of a pair [N m]"},
      Word<Q>{"penetration", Q::penetration, "of the surfaces of solids in contact, negative while apart [m]"},
      Word<Q>{"contact_pressure", Q::contact_pressure, "of solids [Pa]"},
      Word<Q>{"kinetic_energy", Q::kinetic_energy, "translational [J]"},
      Word<Q>{"rotational_energy", Q::rotational_energy, "of the spin of grains [J]"},
      Word<Q>{"granular_temperature", Q::granular_temperature,
              "mean square of velocity less its mean, over the dimension, of grains [m^2/s^2]"},
      Word<Q>{"coordination", Q::coordination, "contacts of a grain [-]"},
      Word<Q>{"bonds", Q::bonds, "of grains that hold; one within the body is half at either end [-]"},
      Word<Q>{"overlap", Q::overlap, "of a grain: deepest of its contacts, over the radius of its sphere [-]"},
      Word<Q>{"orientation", Q::orientation,
              "of grains: the turn from how the case draws them, axis times angle of up to half a turn, "
              "in the plane the angle about z [rad]"},
      Word<Q>{"radius", Q::radius, "of grains; of a clump that around it [m]"},
      Word<Q>{"mass", Q::mass, "[kg]"},
      Word<Q>{"count", Q::count, "grains or particles [-]"}};
}

constexpr std::string_view family_of(std::type_identity<Quantity>) { return "quantity of a column"; }

enum class Statistic { mean, rms, sum, min, max, quantile };
constexpr auto choices(std::type_identity<Statistic>) {
  using S = Statistic;
  return std::array{Word<S>{"mean", S::mean,
                            "weighted by mass; of what a grain has, such as contacts or energy, each counts the same"},
                    Word<S>{"rms", S::rms, "root of the mean square, with the weights of mean"},
                    Word<S>{"sum", S::sum, "over particles"},
                    Word<S>{"min", S::min, "smallest"},
                    Word<S>{"max", S::max, "largest"},
                    Word<S>{"quantile", S::quantile, "the value below which a fraction lies"}};
}
constexpr std::string_view family_of(std::type_identity<Statistic>) { return "statistic of a column"; }

}  // namespace talus
