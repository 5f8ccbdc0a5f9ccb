// Schema, overview and descriptions come from the option tables.
#include <doctest/doctest.h>

#include "sample_case.hpp"
#include "talus/core/codec.hpp"
#include "talus/core/describe_keys.hpp"
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
  CHECK(description(entries, {}, "metal") == R"(metal  (material)
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
  CHECK_THROWS_WITH_AS((void)description(entries, {}, "ruber"), "nothing is called \"ruber\"; did you mean \"rubber\"?",
                       Error);
}

TEST_CASE("a range says which of its ends is left out") {
  CHECK(bound_text({.low = 0, .high = 1}) == "between 0 and 1");
  CHECK(bound_text({.low = 0, .high = 1, .open_low = true}) == "between 0 and 1, 0 excluded");
  CHECK(bound_text({.low = 0, .high = 1, .open_high = true}) == "between 0 and 1, 1 excluded");
  CHECK(bound_text({.low = 0, .high = 1, .open_low = true, .open_high = true}) == "between 0 and 1, both excluded");
  CHECK(bound_text({.low = 2, .high = 2}) == "2");
  CHECK(bound_text({.low = 2, .open_low = true}) == "more than 2");
  CHECK(bound_text({.high = 2, .open_high = true}) == "less than 2");
}

namespace {

struct Window {
  Vec3 low = Vec3::Zero();  // [m]
  static constexpr auto options() { return OptionTable{required("low", &Window::low, dim::length, "lower corner")}; }
};

/// One key with three meanings, an object that two places share, and a catalogue that looks optional.
struct Scene {
  Window view{};
  std::vector<Window> holes{};
  Named<Chosen<Curves>> edges{};
  Chosen<Curves> path{};
  Vec3 slope = Vec3::Zero();
  static constexpr auto options() {
    return OptionTable{required("view", &Scene::view, "what is seen"), optional("holes", &Scene::holes, "what is not"),
                       optional("edges", &Scene::edges, "where it ends"), optional("", &Scene::path, "how it moves"),
                       optional("slope", &Scene::slope, dim::none, "how it lies")};
  }
};

template <class T>
std::string describe(std::string_view name) {
  return description(describe_entries<T>(), describe_keys<T>(), name);
}

}  // namespace

TEST_CASE("a key is described with what stands in it") {
  CHECK(describe<Sample>("compare") == R"(compare  (key)
  column -> reference
  an object {name: …}, each an object { … }
  at /compare

  analytic   reference (required)
             "line", with the keys of that entry beside it: talus describe line

  tolerance  accepted
             a number, not negative
             default 0.01
)");
  CHECK(describe<Sample>("materials") == R"(materials  (key)
  name -> material (required)
  an object {name: …}, each an object {"model": …} with "metal" or "rubber"
  at /materials

  metal   elastic and plastic
  rubber  elastic only
)");
  CHECK(describe<Sample>("packing") == R"(packing  (key)
  how particles fill it
  "lattice" or "rings"
  default "lattice"
  at /bodies/*/packing

  lattice  a grid
  rings    rings
)");
  CHECK(describe<Sample>("velocity") == R"(velocity  (key)
  initial velocity
  a list of 2 or 3, each a velocity such as "2 m/s" [m/s]
  default [0, 0, 0]
  at /bodies/*/velocity
)");
  CHECK(describe<Sample>("poisson").find("\n  at /materials/*/poisson of metal, rubber\n") != std::string::npos);
}

TEST_CASE("a key that stands at several places is described at each, and at one by its pointer") {
  CHECK(describe<Scene>("low") == R"(low  (key)
  lower corner (required)
  a list of 2 or 3, each a length such as "50 mm" [m]
  at /view/low
  at /holes/*/low
)");
  const std::string of_scene = R"(slope  (key)
  how it lies
  a list of 2 or 3, each a number
  default [0, 0, 0]
  at /slope
)";
  const std::string of_line = R"(slope  (key)
  slope (required)
  an acceleration such as "9.81 m/s^2" [m/s^2]
  at /edges/*/slope of line
  at /slope of line
)";
  CHECK(describe<Scene>("slope") == of_line + "\n" + of_scene);
  CHECK(describe<Scene>("/edges/*/slope") == of_line);
  CHECK(describe<Scene>("/edges/left/slope") == of_line);
  CHECK(describe<Scene>("/holes/0") == describe<Scene>("holes"));
  // Without the key nothing is chosen: the table of the owner may call it optional all it likes.
  CHECK(describe<Scene>("analytic").find("how it moves (required)\n") != std::string::npos);
}

TEST_CASE("the root of a case leads to all else") {
  const std::string root = describe<Scene>("case");
  CHECK(root.find(R"(
  holes      what is not
             a list, each item an object { … }
             its keys: talus describe holes
             default []
)") != std::string::npos);
  CHECK(describe<Scene>("/") == root);
  const std::string overview = root_overview(describe_keys<Scene>());
  CHECK(overview.starts_with("  view       what is seen (required)\n  holes      what is not\n"));
  for (const std::string_view key : composition_keys) {
    CAPTURE(key);
    CHECK(root.find("\n  " + std::string(key) + "  ") != std::string::npos);
    CHECK(describe<Scene>(key).starts_with(std::string(key) + "  (key)\n"));
  }
  CHECK(composition_options().size() == composition_keys.size());
}

TEST_CASE("an entry comes before a key of its name, and what is unknown gets a short answer") {
  struct Hardened {
    Chosen<Hardenings> perfect{};
    static constexpr auto options() { return OptionTable{optional("perfect", &Hardened::perfect, "or not")}; }
  };
  const std::string both = describe<Hardened>("perfect");
  CHECK(both.starts_with("perfect  (hardening)\n"));
  CHECK(both.find("\nperfect  (key)\n  or not\n") != std::string::npos);
  CHECK_THROWS_WITH_AS((void)describe<Sample>("materiel"), "nothing is called \"materiel\"; did you mean \"material\"?",
                       Error);
  CHECK_THROWS_WITH_AS((void)describe<Sample>("zzzz"),
                       "nothing is called \"zzzz\"; \"talus describe\" lists what a case can say", Error);
  CHECK_THROWS_WITH_AS((void)describe<Sample>("/bodies/*/zzzz"),
                       "no case has a key at \"/bodies/*/zzzz\"; \"talus describe NAME\" tells where a key stands",
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
