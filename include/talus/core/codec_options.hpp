// Codecs of choices, catalogues and aggregates: the option table at work.
//
// A row with an empty key embeds its member: the keys of the member stand in the object of its owner.
#pragma once

#include <type_traits>

#include "talus/core/catalog.hpp"
#include "talus/core/codec_container.hpp"

namespace talus {

template <class E>
concept Choice = std::is_enum_v<E> && requires {
  choices(std::type_identity<E>{});
};

/// Members of an object: what the codecs below have beyond the others, so that they can be embedded.
///   read_fields(object, out)   write_fields(value, members)   add_forms(forms)
template <class T>
concept Embeddable = requires(ObjectCursor& object, T& value, json::Object& members) {
  Codec<T>::read_fields(object, value);
  Codec<T>::write_fields(value, members);
};

template <Choice E>
struct Codec<E> {
  static Words words() {
    Words result;
    for (const Word<E>& w : choices(std::type_identity<E>{})) result.push_back(w.word);
    return result;
  }
  static void read(const Cursor& at, const Rule& rule, E& out) {
    const std::string* text = at.value().string();
    if (!text) return at.refuse_type(expected(rule));
    for (const Word<E>& w : choices(std::type_identity<E>{})) {
      if (w.word == *text) return void(out = w.value);
    }
    at.refuse(Fault::unknown_word, "unknown word " + json::quote(*text) + suggestion(*text, words()));
  }
  static json::Value write(E value) {
    for (const Word<E>& w : choices(std::type_identity<E>{})) {
      if (w.value == value) return w.word;
    }
    return {};
  }
  static json::Value schema(const Rule&) { return schema::words(words()); }
  static std::string expected(const Rule&) { return list_of(words()); }
};

/// Calls f(row) for every row of the option table of T.
template <HasOptions T, class F>
constexpr void for_each_option(F&& f) {
  T::options().apply([&](const auto&... row) { (f(row), ...); });
}

template <HasOptions T>
struct Codec<T> {
  static void read(const Cursor& at, const Rule& rule, T& out) {
    if (!at.value().object()) return at.refuse_type(expected(rule));
    ObjectCursor object(at);
    read_fields(object, out);
    object.finish();
  }

  static void read_fields(ObjectCursor& object, T& out) {
    for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>& row) {
      V& field = out.*row.member;
      const Rule rule{row.dimension, row.bound};
      if constexpr (Embeddable<V>) {
        if (row.key.empty()) return Codec<V>::read_fields(object, field);
      }
      if (const json::Member* member = object.ask(row.key))
        Codec<V>::read(object.at().member(*member), rule, field);
      else if (row.required)
        object.refuse_missing(row.key, Codec<V>::expected(rule));
    });
  }

  static json::Value write(const T& value) {
    json::Object members;
    write_fields(value, members);
    return members;
  }

  static void write_fields(const T& value, json::Object& members) {
    for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>& row) {
      const V& field = value.*row.member;
      if constexpr (Embeddable<V>) {
        if (row.key.empty()) return Codec<V>::write_fields(field, members);
      }
      json::Value written = Codec<V>::write(field);
      if (!written.is_null()) members.push_back({std::string(row.key), std::move(written)});
    });
  }

  static json::Value schema(const Rule&) {
    std::vector<schema::Form> forms(1);
    add_forms(forms);
    return schema::object(forms);
  }

  /// Adds the keys of this aggregate to every form; an embedded catalogue multiplies them.
  static void add_forms(std::vector<schema::Form>& forms) {
    const T defaults{};
    for_each_option<T>([&]<class Owner, class V>(const Option<Owner, V>& row) {
      if constexpr (Embeddable<V>) {
        if (row.key.empty()) return Codec<V>::add_forms(forms);
      }
      json::Value property = Codec<V>::schema({row.dimension, row.bound});
      const bool has_unit = row.dimension != dim::none;
      const std::string unit = has_unit ? " [" + si_name(row.dimension) + "]" : "";
      property.object()->insert(property.object()->begin(), {"description", std::string(row.help) + unit});
      if (!row.required) {
        if (json::Value preset = Codec<V>::write(defaults.*row.member); !preset.is_null()) {
          property.object()->push_back({"default", std::move(preset)});
        }
      }
      for (schema::Form& form : forms) {
        form.properties.push_back({std::string(row.key), property});
        if (row.required) form.required.push_back(row.key);
      }
    });
  }

  static std::string expected(const Rule&) { return "an object { … }"; }
};

/// {"model": "perfect", "yield": "250 MPa"}; the name alone where nothing else needs saying.
template <class C>
struct Codec<Chosen<C>> {
  static Words names() {
    Words result;
    C::for_each([&]<class Entry>() { result.push_back(Entry::name); });
    return result;
  }

  static void read(const Cursor& at, const Rule& rule, Chosen<C>& out) {
    if (!at.value().object() && !at.value().string()) return at.refuse_type(expected(rule));
    json::Value bare = json::object({{std::string(C::key), at.value()}});
    bare.place = at.value().place;
    bare.object()->front().place = at.value().place;
    ObjectCursor object(at.value().object() ? at : Cursor(bare, at.pointer(), at.services()));
    read_fields(object, out);
    object.finish();
  }

  static void read_fields(ObjectCursor& object, Chosen<C>& out) {
    const json::Member* key = object.ask(C::key);
    const std::string* chosen = key ? key->value.string() : nullptr;
    bool found = false;
    C::for_each([&]<class Entry>() {
      if (!chosen || *chosen != Entry::name) return;
      Codec<Entry>::read_fields(object, out.entry.template emplace<Entry>());
      found = true;
    });
    if (found) return;
    object.ignore_rest();
    if (!key) return object.refuse_missing(C::key, list_of(names()));
    const Cursor at = object.at().member(*key);
    if (!chosen) return at.refuse_type(list_of(names()));
    at.refuse(Fault::unknown_word,
              "unknown " + std::string(C::family) + " " + json::quote(*chosen) + suggestion(*chosen, names()));
  }

  static json::Value write(const Chosen<C>& value) {
    json::Object members;
    write_fields(value, members);
    return members;
  }

  static void write_fields(const Chosen<C>& value, json::Object& members) {
    members.push_back({std::string(C::key), value.name()});
    std::visit([&]<class Entry>(const Entry& entry) { Codec<Entry>::write_fields(entry, members); }, value.entry);
  }

  static json::Value schema(const Rule&) {
    std::vector<schema::Form> forms(1);
    add_forms(forms);
    return json::object({{"anyOf", json::array({schema::words(names()), schema::object(forms)})}});
  }

  static void add_forms(std::vector<schema::Form>& forms) {
    std::vector<schema::Form> result;
    C::for_each([&]<class Entry>() {
      std::vector<schema::Form> of_entry = forms;
      const json::Value name = json::object({{"const", Entry::name}, {"description", Entry::help}});
      for (schema::Form& form : of_entry) {
        form.properties.push_back({std::string(C::key), schema::or_variable(name)});
        form.required.push_back(C::key);
      }
      Codec<Entry>::add_forms(of_entry);
      result.insert(result.end(), of_entry.begin(), of_entry.end());
    });
    forms = std::move(result);
  }

  static std::string expected(const Rule&) {
    return "an object {\"" + std::string(C::key) + "\": …} with " + list_of(names());
  }
};

/// An entry of a catalogue without a key for names: the first one whose first key stands there.
template <class C>
requires(C::key.empty()) struct Codec<Chosen<C>> {
  static void read(const Cursor& at, const Rule& rule, Chosen<C>& out) {
    if (!at.value().object()) return at.refuse_type(expected(rule));
    bool found = false;
    C::for_each([&]<class Entry>() {
      if (found || !at.value().find(first_key<Entry>())) return;
      Codec<Entry>::read(at, rule, out.entry.template emplace<Entry>());
      found = true;
    });
    if (!found) at.refuse(Fault::missing_key, "expected " + expected(rule));
  }
  static json::Value write(const Chosen<C>& value) {
    return std::visit([]<class Entry>(const Entry& entry) { return Codec<Entry>::write(entry); }, value.entry);
  }
  static json::Value schema(const Rule& rule) {
    json::Array forms;
    C::for_each([&]<class Entry>() {
      json::Object form{{"title", Entry::name}, {"description", Entry::help}};
      const json::Value keys = Codec<Entry>::schema(rule);
      form.insert(form.end(), keys.object()->begin(), keys.object()->end());
      forms.push_back(std::move(form));
    });
    return json::object({{"anyOf", std::move(forms)}});
  }
  static std::string expected(const Rule&) {
    Words keys;
    C::for_each([&]<class Entry>() { keys.push_back(first_key<Entry>()); });
    return "an object with the key " + list_of(keys);
  }

 private:
  template <class Entry>
  static constexpr std::string_view first_key() {
    return Entry::options().apply([](const auto& first, const auto&...) { return first.key; });
  }
};

}  // namespace talus
