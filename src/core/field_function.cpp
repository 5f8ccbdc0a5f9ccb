#include "talus/core/field_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "formula_text.hpp"
#include "talus/core/json_value.hpp"

namespace talus {
namespace {

constexpr std::array coordinates{"x", "y", "z"};

}  // namespace

struct FieldFunction::Parser {
  mu::Parser parser;
  Real t = 0;
  Vec3 X = Vec3::Zero();
  std::set<std::string> names;  ///< of t, x, y and z those that stand in the formula
};

FieldFunction FieldFunction::expression(const std::string& formula, const Constants& constants, std::string place) {
  // A variable of the case that is called like a coordinate is none of the formula's: which is meant is not clear.
  Constants others;
  std::ranges::copy_if(constants, std::back_inserter(others), [](const auto& constant) {
    return std::ranges::find(coordinates, constant.first) == coordinates.end();
  });
  const auto shared = std::make_shared<Parser>();
  mu::Parser& parser = shared->parser;
  try {
    parser.DefineVar("t", &shared->t);
    for (int k = 0; k < 3; ++k) parser.DefineVar(coordinates[k], &shared->X[k]);
    prepare_formula(parser, formula, others);
    (void)single_value(parser, formula);
    for (const auto& [name, address] : parser.GetUsedVar()) shared->names.insert(name);
  } catch (const mu::Parser::exception_type& e) {
    explain_formula(e, parser, formula, others);
  }
  bool is_uniform = true;
  for (const std::string name : coordinates) {
    if (!shared->names.contains(name)) continue;
    is_uniform = false;
    if (std::ranges::find(constants, name, &Constants::value_type::first) == constants.end()) continue;
    refuse_formula(formula, json::quote(name) +
                                " is a coordinate here and a variable of the case as well: give the "
                                "variable another name");
  }
  if (is_uniform) return TimeFunction::expression(formula, constants, std::move(place));
  FieldFunction f;
  f.formula_ = formula;
  f.place_ = std::move(place);
  f.parser_ = shared;
  return f;
}

bool FieldFunction::is_steady() const { return parser_ ? !parser_->names.contains("t") : of_time_.is_constant(); }

bool FieldFunction::depends_on(const std::string& coordinate) const {
  return parser_ && parser_->names.contains(coordinate);
}

Real FieldFunction::operator()(const Vec3& X, Real t) const {
  if (!parser_) return of_time_(t);
  parser_->t = std::max(Real(0), t);  // as a TimeFunction
  parser_->X = X;
  const Real value = parser_->parser.Eval();
  if (!std::isfinite(value)) {
    throw LostFormula(place_, "formula " + json::quote(formula_) + " is not finite at t = " + json::dump(parser_->t) +
                                  " s, x = " + json::dump(X.x()) + " m, y = " + json::dump(X.y()) +
                                  " m, z = " + json::dump(X.z()) + " m");
  }
  return value;
}

}  // namespace talus
