#include "talus/core/formula.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "formula_text.hpp"

namespace talus {

struct Formula::Parser {
  mu::Parser parser;
  std::vector<Real> values;  ///< of the names; their addresses belong to muparser
  std::vector<bool> constant;
};

Formula::Formula(const std::string& text, const Constants& constants)
    : text_(text), parser_(std::make_shared<Parser>()) {
  refuse_assignment(text);
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
    (void)single_value(parser, text);
  } catch (const mu::Parser::exception_type& e) {
    refuse_formula(text, e.GetMsg());
  }
}

bool Formula::is_constant(std::size_t name) const { return parser_->constant[name]; }

void Formula::set(std::size_t name, Real value) { parser_->values[name] = value; }

Real Formula::value() const { return parser_->parser.Eval(); }

}  // namespace talus
