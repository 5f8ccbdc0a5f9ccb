// Every material as a case writes it, the inherited elastic constants included.
#include <doctest/doctest.h>

#include <string>

#include "talus/core/read_options.hpp"
#include "talus/law/material/catalog.hpp"

namespace talus {
namespace {

struct OneMaterial {
  Chosen<Materials> material;
  static constexpr auto options() { return std::tuple{required("material", &OneMaterial::material, "of the body")}; }
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
      CHECK(std::get<Linear>(material.hardening.entry).flow_stress(0.1).value == doctest::Approx(350e6));
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

}  // namespace talus
