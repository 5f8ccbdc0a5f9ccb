// Every material as a case writes it, the inherited elastic constants included.
#include <doctest/doctest.h>

#include <string>

#include "talus/core/read_options.hpp"
#include "talus/law/material/catalog.hpp"

namespace talus {
namespace {

struct OneMaterial {
  Chosen<Materials> material;
  static constexpr auto options() { return OptionTable{required("material", &OneMaterial::material, "of the body")}; }
};

OneMaterial read(const std::string& material, ErrorList& errors) {
  const CaseText text = compose_text(R"({"material": )" + material + "}", "case.json", {}, errors);
  return read_options<OneMaterial>(text, errors);
}

constexpr const char* constants = R"("density": 7850, "young": "210 GPa", "poisson": 0.3)";

}  // namespace

TEST_CASE("every material reads its constants and its hardening") {
  Materials::for_each([]<class Material>() {
    const std::string hardening =
        Material::plastic ? R"(, "hardening": {"model": "linear", "yield": "250 MPa", "modulus": "1 GPa"})" : "";
    ErrorList errors;
    const auto chosen =
        read(R"({"model": ")" + std::string(Material::name) + "\", " + constants + hardening + "}", errors);
    CHECK(errors.empty());
    const auto& material = std::get<Material>(chosen.material.entry);
    CHECK(material.density == 7850);
    CHECK(material.shear_modulus() == doctest::Approx(80.769e9).epsilon(1e-4));
    CHECK(material.bulk_modulus() == doctest::Approx(175e9));
    if constexpr (Material::plastic) {
      CHECK(std::get<Linear>(material.hardening.entry).flow_stress({0.1}).value == doctest::Approx(350e6));
    }
  });
}

TEST_CASE("impossible constants are refused") {
  for (const char* wrong :
       {R"("density": -1, "young": 1e9, "poisson": 0.3)", R"("density": 1, "young": 0, "poisson": 0.3)",
        R"("density": 1, "young": 1e9, "poisson": 0.5)", R"("density": 1, "young": 1e9)"}) {
    CAPTURE(wrong);
    ErrorList errors;
    (void)read(std::string(R"({"model": "neo_hookean", )") + wrong + "}", errors);
    CHECK_FALSE(errors.empty());
  }
}

TEST_CASE("a metal with everything reads back from its own echo") {
  ErrorList errors;
  const auto chosen = read(std::string(R"({"model": "hencky_j2", )") + constants + R"json(,
    "hardening": {"model": "johnson_cook", "yield": "65 MPa", "factor": "356 MPa", "exponent": 0.37,
                  "rate_factor": 0.013, "reference_rate": "1 1/s", "melting_temperature": "1356 K",
                  "reference_temperature": "298 K", "softening_exponent": 1.09},
    "thermal": {"initial_temperature": "298 K", "specific_heat": "385 J/(kg K)"},
    "eos": {"model": "mie_grueneisen", "sound_speed": "3940 m/s", "slope": 1.489, "gamma": 2.02,
            "tension_cutoff": "1.2 GPa"},
    "failure": {"model": "johnson_cook_damage", "d1": 0.54, "d2": 4.89, "d3": -3.03, "d4": 0.014, "d5": 1.12,
                "melting_temperature": "1356 K"}})json",
                           errors);
  CHECK_MESSAGE(errors.empty(), errors.text());
  const auto& metal = std::get<HenckyJ2>(chosen.material.entry);
  CHECK_FALSE(metal.contradiction().found());
  CHECK(metal.bulk_modulus() == doctest::Approx(7850 * 3940.0 * 3940.0));
  CHECK(metal.temperature(MaterialState{}) == 298);
  ErrorList again;
  const std::string echo = json::dump(resolved(chosen));
  const CaseText text = compose_text(echo, "echo.json", {}, again);
  CHECK(json::dump(resolved(read_options<OneMaterial>(text, again))) == echo);
  CHECK(again.empty());
}

TEST_CASE("options of a metal that do not go together are refused where they stand") {
  const std::string jc = R"("hardening": {"model": "johnson_cook", "yield": 65e6, "factor": 356e6, "exponent": 0.37)";
  const std::string perfect = R"("hardening": {"model": "perfect", "yield": 65e6})";
  const std::string thermal = R"("thermal": {"initial_temperature": 298, "specific_heat": 385})";
  const std::string melting = R"("softening": {"model": "melting", "melting_temperature": 1356})";
  const auto place_of = [&](const std::string& options) {
    ErrorList errors;
    const auto chosen = read(std::string(R"({"model": "neo_hookean_j2", )") + constants + ", " + options + "}", errors);
    CHECK(errors.empty());
    return std::get<NeoHookeanJ2>(chosen.material.entry).contradiction().key;
  };
  CHECK(place_of(jc + "}") == "");
  CHECK(place_of(perfect + ", " + thermal) == "");
  CHECK(place_of(perfect + ", " + thermal + ", " + melting) == "");
  CHECK(place_of(jc + "}, " + thermal + ", " + melting) == "");
  CHECK(place_of(jc + R"(, "softening_exponent": 1.09}, )" + thermal) == "hardening/melting_temperature");
  CHECK(place_of(jc + "}, " + thermal) == "hardening/melting_temperature");
  CHECK(place_of(jc + R"(, "melting_temperature": 200}, )" + thermal) == "hardening/melting_temperature");
  CHECK(place_of(jc + R"(, "melting_temperature": 1356})") == "thermal");
  CHECK(place_of(perfect + ", " + melting) == "thermal");
  CHECK(place_of(jc + R"(, "melting_temperature": 1356}, )" + thermal + ", " + melting) == "softening");
  CHECK(place_of(R"("hardening": {"model": "table", "plastic_strain": [0, 0.2, 0.1], "stress": [1e8, 2e8, 3e8]})") ==
        "hardening/plastic_strain/2");
  CHECK(place_of(R"("hardening": {"model": "table", "plastic_strain": [0, 0.2], "stress": [1e8]})") ==
        "hardening/stress");
  CHECK(place_of(R"("hardening": {"model": "table", "plastic_strain": [0.1, 0.2], "stress": [1e8, 2e8]})") ==
        "hardening/plastic_strain/0");
  CHECK(place_of(R"("hardening": {"model": "table", "plastic_strain": [], "stress": []})") ==
        "hardening/plastic_strain");
  CHECK(place_of(R"("hardening": {"model": "voce", "yield": 1e8, "saturation": -2e8, "exponent": 3})") ==
        "hardening/saturation");
  const std::string damage = R"("failure": {"model": "johnson_cook_damage", "d1": 1, "d2": 1, "d3": -1, "d5": 1)";
  CHECK(place_of(perfect + ", " + thermal + ", " + damage + "}") == "failure/melting_temperature");
  CHECK(place_of(perfect + ", " + damage + R"(, "melting_temperature": 1356})") == "thermal");
}

}  // namespace talus
