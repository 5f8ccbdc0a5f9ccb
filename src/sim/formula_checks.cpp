#include "formula_checks.hpp"

#include <type_traits>

#include "talus/core/codec_options.hpp"

namespace talus {
namespace {

void ask(const TimeFunction& function, Real t) { (void)function(t); }

/// What varies in space is known at the places of particles, which are asked for when the forces are.
void ask(const FieldFunction& function, Real t) {
  if (function.is_uniform()) ask(function.of_time(), t);
}

/// Options without time in them have nothing to say.
template <class T>
void ask(const T& option, Real t) {
  if constexpr (requires { option.has_value(); }) {
    if (option) ask(*option, t);
  } else if constexpr (std::is_same_v<T, std::array<TimeFunction, 3>> ||
                       std::is_same_v<T, std::array<FieldFunction, 3>>) {
    for (const auto& component : option) ask(component, t);
  } else if constexpr (HasOptions<T>) {
    for_each_option<T>([&](const auto& row) { ask(option.*row.member, t); });
  }
}

}  // namespace

void check_formulas(const Case& description, Real t) {
  for (const auto& boundary : description.boundaries) {
    std::visit([t](const auto& entry) { ask(entry, t); }, boundary.entry);
  }
  for_each_body<GrainSpec>(description, [t](const std::string&, const GrainSpec& grains) { ask(grains.motion, t); });
  for_each_body<WallSpec>(description, [t](const std::string&, const WallSpec& wall) { ask(wall.motion, t); });
}

}  // namespace talus
