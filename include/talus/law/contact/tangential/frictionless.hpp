// No friction, between solids and between grains.
#pragma once

#include "talus/core/option.hpp"
#include "talus/law/contact/sliding_point.hpp"

namespace talus {

/// The law of grains that do not rub, ready to evaluate.
struct NoSliding {
  template <class T>
  [[nodiscard]] SlidingAnswerOf<T> evaluate(TangentialSpringHistoryOf<T>& /*history*/,
                                            const SlidingPointOf<T>& /*point*/,
                                            const ContactPointOf<T>& /*pair*/) const {
    return {};
  }
  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& /*deepest*/, const std::type_identity_t<T>& /*of_normal*/) const {
    return 0;
  }
};

struct Frictionless {
  static constexpr std::string_view name = "frictionless";
  static constexpr std::string_view help = "no tangential force";
  static constexpr bool for_solids = true, for_grains = true;
  static constexpr auto options() { return OptionTable<>{}; }

  [[nodiscard]] bool needs_loading_stiffness() const { return false; }
  [[nodiscard]] NoSliding law() const { return {}; }
};

}  // namespace talus
