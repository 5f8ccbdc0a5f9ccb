// A number that may depend on time and on place: a TimeFunction, or a formula of x, y and z besides t.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "talus/core/time_function.hpp"

namespace talus {

/// In a case all that a TimeFunction may be, and {"expression": "rho*g*(h - y)"}. x, y, z [m] are reference
/// coordinates: where a particle or a part of the surface is before anything has moved.
///
/// Copies share one parser, which is not safe to call from several threads at once.
class FieldFunction {
 public:
  FieldFunction(Real constant = 0) : of_time_(constant) {}
  FieldFunction(TimeFunction of_time) : of_time_(std::move(of_time)) {}
  /// Throws CaseError when the formula is wrong, or names a coordinate that is a variable of the case as well.
  /// `place` is its JSON pointer, for messages.
  static FieldFunction expression(const std::string& formula, const Constants& constants, std::string place = "");

  /// The same everywhere: a function of time alone.
  [[nodiscard]] bool is_uniform() const { return !parser_; }
  /// What it is then.
  [[nodiscard]] const TimeFunction& of_time() const { return of_time_; }
  /// Its formula has no time in it.
  [[nodiscard]] bool is_steady() const;
  /// "x", "y" or "z" stands in its formula.
  [[nodiscard]] bool depends_on(const std::string& coordinate) const;
  [[nodiscard]] const std::string& formula() const { return parser_ ? formula_ : of_time_.formula(); }

  /// At the place X [m] of the reference state. Throws LostFormula when a formula has no finite value there.
  [[nodiscard]] Real operator()(const Vec3& X, Real t) const;

 private:
  struct Parser;  // hides muparser
  TimeFunction of_time_;
  std::string formula_, place_;
  std::shared_ptr<Parser> parser_;
};

}  // namespace talus
