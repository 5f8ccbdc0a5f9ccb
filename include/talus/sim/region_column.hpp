// A history column of the grains in a region of space: the state of the bulk there (bulk 1-9).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"
#include "talus/sim/grain_names.hpp"

namespace talus {

enum class BulkQuantity {
  solid_fraction,
  density,
  number,
  coordination,
  loaded_coordination,
  velocity,
  velocity_gradient,
  temperature,
  stress,
  contact_stress,
  kinetic_stress,
  pressure,
  deviator,
  fabric
};
constexpr auto choices(std::type_identity<BulkQuantity>) {
  using Q = BulkQuantity;
  return std::array{
      Word<Q>{"solid_fraction", Q::solid_fraction, "volume of grains over that of the region [-]"},
      Word<Q>{"density", Q::density, "mass over volume [kg/m^3]"},
      Word<Q>{"number", Q::number, "grains with their centres inside [-]"},
      Word<Q>{"coordination", Q::coordination, "mean number of contacts [-]"},
      Word<Q>{"loaded_coordination", Q::loaded_coordination,
              "the same of grains with two contacts or more, without rattlers [-]"},
      Word<Q>{"velocity", Q::velocity, "of the mass inside [m/s]"},
      Word<Q>{"velocity_gradient", Q::velocity_gradient,
              "of the velocity along \"along\" in the direction \"across\" [1/s]"},
      Word<Q>{"temperature", Q::temperature, "mean square of velocity less its mean, over the dimension [m^2/s^2]"},
      Word<Q>{"stress", Q::stress, "of contacts and of fluctuations, compression positive [Pa]"},
      Word<Q>{"contact_stress", Q::contact_stress, "the part of contacts [Pa]"},
      Word<Q>{"kinetic_stress", Q::kinetic_stress, "the part of fluctuations [Pa]"},
      Word<Q>{"pressure", Q::pressure, "mean principal stress [Pa]"},
      Word<Q>{"deviator", Q::deviator, "size of the deviator of stress [Pa]"},
      Word<Q>{"fabric", Q::fabric, "mean of n (x) n over contacts [-]"}};
}
constexpr std::string_view family_of(std::type_identity<BulkQuantity>) { return "quantity of a region"; }

struct RegionColumn {
  static constexpr std::string_view name = "region";
  static constexpr std::string_view help = "the state of the grains in a region of space";

  Chosen<Regions> region{};
  GrainNames of{};
  BulkQuantity quantity = BulkQuantity::solid_fraction;
  std::optional<Vec3> along{};
  std::optional<Vec3> across{};

  static constexpr auto options() {
    return OptionTable{
        required("region", &RegionColumn::region, "where"),
        required("quantity", &RegionColumn::quantity, "what is recorded"),
        optional("of", &RegionColumn::of, GrainNames::help),
        optional("along", &RegionColumn::along, dim::none,
                 "direction: of a velocity, and the first one of a tensor; without it, the size of the velocity"),
        optional("across", &RegionColumn::across, dim::none,
                 "second direction of a tensor, the normal of the face that a stress acts on; without it, \"along\"")};
  }
  [[nodiscard]] Contradiction contradiction() const;
  /// For the header.
  [[nodiscard]] std::string unit() const;
};

}  // namespace talus
