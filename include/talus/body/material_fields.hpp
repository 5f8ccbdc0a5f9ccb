// What particles of a solid have only with some materials.
#pragma once

#include <variant>

#include "talus/body/solid_body.hpp"

namespace talus {

/// True when the material of the body carries a temperature.
[[nodiscard]] inline bool has_temperature(const SolidBody& body) {
  return std::visit(
      [](const auto& m) {
        if constexpr (requires { m.thermal; }) return m.thermal.has_value();
        return false;
      },
      body.material);
}

/// Part of what friction loses that warms each of the two partners: nothing conducts heat between them.
inline constexpr Real frictional_share = 0.5;

/// Particle i of a body whose material carries a temperature receives heat from outside [J].
inline void warm(SolidBody& body, Index i, Real heat) {
  body.state.change(i, [&](MaterialState& state) { state.heat += heat / body.V[i]; });
}

/// True when the material of the body can fail.
[[nodiscard]] inline bool has_damage(const SolidBody& body) {
  return std::visit([](const auto& m) { return m.failure.has_value(); }, body.material);
}

/// Temperature of particle i [K]; 0 for a material without one.
[[nodiscard]] inline Real temperature_of(const SolidBody& body, Index i) {
  return std::visit(
      [&](const auto& m) -> Real {
        if constexpr (requires { m.thermal; }) return m.temperature(body.state[i]);
        return 0;
      },
      body.material);
}

}  // namespace talus
