#include "formula_text.hpp"

#include <numbers>
#include <string_view>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus {

void refuse_formula(const std::string& formula, const std::string& why) {
  throw CaseError("formula " + json::quote(formula) + ": " + why);
}

void refuse_assignment(const std::string& formula) {
  for (std::size_t k = 0; k < formula.size(); ++k) {
    if (formula[k] != '=') continue;
    const bool compares = (k > 0 && std::string_view("=<>!").find(formula[k - 1]) != std::string_view::npos) ||
                          (k + 1 < formula.size() && formula[k + 1] == '=');
    if (!compares) refuse_formula(formula, "\"=\" assigns; to compare, write \"==\"");
  }
}

void explain_formula(const mu::Parser::exception_type& error, const mu::Parser& parser, const std::string& formula,
                     const Constants& constants) {
  const std::string name = error.GetToken();
  if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN || name.empty()) refuse_formula(formula, error.GetMsg());
  if (parser.GetFunDef().contains(name)) {
    refuse_formula(formula, json::quote(name) + " is a function: what it is taken of stands in parentheses, as in " +
                                json::quote(name + "(…)"));
  }
  Words known{"pi"};
  for (const auto& [variable, address] : parser.GetVar()) known.push_back(variable);
  for (const auto& [constant, value] : constants) known.push_back(constant);
  Words all = known;
  for (const auto& [function, callback] : parser.GetFunDef()) all.push_back(function);
  const bool is_near = !nearest_word(name, all).empty();
  refuse_formula(formula, "no number is known as " + json::quote(name) + suggestion(name, is_near ? all : known));
}

void prepare_formula(mu::Parser& parser, const std::string& formula, const Constants& constants) {
  refuse_assignment(formula);
  parser.DefineConst("pi", std::numbers::pi);
  for (const auto& [name, value] : constants) parser.DefineConst(name, value);
  parser.SetExpr(formula);
}

Real single_value(mu::Parser& parser, const std::string& formula) {
  int count = 0;
  const Real* values = parser.Eval(count);
  if (count != 1) refuse_formula(formula, "has " + std::to_string(count) + " values; a decimal point is \".\"");
  return values[0];
}

}  // namespace talus
