#include "talus/core/schema.hpp"

#include <cmath>

namespace talus::schema {
namespace {

json::Value any_of(json::Array alternatives) { return json::object({{"anyOf", std::move(alternatives)}}); }

json::Value bounded(std::string_view type, const Bound& bound) {
  json::Value result = json::object({{"type", type}});
  const auto add = [&](const char* key, Real limit) {
    if (std::isfinite(limit)) result.object()->push_back({key, limit});
  };
  add(bound.open_low ? "exclusiveMinimum" : "minimum", bound.low);
  add(bound.open_high ? "exclusiveMaximum" : "maximum", bound.high);
  return result;
}

json::Value text_like(std::string_view pattern, std::string_view description) {
  return json::object({{"type", "string"}, {"pattern", pattern}, {"description", description}});
}

json::Value array_of(json::Value item) { return json::object({{"type", "array"}, {"items", std::move(item)}}); }

json::Value object_with(std::string_view key, json::Value value) {
  return json::object({{"type", "object"},
                       {"properties", json::object({{std::string(key), std::move(value)}})},
                       {"required", json::array({key})},
                       {"additionalProperties", false}});
}

}  // namespace

json::Value reference(std::string_view definition) {
  return json::object({{"$ref", "#/definitions/" + std::string(definition)}});
}

json::Value definitions() {
  const json::Value text = json::object({{"type", "string"}});
  const json::Value scalar =
      any_of({json::object({{"type", "number"}}), reference("quantity"), reference("expression")});
  return json::object({
      {"variable", text_like(R"(^\$[A-Za-z_]\w*$)", "value of a variable")},
      {"quantity", text_like(R"(^\s*[-+]?(\d|\.\d)|^\$)", "number with a unit, such as \"50 mm\", or a variable")},
      {"expression", object_with("expression", text)},
      {"table", object_with("table", list(list(scalar, 2, 2)))},
      {"table_file", json::object({{"type", "object"},
                                   {"properties", json::object({{"file", text}, {"time", text}, {"value", text}})},
                                   {"required", json::array({"file"})},
                                   {"additionalProperties", false}})},
      {"paths", any_of({text, array_of(text)})},
  });
}

json::Value or_variable(json::Value value) { return any_of({std::move(value), reference("variable")}); }

json::Value number(const Bound& bound) {
  return any_of({bounded("number", bound), reference("quantity"), reference("expression")});
}

json::Value integer(const Bound& bound) {
  return any_of({bounded("integer", bound), reference("variable"), reference("expression")});
}

json::Value words(const Words& words) {
  return or_variable(json::object({{"enum", json::Array(words.begin(), words.end())}}));
}

json::Value list(json::Value item) { return or_variable(array_of(std::move(item))); }

json::Value list(json::Value item, std::size_t least, std::size_t most) {
  json::Value result = array_of(std::move(item));
  result.object()->push_back({"minItems", least});
  result.object()->push_back({"maxItems", most});
  return or_variable(std::move(result));
}

json::Value named(json::Value value) {
  return json::object({{"type", "object"},
                       {"properties", json::object({{"include", reference("paths")}})},
                       {"additionalProperties", std::move(value)}});
}

json::Value object(const std::vector<Form>& forms) {
  json::Array alternatives;
  for (const Form& form : forms) {
    json::Object properties = form.properties;
    properties.push_back({"include", reference("paths")});
    json::Value result = json::object({{"type", "object"}, {"properties", std::move(properties)}});
    // What is included may bring the required keys.
    if (!form.required.empty()) {
      result.object()->push_back({"anyOf", json::array({json::object({{"required", form.required}}),
                                                        json::object({{"required", json::array({"include"})}})})});
    }
    result.object()->push_back({"additionalProperties", false});
    alternatives.push_back(std::move(result));
  }
  return alternatives.size() == 1 ? alternatives.front() : any_of(std::move(alternatives));
}

}  // namespace talus::schema
