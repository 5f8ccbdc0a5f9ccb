#include "talus/core/json_compose.hpp"

#include <charconv>
#include <cmath>

#include "talus/core/error.hpp"
#include "talus/core/json_merge.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/unit.hpp"

namespace talus {
namespace {

// Values put in from outside: steps 2 and 3 of the header

/// The place in `root` that the pointer names, made of new objects where nothing is yet; null when it leads
/// through a value that has no keys.
json::Value* make_path(json::Value& root, const std::vector<std::string>& steps, const json::Place& place) {
  json::Value* value = &root;
  for (const std::string& key : steps) {
    if (auto* items = value->array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
      if (error != std::errc() || end != key.data() + key.size() || index > items->size()) return nullptr;
      if (index == items->size()) items->emplace_back();
      value = &(*items)[index];
    } else {
      if (value->is_null()) *value = json::object(), value->place = place;
      if (!value->object()) return nullptr;
      if (!value->find(key)) value->object()->push_back({key, {}, place});
      value = &value->find(key)->value;
    }
  }
  return value;
}

void set(json::Value& root, const std::string& pointer, const json::Value& value, const json::Place& key_place,
         ErrorList& errors) {
  const auto steps = pointer.starts_with('/') ? json::split(pointer) : std::vector<std::string>{};
  json::Value* target = steps.empty() ? nullptr : make_path(root, steps, key_place);
  if (target) {
    *target = value;
  } else {
    errors.add(Fault::bad_set, key_place, "",
               json::quote(pointer) + " leads nowhere; expected a pointer such as /time/end or /contacts/0/normal");
  }
}

void apply_short_form(json::Value& root, const json::Value& short_form, ErrorList& errors) {
  if (short_form.is_null()) return;
  if (!short_form.object()) {
    errors.add(Fault::wrong_type, short_form.place, "/short", "expected an object {\"/pointer\": value, …}");
    return;
  }
  for (const json::Member& member : *short_form.object()) set(root, member.key, member.value, member.place, errors);
}

/// A value typed on the command line: JSON where it is JSON, a number (".4"), or else a text.
json::Value typed_value(const std::string& text) {
  try {
    ErrorList errors;
    json::Value value = json::parse(text, "", errors);
    if (errors.empty()) return value;
  } catch (const CaseError&) {
    // Not JSON: a text without quotes is the usual case.
  }
  if (const auto quantity = split_quantity(text); quantity && quantity->unit.empty()) return quantity->number;
  return text;
}

void move_to(json::Value& value, const json::Place& place) {
  value.place = place;
  if (auto* items = value.array()) {
    for (json::Value& item : *items) move_to(item, place);
  } else if (auto* members = value.object()) {
    for (json::Member& member : *members) member.place = place, move_to(member.value, place);
  }
}

void apply_set(json::Value& root, const std::string& text, ErrorList& errors) {
  const json::Place place{std::make_shared<const std::string>("--set " + text), 0, 0};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    errors.add(Fault::bad_set, place, "", "expected /pointer=value, or variable=value");
    return;
  }
  json::Value value = typed_value(text.substr(equals + 1));
  move_to(value, place);
  std::string pointer = text.substr(0, equals);
  if (!pointer.starts_with('/')) {
    const json::Member* variables = root.find("variables");
    if (!variables || !variables->value.find(pointer)) {
      Words names;
      if (variables && variables->value.object()) {
        for (const json::Member& member : *variables->value.object()) names.push_back(member.key);
      }
      errors.add(Fault::unknown_variable, place, "",
                 "the case has no variable " + json::quote(pointer) + suggestion(pointer, names) +
                     " (a pointer starts with \"/\")");
      return;
    }
    pointer = json::join("/variables", pointer);
  }
  set(root, pointer, value, place, errors);
}

// Variables: step 4

/// The name in "$name", or empty for any other text.
std::string variable_name(const json::Value& value) {
  const std::string* text = value.string();
  const std::string name = text && text->starts_with('$') ? text->substr(1) : "";
  return is_variable_name(name) ? name : "";
}

void substitute(json::Value& value, const json::Value& variables, const std::string& pointer, ErrorList& errors) {
  if (auto* items = value.array()) {
    for (std::size_t i = 0; i < items->size(); ++i) {
      substitute((*items)[i], variables, json::join(pointer, std::to_string(i)), errors);
    }
  } else if (auto* members = value.object()) {
    for (json::Member& m : *members) substitute(m.value, variables, json::join(pointer, m.key), errors);
  } else if (const std::string name = variable_name(value); !name.empty()) {
    if (const json::Member* variable = variables.find(name)) {
      json::Place place = value.place;
      value = variable->value;
      // Messages point to where the value is used, and name the argument that it comes from.
      place.argument = value.place.line == 0 ? value.place.file : value.place.argument;
      value.place = place;
      return;
    }
    Words names;
    for (const json::Member& m : *variables.object()) names.push_back(m.key);
    errors.add(Fault::unknown_variable, value.place, pointer,
               "unknown variable " + json::quote(name) + suggestion(name, names));
  }
}

/// {"choose": "$law", "word": value, …} becomes the value of the word chosen.
void choose(json::Value& value, const std::string& pointer, ErrorList& errors) {
  if (!value.object() || !value.find("choose")) return;
  const json::Value choice = json::take(value, "choose");
  const std::string* word = choice.string();
  if (json::Member* chosen = word ? value.find(*word) : nullptr) {
    json::Value taken = std::move(chosen->value);
    value = std::move(taken);
    return;
  }
  Words words;
  for (const json::Member& m : *value.object()) words.push_back(m.key);
  errors.add(Fault::bad_variable, choice.place, json::join(pointer, "choose"),
             word ? "no value for " + json::quote(*word) + suggestion(*word, words)
                  : "expected a text, found " + std::string(choice.kind()));
}

/// A variable as formulas see it: a number, or a quantity in SI.
std::optional<Real> numeric_value(const json::Value& value) {
  if (const Real* number = value.number()) return *number;
  const std::string* text = value.string();
  const auto quantity = text ? split_quantity(*text) : std::nullopt;
  const auto unit = quantity ? parse_unit(quantity->unit.empty() ? "1" : quantity->unit) : std::nullopt;
  const Real number = unit ? quantity->number * unit->factor : NAN;
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// A variable such as "4 cmm" as it was meant; empty where it may be any other text, such as "10 grains".
std::string meant_quantity(const json::Value& value) {
  const std::string* text = value.string();
  const auto quantity = text ? split_quantity(*text) : std::nullopt;
  if (!quantity || text->find(' ') == std::string::npos || parse_unit(quantity->unit)) return "";
  const std::string unit = nearest_unit(quantity->unit);
  return unit.empty() ? "" : json::dump(quantity->number) + " " + unit;
}

/// The number that a formula of earlier variables gives; none where it depends on t, or is wrong: then the place that
/// uses it says so.
std::optional<Real> formula_value(const json::Value& value, const Constants& constants) {
  const json::Object* object = value.object();
  if (!object || object->size() != 1 || object->front().key != "expression") return std::nullopt;
  const std::string* formula = object->front().value.string();
  if (!formula) return std::nullopt;
  try {
    return evaluate_formula(*formula, constants);
  } catch (const CaseError&) {
    return std::nullopt;
  }
}

CaseText resolve_variables(json::Value root, ErrorList& errors) {
  CaseText text{.root = std::move(root), .variables = json::object()};
  const json::Value written = json::take(text.root, "variables");
  if (!written.object() && !written.is_null()) {
    errors.add(Fault::wrong_type, written.place, "/variables", "expected an object {name: value, …}");
  }
  for (json::Member variable : written.object() ? *written.object() : json::Object{}) {
    const std::string pointer = json::join("/variables", variable.key);
    if (!is_variable_name(variable.key)) {
      errors.add(
          Fault::bad_variable, variable.place, pointer,
          json::quote(variable.key) +
              " cannot name a variable: use letters, digits and \"_\"; \"t\" and \"pi\" have a meaning in formulas");
    }
    substitute(variable.value, text.variables, pointer, errors);
    choose(variable.value, pointer, errors);
    if (const std::string meant = meant_quantity(variable.value); !meant.empty()) {
      errors.add(
          Fault::unknown_unit, variable.value.place, pointer,
          "unknown unit in " + json::quote(*variable.value.string()) + "; did you mean " + json::quote(meant) + "?");
      variable.value.data = meant;  // one message is enough: not one more for each use
    }
    auto number = numeric_value(variable.value);
    if (!number) number = formula_value(variable.value, text.constants);
    if (number) text.constants.emplace_back(variable.key, *number);
    text.variables.object()->push_back(std::move(variable));
  }
  substitute(text.root, text.variables, "", errors);
  return text;
}

CaseText finish(json::Value root, const CaseSource& source, ErrorList& errors) {
  if (!root.object()) {
    errors.add(Fault::wrong_type, root.place, "", "expected an object { … }, found " + std::string(root.kind()));
    errors.throw_if_any();
  }
  json::take(root, "$schema");
  const json::Value short_form = json::take(root, "short");
  if (source.short_form) apply_short_form(root, short_form, errors);
  for (const std::string& text : source.sets) apply_set(root, text, errors);
  CaseText text = resolve_variables(std::move(root), errors);
  text.has_short_form = !short_form.is_null();
  return text;
}

}  // namespace

CaseText compose_case(const CaseSource& source, ErrorList& errors) {
  const std::string text = source.text ? *source.text : json::read_text(source.path);
  json::Value root = json::parse(text, source.path.string(), errors);
  const std::string alone = json::dump(root);
  add_bases(root, source.path, errors);
  std::string merged = json::dump(root);
  CaseText result = finish(std::move(root), source, errors);
  result.builds_on = merged != alone;
  result.merged = std::move(merged);
  return result;
}

CaseText compose_text(const std::string& text, const std::string& name, const std::vector<std::string>& sets,
                      ErrorList& errors) {
  json::Value root = json::parse(text, name, errors);
  add_bases(root, name, errors);
  return finish(std::move(root), {.path = name, .sets = sets}, errors);
}

}  // namespace talus
