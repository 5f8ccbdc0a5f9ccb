// Building blocks of the JSON Schema (draft-07) that editors use to complete and check a case.
//
// Every leaf also takes "$name", the value of a variable, and every object takes "include"; the reader checks more
// than a schema can say (units, dimensions, formulas).
#pragma once

#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/option.hpp"

namespace talus::schema {

/// {"$ref": "#/definitions/…"}
[[nodiscard]] json::Value reference(std::string_view definition);

/// Definitions that references point to.
[[nodiscard]] json::Value definitions();

/// The value, or the name of a variable that holds it.
[[nodiscard]] json::Value or_variable(json::Value value);

/// A number within the bound, a quantity with a unit, or an expression.
[[nodiscard]] json::Value number(const Bound& bound);
[[nodiscard]] json::Value integer(const Bound& bound);

/// One of the words.
[[nodiscard]] json::Value words(const Words& words);

[[nodiscard]] json::Value list(json::Value item);
[[nodiscard]] json::Value list(json::Value item, std::size_t least, std::size_t most);

/// An object whose keys are names.
[[nodiscard]] json::Value named(json::Value value);

/// An object as it may be written: its keys, and those of them that must stand.
struct Form {
  json::Object properties;
  json::Array required;
};

/// One form, or any of several.
[[nodiscard]] json::Value object(const std::vector<Form>& forms);

}  // namespace talus::schema
