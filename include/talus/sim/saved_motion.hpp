// What a step changes of a solid body until its stress is known: enough to take the step back.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/parallel.hpp"
#include "talus/tlsph/material_answer.hpp"

namespace talus {

namespace detail {

/// But for x = X + u and the state. Forces are those that brought the body here: they stay.
template <class Body>
auto what_steps_change(Body& b) {
  return std::tie(b.u, b.v, b.energy_density, b.yield_stress, b.secant);
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
/// The first so many numbers of rows; `first` is a multiple of lanes.
template <class Row>
void copy_some(PackedRows<Row>& to, const PackedRows<Row>& from, Index first, Index last,
               int numbers = PackedRows<Row>::count) {
  for (Index i = first; i < last; i += lanes) {
    for (int c = 0; c < numbers; ++c) to.store(i, c, from.load(i, c));
  }
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

/// Copies the first so many numbers of states, by all threads.
inline void copy_states(PackedRows<MaterialState>& to, const PackedRows<MaterialState>& from, int numbers) {
  if (to.size() != from.size()) to = from;
  if (numbers == 0) return;
  parallel::for_blocks(from.size(), [&](Index first, Index last, Index) { copy_some(to, from, first, last, numbers); });
}

}  // namespace detail

class SavedMotion {
 public:
  /// `with_stress`: F and P too, where the next step asks for them.
  void keep(const SolidBody& body, bool with_stress) {
    detail::copy_fields(saved_, detail::what_steps_change(body));
    detail::copy_states(state_, body.state, changed_numbers(body));
    max_speed_ = body.max_speed;
    with_stress_ = with_stress;
    if (with_stress) detail::copy_fields(stress_, detail::stress_of(body));
  }
  void give_back(SolidBody& body) const {
    detail::what_steps_change(body) = saved_;
    parallel::for_each(body.size(), [&](Index i) { body.x[i] = body.X[i] + body.u[i]; });
    detail::copy_states(body.state, state_, changed_numbers(body));
    body.max_speed = max_speed_;
    if (with_stress_) detail::stress_of(body) = stress_;
  }

 private:
  static int changed_numbers(const SolidBody& body) {
    return std::visit([](const auto& material) { return detail::state_numbers(material); }, body.material);
  }

  template <class Fields>
  using ValuesOf = decltype(detail::values_of(std::declval<Fields>()));
  ValuesOf<decltype(detail::what_steps_change(std::declval<SolidBody&>()))> saved_;
  ValuesOf<decltype(detail::stress_of(std::declval<SolidBody&>()))> stress_;
  PackedRows<MaterialState> state_;
  Real max_speed_ = 0;  ///< [m/s]
  bool with_stress_ = false;
};

}  // namespace talus
