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
  return std::tie(b.u, b.x, b.v, b.F, b.P, b.state, b.energy_density, b.yield_stress, b.secant, b.max_speed);
}
template <class... Fields>
std::tuple<Fields...> values_of(std::tuple<Fields&...>);

}  // namespace detail

class SavedMotion {
 public:
  void keep(const SolidBody& body) { saved_ = detail::what_steps_change(body); }
  void give_back(SolidBody& body) const { detail::what_steps_change(body) = saved_; }

 private:
  decltype(detail::values_of(detail::what_steps_change(std::declval<SolidBody&>()))) saved_;
};

}  // namespace talus
