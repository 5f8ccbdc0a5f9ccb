// Everything that is wrong with a case, collected first and told at once, each with its place:
//
//   cases/sliding/model2.json:10:70: error[E302] at /materials/steel/posson
//         unknown key "posson"; did you mean "poisson"?
#pragma once

#include <string>
#include <vector>

#include "talus/core/json_value.hpp"

namespace talus {

/// The numbers that users and scripts see. They are stable: never reuse one.
enum class Fault : int {
  // The text
  syntax = 101,         ///< not JSON with comments
  duplicate_key = 102,  ///< a key stands twice in one object
  not_text = 103,       ///< not UTF-8
  too_large = 104,      ///< file size or nesting beyond the limit
  number_range = 105,   ///< a number that the computer cannot hold
  // Composition: extends, include, variables, --set, short
  unknown_variable = 201,
  bad_variable = 202,    ///< a variable whose name formulas cannot use
  cyclic_extends = 203,  ///< a file that builds on itself
  bad_extends = 204,     ///< extends or include is no path, or the file is no object
  bad_set = 205,         ///< a pointer that leads nowhere
  // Options
  missing_key = 301,
  unknown_key = 302,
  wrong_type = 303,
  unknown_word = 304,  ///< name of a law or of a choice
  unknown_unit = 305,
  wrong_dimension = 306,
  out_of_range = 307,
  bad_formula = 308,
  wrong_count = 309,  ///< a list of the wrong length
  bad_name = 310,     ///< a name that cannot be part of a file name
  bad_file = 311,     ///< a file that does not hold what is asked of it
  no_file = 312,      ///< a file that is not there or cannot be read (exit code 4)
  // Meaning: checked once every value is read
  unknown_name = 401,   ///< a body, material, stage, … that the case does not define
  contradiction = 402,  ///< values that exclude each other
  initial_overlap = 403,
  missing_contact = 404,  ///< bodies that meet without a contact entry
  bad_size = 405,         ///< spacing, particle count or step count out of proportion
};

/// One thing that is wrong, in that form.
[[nodiscard]] std::string issue_text(Fault fault, const json::Place& place, const std::string& pointer,
                                     const std::string& sentence);

class ErrorList {
 public:
  void add(Fault fault, const json::Place& place, const std::string& pointer, const std::string& sentence);
  /// All that is not told yet, each with a remark behind its sentence.
  void add_new(const ErrorList& others, const std::string& remark);
  [[nodiscard]] bool empty() const { return issues_.empty(); }
  [[nodiscard]] std::size_t size() const { return issues_.size(); }

  /// All issues in the order of the file, one heading and one indented sentence each.
  [[nodiscard]] std::string text() const;

  /// Throws a CaseError with text() unless the list is empty.
  void throw_if_any() const;

 private:
  struct Issue {
    Fault fault;
    json::Place place;
    std::string pointer;
    std::string sentence;
  };
  std::vector<Issue> issues_;
};

}  // namespace talus
