// What a run prints: header, table, end on stdout; progress and warnings on stderr; all of it in the log.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/output/compare_result.hpp"
#include "talus/output/log.hpp"
#include "talus/output/progress.hpp"

namespace talus {

struct ConsoleOptions {
  bool quiet = false;  ///< only warnings and errors reach the terminal; the log is the same
  bool progress = true;
  bool out_is_terminal = false;
  bool error_is_terminal = false;
  bool no_color = false;  ///< see https://no-color.org
  bool is_dumb = false;   ///< the terminal cannot take back what it shows

  /// Asks the system about stdout and stderr, and the environment about NO_COLOR and TERM.
  static ConsoleOptions detect();
};

/// A column of the run's table.
struct ConsoleColumn {
  std::string name;
  std::string unit;
  int width = 11;
};

class Console {
 public:
  Console(ConsoleOptions options, std::ostream& out, std::ostream& error, Log& log);

  void line(std::string_view text = {});
  /// Names and values in two columns, under a bold title.
  void facts(std::string_view title, const std::vector<std::pair<std::string, std::string>>& rows);
  void table_header(std::vector<ConsoleColumn> columns);
  void table_row(std::span<const Real> values);
  void compare(std::span<const CompareResult> results);
  void warning(std::string_view text);
  void progress(Real fraction) { progress_.update(fraction); }
  /// Takes the bar away and checks that stdout took everything (FileError if not).
  void finish();

 private:
  enum class Tone { plain, bold, good, bad };
  void print(std::string_view text, Tone tone = Tone::plain);
  [[nodiscard]] std::string painted(std::string_view text, Tone tone, bool terminal) const;

  ConsoleOptions options_;
  std::ostream& out_;
  std::ostream& error_;
  Log& log_;
  Progress progress_;
  std::vector<ConsoleColumn> columns_;
};

/// "PASS" or "FAIL", the column, rms / max / final in per cent, and the tolerances.
[[nodiscard]] std::string compare_line(const CompareResult& result);

}  // namespace talus
