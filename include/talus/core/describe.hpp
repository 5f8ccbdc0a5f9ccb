// Catalogues and their entries in words, found by walking the option tables of a case.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "talus/core/codec_options.hpp"
#include "talus/core/describe_text.hpp"

namespace talus {

/// What lists, names and "maybe" hold in the end, and how many steps of a JSON pointer lie between.
template <class T>
struct Innermost {
  using type = T;
  static constexpr int steps = 0;
};
template <class T>
struct Innermost<std::optional<T>> : Innermost<T> {};
template <class T>
struct Innermost<Automatic<T>> : Innermost<T> {};

template <class T>
struct InnermostOfItems : Innermost<T> {
  static constexpr int steps = Innermost<T>::steps + 1;
};
template <class T>
struct Innermost<std::vector<T>> : InnermostOfItems<T> {};
template <class T>
struct Innermost<Named<T>> : InnermostOfItems<T> {};
template <class T, std::size_t N>
struct Innermost<std::array<T, N>> : InnermostOfItems<T> {};

template <class T>
concept OfCatalog = requires {
  typename T::catalog;
};

/// A default in words; empty for what is absent, and for sections, which have a table of their own.
template <class V>
[[nodiscard]] std::string preset_text(const V& value) {
  if constexpr (OfCatalog<V>) {
    return std::string(value.name());
  } else {
    const json::Value preset = Codec<V>::write(value);
    return preset.is_null() || preset.object() ? "" : value_text(preset);
  }
}

template <class Owner, class V>
[[nodiscard]] OptionText describe_option(const Option<Owner, V>& row, const Owner& defaults) {
  OptionText text;
  text.key = row.key;
  text.expected = rule_text(Codec<V>::expected({row.dimension, row.bound}), row.dimension, row.bound);
  text.required = row.required;
  text.help = row.help;
  text.has_keys = HasOptions<typename Innermost<V>::type>;
  if (!row.required) text.preset = preset_text(defaults.*row.member);
  return text;
}

/// The key that names an entry of a catalogue, beside which the keys of the entry stand. No entry is taken unless the
/// key is there, whatever the table of the owner says of defaults.
template <class C>
[[nodiscard]] OptionText describe_entry_key(std::string_view help) {
  OptionText text;
  text.key = C::key;
  const Words names = Codec<Chosen<C>>::names();
  text.expected = list_of(names) + ", with the keys of that entry beside it: talus describe " + std::string(names[0]);
  text.required = true;
  text.help = help;
  return text;
}

template <HasOptions T>
[[nodiscard]] std::vector<OptionText> describe_options() {
  std::vector<OptionText> rows;
  const T defaults{};
  for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>& row) {
    if constexpr (HasOptions<V>) {
      if (row.key.empty()) {
        const auto inner = describe_options<V>();
        rows.insert(rows.end(), inner.begin(), inner.end());
        return;
      }
    } else if constexpr (OfCatalog<V>) {
      if (row.key.empty()) return rows.push_back(describe_entry_key<typename V::catalog>(row.help));
    }
    rows.push_back(describe_option<Owner, V>(row, defaults));
  });
  return rows;
}

/// Collects every catalogue entry that the option table of a case reaches, each once.
class EntryCollector {
 public:
  template <class T>
  void visit() {
    using V = typename Innermost<T>::type;
    if constexpr (requires { family_of(std::type_identity<V>{}); }) {
      visit_choices<V>(family_of(std::type_identity<V>{}));
    } else if constexpr (HasOptions<V>) {
      for_each_option<V>([&]<class Owner, class Member>(const Option<Owner, Member>&) { visit<Member>(); });
    } else if constexpr (OfCatalog<V>) {
      visit_catalog<typename V::catalog>();
    }
  }
  [[nodiscard]] std::vector<EntryText> take() { return std::move(entries_); }

 private:
  std::vector<EntryText> entries_;

  [[nodiscard]] bool has_family(std::string_view family) const {
    return std::ranges::find(entries_, family, &EntryText::family) != entries_.end();
  }

  /// A choice that names its family is listed like a catalogue.
  template <Choice E>
  void visit_choices(std::string_view family) {
    if (has_family(family)) return;
    for (const Word<E>& w : choices(std::type_identity<E>{})) {
      entries_.push_back({std::string(family), std::string(w.word), std::string(w.help), {}, {}});
    }
  }

  template <class C>
  void visit_catalog() {
    if (has_family(C::family)) return;
    C::for_each([&]<class Entry>() { add<Entry>(C::family); });
    C::for_each([&]<class Entry>() { visit<Entry>(); });
  }

  template <class Entry>
  void add(std::string_view family) {
    EntryText& text = entries_.emplace_back();
    text.family = family;
    text.name = Entry::name;
    text.help = Entry::help;
    if constexpr (requires { Entry::formula; }) text.formula = Entry::formula;
    text.options = describe_options<Entry>();
  }
};

/// Every catalogue entry that a case of type T can name, families together and in the order of the case.
template <HasOptions T>
[[nodiscard]] std::vector<EntryText> describe_entries() {
  EntryCollector collector;
  collector.visit<T>();
  return collector.take();
}

}  // namespace talus
