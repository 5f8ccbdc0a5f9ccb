// Which coarse-grained fields of grains a case wants to see, where and how fine (bulk 11-16).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "talus/diagnostics/bulk/coarse_fields.hpp"
#include "talus/geometry/selection.hpp"
#include "talus/sim/grain_names.hpp"

namespace talus {

enum class FieldQuantity {
  density,
  solid_fraction,
  momentum,
  velocity,
  temperature,
  stress,
  contact_stress,
  kinetic_stress,
  pressure,
  deviator,
  coordination,
  fabric
};
constexpr auto choices(std::type_identity<FieldQuantity>) {
  using Q = FieldQuantity;
  return std::array{
      Word<Q>{"density", Q::density, "[kg/m^3]"},
      Word<Q>{"solid_fraction", Q::solid_fraction, "[-]"},
      Word<Q>{"momentum", Q::momentum, "per volume [kg/(m^2 s)]"},
      Word<Q>{"velocity", Q::velocity, "of the mass [m/s]"},
      Word<Q>{"temperature", Q::temperature, "mean square of velocity less its mean, over the dimension [m^2/s^2]"},
      Word<Q>{"stress", Q::stress, "of contacts and of fluctuations, compression positive [Pa]"},
      Word<Q>{"contact_stress", Q::contact_stress, "the part of contacts [Pa]"},
      Word<Q>{"kinetic_stress", Q::kinetic_stress, "the part of fluctuations [Pa]"},
      Word<Q>{"pressure", Q::pressure, "mean principal stress [Pa]"},
      Word<Q>{"deviator", Q::deviator, "size of the deviator of stress [Pa]"},
      Word<Q>{"coordination", Q::coordination, "contacts per grain [-]"},
      Word<Q>{"fabric", Q::fabric, "mean of n (x) n over contacts [-]"}};
}
constexpr std::string_view family_of(std::type_identity<FieldQuantity>) { return "coarse-grained field"; }

struct CoarseFieldSpec {
  Real width = 0;
  std::optional<Real> cell{};
  Chosen<CoarseKernels> kernel{};
  std::optional<BoxRegion> box{};
  GrainNames of{};
  std::vector<FieldQuantity> what{FieldQuantity::density, FieldQuantity::solid_fraction, FieldQuantity::velocity,
                                  FieldQuantity::stress};
  std::optional<Real> every{};

  static constexpr auto options() {
    return OptionTable{
        required("width", &CoarseFieldSpec::width, dim::length, "of the window that spreads a grain", positive),
        optional("cell", &CoarseFieldSpec::cell, dim::length, "edge of the cells; without it, the width", positive),
        optional("kernel", &CoarseFieldSpec::kernel, "shape of the window"),
        optional("box", &CoarseFieldSpec::box,
                 "what the cells cover; without it, the grains at that time and all that they spread to"),
        optional("of", &CoarseFieldSpec::of, GrainNames::help),
        optional("what", &CoarseFieldSpec::what, "which fields"),
        optional("every", &CoarseFieldSpec::every, dim::time,
                 "least interval of simulated time; without it, fields go with every frame", positive)};
  }
  [[nodiscard]] Real cell_size() const { return cell.value_or(width); }  ///< [m]
  [[nodiscard]] bool asks_for(FieldQuantity quantity) const {
    return std::find(what.begin(), what.end(), quantity) != what.end();
  }
};

}  // namespace talus
