#include "formula_text.hpp"

#include <string_view>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"

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

Real single_value(mu::Parser& parser, const std::string& formula) {
  int count = 0;
  const Real* values = parser.Eval(count);
  if (count != 1) refuse_formula(formula, "has " + std::to_string(count) + " values; a decimal point is \".\"");
  return values[0];
}

}  // namespace talus
