// A formula (muparser) of named numbers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "talus/core/time_function.hpp"

namespace talus {

/// "p_t/(mu*p_n)": names that the constants do not give get their values before each evaluation.
///
/// Copies share one parser and its values, which is not safe to use from several threads at once.
class Formula {
 public:
  Formula() = default;
  /// Throws CaseError with muparser's words when the text is no formula of one value.
  Formula(const std::string& text, const Constants& constants);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Names that stand in it, other than functions and `pi`; constants of the case among them.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// True when the constants give a value to that name.
  [[nodiscard]] bool is_constant(std::size_t name) const;

  void set(std::size_t name, Real value);
  /// Not a number until every name has a value.
  [[nodiscard]] Real value() const;

 private:
  struct Parser;  // hides muparser
  std::string text_;
  std::vector<std::string> names_;
  std::shared_ptr<Parser> parser_;
};

}  // namespace talus
