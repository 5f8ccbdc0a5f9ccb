// A whole case from its text and back: the doors to the codecs. Include it only where a case type is read.
#pragma once

#include "talus/core/codec_options.hpp"
#include "talus/core/describe_keys.hpp"
#include "talus/core/json_compose.hpp"
#include "talus/core/misplaced_key.hpp"

namespace talus {

/// Whether vectors have two components, which must be known before any is read.
inline bool is_planar(const CaseText& text) {
  int dimension = 3;
  ErrorList untold;  // until its turn comes
  const Cursor::Services services{text.constants, untold};
  const json::Member* member = text.root.find("dimension");
  if (member != nullptr) Codec<int>::read(Cursor(member->value, "/dimension", services), {}, dimension);
  return dimension == 2;
}

/// The aggregate that the text describes; what is wrong goes to `errors`.
template <HasOptions T>
[[nodiscard]] T read_options(const CaseText& text, ErrorList& errors) {
  T out{};
  const auto home_of = [](const std::string& pointer, const Words& siblings, const json::Value& object) {
    static const std::vector<KeyText> keys = describe_keys<T>();  // not before a key is unknown
    return home_of_key(keys, pointer, siblings, object);
  };
  const Cursor::Services services{text.constants, errors, is_planar(text), home_of};
  ObjectCursor object(Cursor(text.root, "", services));
  Codec<T>::read_fields(object, out);
  for (const std::string_view key : composition_keys) (void)object.ask(key);
  object.finish();
  return out;
}

/// Every option with its value, in SI: itself a case that reads back as the same aggregate. Formulas keep their
/// variables, which therefore come along.
template <HasOptions T>
[[nodiscard]] json::Value resolved(const T& value, const json::Value& variables = json::object()) {
  json::Object members;
  if (variables.object() && !variables.object()->empty()) members.push_back({"variables", variables});
  Codec<T>::write_fields(value, members);
  return members;
}

/// JSON Schema (draft-07) of the aggregate as a file. A file that extends another may leave out anything.
template <HasOptions T>
[[nodiscard]] json::Value schema_of(std::string_view title) {
  std::vector<schema::Form> forms(1);
  const json::Value any_object = json::object({{"type", "object"}});
  forms.front().properties = {{"$schema", json::object({{"type", "string"}})},
                              {"variables", any_object},
                              {"extends", schema::reference("paths")},
                              {"short", any_object}};
  Codec<T>::add_forms(forms);
  return json::object({{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", title},
                       {"definitions", schema::definitions()},
                       {"if", json::object({{"required", json::array({"extends"})}})},
                       {"then", any_object},
                       {"else", schema::object(forms)}});
}

}  // namespace talus
