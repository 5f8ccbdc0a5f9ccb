#include "talus/core/codec_scalar.hpp"

#include <cmath>

#include "talus/core/error.hpp"
#include "talus/core/schema.hpp"
#include "talus/core/utf8.hpp"

namespace talus {
namespace {

/// The number in SI; false, with an issue added, when the text is no quantity of that dimension.
bool read_quantity(const Cursor& at, const Rule& rule, const std::string& text, Real& out) {
  const std::string expected = quantity_phrase(rule.dimension);
  const auto quantity = split_quantity(text);
  if (!quantity) return at.refuse_type(expected), false;
  if (quantity->unit.empty() && rule.dimension != dim::none) {
    at.refuse(Fault::wrong_dimension, json::quote(text) + " has no unit; expected " + expected);
    return false;
  }
  const auto unit = parse_unit(quantity->unit.empty() ? "1" : quantity->unit);
  if (!unit) {
    const std::string near = nearest_unit(quantity->unit);
    at.refuse(Fault::unknown_unit,
              "unknown unit " + json::quote(quantity->unit) +
                  (near.empty() ? "; expected " + expected : "; did you mean " + json::quote(near) + "?"));
    return false;
  }
  if (unit->dimension != rule.dimension) {
    at.refuse(Fault::wrong_dimension, json::quote(text) + " is in " + si_name(unit->dimension) + ", not in " +
                                          si_name(rule.dimension) + "; expected " + expected);
    return false;
  }
  out = quantity->number * unit->factor;
  return true;
}

bool has_control_character(std::string_view text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (utf8::control_length(text.substr(k)) > 0) return true;
  }
  return false;
}

/// The text of {"expression": "…"}, or null with an issue added.
const std::string* expression_of(const Cursor& at, const std::string& expected) {
  ObjectCursor object(at);
  const json::Member* member = object.ask("expression");
  if (!member) return at.refuse_type(expected), nullptr;
  object.finish();
  const std::string* formula = member->value.string();
  if (!formula) at.member(*member).refuse_type("a formula in double quotes");
  return formula;
}

bool evaluate(const Cursor& at, const std::string& expected, Real& out) {
  const std::string* formula = expression_of(at, expected);
  if (!formula) return false;
  try {
    out = evaluate_formula(*formula, at.constants());
    return true;
  } catch (const CaseError& e) {
    at.member(*at.value().find("expression")).refuse(Fault::bad_formula, e.what());
    return false;
  }
}

bool read_number(const Cursor& at, const Rule& rule, const std::string& expected, Real& out) {
  const json::Value& value = at.value();
  if (const Real* number = value.number()) return out = *number, true;
  if (const std::string* text = value.string()) return read_quantity(at, rule, *text, out);
  if (value.object()) return evaluate(at, expected, out);
  return at.refuse_type(expected), false;
}

/// The value as the case has it, with its SI number when that differs.
std::string shown(const json::Value& value, Real number) {
  const std::string* text = value.string();
  return text ? json::quote(*text) : json::dump(number);
}

bool check_bound(const Cursor& at, const Bound& bound, Real number) {
  if (admits(bound, number)) return true;
  const std::string must = bound_text(bound);
  at.refuse(Fault::out_of_range, shown(at.value(), number) + " is out of range: it must be " +
                                     (must.empty() || !std::isfinite(number) ? "finite" : must));
  return false;
}

std::vector<std::pair<Real, Real>> read_table(const Cursor& at, const Rule& rule) {
  std::vector<std::pair<Real, Real>> points;
  if (!check_list(at, 1, SIZE_MAX, "a table [[t, value], …]")) return points;
  for (std::size_t i = 0; i < at.value().array()->size(); ++i) {
    const Cursor row = at.item(i);
    if (!check_list(row, 2, 2, "a point [t, value]")) continue;
    auto& [t, value] = points.emplace_back();
    Codec<Real>::read(row.item(0), {dim::time, any}, t);
    Codec<Real>::read(row.item(1), rule, value);
    if (i > 0 && points.size() > 1 && t <= points[points.size() - 2].first) {
      row.refuse(Fault::out_of_range, "times of a table must increase, but " + json::dump(t) + " s follows " +
                                          json::dump(points[points.size() - 2].first) + " s");
      points.pop_back();
    }
  }
  return points;
}

}  // namespace

void Codec<Real>::read(const Cursor& at, const Rule& rule, Real& out) {
  Real number = 0;
  if (read_number(at, rule, expected(rule), number) && check_bound(at, rule.bound, number)) out = number;
}
// JSON has no infinity: where that is the default, leaving the key out says the same.
json::Value Codec<Real>::write(Real value) { return std::isfinite(value) ? json::Value(value) : json::Value(); }
json::Value Codec<Real>::schema(const Rule& rule) { return schema::number(rule.bound); }

bool read_integer(const Cursor& at, const Bound& bound, Real low, Real high, Real& out) {
  const std::string expected = "a whole number";
  if (!read_number(at, {}, expected, out)) return false;
  if (std::trunc(out) != out)
    return at.refuse(Fault::wrong_type, "expected " + expected + ", found " + json::dump(out)), false;
  return check_bound(at, bound, out) && check_bound(at, between(low, high), out);
}
json::Value integer_schema(const Bound& bound) { return schema::integer(bound); }

void Codec<bool>::read(const Cursor& at, const Rule& rule, bool& out) {
  if (const bool* flag = at.value().flag())
    out = *flag;
  else
    at.refuse_type(expected(rule));
}
json::Value Codec<bool>::schema(const Rule&) { return schema::or_variable(json::object({{"type", "boolean"}})); }

void Codec<std::string>::read(const Cursor& at, const Rule& rule, std::string& out) {
  const std::string* text = at.value().string();
  if (!text) return at.refuse_type(expected(rule));
  if (has_control_character(*text)) {
    return at.refuse(Fault::out_of_range, "a text stands on one line, in plain characters; " + json::quote(*text) +
                                              " has a control character, which terminals take for a command");
  }
  out = *text;
}
json::Value Codec<std::string>::schema(const Rule&) { return json::object({{"type", "string"}}); }

void Codec<std::filesystem::path>::read(const Cursor& at, const Rule& rule, std::filesystem::path& out) {
  const std::string* text = at.value().string();
  if (!text) return at.refuse_type(expected(rule));
  const json::Place& place = at.value().place;
  // A value from the command line (no line) is relative to the working directory.
  const std::filesystem::path folder = place.line > 0 ? std::filesystem::path(*place.file).parent_path() : "";
  out = std::filesystem::absolute(folder / *text).lexically_normal();
}

void Codec<Vec3>::read(const Cursor& at, const Rule& rule, Vec3& out) {
  if (!check_list(at, 2, 3, expected(rule))) return;
  out.setZero();
  for (std::size_t i = 0; i < at.value().array()->size(); ++i) {
    Codec<Real>::read(at.item(i), rule, out[static_cast<Eigen::Index>(i)]);
  }
  // Directions are checked where they are used: those of axes point out of the plane, as angular velocities do.
  if (at.services().planar && rule.dimension.length == 1 && out.z() != 0) refuse_third_component(at);
}
json::Value Codec<Vec3>::write(const Vec3& value) {
  return value.allFinite() ? json::array({value.x(), value.y(), value.z()}) : json::Value();
}
json::Value Codec<Vec3>::schema(const Rule& rule) { return schema::list(Codec<Real>::schema(rule), 2, 3); }

void Codec<TimeFunction>::read(const Cursor& at, const Rule& rule, TimeFunction& out) {
  if (!at.value().object()) {
    Real constant = 0;
    Codec<Real>::read(at, rule, constant);
    out = TimeFunction(constant);
  } else if (const json::Member* table = at.value().find("table")) {
    ObjectCursor object(at);
    (void)object.ask("table");
    object.finish();
    if (auto points = read_table(at.member(*table), rule); !points.empty())
      out = TimeFunction::table(std::move(points));
  } else if (const std::string* formula = expression_of(at, expected(rule))) {
    try {
      out = TimeFunction::expression(*formula, at.constants(), at.pointer());
    } catch (const CaseError& e) {
      at.member(*at.value().find("expression")).refuse(Fault::bad_formula, e.what());
    }
  }
}

json::Value Codec<TimeFunction>::write(const TimeFunction& value) {
  if (value.is_constant()) return Codec<Real>::write(value(0));
  if (!value.formula().empty()) return json::object({{"expression", value.formula()}});
  json::Array rows;
  for (const auto& [t, number] : value.points()) rows.push_back(json::array({t, number}));
  return json::object({{"table", std::move(rows)}});
}

json::Value Codec<TimeFunction>::schema(const Rule& rule) {
  json::Value result = schema::number(rule.bound);
  result.find("anyOf")->value.array()->push_back(schema::reference("table"));
  return result;
}

std::string Codec<TimeFunction>::expected(const Rule& rule) {
  return quantity_phrase(rule.dimension) + R"(, {"table": [[t, value], …]} or {"expression": "… t …"})";
}

void Codec<FieldFunction>::read(const Cursor& at, const Rule& rule, FieldFunction& out) {
  if (!at.value().object() || at.value().find("table")) {
    TimeFunction of_time;
    Codec<TimeFunction>::read(at, rule, of_time);
    out = std::move(of_time);
  } else if (const std::string* formula = expression_of(at, expected(rule))) {
    const Cursor text = at.member(*at.value().find("expression"));
    try {
      out = FieldFunction::expression(*formula, at.constants(), at.pointer());
    } catch (const CaseError& e) {
      text.refuse(Fault::bad_formula, e.what());
    }
    if (at.services().planar && out.depends_on("z")) {
      text.refuse(Fault::bad_formula, "formula " + json::quote(*formula) + ": a case in two dimensions has no z");
    }
  }
}

json::Value Codec<FieldFunction>::write(const FieldFunction& value) {
  if (value.is_uniform()) return Codec<TimeFunction>::write(value.of_time());
  return json::object({{"expression", value.formula()}});
}

std::string Codec<FieldFunction>::expected(const Rule& rule) {
  return quantity_phrase(rule.dimension) + R"(, {"table": [[t, value], …]} or {"expression": "… t, x, y, z …"})";
}

void Codec<Formula>::read(const Cursor& at, const Rule& rule, Formula& out) {
  const std::string* text = at.value().string();
  if (!text) return at.refuse_type(expected(rule));
  try {
    out = Formula(*text, at.constants());
  } catch (const CaseError& e) {
    at.refuse(Fault::bad_formula, e.what());
  }
}

void refuse_third_component(const Cursor& at) {
  at.item(2).refuse(Fault::contradiction, "a case in two dimensions has no third component");
}

bool check_list(const Cursor& at, std::size_t least, std::size_t most, const std::string& expected) {
  const json::Array* items = at.value().array();
  if (!items) return at.refuse_type(expected), false;
  if (items->size() >= least && items->size() <= most) return true;
  at.refuse(Fault::wrong_count, "expected " + expected + ", found a list of " + std::to_string(items->size()));
  return false;
}

}  // namespace talus
