#include "talus/core/formula.hpp"

#include <muParser.h>

#include <algorithm>
#include <limits>
#include <numbers>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"

namespace talus {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw CaseError("formula " + json::quote(text) + ": " + why);
}

/// muparser would store a value in a name; a formula only reads.
bool assigns(const std::string& text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '=') continue;
    const bool compares = (k > 0 && std::string_view("=<>!").find(text[k - 1]) != std::string_view::npos) ||
                          (k + 1 < text.size() && text[k + 1] == '=');
    if (!compares) return true;
  }
  return false;
}

}  // namespace

struct Formula::Parser {
  mu::Parser parser;
  std::vector<Real> values;  ///< of the names; their addresses belong to muparser
  std::vector<bool> constant;
};

Formula::Formula(const std::string& text, const Constants& constants)
    : text_(text), parser_(std::make_shared<Parser>()) {
  if (assigns(text)) refuse(text, "\"=\" assigns; to compare, write \"==\"");
  auto& [parser, values, constant] = *parser_;
  try {
    parser.DefineConst("pi", std::numbers::pi);
    parser.SetExpr(text);
    for (const auto& [name, address] : parser.GetUsedVar()) names_.push_back(name);
    values.assign(names_.size(), std::numeric_limits<Real>::quiet_NaN());
    constant.assign(names_.size(), false);
    for (std::size_t k = 0; k < names_.size(); ++k) {
      parser.DefineVar(names_[k], &values[k]);
      const auto known = std::ranges::find(constants, names_[k], &Constants::value_type::first);
      if (known == constants.end()) continue;
      values[k] = known->second;
      constant[k] = true;
    }
    int count = 0;
    (void)parser.Eval(count);
    if (count != 1) refuse(text, "has " + std::to_string(count) + " values; a decimal point is \".\"");
  } catch (const mu::Parser::exception_type& e) {
    refuse(text, e.GetMsg());
  }
}

bool Formula::is_constant(std::size_t name) const { return parser_->constant[name]; }

void Formula::set(std::size_t name, Real value) { parser_->values[name] = value; }

Real Formula::value() const { return parser_->parser.Eval(); }

}  // namespace talus
