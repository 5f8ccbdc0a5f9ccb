// Catalogues and their entries in words, found by walking the option tables of a case.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "talus/core/codec_options.hpp"
#include "talus/core/describe_text.hpp"

namespace talus {

/// A default in words; empty for what is absent, and for sections, which have a table of their own.
template <class V>
[[nodiscard]] std::string preset_text(const V& value) {
  if constexpr (requires { typename V::catalog; }) {
    return std::string(value.name());
  } else {
    const json::Value preset = Codec<V>::write(value);
    if (preset.is_null() || preset.object()) return "";
    std::string text = json::dump(preset);
    text.pop_back();  // the newline of a document
    return text;
  }
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
    }
    OptionText& text = rows.emplace_back();
    text.key = row.key;
    text.expected = rule_text(Codec<V>::expected({row.dimension, row.bound}), row.dimension, row.bound);
    text.required = row.required;
    text.help = row.help;
    if (!row.required) text.preset = preset_text(defaults.*row.member);
  });
  return rows;
}

/// Collects every catalogue entry that the option table of a case reaches, each once.
class EntryCollector {
 public:
  template <class T>
  void visit() {
    Visit<T>::run(*this);
  }
  [[nodiscard]] std::vector<EntryText> take() { return std::move(entries_); }

 private:
  std::vector<EntryText> entries_;

  [[nodiscard]] bool has_family(std::string_view family) const {
    return std::ranges::find(entries_, family, &EntryText::family) != entries_.end();
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

  /// A choice that names its family is listed like a catalogue.
  template <class T>
  struct Visit {
    static void run(EntryCollector& to) {
      if constexpr (requires { family_of(std::type_identity<T>{}); }) {
        const std::string_view family = family_of(std::type_identity<T>{});
        if (to.has_family(family)) return;
        for (const Word<T>& w : choices(std::type_identity<T>{})) {
          to.entries_.push_back({std::string(family), std::string(w.word), std::string(w.help), {}, {}});
        }
      } else if constexpr (HasOptions<T>) {
        for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>&) { to.visit<V>(); });
      }
    }
  };
  template <class T>
  struct Visit<std::optional<T>> : Visit<T> {};
  template <class T>
  struct Visit<Automatic<T>> : Visit<T> {};
  template <class T>
  struct Visit<std::vector<T>> : Visit<T> {};
  template <class T>
  struct Visit<Named<T>> : Visit<T> {};
  template <class T, std::size_t N>
  struct Visit<std::array<T, N>> : Visit<T> {};
  template <class C>
  struct Visit<Chosen<C>> {
    static void run(EntryCollector& to) {
      if (to.has_family(C::family)) return;
      C::for_each([&]<class Entry>() { to.add<Entry>(C::family); });
      C::for_each([&]<class Entry>() { to.visit<Entry>(); });
    }
  };
};

/// Every catalogue entry that a case of type T can name, families together and in the order of the case.
template <HasOptions T>
[[nodiscard]] std::vector<EntryText> describe_entries() {
  EntryCollector collector;
  collector.visit<T>();
  return collector.take();
}

}  // namespace talus
