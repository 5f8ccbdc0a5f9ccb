// The parser of JSON with comments: what it reads, where things stand, and what it refuses.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "talus/core/error.hpp"
#include "talus/core/json_parse.hpp"

using namespace talus;

namespace {

json::Value parsed(const std::string& text) {
  ErrorList errors;
  json::Value value = json::parse(text, "x", errors);
  errors.throw_if_any();
  return value;
}

std::string complaint(const std::string& text) {
  try {
    (void)parsed(text);
  } catch (const CaseError& e) {
    CHECK(e.code() == ExitCode::case_invalid);
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("values, comments, positions and the order of keys") {
  const json::Value v = parsed(
      "\xEF\xBB\xBF// head\n{ \"z\": 1.5e1, /* between\n */ \"a\": [true, null, \"é\\n\\u00e9\\ud83d\\ude00\"],\n "
      "\"é\": {} }");
  REQUIRE(v.object());
  CHECK((*v.object())[0].key == "z");
  CHECK(*v.find("z")->value.number() == 15);
  CHECK(v.find("z")->place.text() == "x:2:3");
  CHECK(v.find("a")->place.text() == "x:3:5");
  CHECK(v.find("a")->value.place.text() == "x:3:10");
  const json::Array& a = *v.find("a")->value.array();
  CHECK(*a[0].flag());
  CHECK(a[1].is_null());
  CHECK(*a[2].string() == "é\né😀");
  CHECK(v.find("é")->value.place.text() == "x:4:7");  // columns count characters, not bytes
}

TEST_CASE("text that is no JSON is refused with its place") {
  struct Row {
    std::string text, answer;
  };
  const std::vector<Row> rows{
      {"", "x:1:1: error[E101]\n      the file is empty"},
      {" // only this\n", "the file is empty"},
      {"{\"a\": 1,}", "x:1:8: error[E101]\n      a comma before the closing bracket"},
      {"[1, 2, ]", "a comma before the closing bracket"},
      {"{\"a\": 1, \"b\": 2, \"a\": 3}",
       "x:1:18: error[E102] at /a\n      key \"a\" stands twice in this object; the first is at x:1:2"},
      {"{\"b\": [{\"c\": 1, \"c\": 1}]}", "at /b/0/c"},
      {"{\"a\": NaN}", "x:1:7: error[E101]\n      expected a value, found \"NaN\""},
      {"[Infinity]", "found \"Infinity\""},
      {"[-Infinity]", "is no number"},
      {"[1e999]", "x:1:2: error[E105]"},
      {"[1e-999]", "E105"},
      {"[007]", "\"007\" is no number"},
      {"[1.]", "is no number"},
      {"[.5]", "expected a value, found \".\""},
      {"[+1]", "expected a value, found \"+\""},
      {"[0x10]", "is no number"},
      {"[1 m]", "expected \",\" or \"]\", found \"m\""},
      {"[True]", "found \"True\""},
      {"{a: 1}", "expected a key in double quotes, found \"a\""},
      {"{'a': 1}", "found \"'\""},
      {"{\"a\" 1}", "expected \":\" after the key \"a\", found \"1\""},
      {"{\"a\": }", "expected a value, found \"}\""},
      {"{\"a\": 1", "found the end of the file"},
      {"{\"a\": 1} {", "expected the end of the file, found \"{\""},
      {"[\"abc", "x:1:2: error[E101]\n      this text has no closing quote"},
      {"[\"a\nb\"]", "this text has no closing quote"},
      {"[\"a\tb\"]", "a control character inside a text"},
      {"[\"\\q\"]", "unknown escape"},
      {"[\"\\u12g4\"]", "four hexadecimal digits"},
      {"[\"\\ud800\"]", "surrogate"},
      {"[\"\\udc00\"]", "surrogate"},
      {"[\"\\u0000\"]", "not allowed"},
      {"/* no end", "this comment has no end"},
      {"{\n  \"a\": \"\xff\"\n}", "x:2:9: error[E103]\n      byte 0xff is not UTF-8"},
      {std::string("\x89PNG\r\n\x1a\n\0\0", 10), "error[E103]"},
      {std::string("{\0}", 3), "error[E103]"},
      {"\xff\xfe{", "error[E103]"},
      {"\xc0\xaf", "error[E103]"},
      {"\x01", "found byte 0x01"},
      {std::string(100000, '['), "error[E104]"},
      {std::string(json::size_limit + 1, ' '), "larger than"},
  };
  for (const Row& row : rows) {
    const std::string answer = complaint(row.text);
    CAPTURE(row.text.substr(0, 80));
    CAPTURE(row.answer);
    CHECK(answer.find(row.answer) != std::string::npos);
  }
}

TEST_CASE("nesting up to the limit is read") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  CHECK(complaint(nested(json::depth_limit)) == "");
  CHECK(complaint(nested(json::depth_limit + 2)) != "");
}

TEST_CASE("random bytes and damaged cases never do worse than a message") {
  std::mt19937 random(7);
  const std::string good = R"({"a": [1, -2.5e3, "x\u00e9\\", true, null], /* c */ "b": {"c": "210 GPa"}} // end)";
  for (int round = 0; round < 20000; ++round) {
    std::string text = good;
    const int edits = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < edits; ++i) text[random() % text.size()] = static_cast<char>(random() % 256);
    if (round % 3 == 0) text.resize(random() % text.size());
    (void)complaint(text);
  }
}

TEST_CASE("texts read back from what is written") {
  const std::string text =
      R"({"a": [0.1, 1e22, -0, 123456789.12345679], "b": "q\"\\\n\tüx", "c": {"d": [], "e": {}}, "f": null})";
  const json::Value once = parsed(text);
  CHECK(json::dump(parsed(json::dump(once))) == json::dump(once));
  CHECK(*parsed(json::dump(once)).find("b")->value.string() == "q\"\\\n\tüx");
  CHECK((*parsed(json::dump(once)).find("a")->value.array())[3].number()[0] == 123456789.12345679);
}

TEST_CASE("pointers escape what RFC 6901 escapes") {
  CHECK(json::join("/a", "b/c~d") == "/a/b~1c~0d");
  CHECK(json::split("/a/b~1c~0d/") == std::vector<std::string>{"a", "b/c~d", ""});
}

TEST_CASE("files that cannot be read say why") {
  ErrorList errors;
  const auto code_of = [&](const std::filesystem::path& path) {
    try {
      (void)json::parse_file(path, errors);
    } catch (const Error& e) {
      return e.code();
    }
    return ExitCode::ok;
  };
  CHECK(code_of("/nowhere/case.json") == ExitCode::file);
  CHECK(code_of(std::filesystem::temp_directory_path()) == ExitCode::file);
  CHECK_THROWS_WITH_AS((void)json::parse_file("/nowhere/case.json", errors),
                       "cannot read \"/nowhere/case.json\": No such file or directory", FileError);
}
