// Laws of contact in a case: what is none of grains, what is none of solids, and what does not go together.
#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "talus/core/error.hpp"
#include "talus/sim/case_reader.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

/// Complaint about a contact between `pair`, "" where there is none.
std::string complaint(const std::string& pair, const std::string& laws) {
  const fs::path folder = fs::temp_directory_path() / ("talus_laws_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "case.json") << R"json({
    "talus": 1, "title": "laws", "dimension": 3, "time": { "end": 0 },
    "materials": { "glass": { "model": "linear_elastic", "density": 2500, "young": "70 GPa", "poisson": 0.25 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass",
                 "grains": { "model": "spheres", "list": [{ "centre": [0, 0, 0], "radius": 0.01 }] } },
      "block": { "solver": "tlsph", "material": "glass", "spacing": 0.1, "shape": { "model": "block", "size": [1, 1, 1] } },
      "other": { "solver": "tlsph", "material": "glass", "spacing": 0.1, "position": [0, 0, 2],
                 "shape": { "model": "block", "size": [1, 1, 1] } } },
    "contacts": [{ "between": )json" + pair + ", " +
                                             laws + "}]}";
  std::string text;
  try {
    (void)read_case_file({.path = folder / "case.json"});
  } catch (const CaseError& e) {
    text = e.what();
  }
  fs::remove_all(folder);
  return text;
}

}  // namespace

TEST_CASE("contact laws: what does not fit the bodies or the other laws is refused with its place") {
  const std::string grains = R"(["beads", "beads"])", solids = R"(["block", "other"])";
  const std::string spring = R"("normal": {"model": "linear_spring", "k": 1, "restitution": 1})";
  const std::string hertz = R"("normal": {"model": "hertz", "damping": "tsuji", "restitution": 1})";
  const struct {
    std::string pair, laws, place, words;
  } rows[] = {
      {solids, spring + R"(, "tangential": {"model": "coulomb_stick_slip", "mu": 1})", "/contacts/0/tangential/model",
       "\"coulomb_stick_slip\" is no tangential contact law of grains; there is \"frictionless\", "},
      {grains, R"("normal": "field_barrier")", "/contacts/0/normal/model",
       "\"field_barrier\" is no normal contact law of grains; there is \"linear_spring\", "},
      {grains, spring + R"(, "tangential": {"model": "coulomb_stick_slip", "mu": 1})", "/contacts/0/tangential/model",
       "there is \"frictionless\", \"coulomb_spring\", \"mindlin\" or \"burger_shear\""},
      {solids, R"("normal": "field_barrier", "tangential": {"model": "mindlin", "mu": 1})",
       "/contacts/0/tangential/model", "\"mindlin\" is no tangential contact law of solids"},
      {solids, R"("normal": "field_barrier", "tangential": "coulomb_stick_slip")", "/contacts/0/tangential/mu",
       "is missing"},
      {solids, R"("normal": "field_barrier", "rolling": {"model": "coulomb_spring", "mu": 1, "k": 1})",
       "/contacts/0/rolling", "solids have no spin"},
      {grains, R"("normal": {"model": "linear_spring", "k": 1, "gamma": 1, "restitution": 1})",
       "/contacts/0/normal/gamma", "give one of them"},
      {grains, R"("normal": {"model": "luding", "k1": 2, "k2_max": 1, "penetration_depth_max": 0.1})",
       "/contacts/0/normal/k2_max", "must not be smaller than k1"},
      {grains, spring + R"(, "tangential": {"model": "coulomb_spring", "k": 1})", "/contacts/0/tangential/mu",
       "is missing: give mu, mu_static or mu_dynamic; one alone stands for both"},
      {grains, spring + R"(, "tangential": {"model": "coulomb_spring", "k": 1, "mu_static": 0.2, "mu_dynamic": 0.3})",
       "/contacts/0/tangential/mu_dynamic", "mu_dynamic is above mu_static"},
      {solids,
       R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.3, "mu_static": 0.2})",
       "/contacts/0/tangential/mu_static", "mu_static is below mu, which sets mu_dynamic"},
      {solids,
       R"("normal": "field_barrier", "tangential": {"model": "coulomb_projected", "mu": 0.3, "mu_dynamic": 0.4})",
       "/contacts/0/tangential/mu_dynamic", "mu_dynamic is above mu, which sets mu_static"},
      {grains, spring + R"(, "twisting": {"model": "coulomb_spring", "k": 1, "ratio": 1, "mu": 1})",
       "/contacts/0/twisting/ratio", "give one of them"},
      {grains, hertz + R"(, "tangential": {"model": "coulomb_spring", "ratio": 1, "mu": 1})",
       "/contacts/0/tangential/ratio", "\"hertz\" has no stiffness of first loading"},
      {grains, hertz + R"(, "rolling": {"model": "coulomb_spring", "ratio": 1, "mu": 1})", "/contacts/0/rolling/ratio",
       "give \"k\""}};
  for (const auto& row : rows) {
    const std::string text = complaint(row.pair, row.laws);
    CAPTURE(row.laws);
    CAPTURE(text);
    CHECK(text.find("error[E402] at " + row.place) != std::string::npos);
    CHECK(text.find(row.words) != std::string::npos);
  }
  for (const std::string& laws :
       {spring + R"(, "tangential": {"model": "coulomb_spring", "ratio": 0.4, "mu": 1})",
        hertz +
            R"(, "tangential": {"model": "mindlin", "mu": 1}, "rolling": {"model": "coulomb_spring", "k": 1, "mu": 1})",
        hertz + R"(, "tangential": {"model": "coulomb_spring", "k": 4, "mu": 1})",
        spring + R"(, "tangential": {"model": "coulomb_spring", "k": 1, "mu_static": 0.3})",
        spring + R"(, "tangential": {"model": "coulomb_spring", "k": 1, "mu_dynamic": 0.3})",
        std::string(R"("normal": "none")")}) {
    CAPTURE(laws);
    CHECK(complaint(grains, laws) == "");
  }
}

TEST_CASE("a misspelt coefficient of friction is one error, not a missing key besides") {
  const std::string text =
      complaint(R"(["block", "other"])",
                R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "nu": 0.5})");
  CHECK(text.find("unknown key \"nu\"; did you mean \"mu\"?") != std::string::npos);
  CHECK(text.find("E402") == std::string::npos);
}

}  // namespace talus
