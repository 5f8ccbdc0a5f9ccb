// Columns of flows through planes during a run.
#include <doctest/doctest.h>

#include "support/recorded.hpp"
#include "support/written_case.hpp"

using namespace talus;

namespace {

/// Two streams of five beads 0.1 m apart, at 2 m/s and at -1 m/s along x, in a box that repeats along x or does not.
std::string streams(const std::string& columns, bool periodic) {
  std::string list, back;
  for (int i = 0; i < 5; ++i) {
    const std::string comma = i == 0 ? "" : ",", x = std::to_string(0.05 + 0.1 * i);
    list += comma + R"({ "centre": [)" + x + R"(, 0.1], "radius": 0.01, "velocity": [2, 0] })";
    back += comma + R"({ "centre": [)" + x + R"(, 0.3], "radius": 0.02, "velocity": [-1, 0] })";
  }
  const std::string box = R"("domain": { "low": [0, 0], "high": [0.5, 0.5], "periodic": [true, false] },)";
  return R"json({
    "talus": 1, "title": "Two streams", "dimension": 2, "time": { "end": 1 },)json" +
         (periodic ? box : "") + R"json(
    "materials": { "glass": { "model": "neo_hookean", "density": 1000, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "forth": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
         list + R"json(] } },
      "back": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
         back + R"json(] } } },
    "contacts": [
      { "between": ["forth", "forth"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["back", "forth"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["back", "back"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "columns": {)json" +
         columns + R"json( } } } })json";
}

const std::string all_columns = R"json(
  "n": { "through": { "point": [0.3, 0], "normal": [1, 0] }, "quantity": "number" },
  "forth": { "through": { "point": [0.3, 0], "normal": [1, 0] }, "quantity": "number", "of": "forth" },
  "back": { "through": { "point": [0.3, 0], "normal": [-1, 0] }, "quantity": "number", "of": ["back"] },
  "mass": { "through": { "point": [0.3, 0], "normal": [1, 0] }, "quantity": "mass", "of": "back" },
  "rate": { "through": { "point": [0.3, 0], "normal": [1, 0] }, "quantity": "number_rate", "of": "forth" },
  "mass_rate": { "through": { "point": [0.3, 0], "normal": [1, 0] }, "quantity": "mass_rate", "of": "forth" },
  "low": { "through": { "point": [0.3, 0], "normal": [1, 0],
                        "within": { "model": "box", "min": [0, 0], "max": [0.5, 0.2] } }, "quantity": "number" })json";

}  // namespace

TEST_CASE("beads that fly through a plane are counted with their direction") {
  Recorded r(streams(all_columns, false));
  CHECK(r.at("n") == 0);
  CHECK(r.at("rate") == 0);
  r.run_to(0.045);  // forth by 0.09 m, back by 0.045 m
  CHECK(r.at("forth") == 1);
  CHECK(r.at("back") == 0);
  CHECK(r.at("rate") == doctest::Approx(1 / 0.045));
  r.run_to(0.06);  // the bead at 0.35 m has come back to 0.29 m
  CHECK(r.at("forth") == 1);
  CHECK(r.at("rate") == 0);
  CHECK(r.at("back") == 1);
  CHECK(r.at("n") == 0);
  r.run_to(0.5);
  CHECK(r.at("forth") == 3);  // those that began before the plane
  CHECK(r.at("back") == 2);
  CHECK(r.at("low") == 3);
  CHECK(r.at("mass") == doctest::Approx(-2 * 3.14159265 * 0.02 * 0.02 * 1000));
  CHECK(r.at("mass_rate") == doctest::Approx(2 / 0.44 * 3.14159265 * 0.01 * 0.01 * 1000));
  CHECK(heading(r.history.columns()[4]) == "mass [kg/m]");
  CHECK(heading(r.history.columns()[6]) == "mass_rate [kg/(m s)]");
}

TEST_CASE("a row that is written twice keeps its rate") {
  Recorded r(streams(all_columns, false));
  r.run_to(0.05);
  r.history.record(r.simulation);
  CHECK(r.at("rate") == doctest::Approx(1 / 0.05));
  CHECK(r.at("forth") == 1);
}

TEST_CASE("round and round a periodic box, rows of grains sorted anew") {
  Recorded r(streams(all_columns, true));
  for (int k = 1; k <= 10; ++k) r.run_to(0.1 * k);
  CHECK(r.at("forth") == 20);  // 2 m of a stream of 10 per metre
  CHECK(r.at("back") == 10);
  CHECK(r.at("n") == 10);
  CHECK(r.at("low") == 20);
  CHECK(r.at("rate") == doctest::Approx(20));
}

TEST_CASE("planes that cannot be meant are refused where they stand") {
  const auto complaint = [](const std::string& through) {
    return complaint_about(streams(R"("c": { "through": )" + through + R"(, "quantity": "mass" })", false));
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(contains(complaint(R"({ "point": [0, 0], "normal": [0, 0] })"), "columns/c/through"));
  CHECK(contains(complaint(R"({ "point": [0, 0], "normal": [1, 0, 1] })"), "columns/c/through"));
  CHECK(contains(complaint(R"({ "point": [0, 0], "normal": [1, 0],
                                "within": { "model": "cylinder", "from": [0, 0], "to": [1, 0], "radius": 1 } })"),
                 "columns/c/through"));
  CHECK(contains(complaint(R"({ "point": [0, 0] })"), "missing"));
  CHECK(complaint(R"({ "point": [0, 0], "normal": [1, 0] })").empty());
}
