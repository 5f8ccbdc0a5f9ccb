// The errors that reach a user. Each carries the exit code that scripts rely on.
#pragma once

#include <stdexcept>
#include <string>

namespace talus {

enum class ExitCode : int {
  ok = 0,
  internal = 1,
  command_line = 2,
  case_invalid = 3,
  file = 4,
  simulation_failed = 5,
  outside_tolerance = 6,
  wall_time = 7,
};

/// An error with words for a person: what, where, what was expected.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The case cannot be run as written.
struct CaseError : Error {
  explicit CaseError(const std::string& message) : Error(ExitCode::case_invalid, message) {}
};

/// A file or folder cannot be read or written.
struct FileError : Error {
  explicit FileError(const std::string& message) : Error(ExitCode::file, message) {}
};

/// The run went wrong: NaN, an inverted particle, a lost body.
struct SimulationError : Error {
  explicit SimulationError(const std::string& message) : Error(ExitCode::simulation_failed, message) {}
};

/// States what must hold inside the code; a violation is a defect, not a user error.
inline void invariant(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("invariant violated: ") + what);
}

}  // namespace talus
