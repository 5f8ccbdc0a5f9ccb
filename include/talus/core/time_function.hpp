// A number that may depend on time: constant, table (linear between points), or formula of t.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// Numbers that formulas know by name, in SI.
using Constants = std::vector<std::pair<std::string, Real>>;

/// A formula has no finite value at the time that it is asked for.
struct LostFormula : SimulationError {
  LostFormula(std::string pointer, std::string what_is_lost)
      : SimulationError((pointer.empty() ? "" : pointer + ": ") + what_is_lost),
        place(std::move(pointer)),
        sentence(std::move(what_is_lost)) {}
  std::string place;  ///< JSON pointer; empty where it stands in no case
  std::string sentence;
};

/// In a case: `9.81`, "9.81 m/s^2", {"table": [[0, 0], ["1 s", 2]]}, {"expression": "9.81*sin(pi/4*t)"}.
/// Formulas (muparser) see `t` [s], `pi` and the case's numeric variables; their value is SI.
///
/// Copies share one parser, which is not safe to call from several threads at once: evaluate once per step,
/// outside the loop over particles.
///
/// Before t = 0, in the stages, a formula keeps its value at t = 0: nobody who writes a ramp t/t0 thinks of what it was
/// before it began. A table says what is before t = 0, if its points begin there.
class TimeFunction {
 public:
  TimeFunction(Real constant = 0) : constant_(constant) {}
  /// Points (t [s], value) with increasing t; before the first and after the last the value stays.
  static TimeFunction table(std::vector<std::pair<Real, Real>> points);
  /// Throws CaseError with muparser's words when the formula is wrong.
  /// `place` is its JSON pointer, for messages.
  static TimeFunction expression(const std::string& formula, const Constants& constants, std::string place = "");

  /// Throws LostFormula when a formula has no finite value at `t` [s].
  [[nodiscard]] Real operator()(Real t) const;
  [[nodiscard]] bool is_constant() const { return !parser_ && points_.empty(); }
  [[nodiscard]] const std::string& formula() const { return formula_; }
  [[nodiscard]] const std::vector<std::pair<Real, Real>>& points() const { return points_; }

 private:
  struct Parser;  // hides muparser
  Real constant_ = 0;
  std::vector<std::pair<Real, Real>> points_;
  std::string formula_, place_;
  std::shared_ptr<Parser> parser_;
};

/// Value of a formula without t. Throws CaseError when it is wrong or its value is not finite.
[[nodiscard]] Real evaluate_formula(const std::string& formula, const Constants& constants);

/// True when formulas can use the name: letters, digits and "_", and neither `t` nor `pi`.
[[nodiscard]] bool is_variable_name(const std::string& name);

}  // namespace talus
