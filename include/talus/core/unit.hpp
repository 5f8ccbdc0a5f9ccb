// Physical dimensions and the closed list of units that a case may use.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "talus/core/types.hpp"

namespace talus {

/// Exponents of metre, kilogram, second and kelvin. Angles have none: "90 deg" is the number pi/2.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int temperature = 0;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dim {
inline constexpr Dimension none{};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension rate{0, 0, -1, 0};
inline constexpr Dimension velocity{1, 0, -1, 0};
inline constexpr Dimension acceleration{1, 0, -2, 0};
inline constexpr Dimension density{-3, 1, 0, 0};
inline constexpr Dimension pressure{-1, 1, -2, 0};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension stiffness{0, 1, -2, 0};
inline constexpr Dimension damping{0, 1, -1, 0};
inline constexpr Dimension energy{2, 1, -2, 0};
inline constexpr Dimension temperature{0, 0, 0, 1};
}  // namespace dim

/// A unit of the closed list: its SI factor and dimension ("mm" -> 1e-3, length).
struct Unit {
  Real factor;
  Dimension dimension;
};

/// A number as a person writes it, before its unit is understood: "210 GPa" -> 210, "GPa".
struct QuantityText {
  Real number;
  std::string_view unit;  ///< empty when only a number stands there
};

/// Parses "m/s^2", "kg/m^3", "J/(kg K)", "N s/m", "deg/s", "%", also "µm", "kg/m³", "90°". Empty when a word is
/// unknown. "rpm" is an angular velocity, 2 pi/60 1/s; a number of events has "1/min".
/// Products are "*" or a space; "*" and "/" bind alike and from the left, so "J/kg*K" is (J/kg)*K.
[[nodiscard]] std::optional<Unit> parse_unit(std::string_view text);

/// Splits a number from its unit. Empty when no finite decimal number stands first.
[[nodiscard]] std::optional<QuantityText> split_quantity(std::string_view text);

/// The unit that was meant, for messages: every unknown word replaced by its nearest known one. Empty when
/// no word is near.
[[nodiscard]] std::string nearest_unit(std::string_view text);

/// SI name of a dimension: "m/s^2", "Pa", "-".
[[nodiscard]] std::string si_name(const Dimension& dimension);

/// What a dimension is called, with an example of how to write it: `a length such as "50 mm"`.
[[nodiscard]] std::string quantity_phrase(const Dimension& dimension);

}  // namespace talus
