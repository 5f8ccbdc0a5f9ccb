// What a step changes of a solid body until its stress is known: enough to take the step back.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

namespace detail {

/// Forces are those that brought the body here: they stay.
template <class Body>
auto what_steps_change(Body& b) {
  return std::tie(b.u, b.x, b.v, b.state, b.energy_density, b.yield_stress, b.secant);
}
template <class Body>
auto stress_of(Body& b) {
  return std::tie(b.F, b.P);
}
template <class... Fields>
std::tuple<Fields...> values_of(std::tuple<Fields&...>);

/// Particles [first, last) of a field of this size, or of an empty one.
template <class T>
void copy_some(std::vector<T>& to, const std::vector<T>& from, Index first, Index last) {
  if (!from.empty()) std::copy(from.begin() + first, from.begin() + last, to.begin() + first);
}
/// `first` is a multiple of lanes.
template <class Row>
void copy_some(PackedRows<Row>& to, const PackedRows<Row>& from, Index first, Index last) {
  using Rows = std::array<Pack, PackedRows<Row>::count>;
  for (Index i = first; i < last; i += lanes) to.store_rows(i, from.template load_rows<Rows>(i));
}

/// Copies all fields of a tuple, by all threads.
template <class To, class From>
void copy_fields(To&& to, const From& from) {
  const auto each = [&](auto&& use) {
    [&]<std::size_t... k>(std::index_sequence<k...>) { (use(std::get<k>(to), std::get<k>(from)), ...); }
    (std::make_index_sequence<std::tuple_size_v<From>>());
  };
  each([](auto& of_to, const auto& of_from) {
    if (of_to.size() != of_from.size()) of_to = of_from;
  });
  parallel::for_blocks(static_cast<Index>(std::get<0>(from).size()), [&](Index first, Index last, Index) {
    each([&](auto& of_to, const auto& of_from) { copy_some(of_to, of_from, first, last); });
  });
}

}  // namespace detail

class SavedMotion {
 public:
  /// `with_stress`: F and P too, where the next step asks for them.
  void keep(const SolidBody& body, bool with_stress) {
    detail::copy_fields(saved_, detail::what_steps_change(body));
    max_speed_ = body.max_speed;
    with_stress_ = with_stress;
    if (with_stress) detail::copy_fields(stress_, detail::stress_of(body));
  }
  void give_back(SolidBody& body) const {
    detail::what_steps_change(body) = saved_;
    body.max_speed = max_speed_;
    if (with_stress_) detail::stress_of(body) = stress_;
  }

 private:
  template <class Fields>
  using ValuesOf = decltype(detail::values_of(std::declval<Fields>()));
  ValuesOf<decltype(detail::what_steps_change(std::declval<SolidBody&>()))> saved_;
  ValuesOf<decltype(detail::stress_of(std::declval<SolidBody&>()))> stress_;
  Real max_speed_ = 0;  ///< [m/s]
  bool with_stress_ = false;
};

}  // namespace talus
