// A history column of what goes through a plane, or through a part of it (bulk 10).
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "talus/diagnostics/bulk/plane_flow.hpp"
#include "talus/sim/grain_names.hpp"

namespace talus {

enum class FlowQuantity { mass, number, mass_rate, number_rate };
constexpr auto choices(std::type_identity<FlowQuantity>) {
  using Q = FlowQuantity;
  return std::array{Word<Q>{"mass", Q::mass, "that has passed since the first row, less what has come back [kg]"},
                    Word<Q>{"number", Q::number, "of grains, likewise [-]"},
                    Word<Q>{"mass_rate", Q::mass_rate, "over the interval since the last row [kg/s]"},
                    Word<Q>{"number_rate", Q::number_rate, "likewise [1/s]"}};
}
constexpr std::string_view family_of(std::type_identity<FlowQuantity>) { return "quantity of a flow"; }

struct FlowColumn {
  static constexpr std::string_view name = "flow";
  static constexpr std::string_view help = "grains that go through a plane";

  Gate through{};
  GrainNames of{};
  FlowQuantity quantity = FlowQuantity::mass;

  static constexpr auto options() {
    return OptionTable{required("through", &FlowColumn::through, "the plane, or a part of it"),
                       required("quantity", &FlowColumn::quantity, "what is recorded"),
                       optional("of", &FlowColumn::of, GrainNames::help)};
  }
  /// For the header; per metre of depth in two dimensions.
  [[nodiscard]] std::string unit(int dimension) const;
};

}  // namespace talus
