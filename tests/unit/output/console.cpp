// What a user sees on the terminal, and what the log keeps of it.
#include "talus/output/console.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/core/utf8.hpp"
#include "talus/output/atomic_file.hpp"

using namespace talus;
using namespace talus::test;

namespace {

struct Screen {
  std::ostringstream out, error;
  Log log;
  Console console;
  explicit Screen(ConsoleOptions options) : console(options, out, error, log) {}
};

const CompareResult good{.column = "v",
                         .reference = "coulomb_slide",
                         .rms = 0.001,
                         .max = 0.002,
                         .final = std::nan(""),
                         .pass = true,
                         .tolerance = {{"rms", 0.005}},
                         .more = {}};

void show_everything(Console& console) {
  console.facts("model2", {{"threads", "2"}, {"Δt", "6.1 µs"}});
  console.table_header({{"step", "", 8}, {"time", "s"}, {"v", "m/s"}});
  console.table_row(std::array{1000.0, 0.0125, -2.0 / 3.0});
  console.compare({&good, 1});
  console.warning("the spacing is coarse");
}

}  // namespace

TEST_CASE("results go to stdout, warnings to stderr, both to the log") {
  const ScratchFolder folder;
  Screen screen({});
  show_everything(screen.console);
  screen.log.open(folder / "talus.log");
  screen.console.finish();
  const std::string out = screen.out.str();
  CHECK(contains(out, "  threads  2\n  Δt       6.1 µs\n"));
  CHECK(contains(out, "    step     time [s]      v [m/s]"));
  CHECK(contains(out, "    1000       0.0125      -0.6667"));
  CHECK(contains(out, "PASS  v against coulomb_slide:  rms 0.1 %  max 0.2 %  final -  (allowed: rms ≤ 0.5 %)"));
  CHECK_FALSE(contains(out, "coarse"));
  CHECK_FALSE(contains(out, "\033"));
  CHECK(screen.error.str() == "warning: the spacing is coarse\n");
  CHECK(read_file(folder / "talus.log") == out + screen.error.str());
  CHECK(screen.log.warnings() == std::vector<std::string>{"the spacing is coarse"});
}

TEST_CASE("quiet keeps warnings and the log") {
  const ScratchFolder folder;
  Screen screen({.quiet = true});
  screen.log.open(folder / "talus.log");
  show_everything(screen.console);
  screen.console.progress(0.1);
  screen.console.progress(0.9);
  screen.console.finish();
  CHECK(screen.out.str().empty());
  CHECK(screen.error.str() == "warning: the spacing is coarse\n");
  CHECK(contains(read_file(folder / "talus.log"), "PASS"));
}

TEST_CASE("colour only on a terminal, and not against the user's will") {
  Screen colored({.out_is_terminal = true});
  show_everything(colored.console);
  CHECK(contains(colored.out.str(), "\033[32mPASS"));
  Screen plain({.out_is_terminal = true, .error_is_terminal = true, .no_color = true});
  show_everything(plain.console);
  CHECK_FALSE(contains(plain.out.str(), "\033"));
}

TEST_CASE("without a terminal progress is a line per tenth") {
  Screen screen({});
  for (int i = 0; i <= 1000; ++i) screen.console.progress(i / 1000.0);
  const std::string text = screen.error.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 10);
  CHECK(contains(text, " 10 %  "));
  CHECK(contains(text, "100 %"));
  CHECK_FALSE(contains(text, "\r"));
  Screen silent({.progress = false});
  for (int i = 0; i <= 1000; ++i) silent.console.progress(i / 1000.0);
  CHECK(silent.error.str().empty());
}

TEST_CASE("the bar shows the share and the time left") {
  CHECK(progress_bar(0.5, 12, 4) == "[##··]  50 %  12 s left");
  CHECK(progress_bar(0, 0, 2) == "[··]   0 %  ");
  CHECK(progress_bar(1, 30, 2) == "[##] 100 %  0.00 s left");
}

TEST_CASE("the bar fits into a line, and makes room for the words where that is short") {
  CHECK(fitted_bar(0.5, 12, 0) == progress_bar(0.5, 12, 30));
  CHECK(fitted_bar(0.5, 12, 200) == progress_bar(0.5, 12, 30));
  CHECK(fitted_bar(0.5, 12, 30) == progress_bar(0.5, 12, 10));
  CHECK(fitted_bar(0.5, 12, 20) == " 50 %  12 s left");
  CHECK(fitted_bar(0.5, 12, 10) == " 50 %  12");
  for (int columns = 1; columns < 100; ++columns) {
    CHECK(utf8::count(fitted_bar(0.98765, 4321, columns)) < static_cast<std::size_t>(columns));
  }
}

TEST_CASE("a terminal that takes nothing back has lines") {
  Screen dumb({.error_is_terminal = true, .is_dumb = true});
  for (int i = 0; i <= 1000; ++i) dumb.console.progress(i / 1000.0);
  const std::string text = dumb.error.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 10);
  CHECK_FALSE(contains(text, "\r"));
  CHECK_FALSE(contains(text, "\033"));
}

TEST_CASE("an output that takes no more is an error") {
  Screen screen({});
  screen.out.setstate(std::ios::badbit);
  CHECK_THROWS_AS(screen.console.finish(), FileError);
  Log log;
  const ScratchFolder folder;
  CHECK_THROWS_AS(log.open(folder.blocked("talus.log")), FileError);
  Log full;
  full.line("text");
  CHECK(contains(message_of<FileError>([&] { full.open("/dev/full"); }), "No space left"));
}
