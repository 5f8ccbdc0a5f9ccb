// The keys of a case in words, each with the places where it may stand, found by walking the option tables from the
// root.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "talus/core/describe.hpp"
#include "talus/core/describe_key_text.hpp"

namespace talus {

/// Collects every key that the option table of a case reaches. The same key at several places is one as long as all
/// that is said about it is the same.
class KeyCollector {
 public:
  /// The keys of an object at that pointer; `owner` is the entry of a catalogue that is being walked.
  template <HasOptions T>
  void visit(const std::string& pointer, const std::string& owner) {
    const T defaults{};
    for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>& row) {
      if (!row.key.empty()) {
        add<V>(describe_option<Owner, V>(row, defaults), pointer, owner);
      } else if constexpr (HasOptions<V>) {
        visit<V>(pointer, owner);
      } else if constexpr (OfCatalog<V>) {
        visit_catalog<typename V::catalog>(row.help, pointer, owner);
      }
    });
  }

  void add(KeyText key) {
    const auto same = std::ranges::find_if(keys_, [&](const KeyText& known) {
      return known.option == key.option && known.options == key.options && known.values == key.values;
    });
    if (same == keys_.end())
      keys_.push_back(std::move(key));
    else
      same->places.push_back(std::move(key.places.front()));
  }

  [[nodiscard]] std::vector<KeyText> take() { return std::move(keys_); }

 private:
  std::vector<KeyText> keys_;

  /// A key whose value is a V, then all keys inside.
  template <class V>
  void add(OptionText option, const std::string& pointer, const std::string& owner) {
    using Inner = typename Innermost<V>::type;
    KeyPlace place{json::join(pointer, option.key), "", owner};
    place.inside = place.pointer;
    for (int i = 0; i < Innermost<V>::steps; ++i) place.inside += "/*";
    const std::string inside = place.inside;
    KeyText key{.option = std::move(option), .places = {std::move(place)}};
    if constexpr (HasOptions<Inner>) {
      key.options = describe_options<Inner>();
      add(std::move(key));
      visit<Inner>(inside, owner);
    } else if constexpr (OfCatalog<Inner>) {
      using C = typename Inner::catalog;
      key.values = entries_of<C>();
      add(std::move(key));
      visit_catalog<C>("which " + std::string(C::family), inside, owner);
    } else {
      if constexpr (Choice<Inner>) key.values = words_of<Inner>();
      add(std::move(key));
    }
  }

  /// The key that names the entry, and the keys of all entries, which stand side by side.
  template <class C>
  void visit_catalog(std::string_view help, const std::string& pointer, const std::string& owner) {
    if constexpr (!C::key.empty()) {
      const std::string place = json::join(pointer, C::key);
      add({.option = describe_entry_key<C>(help), .values = entries_of<C>(), .places = {{place, place, owner}}});
    }
    C::for_each([&]<class Entry>() { visit<Entry>(pointer, std::string(Entry::name)); });
  }

  template <class C>
  static std::vector<std::pair<std::string, std::string>> entries_of() {
    std::vector<std::pair<std::string, std::string>> result;
    C::for_each([&]<class Entry>() { result.emplace_back(Entry::name, Entry::help); });
    return result;
  }

  template <Choice E>
  static std::vector<std::pair<std::string, std::string>> words_of() {
    std::vector<std::pair<std::string, std::string>> result;
    for (const Word<E>& w : choices(std::type_identity<E>{})) result.emplace_back(w.word, w.help);
    return result;
  }
};

/// Every key of a case of type T, those at the root and what is in them first to last.
template <HasOptions T>
[[nodiscard]] std::vector<KeyText> describe_keys() {
  KeyCollector collector;
  collector.visit<T>("", "");
  for (const OptionText& option : composition_options()) {
    const std::string pointer = json::join("", option.key);
    collector.add({.option = option, .places = {{pointer, pointer, ""}}});
  }
  return collector.take();
}

}  // namespace talus
