// A family of interchangeable laws: adding one is its file and one word in the family's list.
//
//   struct Materials : Catalog<LinearElastic, HenckyJ2> {
//     static constexpr std::string_view family = "material";
//   };
//   Chosen<Materials> m;   // in JSON: {"model": "hencky_j2", ...}
#pragma once

#include "talus/core/option.hpp"

#include <string_view>
#include <variant>

namespace talus {

template <class... Entries>
struct Catalog {
  using Variant = std::variant<Entries...>;
  static constexpr std::string_view key = "model";  ///< JSON key that names the entry

  /// Calls `f.template operator()<Entry>()` for every entry, in order.
  template <class F>
  static constexpr void for_each(F&& f) {
    (f.template operator()<Entries>(), ...);
  }
};

/// A member of an aggregate that holds one entry of a catalogue.
template <class C>
struct Chosen {
  using catalog = C;
  typename C::Variant entry{};
  [[nodiscard]] std::string_view name() const {
    return std::visit([](const auto& e) { return std::decay_t<decltype(e)>::name; }, entry);
  }
};

}  // namespace talus
