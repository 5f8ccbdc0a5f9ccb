// Thermal softening as measured: a factor on the flow stress at given temperatures, (material 28).
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/law/material/polyline.hpp"

namespace talus {

struct SofteningTable {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view help = "factor on the flow stress at given temperatures, straight in between";
  std::vector<Real> temperature{};  ///< increasing [K]
  std::vector<Real> factors{};      ///< [-]

  static constexpr auto options() {
    return OptionTable{required("temperature", &SofteningTable::temperature, dim::temperature,
                                "temperatures, increasing", non_negative),
                       required("factor", &SofteningTable::factors, dim::none,
                                "factor on the flow stress at each of them", non_negative)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    return polyline_contradiction("temperature", temperature, "factor", factors, true);
  }

  /// S and dS/dT [-, 1/K]; constant outside the table.
  template <class T>
  [[nodiscard]] ValueAndSlopeOf<T> factor(T at) const {
    return on_polyline(temperature, factors, 0, at);
  }
};

}  // namespace talus
