// The normal laws of grains as a case writes them.
#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "talus/core/read_options.hpp"
#include "talus/law/contact/normal/hysteretic_presets.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"

namespace talus {
namespace {

struct GrainLaws
    : Catalog<LinearSpring, WaltonBraun, WaltonBraunVariable, Luding, LinearPlasticViscoelastic, Hysteretic> {
  static constexpr std::string_view family = "normal law of grains";
};

struct OneLaw {
  Chosen<GrainLaws> normal;
  static constexpr auto options() { return std::tuple{required("normal", &OneLaw::normal, "of grains")}; }
};

/// One law, or no entry of its type where the reader complains.
template <class Law>
Law read(const std::string& options, bool refused = false) {
  ErrorList errors;
  const std::string text = R"({"normal": {"model": ")" + std::string(Law::name) + "\", " + options + "}}";
  const OneLaw one = read_options<OneLaw>(compose_text(text, "case.json", {}, errors), errors);
  CHECK(errors.empty() != refused);
  const Law* law = std::get_if<Law>(&one.normal.entry);
  return law ? *law : Law{};
}

}  // namespace

TEST_CASE("normal laws of grains: read with units, words and defaults") {
  const auto spring = read<LinearSpring>(R"("contact_time": "50 us", "restitution": 0.5, "tension_cut": true)");
  CHECK(*spring.contact_time == doctest::Approx(50e-6));
  CHECK(spring.tension_cut);
  CHECK(read<WaltonBraun>(R"("k1": "2 kN/m", "restitution": 0.9)").k1 == 2000);
  CHECK(read<WaltonBraunVariable>(R"("k1": 1, "stiffening": "20 1/mm")").stiffening == doctest::Approx(2e4));
  const std::string capped = R"("k1": 100, "k2_max": 500, "penetration_depth_max": 0.05)";
  const auto luding = read<Luding>(capped + R"(, "k_c": 60, "limit": "k1", "length": "reduced")");
  CHECK(luding.limit == PlasticLimit::k1);
  CHECK(luding.length == ContactLength::reduced);
  CHECK(luding.adhesive_reload == AdhesiveReload::reset);
  CHECK(read<LinearPlasticViscoelastic>(capped + R"(, "gamma": "3 N s/m")").gamma == 3);
  const auto open = read<Hysteretic>(capped + R"(, "unloading": "linear_cap", "adhesive_reload": "reset")");
  CHECK(open.unloading == Unloading::linear_cap);
  CHECK(open.contradiction().first.empty());
}

TEST_CASE("normal laws of grains: impossible numbers are refused") {
  read<LinearSpring>(R"("k": 0, "gamma": 1)", true);
  read<LinearSpring>(R"("k": 1, "restitution": 1.2)", true);
  read<WaltonBraun>(R"("k1": 1, "restitution": 0)", true);
  read<WaltonBraun>(R"("restitution": 0.5)", true);
  read<Luding>(R"("k1": 100, "k2_max": 500)", true);
  read<Luding>(R"("k1": 100, "k2_max": 500, "penetration_depth_max": 0.05, "k_c": -1)", true);
  read<Hysteretic>(R"("k1": 100, "unloading": "linear")", true);
}

}  // namespace talus
