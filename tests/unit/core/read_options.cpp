// The typed reader: values of every kind, and what it says about wrong ones.
#include <doctest/doctest.h>

#include <numbers>

#include "sample_case.hpp"
#include "support/relative_error.hpp"

using namespace sample;

namespace {

constexpr const char* steel = R"("materials": {"steel": {"model": "rubber", "young": 1}})";

std::string with(const std::string& rest) { return std::string("{") + steel + ", " + rest + "}"; }
std::string body_with(const std::string& rest) {
  return with(R"("bodies": {"b": {"material": "steel", "spacing": 0.1, )" + rest + "}}");
}

bool says(const std::string& text, const std::string& part) {
  CAPTURE(text);
  CAPTURE(part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a case with one of everything") {
  const Sample s = read(R"json({
    "$schema": "x.json",
    "variables": {"mu": 0.4, "angle": "30 deg", "law": "metal", "dx": "50 mm"},
    "dimension": 3, "end": "0.5 s",
    "gravity": [{"expression": "9.81*sin(t)*mu"}, "-9.81 m/s^2"],
    "materials": {"steel": {"model": "$law", "young": "210 GPa", "poisson": "30 %", "hardening": {"model": "perfect", "yield": "250 MPa"}},
                  "gum": {"model": "rubber", "young": 1e6}},
    "bodies": {"block": {"material": "steel", "spacing": "$dx", "packing": "rings", "gap": "1 um", "smoothing": 1.3,
                         "velocity": [{"expression": "2*cos(angle)"}, 0, "1 mm/ms"], "fixed": true, "file": "points.csv"},
               "floor": {"material": "gum", "spacing": {"expression": "dx/2"}, "smoothing": "auto"}},
    "counts": [1, 2, 3],
    "load": {"table": [[0, 0], ["10 ms", "2 kN"]]},
    "compare": {"v": {"analytic": "line", "slope": {"expression": "-mu*9.81"}, "tolerance": "0.5 %"}}
  })json");
  CHECK(s.dimension == 3);
  CHECK(s.end == 0.5);
  CHECK(s.gravity[0](1.0) == doctest::Approx(9.81 * std::sin(1.0) * 0.4));
  CHECK(s.gravity[1](7.0) == -9.81);
  CHECK(s.gravity[2](0.0) == 0);
  REQUIRE(s.materials.size() == 2);
  const auto& metal = std::get<Metal>(s.materials[0].second.entry);
  CHECK(metal.young == 210e9);
  CHECK(metal.poisson == doctest::Approx(0.3));
  CHECK(std::get<Perfect>(metal.hardening.entry).yield == 250e6);
  CHECK(s.materials[1].second.name() == "rubber");
  const Body& block = s.bodies[0].second;
  CHECK(s.bodies[0].first == "block");
  CHECK(block.spacing == doctest::Approx(0.05));
  CHECK(block.packing == Packing::rings);
  CHECK(block.gap.value() == near(1e-6));
  CHECK(block.smoothing.value.value() == 1.3);
  CHECK(block.velocity.x() == doctest::Approx(std::sqrt(3.0)));
  CHECK(block.velocity.z() == doctest::Approx(1));
  CHECK(block.fixed);
  CHECK(block.file == std::filesystem::current_path() / "points.csv");
  CHECK(s.bodies[1].second.spacing == doctest::Approx(0.025));
  CHECK(!s.bodies[1].second.smoothing.value);
  CHECK(s.counts == std::vector{1, 2, 3});
  CHECK(s.load(0.005) == doctest::Approx(1000));
  CHECK(s.load(1) == doctest::Approx(2000));
  CHECK(std::get<Curve>(s.compare[0].second.curve.entry).slope == doctest::Approx(-3.924));
  CHECK(s.compare[0].second.tolerance == near(0.005));
}

TEST_CASE("the resolved case reads back as the same case") {
  const std::string text = R"({
    "variables": {"mu": 0.4, "length": "2 m"},
    "gravity": [{"expression": "mu*length*t"}, "-9.81 m/s^2"],
    "materials": {"steel": {"model": "metal", "young": "210 GPa", "hardening": {"model": "perfect", "yield": "250 MPa"}}},
    "bodies": {"block": {"material": "steel", "spacing": 0.1, "velocity": [0.1, 0.30000000000000004], "file": "a.csv"}},
    "load": {"table": [[0, 0], ["10 ms", "2 kN"]]},
    "compare": {"v": {"analytic": "line", "slope": 1}}
  })";
  ErrorList errors;
  const CaseText first = compose_text(text, "folder/case.json", {"mu=.5"}, errors);
  const std::string once = json::dump(resolved(read_options<Sample>(first, errors), first.variables));
  const CaseText second = compose_text(once, "elsewhere/case.resolved.json", {}, errors);
  const Sample again = read_options<Sample>(second, errors);
  CHECK(errors.text() == "");
  CHECK(json::dump(resolved(again, second.variables)) == once);
  CHECK(again.gravity[0](3.0) == doctest::Approx(3.0));
  CHECK(again.bodies[0].second.velocity.y() == 0.30000000000000004);
  CHECK(again.bodies[0].second.file == std::filesystem::current_path() / "folder/a.csv");
  CHECK(again.end == infinity);
  CHECK(says(once, R"("smoothing": "auto")"));
  CHECK(says(once, R"("poisson": 0.25)"));
  CHECK(says(once, R"("analytic": "line")"));
  CHECK(!says(once, "\"gap\""));
}

TEST_CASE("an unknown key names the place and the nearest key") {
  const std::string text =
      "{\n  \"materials\": {\n    \"steel\": { \"model\": \"metal\", \"young\": 1, \"posson\": 0.3 }\n  }\n}";
  CHECK(complaint(text) ==
        "case.json:3:46: error[E302] at /materials/steel/posson\n"
        "      unknown key \"posson\"; did you mean \"poisson\"?");
}

TEST_CASE("a key that is missing is not told beside its misspelling") {
  const auto materials = [](const std::string& keys) {
    return complaint(R"({"materials": {"steel": {"model": "metal", )" + keys + "}}}");
  };
  CHECK(materials(R"("yuong": 1)") ==
        "case.json:1:44: error[E302] at /materials/steel/yuong\n"
        "      unknown key \"yuong\"; did you mean \"young\"?");
  CHECK(says(materials(R"("posson": 1)"), "the key \"young\" is missing"));
}

TEST_CASE("a key in the wrong place is told the right one") {
  const std::string young =
      complaint(R"({"materials": {"m": {"model": "rubber", "young": 1}}, "yield": 1, "slope": 2})");
  CHECK(says(young, "unknown key \"yield\"; it belongs in \"/materials/*/hardening\""));
  CHECK(says(young, "unknown key \"slope\"; it belongs in \"/compare/*\""));
  const std::string inside = complaint(
      R"({"materials": {"m": {"model": "metal", "young": 1, "yield": 2}, "r": {"model": "rubber", "young": 1, "yield": 3}}})");
  CHECK(says(inside, "at /materials/m/yield\n      unknown key \"yield\"; it belongs in \"/materials/m/hardening\""));
  CHECK(says(inside, "at /materials/r/yield\n      unknown key \"yield\"; expected"));  // rubber has no hardening
  const std::string outside = complaint(body_with(R"("gravity": [0, 1], "short": {})"));
  CHECK(says(outside, "unknown key \"gravity\"; it belongs at the root of the case"));
  CHECK(says(outside, "unknown key \"short\"; it belongs at the root of the case"));
  // Beside another law it would be right.
  CHECK(says(complaint(R"({"materials": {"r": {"model": "rubber", "young": 1, "hardening": "perfect"}}})"),
             "unknown key \"hardening\"; expected \"model\", \"young\" or \"poisson\""));
}

TEST_CASE("vectors with a unit have two components in two dimensions") {
  const auto flat = [](const std::string& dimension, const std::string& rest) {
    return complaint(body_with(rest).insert(1, "\"dimension\": " + dimension + ", "));
  };
  for (const char* z : {"1", "\"1 mm/s\""}) {
    const std::string velocity = R"("velocity": [0, 0, )" + std::string(z) + "]";
    CHECK(
        says(flat("2", velocity), "error[E402] at /bodies/b/velocity/2\n      a case in two dimensions has no third"));
    CHECK(flat("3", velocity) == "");
  }
  CHECK(flat("2", R"("velocity": [1, 1, 0])") == "");
  const auto falling = [](const std::string& z) {
    return complaint(with(R"("dimension": 2, "gravity": [0, -9.81, )" + z + "]"));
  };
  CHECK(falling("0") == "");
  for (const char* z : {"1", R"({"expression": "t"})"}) CHECK(says(falling(z), "error[E402] at /gravity/2"));
}

TEST_CASE("a name has to fit into names of files") {
  const auto named = [](std::size_t letters) {
    return complaint(R"({"materials": {")" + std::string(letters, 'x') + R"(": {"model": "metl", "young": 1}}})");
  };
  CHECK(named(200).find("too long") == std::string::npos);
  CHECK(named(201).find("xx…\" is too long for a name: 200 letters") != std::string::npos);
}

TEST_CASE("all errors come at once, in the order of the file") {
  const std::string text = complaint(R"({
    "dimension": 4,
    "materials": {"steel": {"model": "metl", "yung": 1}, "gum": {"model": "rubber", "young": "1 N"}},
    "bodies": {"a b": {"spacing": -1, "packing": "ring", "speed": 1}},
    "zzzz": 0
  })");
  CHECK(text == R"(case.json:2:18: error[E307] at /dimension
      4 is out of range: it must be between 2 and 3
case.json:3:38: error[E304] at /materials/steel/model
      unknown material "metl"; did you mean "metal"?
case.json:3:94: error[E306] at /materials/gum/young
      "1 N" is in N, not in Pa; expected a pressure such as "210 GPa"
case.json:4:16: error[E310] at /bodies/a b
      "a b" cannot be a name: use letters, digits, "_", "-" and "."
case.json:4:23: error[E301] at /bodies/a b
      the key "material" is missing: a text in double quotes
case.json:4:35: error[E307] at /bodies/a b/spacing
      -1 is out of range: it must be positive
case.json:4:50: error[E304] at /bodies/a b/packing
      unknown word "ring"; did you mean "rings"?
case.json:4:58: error[E302] at /bodies/a b/speed
      unknown key "speed"; expected "material", "spacing", "packing", "velocity", "gap", "smoothing", "fixed" or "file"
case.json:5:5: error[E302] at /zzzz
      unknown key "zzzz"; expected "dimension", "end", "gravity", "materials", "bodies", "counts", "load", "compare", "$schema", "variables", "extends", "include" or "short")");
}

TEST_CASE("wrong values are answered with what was expected") {
  struct Row {
    std::string text, answer;
  };
  const std::vector<Row> rows{
      {with(R"("end": "5")"), R"("5" has no unit; expected a time such as "10 ms")"},
      {with(R"("end": "5 sec")"), R"(E305)"},
      {with(R"("end": "5 Ms")"), R"(unknown unit "Ms"; did you mean "ms"?)"},
      {with(R"("end": "soon")"), R"(expected a time such as "10 ms", found the text "soon")"},
      {with(R"("end": "nan s")"), "E303"},
      {with(R"("end": "1e999 s")"), "E303"},
      {with(R"("end": "1e308 min")"), "it must be finite"},
      {with(R"("end": 0)"), "0 is out of range: it must be positive"},
      {with(R"("end": true)"), "expected a time such as \"10 ms\", found true or false"},
      {with(R"("end": null)"), "found null"},
      {with(R"("end": {"expression": "1/0"})"), "its value is not finite"},
      {with(R"("end": {"expression": "2*"})"), "error[E308] at /end/expression"},
      {with(R"("end": {"expression": "foo+1"})"), "foo"},
      {with(R"("end": {"expression": "t"})"), "E308"},
      {with(R"("end": {"expression": "1,5"})"), "2 values"},
      {with(R"("end": {"expression": 5})"), "expected a formula in double quotes, found a number"},
      {with(R"("end": {"expresion": "1"})"), "expected a time"},
      {with(R"("end": {"expression": "1", "of": 2})"), "unknown key \"of\""},
      {with(R"("dimension": 2.5)"), "expected a whole number, found 2.5"},
      {with(R"("dimension": 1e300)"), "out of range"},
      {with(R"("dimension": "2 m")"), "is in m, not in -"},
      {with(R"("counts": 3)"), "expected a list, each item a whole number, found a number"},
      {with(R"("counts": [1, -2])"), "error[E307] at /counts/1"},
      {with(R"("counts": [99999999999])"), "out of range"},
      {with(R"("gravity": [1])"), "found a list of 1"},
      {with(R"("gravity": [1, 2, 3, 4])"), "error[E309] at /gravity"},
      {with(R"("gravity": ["1 m", 0])"), "error[E306] at /gravity/0"},
      {with(R"("load": {"table": []})"), "found a list of 0"},
      {with(R"("load": {"table": [[0, 1], [0, 2]]})"), "times of a table must increase, but 0 s follows 0 s"},
      {with(R"("load": {"table": [[0, "1 m"]]})"), "error[E306] at /load/table/0/1"},
      {with(R"("load": {"table": [[0, 1, 2]]})"), "expected a point [t, value]"},
      {with(R"json("load": {"expression": "sin("})json"), "error[E308] at /load/expression"},
      {with(R"json("load": {"expression": "nonsense(t)"})json"), "nonsense"},
      {with(R"("compare": {"v": {"slope": 1}})"), "the key \"analytic\" is missing: \"line\""},
      {with(R"("compare": {"v": {"analytic": "line", "slope": 1, "tol": 1}})"), "unknown key \"tol\""},
      {body_with(R"("velocity": 3)"), "expected a list of 2 or 3, each a velocity"},
      {body_with(R"("velocity": ["1 m/s", "1 m"])"), "error[E306] at /bodies/b/velocity/1"},
      {body_with(R"("fixed": "yes")"), "expected true or false, found the text \"yes\""},
      {body_with(R"("smoothing": "automatic")"), "expected a number"},
      {body_with(R"("smoothing": 9)"), "between 0.7 and 3"},
      {body_with(R"("packing": 1)"), "expected \"lattice\" or \"rings\", found a number"},
      {R"({"materials": []})", "expected an object {name: …}"},
      {R"({"materials": {"m": "metal"}})", "the key \"young\" is missing"},
      {R"({"materials": {"m": {"young": 1}}})", "the key \"model\" is missing: \"metal\" or \"rubber\""},
      {R"({"materials": {"m": {"modle": "metal", "young": 1}}})", "unknown key \"modle\"; did you mean \"model\"?"},
      {R"({"materials": {"m": {"type": "metal", "young": 1}}})", "unknown key \"type\"; did you mean \"model\"?"},
      {R"({"materials": {"m": {"model": 3}}})", "error[E303] at /materials/m/model"},
      {R"({"materials": {"m": {"model": "rubber", "young": 1, "poisson": 0.5}}})", "both excluded"},
      {R"({"materials": {"m": {"model": "wood"}}})", R"(unknown material "wood"; expected "metal" or "rubber")"},
      {R"({})", "the key \"materials\" is missing"},
      {R"([])", "expected an object { … }, found a list"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(says(complaint(row.text), row.answer));
  }
}

TEST_CASE("the name of a law alone stands for the law with its defaults") {
  const Sample s = read(R"({"materials": {"m": {"model": "metal", "young": 1, "hardening": "unlimited"}}})");
  CHECK(std::get<Metal>(s.materials[0].second.entry).hardening.name() == "unlimited");
}

TEST_CASE("a long list of errors is cut") {
  std::string text = "{" + std::string(steel) + ", \"bodies\": {";
  for (int i = 0; i < 300; ++i) text += (i ? ", " : "") + ("\"b" + std::to_string(i)) + "\": 1";
  CHECK(says(complaint(text + "}}"), "… and 200 more"));
}

TEST_CASE("checks elsewhere find the place of a value by its pointer") {
  ErrorList errors;
  const CaseText text = compose_text("{\"a\": {\n  \"b\": [1,\n 2]}}", "case.json", {}, errors);
  CHECK(json::locate(text.root, "/a/b/1").text() == "case.json:3:2");
  CHECK(json::locate(text.root, "/a/b/7").text() == "case.json:2:8");
  CHECK(json::locate(text.root, "/a/c").text() == "case.json:1:7");
}
