// Real cases through the reader: the example of the format, its echo, its schema, and what is wrong with bad ones.
#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/sim/case_reader.hpp"

using namespace talus;
namespace fs = std::filesystem;

namespace {

/// Writes a case into a folder of its own, which goes away with the test.
struct TemporaryCase {
  fs::path folder = fs::temp_directory_path() / ("talus_case_" + std::to_string(::getpid()));
  TemporaryCase() { fs::create_directories(folder); }
  ~TemporaryCase() { fs::remove_all(folder); }
  [[nodiscard]] fs::path write(const std::string& text) const {
    std::ofstream(folder / "case.json") << text;
    return folder / "case.json";
  }
};

const std::string sliding = R"json({
  "$schema": "../talus.schema.json", "talus": 1,
  "title": "Block sliding on a surface",
  "variables": { "mu": 0.4, "direction": 30, "law": "kernel_potential" },
  "dimension": 2,
  "time": { "end": "0.55 s", "courant": 0.9 },
  "gravity": [0, "-9.81 m/s^2"],
  "materials": {
    "steel": { "model": "hencky_j2", "density": "7800 kg/m^3", "young": "210 GPa", "poisson": 0.3,
               "hardening": { "model": "perfect", "yield": "250 MPa" } } },
  "bodies": {
    "block": { "solver": "tlsph", "material": "steel", "spacing": "50 mm",
               "shape": { "model": "block", "size": ["1 m", "0.5 m"] },
               "velocity": [{ "expression": "2*cos(direction*pi/180)" }, 0], "place": { "on": "surface" } },
    "surface": { "solver": "tlsph", "material": "steel", "spacing": "40 mm",
                 "shape": { "model": "block", "size": ["3 m", "0.2 m"] } } },
  "boundaries": [{ "model": "clamp", "body": "surface", "where": { "layer": "bottom" } }],
  "contacts": [{ "between": ["block", "surface"], "normal": { "model": "$law" },
                 "tangential": { "model": "coulomb_stick_slip", "mu": "$mu" } }],
  "stages": [{ "name": "settle", "duration": "0.3 s", "tow": { "body": "block", "velocity": ["2 m/s", 0] },
               "damping": { "body": "block", "along": [0, 1], "rate": "200 1/s" } }],
  "output": { "frames": { "every": "10 ms" },
              "history": { "every": "1 ms",
                           "columns": { "v": { "of": "block", "quantity": "velocity", "along": [1, 0] } } } },
  "compare": { "v": { "analytic": "coulomb_slide", "mu": "$mu", "tolerance": { "rms": "0.5 %" } } },
  "short": { "/time/end": "0.02 s" }
})json";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto position = text.find(from);
  REQUIRE(position != std::string::npos);
  return text.replace(position, from.size(), to);
}

int count_of(const std::string& part, const std::string& text) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string complaint(const std::string& text) {
  const TemporaryCase folder;
  try {
    (void)read_case_file({.path = folder.write(text)});
  } catch (const CaseError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the example of the case format is read") {
  const TemporaryCase folder;
  const fs::path path = folder.write(sliding);
  const CaseFile file = read_case_file({.path = path});
  const Case& c = file.description;
  CHECK(c.time.end == 0.55);
  CHECK(std::get<SolidSpec>(c.bodies[0].second.entry).velocity.x() == doctest::Approx(std::sqrt(3.0)));
  CHECK(c.contacts[0].normal.name() == "kernel_potential");
  CHECK(c.compare[0].second.tolerance.rms.value() == near(0.005));
  CHECK(std::get<CoulombSlide>(c.compare[0].second.curve.entry).mu == 0.4);
  CHECK(c.stages[0].damping->rate == 200);
  CHECK(read_case(path, {"mu=.2", "/time/end=1"}).time.end == 1);
  CHECK(read_case_file({.path = path, .short_form = true}).description.time.end == 0.02);
}

TEST_CASE("it is known whether a run was told to end before its case") {
  const TemporaryCase folder;
  const fs::path path = folder.write(sliding);
  CHECK_FALSE(ends_early(read_case_file({.path = path, .sets = {"mu=0.3"}})));
  CHECK(ends_early(read_case_file({.path = path, .sets = {"/time/end=0.1"}})));
  CHECK(ends_early(read_case_file({.path = path, .short_form = true})));
}

TEST_CASE("the resolved case gives the same case again") {
  const TemporaryCase folder;
  const std::string once = resolved_case(read_case_file({.path = folder.write(sliding), .sets = {"mu=0.3"}}));
  const std::string twice = resolved_case(read_case_file({.path = folder.write(once)}));
  CHECK(once == twice);
  CHECK(once.find(R"("mu": 0.3)") != std::string::npos);
  CHECK(once.find(R"("viscosity": 0)") != std::string::npos);
}

TEST_CASE("names and choices that do not fit are refused with their place") {
  struct Row {
    std::string from, to, answer;
  };
  const std::vector<Row> rows{
      {R"("poisson")", R"("posson")", "unknown key \"posson\"; did you mean \"poisson\"?"},
      {R"("material": "steel", "spacing": "50 mm")", R"("material": "stel", "spacing": "50 mm")",
       "case.json:12:47: error[E401] at /bodies/block/material\n      there is no material \"stel\"; did you mean "
       "\"steel\"?"},
      {R"("7800 kg/m^3")", R"("-7800 kg/m^3")", "error[E307] at /materials/steel/density"},
      {R"("50 mm")", "0", "error[E307] at /bodies/block/spacing"},
      {R"("50 mm")", "\"50 kg\"", "error[E306] at /bodies/block/spacing"},
      {R"("body": "surface")", R"("body": "floor")", "error[E401] at /boundaries/0/body"},
      {R"(["block", "surface"])", R"(["block", "block"])", "error[E402] at /contacts/0/normal/alpha"},
      {R"(["block", "surface"])", R"(["block"])", "error[E309] at /contacts/0/between"},
      {R"({ "layer": "bottom" })", R"({ "layer": "bottom", "all": true })", "error[E402] at /boundaries/0/where"},
      {R"({ "layer": "bottom" })", R"({ "layer": "front" })", "no front and no back"},
      {R"("on": "surface")", R"("on": "block")", "cannot rest on itself"},
      {R"("compare": { "v")", R"("compare": { "w")", "error[E401] at /compare/w"},
      {R"([0, "-9.81 m/s^2"])", R"([0, 0, "-9.81 m/s^2"])", "error[E402] at /gravity/2"},
      {R"("dimension": 2,)", "", "the key \"dimension\" is missing"},
      {R"("talus": 1)", R"("talus": 2)", "error[E307] at /talus"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "2*w" })",
       "error[E401] at /output/history/columns/p/expression\n      there is no column or numeric variable \"w\"; "
       "expected \"v\", \"mu\" or \"direction\""},
      {R"("place": { "on")", R"("velocity_field": ["directoin*x", "0", "y"], "place": { "on")",
       "error[E401] at /bodies/block/velocity_field/0\n      there is no coordinate or numeric variable \"directoin\"; "
       "did you mean \"direction\"?"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "2*" })", "error[E308]"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "v=2" })", "error[E308]"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "v", "unit": "[Pa]" })",
       "error[E402] at /output/history/columns/p/unit\n      a unit stands in the header"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "v", "unit": "N\nm" })", "on one line"},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "q" }, "q": { "expression": "v - v0" })",
       "the formulas above it, but not \"q\""},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "p + 1" })", "but not \"p\""},
      {R"("along": [1, 0] })", R"("along": [1, 0] }, "p": { "expression": "v", "statistic": "sum" })",
       "unknown key \"statistic\""},
      {R"("of": "block", )", "", "\"of\" or \"expression\""},
      {R"("quantity": "velocity")", R"("against": "surface", "quantity": "velocity")", "those of a pair of bodies"},
      {R"("quantity": "velocity")", R"("quantity": "contact_moment")", "name the other in \"against\""},
      {R"("quantity": "velocity")", R"("about": [0, 0], "quantity": "velocity")", "refer to a point"},
      {"\"block\": {", "\"contacts\": {", "error[E310] at /bodies/contacts"},
      {R"("quantity": "velocity")", R"("against": "surface", "quantity": "reaction_moment")", "those of a pair"},
      {R"("output": {)", R"("output": { "plots": [{ "x": "time", "y": ["v", "u"] }], )",
       "error[E401] at /output/plots/0/y"},
      {R"("output": {)", R"("output": { "plots": [{ "x": "tim", "y": "v" }], )",
       "error[E401] at /output/plots/0/x\n      there is no column of /output/history/columns \"tim\"; did you mean "
       "\"time\"?"},
      {R"("output": {)", R"("output": { "plots": [{ "y": "v" }], )", "the key \"x\" is missing"},
  };
  for (const Row& row : rows) {
    const std::string answer = complaint(replaced(sliding, row.from, row.to));
    CAPTURE(answer);
    CAPTURE(row.answer);
    CHECK(answer.find(row.answer) != std::string::npos);
  }
}

TEST_CASE("a body that is not there is complained of once, not of its laws as well") {
  for (const char* pair : {R"(["blok", "surface"])", R"(["surface", "blok"])"}) {
    const std::string answer = complaint(replaced(sliding, R"(["block", "surface"])", pair));
    CAPTURE(answer);
    CHECK(answer.find("there is no body \"blok\"; did you mean \"block\"?") != std::string::npos);
    CHECK(count_of("error[", answer) == 1);
  }
  CHECK(count_of("error[", complaint(replaced(sliding, R"(["block", "surface"])", R"(["blok", "surfac"])"))) == 2);
}

TEST_CASE("the default that stands in for an unknown word is not held against the keys beside it") {
  const auto once = [](const std::string& from, const std::string& to, const char* answer) {
    const std::string found = complaint(replaced(sliding, from, to));
    CAPTURE(found);
    CHECK(found.find(answer) != std::string::npos);
    CHECK(count_of("error[", found) == 1);
  };
  once(R"("model": "clamp", "body": "surface")", R"("model": "pressur", "body": "surface", "pressure": 3)",
       "did you mean \"pressure\"?");
  once(R"("quantity": "velocity", "along")", R"("quantity": "stres", "about": [0, 0], "along")",
       "did you mean \"stress\"?");
}

TEST_CASE("a stretch in the plane has two factors, or a third one that is 1") {
  const auto stretched = [](const std::string& factors) {
    return replaced(sliding, R"("place": {)", R"("stretch": )" + factors + R"(, "place": {)");
  };
  const TemporaryCase folder;
  for (const char* factors : {"[1.01, 1.02]", "[1.01, 1.02, 1]"}) {
    const Case c = read_case(folder.write(stretched(factors)));
    CHECK(body_spec<SolidSpec>(c, "block")->stretch->factors == Vec3(1.01, 1.02, 1));
  }
  const auto refused = [&](const char* factors, const char* answer) {
    CAPTURE(complaint(stretched(factors)));
    CHECK(complaint(stretched(factors)).find(answer) != std::string::npos);
  };
  refused("[1.01, 1.02, 1.01]", "error[E402] at /bodies/block/stretch/2\n      in two dimensions");
  refused("[1.01, 0]", "error[E402] at /bodies/block/stretch/1\n      a stretch is a factor on the length");
  refused("[1.01]", "error[E309] at /bodies/block/stretch\n      expected a list of 2 or 3");
}

TEST_CASE("a slip in the short form is found without it being asked for, once and with its place") {
  struct Row {
    std::string change, answer;
  };
  const std::string right = R"("/time/end": "0.02 s")";
  for (const Row& row : std::vector<Row>{
           {R"("/time/ned": "0.02 s")",
            ":26:14: error[E302] at /time/ned\n      unknown key \"ned\"; did you mean \"end\"? (in the short form)"},
           {R"("/time/end": "0.02 m")", ":26:27: error[E306] at /time/end"},
           {R"("time/end": "0.02 s")", ":26:14: error[E205]\n      \"time/end\" leads nowhere"},
           {R"("/contacts/0/between": ["blok", "surface"])", "there is no body \"blok\"; did you mean \"block\"?"}}) {
    const std::string answer = complaint(replaced(sliding, right, row.change));
    CAPTURE(answer);
    CAPTURE(row.answer);
    CHECK(answer.find(row.answer) != std::string::npos);
    CHECK(count_of("error[", answer) == 1);
  }
  // What is wrong with both forms is told once, and not as that of the short one.
  const std::string both = complaint(replaced(sliding, R"("poisson")", R"("posson")"));
  CHECK(count_of("error[", both) == 1);
  CHECK(both.find("short form") == std::string::npos);
  // An argument that the short form is not made for is no fault of the case.
  const TemporaryCase folder;
  const fs::path path =
      folder.write(replaced(sliding, right, R"("/bodies/block/shape": { "model": "sphere", "radius": "0.3 m" })"));
  CHECK(read_case(path, {"/bodies/block/shape/size=[1, 1]"}).bodies.size() == 2);
  CHECK_THROWS_AS((void)read_case_file({.path = path, .sets = {"/bodies/block/shape/size=[1, 1]"}, .short_form = true}),
                  CaseError);
}

const std::string compared = R"("analytic": "coulomb_slide", "mu": "$mu", "tolerance": { "rms": "0.5 %" })";

TEST_CASE("references and limits may have a unit, which must be that of the column") {
  const TemporaryCase folder;
  const auto read = [&](const std::string& reference) {
    return read_case(folder.write(replaced(sliding, compared, reference))).compare[0].second;
  };
  const auto value_of = [](const CompareSpec& spec) { return std::get<GivenCurve>(spec.curve.entry).value; };
  CHECK(value_of(read(R"("analytic": "curve", "value": "3200 mm/s")"))(0) == near(3.2));
  CHECK(value_of(read(R"("analytic": "curve", "value": 3.2)"))(0) == 3.2);
  CHECK(value_of(read(R"("analytic": "curve", "value": { "table": [[0, 1], ["1 ms", "5 cm/s"]] })"))(1) == near(0.05));
  const CompareSpec band = read(
      R"("analytic": "band", "low": "1 mm/s", "high": { "expression": "3 + t" }, "tolerance": { "absolute": "2 mm/s" })");
  CHECK(std::get<GivenBand>(band.curve.entry).low(0) == near(1e-3));
  CHECK(band.tolerance.absolute->value == near(2e-3));
  const CompareSpec peak = read(R"("analytic": "scalar", "statistic": "max", "value": "2 m/s")");
  CHECK(std::get<GivenNumber>(peak.curve.entry).value == 2);

  const auto refused = [&](const std::string& reference, const char* answer) {
    const std::string found = complaint(replaced(sliding, compared, reference));
    CAPTURE(found);
    CAPTURE(answer);
    CHECK(found.find(answer) != std::string::npos);
    CHECK(count_of("error[", found) == 1);
  };
  refused(R"("analytic": "curve", "value": 3.2, "tolerance": { "slope": 0.1 })", "a constant has no slope");
  refused(R"("analytic": "curve", "value": "3.2 m")",
          "error[E306] at /compare/v/value\n      is in m, but column \"v\" is in m/s");
  refused(R"("analytic": "curve", "value": "3.2 mm/ss")", "error[E305] at /compare/v/value");
  refused(R"("analytic": "curve", "value": [1])", R"(or {"file": "measured.csv"}, found a list)");
  refused(R"("analytic": "curve", "value": 1, "tolerance": { "absolute": "1 mm" })",
          "error[E306] at /compare/v/tolerance/absolute");
  refused(R"("analytic": "band", "low": 1, "high": 0.5)", "error[E402] at /compare/v/high\n      must not be below");
  refused(R"("analytic": "band", "low": 1, "high": 2, "tolerance": { "slope": 1 })", "\"band\" has no slope");
  refused(R"("analytic": "scalar", "statistic": "maxx", "value": 2)", "did you mean \"max\"?");
}

TEST_CASE("a reference may be a table in a file beside the case, in the units of its headings") {
  const TemporaryCase folder;
  std::ofstream(folder.folder / "measured.csv") << "# by hand\ntime [ms],v [mm/s],u\n0,2000,7\n10,nan,8\n600,800,9\n";
  std::ofstream(folder.folder / "two.csv") << "0,1\n1,3\n";
  std::ofstream(folder.folder / "back.csv") << "0,1\n0,3\n";
  std::ofstream(folder.folder / "force.csv") << "t [s],f [N]\n0,1\n1,3\n";
  const auto text = [](const std::string& file) {
    return replaced(sliding, compared, R"("analytic": "curve", "value": { "file": )" + file + " }");
  };
  const auto value_of = [&](const std::string& written) {
    return std::get<GivenCurve>(read_case(folder.write(written)).compare[0].second.curve.entry).value;
  };
  const ReferenceFunction measured = value_of(text(R"("measured.csv", "value": "v")"));
  CHECK(measured(0.3) == near(1.4));
  CHECK(measured.points().size() == 2);
  CHECK(value_of(text(R"("two.csv")"))(0.5) == near(2));
  // The echo holds the numbers themselves, and goes on without the file.
  const CaseFile file = read_case_file({.path = folder.write(text(R"("measured.csv", "value": "v")"))});
  fs::remove(folder.folder / "two.csv");
  CHECK(value_of(resolved_case(file))(0.3) == measured(0.3));

  const auto refused = [&](const std::string& reference, const char* answer) {
    std::string found;
    try {
      (void)read_case_file({.path = folder.write(text(reference))});
    } catch (const Error& error) {
      found = error.what();
    }
    CAPTURE(found);
    CAPTURE(answer);
    CHECK(found.find(answer) != std::string::npos);
  };
  refused(R"("missing.csv")", "case.json:25:63: error[E312] at /compare/v/value/file\n      there is no file \"");
  refused(R"("measured.csv")", "give \"value\", one of \"time\", \"v\" or \"u\"");
  refused(R"("measured.csv", "value": "w")",
          "error[E401] at /compare/v/value/value\n      the table has no column \"w\"");
  refused(R"("measured.csv", "time": "v", "value": "u")", "column \"v\" is in mm/s, which is no time");
  refused(R"("measured.csv", "colum": "v")", "unknown key \"colum\"");
  refused(R"("back.csv")", "times of a table must increase");
  refused(R"("case.json")", "error[E311] at /compare/v/value/file");
  refused(R"("force.csv")", "is in N, but column \"v\" is in m/s");
}

TEST_CASE("later checks point into the file") {
  const TemporaryCase folder;
  const CaseFile file = read_case_file({.path = folder.write(sliding)});
  const CaseError e = error_at(file, Fault::initial_overlap, "/bodies/surface", "bodies overlap");
  CHECK(std::string(e.what()).ends_with("case.json:15:16: error[E403] at /bodies/surface\n      bodies overlap"));
}

TEST_CASE("what a case can name has help, and the schema is complete") {
  const auto entries = case_entries();
  for (const char* family :
       {"material", "hardening", "shape", "boundary", "kernel", "normal contact law", "tangential contact law",
        "hourglass control", "analytic curve", "history column", "quantity of a column"}) {
    CAPTURE(family);
    const bool found = std::ranges::any_of(entries, [&](const EntryText& e) { return e.family == family; });
    CHECK(found);
  }
  const std::string schema = case_schema();
  for (const EntryText& entry : entries) {
    CAPTURE(entry.name);
    CHECK(!entry.help.empty());
    CHECK(page(entry).find(entry.help) != std::string::npos);
    CHECK(schema.find('"' + entry.name + '"') != std::string::npos);
    for (const OptionText& option : entry.options) CHECK(!option.help.empty());
  }
}

TEST_CASE("damaged cases are answered, never more than that") {
  const TemporaryCase folder;
  unsigned random = 1;
  const auto next = [&] { return random = random * 1664525U + 1013904223U, random >> 8; };
  for (int round = 0; round < 400; ++round) {
    std::string text = sliding;
    for (int i = 0; i < 3; ++i) text[next() % text.size()] = static_cast<char>(' ' + next() % 95);
    if (round % 4 == 0) text.erase(next() % text.size(), next() % 40);
    try {
      (void)read_case_file({.path = folder.write(text)});
    } catch (const Error& e) {
      CHECK(std::string(e.what()).find("error[E") != std::string::npos);
    }
  }
}
