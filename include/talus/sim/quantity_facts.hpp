// What is known of every quantity of a history column: its unit, how it adds up, and which bodies have it.
#pragma once

#include <string_view>

#include "talus/core/nearest_word.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// What a column is taken of. A pair is a body `of` with another one `against` it.
enum class ColumnOf : unsigned {
  solid = 1,
  grains = 2,
  wall = 4,
  solid_pair = 8,   ///< a solid against another one or a wall
  grain_pair = 16,  ///< grains against grains or a wall
  wall_pair = 32,   ///< a wall against grains or a solid
};

enum class QuantityForm { scalar, vector, axial };  ///< axial: in the plane it has one component, about z

/// How many count in a mean: as they weigh, or one each.
enum class MeanOver { mass, number };

struct QuantityFacts {
  std::string_view unit;
  std::string_view plane_unit;  ///< in two dimensions, per metre of depth
  QuantityForm form;
  Statistic usual;  ///< where a case says nothing
  MeanOver mean_over;
  unsigned of;  ///< ColumnOf, or-ed

  [[nodiscard]] constexpr bool has(ColumnOf kind) const { return (of & static_cast<unsigned>(kind)) != 0; }
};

[[nodiscard]] constexpr QuantityFacts facts_of(Quantity quantity) {
  using Q = Quantity;
  using F = QuantityForm;
  using S = Statistic;
  using M = MeanOver;
  constexpr auto bit = [](ColumnOf kind) { return static_cast<unsigned>(kind); };
  constexpr unsigned solid = bit(ColumnOf::solid), grains = bit(ColumnOf::grains), wall = bit(ColumnOf::wall);
  constexpr unsigned solids = solid | bit(ColumnOf::solid_pair), all_grains = grains | bit(ColumnOf::grain_pair),
                     walls = wall | bit(ColumnOf::wall_pair);
  switch (quantity) {
    case Q::velocity: return {"m/s", "m/s", F::vector, S::mean, M::mass, solid | grains | wall};
    case Q::displacement: return {"m", "m", F::vector, S::mean, M::mass, solid | grains | wall};
    case Q::position: return {"m", "m", F::vector, S::mean, M::mass, solid | grains | wall};
    case Q::stress: return {"Pa", "Pa", F::scalar, S::mean, M::mass, solid};
    case Q::strain: return {"-", "-", F::scalar, S::mean, M::mass, solid};
    case Q::von_mises: return {"Pa", "Pa", F::scalar, S::mean, M::mass, solid};
    case Q::pressure: return {"Pa", "Pa", F::scalar, S::mean, M::mass, solid};
    case Q::plastic_strain: return {"-", "-", F::scalar, S::mean, M::mass, solid};
    case Q::temperature: return {"K", "K", F::scalar, S::mean, M::mass, solid};
    case Q::damage: return {"-", "-", F::scalar, S::max, M::mass, solid};
    case Q::contact_force: return {"N", "N/m", F::vector, S::sum, M::mass, solids | all_grains | walls};
    case Q::normal_force: return {"N", "N/m", F::vector, S::sum, M::mass, solids | all_grains | walls};
    case Q::friction_force: return {"N", "N/m", F::vector, S::sum, M::mass, solids | all_grains | walls};
    case Q::reaction: return {"N", "N/m", F::vector, S::sum, M::mass, solid};
    case Q::reaction_moment: return {"N m", "N", F::axial, S::sum, M::mass, solid};
    case Q::momentum: return {"kg m/s", "kg/s", F::vector, S::sum, M::mass, solid | grains};
    case Q::angular_momentum: return {"kg m^2/s", "kg m/s", F::axial, S::sum, M::mass, solid | grains};
    case Q::angular_velocity: return {"1/s", "1/s", F::axial, S::mean, M::mass, solid | grains | wall};
    case Q::contact_moment: return {"N m", "N", F::axial, S::sum, M::mass, (solids & ~solid) | all_grains | walls};
    case Q::penetration: return {"m", "m", F::scalar, S::mean, M::mass, solid};
    case Q::contact_pressure: return {"Pa", "Pa", F::scalar, S::mean, M::mass, solid};
    case Q::kinetic_energy: return {"J", "J/m", F::scalar, S::sum, M::number, solid | grains};
    case Q::rotational_energy: return {"J", "J/m", F::scalar, S::sum, M::number, grains};
    case Q::granular_temperature: return {"m^2/s^2", "m^2/s^2", F::scalar, S::mean, M::mass, grains};
    case Q::coordination: return {"-", "-", F::scalar, S::mean, M::number, all_grains};
    case Q::bonds: return {"-", "-", F::scalar, S::sum, M::number, all_grains};
    case Q::overlap: return {"-", "-", F::scalar, S::max, M::number, all_grains};
    case Q::orientation: return {"rad", "rad", F::axial, S::mean, M::mass, grains};
    case Q::radius: return {"m", "m", F::scalar, S::mean, M::number, grains};
    case Q::mass: return {"kg", "kg/m", F::scalar, S::sum, M::number, solid | grains};
    case Q::count: return {"-", "-", F::scalar, S::sum, M::number, solid | grains};
  }
  return {};
}

/// Names of all quantities of which there can be a column of this kind.
[[nodiscard]] inline Words quantities_of(ColumnOf kind) {
  Words words;
  for (const auto& entry : choices(std::type_identity<Quantity>{})) {
    if (facts_of(entry.value).has(kind)) words.push_back(entry.word);
  }
  return words;
}

}  // namespace talus
