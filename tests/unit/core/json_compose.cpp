// What a case builds on: extends, include, short, --set and variables.
#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "talus/core/error.hpp"
#include "talus/core/json_compose.hpp"
#include "talus/core/json_merge.hpp"

using namespace talus;
namespace fs = std::filesystem;

namespace {

/// A folder of files that goes away with the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("talus_compose_" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path / "sub"); }
  ~Folder() { fs::remove_all(path); }
  fs::path file(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return path / name;
  }
};

std::string flat(const json::Value& value) {
  std::string text = json::dump(json::array({value}));  // nested values stay on one line
  std::erase(text, '\n');
  return text;
}

std::string composed(const std::string& text, const std::vector<std::string>& sets = {}) {
  ErrorList errors;
  const CaseText result = compose_text(text, "case.json", sets, errors);
  return errors.empty() ? flat(result.root) : errors.text();
}

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text);
  CAPTURE(part);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

}  // namespace

TEST_CASE("merge patch: the examples of RFC 7386, appendix A") {
  const auto merged = [](const std::string& target, const std::string& patch) {
    ErrorList errors;
    const auto wrap = [&](const std::string& t) { return compose_text("{\"x\": " + t + "}", "x", {}, errors).root; };
    json::Value value = wrap(target);
    merge(value, wrap(patch));
    return flat(value);
  };
  CHECK(merged(R"({"a": "b", "c": 1})", R"({"a": null, "d": [2]})") == R"([  {"x": {"c": 1, "d": [2]}}])");
  CHECK(merged(R"({"a": {"b": "c"}})", R"({"a": {"b": "d", "c": null}})") == R"([  {"x": {"a": {"b": "d"}}}])");
  CHECK(merged(R"({"a": [{"b": "c"}]})", R"({"a": [1]})") == R"([  {"x": {"a": [1]}}])");
  CHECK(merged(R"([1, 2])", R"({"a": {"bb": {"ccc": null}}})") == R"([  {"x": {"a": {"bb": {}}}}])");
}

TEST_CASE("a case builds on others, with their places kept") {
  const Folder folder;
  folder.file("sub/steel.json", "{\n \"young\": 1, \"density\": 7800}");
  folder.file("sub/base.json",
              R"({"time": {"end": 1, "courant": 0.9}, "m": {"include": "steel.json", "young": 2}, "gone": 1})");
  folder.file("extra.json", R"({"time": {"courant": 0.5}})");
  const fs::path path =
      folder.file("case.json", R"({"extends": ["sub/base.json", "extra.json"], "time": {"end": 3}, "gone": null})");
  ErrorList errors;
  const CaseText text = compose_case({.path = path}, errors);
  CHECK(errors.text() == "");
  CHECK(flat(text.root) == R"([  {"time": {"end": 3, "courant": 0.5}, "m": {"young": 2, "density": 7800}}])");
  CHECK(json::locate(text.root, "/m/density").text() == (folder.path / "sub" / "steel.json").string() + ":2:25");
  CHECK(json::locate(text.root, "/time/end").text() == path.string() + ":1:62");
}

TEST_CASE("what a case builds on must exist and must not build on the case") {
  const Folder folder;
  ErrorList errors;
  const fs::path missing = folder.file("missing.json", R"({"extends": "nowhere.json"})");
  CHECK_THROWS_AS((void)compose_case({.path = missing}, errors), FileError);
  folder.file("b.json", R"({"extends": "a.json"})");
  const fs::path a = folder.file("a.json", R"({"extends": "b.json"})");
  (void)compose_case({.path = a}, errors);
  has(errors.text(), "error[E203] at /extends\n      \"a.json\" builds on itself: a.json -> b.json");
  ErrorList wrong;
  (void)compose_case({.path = folder.file("c.json", R"({"extends": 3})")}, wrong);
  has(wrong.text(), "error[E204] at /extends");
}

TEST_CASE("variables stand for whole texts and for numbers in formulas") {
  ErrorList errors;
  const CaseText text = compose_text(
      R"({"variables": {"mu": 0.4, "law": "coulomb", "size": "50 mm", "same": "$mu"}, "a": "$mu", "b": {"c": ["$law"]}, "d": "costs $mu", "e": "$same"})",
      "case.json", {}, errors);
  CHECK(flat(text.root) == R"([  {"a": 0.4, "b": {"c": ["coulomb"]}, "d": "costs $mu", "e": 0.4}])");
  CHECK(text.constants == Constants{{"mu", 0.4}, {"size", 0.05}, {"same", 0.4}});
  // A formula of earlier variables is a number that later formulas know; one of t is not.
  ErrorList none;
  CHECK(compose_text(R"({"variables": {"n": 8, "dx": {"expression": "1/n"}, "half": {"expression": "dx/2"},
                        "ramp": {"expression": "n*t"}}, "a": "$half"})",
                     "case.json", {}, none)
            .constants == Constants{{"n", 8}, {"dx", 0.125}, {"half", 0.0625}});
  CHECK(none.empty());
  CHECK(composed(R"({"variables": {"mu_wall": 0.4}, "a": ["$mu_wal"]})") ==
        "case.json:1:39: error[E201] at /a/0\n      unknown variable \"mu_wal\"; did you mean \"mu_wall\"?");
  has(composed(R"({"a": "$x"})"), "unknown variable \"x\"; none is known here");
  has(composed(R"({"variables": {"t": 1}})"), "error[E202] at /variables/t");
  has(composed(R"({"variables": {"a": "$b", "b": 1}})"), "unknown variable \"b\"");
  has(composed(R"({"variables": 3})"), "error[E303] at /variables");
}

TEST_CASE("a variable with a mistyped unit is refused where it stands, and once") {
  const std::string wrong = R"({"variables": {"d": "4 cmm", "r": {"expression": "d/2"}}, "a": "$d"})";
  CHECK(composed(wrong) ==
        "case.json:1:21: error[E305] at /variables/d\n      unknown unit in \"4 cmm\"; did you mean \"4 mm\"?");
  // Where it is used it is taken as it was meant: no more messages.
  ErrorList errors;
  CHECK(compose_text(wrong, "case.json", {}, errors).constants == Constants{{"d", 0.004}, {"r", 0.002}});
  ErrorList none;
  for (const char* text : {"10 grains", "3d", "2 x", "4 mm/s", "5%", "1 2", "run 4 cmm"}) {
    CAPTURE(text);
    (void)compose_text(R"({"variables": {"d": ")" + std::string(text) + "\"}}", "case.json", {}, none);
    CHECK(none.text() == "");
  }
}

TEST_CASE("a variable chooses by the word in another one") {
  const std::string text =
      R"({"variables": {"law": "hard", "rate": {"choose": "$law", "hard": 2, "soft": {"expression": "3*4"}}}, "a": "$rate"})";
  ErrorList errors;
  CHECK(compose_text(text, "case.json", {}, errors).constants == Constants{{"rate", 2}});
  has(composed(text), R"("a": 2)");
  has(composed(text, {"law=soft"}), R"("a": {"expression": "3*4"})");
  has(composed(text, {"/variables/rate/soft=7", "law=soft"}), R"("a": 7)");
  has(composed(text, {"law=sofd"}), "error[E202] at /variables/rate/choose\n      no value for \"sofd\"; did you mean");
  has(composed(text, {"law=3"}), "expected a text, found a number");
}

TEST_CASE("--set changes what the file says") {
  const std::string text = R"({"variables": {"mu": 0.4}, "time": {"end": 1}, "list": [{"a": 1}], "mu": "$mu"})";
  has(composed(text, {"/time/end=0.5"}), R"("end": 0.5)");
  has(composed(text, {"/time/end=5 ms"}), R"("end": "5 ms")");
  has(composed(text, {"/list/0/a=[1, 2]"}), R"("a": [1, 2])");
  has(composed(text, {"/new/deep=x"}), R"("new": {"deep": "x"})");
  has(composed(text, {"mu=.2"}), R"("mu": 0.2)");
  has(composed(text, {"/variables/mu=1", "mu=2"}), R"("mu": 2)");
  has(composed(text, {"mo=.2"}),
      "--set mo=.2: error[E201]\n      the case has no variable \"mo\"; did you mean \"mu\"?");
  has(composed(text, {"mu"}), "error[E205]\n      expected /pointer=value");
  has(composed(text, {"=3"}), "error[E205]");
  has(composed(text, {"/time/end/x=3"}), "leads nowhere");
  has(composed(text, {"/list/7/a=3"}), "leads nowhere");
}

TEST_CASE("a complaint about a variable names the --set that gave it its value, and where it is used") {
  ErrorList errors;
  const CaseText text = compose_text(R"({"variables": {"mu": 0.4, "same": "$mu", "law": "soft"},
 "a": "$same", "b": "$law"})",
                                     "case.json", {"mu=x"}, errors);
  CHECK(json::locate(text.root, "/a").text() == "--set mu=x, used at case.json:2:7");
  CHECK(json::locate(text.root, "/b").text() == "case.json:2:21");
  has(composed(R"({"variables": {"law": "hard", "rate": {"choose": "$law", "hard": 2}}, "a": "$rate"})", {"law=soft"}),
      "--set law=soft, used at case.json:1:50: error[E202] at /variables/rate/choose");
}

TEST_CASE("the short form is applied when it is asked for") {
  const Folder folder;
  const fs::path path = folder.file("case.json", R"({"time": {"end": 1}, "short": {"/time/end": 0.1}})");
  ErrorList errors;
  CHECK(flat(compose_case({.path = path}, errors).root) == R"([  {"time": {"end": 1}}])");
  CHECK(flat(compose_case({.path = path, .short_form = true}, errors).root) == R"([  {"time": {"end": 0.1}}])");
  CHECK(flat(compose_case({.path = path, .sets = {"/time/end=7"}, .short_form = true}, errors).root) ==
        R"([  {"time": {"end": 7}}])");
  CHECK(errors.empty());
}
