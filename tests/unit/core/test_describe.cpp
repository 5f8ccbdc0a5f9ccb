// Schema, overview and descriptions come from the option tables.
#include <doctest/doctest.h>

#include "sample_case.hpp"
#include "talus/core/describe.hpp"
#include "talus/core/json_parse.hpp"

using namespace sample;

TEST_CASE("catalogues are found by walking the case") {
  const auto entries = describe_entries<Sample>();
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.family + ":" + entry.name);
  CHECK(names == std::vector<std::string>{"material:metal", "material:rubber", "hardening:unlimited",
                                          "hardening:perfect", "curve:line"});
  CHECK(overview(entries).starts_with(
      "material\n  metal      elastic and plastic\n  rubber     elastic only\n\nhardening\n"));
}

TEST_CASE("a description tells everything about an entry") {
  const auto entries = describe_entries<Sample>();
  CHECK(page(find_entries(entries, "metal").front()) == R"(metal  (material)
  elastic and plastic

  s = 2 G e

  young      Young's modulus (required)
             a pressure such as "210 GPa", positive [Pa]

  poisson    Poisson's ratio
             a number, between -1 and 0.5, both excluded
             default 0.25

  hardening  flow stress
             an object {"model": …} with "unlimited" or "perfect"
             default unlimited
)");
  CHECK_THROWS_WITH_AS((void)find_entries(entries, "ruber"), "nothing is called \"ruber\"; did you mean \"rubber\"?",
                       Error);
}

TEST_CASE("the schema has the keys, words, units, defaults and bounds of the tables") {
  const json::Value schema = schema_of<Sample>("sample");
  const json::Value& root = schema.find("else")->value.find("properties")->value;
  CHECK(*root.find("end")->value.find("description")->value.string() == "last instant [s]");
  const json::Value& body = root.find("bodies")->value.find("additionalProperties")->value;
  const json::Value& properties = body.find("properties")->value;
  CHECK(*properties.find("fixed")->value.find("default")->value.flag() == false);
  CHECK(json::dump(properties.find("packing")->value).find(R"("enum": ["lattice", "rings"])") != std::string::npos);
  CHECK(json::dump(properties.find("spacing")->value).find(R"("exclusiveMinimum": 0)") != std::string::npos);
  CHECK(*body.find("additionalProperties")->value.flag() == false);
  const std::string comparison = json::dump(root.find("compare")->value);
  for (const char* part : {"analytic", "\"line\"", "slope", "tolerance"})
    CHECK(comparison.find(part) != std::string::npos);
  ErrorList errors;
  CHECK(json::parse(json::dump(schema), "schema", errors).object());
}
