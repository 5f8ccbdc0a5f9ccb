// Option tables: one constexpr table per aggregate says how a case sets it.
//
// The same table drives the reader, its messages, the JSON schema, `talus describe`, and the echo of the
// resolved case, so these cannot drift apart. Defaults are the aggregate's own member initialisers.
//
//   struct Perfect {
//     static constexpr std::string_view name = "perfect";
//     static constexpr std::string_view help = "constant yield stress";
//     Real yield{};  // [Pa]
//     static constexpr auto options() {
//       return OptionTable{required("yield", &Perfect::yield, dim::pressure, "yield stress", positive)};
//     }
//   };
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/core/unit.hpp"

namespace talus {

/// Closed or open interval that a number has to lie in.
struct Bound {
  Real low = -infinity;
  Real high = infinity;
  bool open_low = false;
  bool open_high = false;
};

inline constexpr Bound any{};
inline constexpr Bound positive{.low = 0, .open_low = true};
inline constexpr Bound non_negative{.low = 0};
constexpr Bound between(Real low, Real high) { return {.low = low, .high = high}; }
constexpr Bound inside(Real low, Real high) { return {low, high, true, true}; }

/// One row of an option table. A row with an empty key holds a Chosen<…> whose own keys stand in the surrounding
/// object instead of one level below.
template <class Owner, class T>
struct Option {
  using value_type = T;
  std::string_view key;
  T Owner::*member;
  Dimension dimension;
  std::string_view help;
  Bound bound;
  bool required;
};

template <class Owner, class T>
constexpr auto required(std::string_view key, T Owner::*member, Dimension dimension, std::string_view help,
                        Bound bound = any) {
  return Option<Owner, T>{key, member, dimension, help, bound, true};
}
template <class Owner, class T>
constexpr auto required(std::string_view key, T Owner::*member, std::string_view help) {
  return Option<Owner, T>{key, member, dim::none, help, any, true};
}
template <class Owner, class T>
constexpr auto optional(std::string_view key, T Owner::*member, Dimension dimension, std::string_view help,
                        Bound bound = any) {
  return Option<Owner, T>{key, member, dimension, help, bound, false};
}
template <class Owner, class T>
constexpr auto optional(std::string_view key, T Owner::*member, std::string_view help) {
  return Option<Owner, T>{key, member, dim::none, help, any, false};
}

namespace detail {

template <std::size_t, class Row>
struct NumberedRow {
  Row row;
};
template <class Numbers, class... Rows>
struct NumberedRows;
template <std::size_t... numbers, class... Rows>
struct NumberedRows<std::index_sequence<numbers...>, Rows...> : NumberedRow<numbers, Rows>... {
  template <class F>
  constexpr decltype(auto) apply(F&& f) const {
    return f(static_cast<const NumberedRow<numbers, Rows>&>(*this).row...);
  }
};

}  // namespace detail

/// All rows of an aggregate. A std::tuple would do, but its constructors take most of the time to compile a case.
template <class... Rows>
struct OptionTable {
  detail::NumberedRows<std::index_sequence_for<Rows...>, Rows...> rows;

  constexpr explicit OptionTable(const Rows&... row) : rows{{row}...} {}

  /// f(row, row, ...)
  template <class F>
  constexpr decltype(auto) apply(F&& f) const {
    return rows.apply(f);
  }
};

/// The rows of tables, one table after the other.
template <class... A>
constexpr auto joined(const OptionTable<A...>& all) {
  return all;
}
template <class... A, class... B, class... More>
constexpr auto joined(const OptionTable<A...>& a, const OptionTable<B...>& b, const More&... more) {
  return a.apply([&](const A&... row_of_a) {
    return b.apply(
        [&](const B&... row_of_b) { return joined(OptionTable<A..., B...>(row_of_a..., row_of_b...), more...); });
  });
}

/// A word for a choice. An enum that a case can set has `constexpr auto choices(std::type_identity<E>)`
/// returning an array of these, found by argument-dependent lookup.
template <class E>
struct Word {
  std::string_view word;
  E value;
  std::string_view help;
};

/// The word for a value of such a choice; empty where there is none.
template <class E>
[[nodiscard]] constexpr std::string_view word_of(E value) {
  for (const Word<E>& w : choices(std::type_identity<E>{})) {
    if (w.value == value) return w.word;
  }
  return {};
}

/// Values keyed by name, in the order of the file.
template <class T>
using Named = std::vector<std::pair<std::string, T>>;

/// A value that the program may work out by itself: in a case the word "auto", or a value.
template <class T>
struct Automatic {
  std::optional<T> value;
};

template <class T>
concept HasOptions = requires {
  T::options();
};

}  // namespace talus
