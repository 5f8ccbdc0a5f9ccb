#include "talus/core/time_function.hpp"

#include <algorithm>
#include <cmath>

#include "formula_text.hpp"
#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"

namespace talus {

struct TimeFunction::Parser {
  mu::Parser parser;
  Real t = 0;
};

TimeFunction TimeFunction::table(std::vector<std::pair<Real, Real>> points) {
  if (points.empty()) throw CaseError("a table of a time function needs at least one point [t, value]");
  const auto later = [](const auto& a, const auto& b) { return a.first >= b.first; };
  if (const auto it = std::ranges::adjacent_find(points, later); it != points.end()) {
    throw CaseError("times of a table must increase, but " + json::dump(std::next(it)->first) + " s follows " +
                    json::dump(it->first) + " s");
  }
  TimeFunction f;
  f.points_ = std::move(points);
  return f;
}

TimeFunction TimeFunction::expression(const std::string& formula, const Constants& constants, std::string place) {
  TimeFunction f;
  f.place_ = std::move(place);
  f.formula_ = formula;
  f.parser_ = std::make_shared<Parser>();
  mu::Parser& parser = f.parser_->parser;
  try {
    parser.DefineVar("t", &f.parser_->t);
    prepare_formula(parser, formula, constants);
    (void)single_value(parser, formula);
  } catch (const mu::Parser::exception_type& e) {
    explain_formula(e, parser, formula, constants);
  }
  return f;
}

Real TimeFunction::operator()(Real t) const {
  if (parser_) {
    t = std::max(Real(0), t);
    parser_->t = t;
    const Real value = parser_->parser.Eval();
    if (!std::isfinite(value)) {
      throw LostFormula(place_, "formula " + json::quote(formula_) + " is not finite at t = " + json::dump(t) + " s");
    }
    return value;
  }
  if (points_.empty()) return constant_;
  if (t <= points_.front().first) return points_.front().second;
  if (t >= points_.back().first) return points_.back().second;
  const auto after = std::ranges::upper_bound(points_, t, {}, &std::pair<Real, Real>::first);
  const auto& [t1, value1] = *after;
  const auto& [t0, value0] = *std::prev(after);
  return value0 + (value1 - value0) * (t - t0) / (t1 - t0);
}

Real evaluate_formula(const std::string& formula, const Constants& constants) {
  Real value = 0;
  mu::Parser parser;
  try {
    prepare_formula(parser, formula, constants);
    value = single_value(parser, formula);
  } catch (const mu::Parser::exception_type& e) {
    explain_formula(e, parser, formula, constants);
  }
  if (!std::isfinite(value)) refuse_formula(formula, "its value is not finite");
  return value;
}

bool is_variable_name(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (name.empty() || !is_letter(name.front()) || name == "t" || name == "pi") return false;
  return std::ranges::all_of(name, [&](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace talus
