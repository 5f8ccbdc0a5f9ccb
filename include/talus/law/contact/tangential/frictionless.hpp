// No friction, between solids and between grains.
#pragma once

#include "talus/core/option.hpp"
#include "talus/law/contact/sliding_point.hpp"

namespace talus {

/// The law of grains that do not rub, ready to evaluate.
struct NoSliding {
  [[nodiscard]] SlidingAnswer evaluate(GrainTangentialHistory& /*history*/, const SlidingPoint& /*point*/,
                                       const ContactPoint& /*pair*/) const {
    return {};
  }
  [[nodiscard]] Real stiffest(const ContactPoint& /*deepest*/, Real /*normal_stiffness*/) const { return 0; }
};

struct Frictionless {
  static constexpr std::string_view name = "frictionless";
  static constexpr std::string_view help = "no tangential force";
  static constexpr bool for_solids = true, for_grains = true;
  static constexpr auto options() { return std::tuple{}; }

  [[nodiscard]] bool needs_loading_stiffness() const { return false; }
  [[nodiscard]] NoSliding law() const { return {}; }
};

}  // namespace talus
