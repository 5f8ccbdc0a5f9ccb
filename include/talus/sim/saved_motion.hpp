// What a step changes of a solid body until its stress is known: enough to take the step back.
#pragma once

#include <tuple>
#include <utility>

#include "talus/body/solid_body.hpp"

namespace talus {

namespace detail {

/// Forces are those that brought the body here: they stay.
template <class Body>
auto what_steps_change(Body& b) {
  return std::tie(b.u, b.x, b.v, b.state, b.energy_density, b.yield_stress, b.secant, b.max_speed);
}
template <class Body>
auto stress_of(Body& b) {
  return std::tie(b.F, b.P);
}
template <class... Fields>
std::tuple<Fields...> values_of(std::tuple<Fields&...>);

}  // namespace detail

class SavedMotion {
 public:
  /// `with_stress`: F and P too, where the next step asks for them.
  void keep(const SolidBody& body, bool with_stress) {
    saved_ = detail::what_steps_change(body);
    with_stress_ = with_stress;
    if (with_stress) stress_ = detail::stress_of(body);
  }
  void give_back(SolidBody& body) const {
    detail::what_steps_change(body) = saved_;
    if (with_stress_) detail::stress_of(body) = stress_;
  }

 private:
  template <class Fields>
  using ValuesOf = decltype(detail::values_of(std::declval<Fields>()));
  ValuesOf<decltype(detail::what_steps_change(std::declval<SolidBody&>()))> saved_;
  ValuesOf<decltype(detail::stress_of(std::declval<SolidBody&>()))> stress_;
  bool with_stress_ = false;
};

}  // namespace talus
