// The laws between grains as a case writes them.
#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "support/relative_error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/law/contact/catalog.hpp"

namespace talus {
namespace {

struct OneContact {
  Chosen<NormalLaws> normal{};
  Chosen<TangentialLaws> tangential{};
  Chosen<RollingLaws> rolling{};
  Chosen<TwistingLaws> twisting{};

  static constexpr auto options() {
    return OptionTable{optional("normal", &OneContact::normal, "normal"),
                       optional("tangential", &OneContact::tangential, "tangential"),
                       optional("rolling", &OneContact::rolling, "rolling"),
                       optional("twisting", &OneContact::twisting, "twisting")};
  }
};

OneContact read_contact(const std::string& role, std::string_view name, const std::string& options, bool refused) {
  ErrorList errors;
  const std::string text = "{\"" + role + R"(": {"model": ")" + std::string(name) + "\", " + options + "}}";
  CAPTURE(text);
  const OneContact one = read_options<OneContact>(compose_text(text, "case.json", {}, errors), errors);
  CHECK(errors.empty() != refused);
  return one;
}

/// One normal law, or no entry of its type where the reader complains.
template <class Law>
Law read(const std::string& options, bool refused = false) {
  const OneContact one = read_contact("normal", Law::name, options, refused);
  const Law* law = std::get_if<Law>(&one.normal.entry);
  return law ? *law : Law{};
}
template <class Law>
Law read_tangential(const std::string& options, bool refused = false) {
  const OneContact one = read_contact("tangential", Law::name, options, refused);
  const Law* law = std::get_if<Law>(&one.tangential.entry);
  return law ? *law : Law{};
}

}  // namespace

TEST_CASE("normal laws of grains: read with units, words and defaults") {
  const auto spring = read<LinearSpring>(R"("contact_time": "50 us", "restitution": 0.5, "tension_cut": true)");
  CHECK(*spring.contact_time == near(50e-6));
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
  CHECK(open.contradiction().key.empty());
}

TEST_CASE("normal laws of grains: a stiffness from the material in place of a number") {
  const auto spring =
      read<LinearSpring>(R"("stiffness": {"from_hertz": "duration", "impact_speed": "1 m/s"}, "restitution": 0.9)");
  REQUIRE(spring.stiffness);
  CHECK(spring.stiffness->from_hertz == HertzMatch::duration);
  CHECK(spring.contradiction().key.empty());
  const auto both =
      read<WaltonBraun>(R"("k1": 1, "stiffness": {"from_hertz": "overlap", "impact_speed": 1}, "restitution": 0.9)");
  CHECK(both.contradiction().key == "stiffness");
  read<WaltonBraun>(R"("stiffness": {"from_hertz": "overlap"}, "restitution": 0.9)", true);
  CHECK(read<WaltonBraun>(R"("restitution": 0.5)").contradiction().key == "k1");
}

TEST_CASE("tangential, rolling and twisting laws of grains: read with units, words and defaults") {
  const auto spring = read_tangential<CoulombSpring>(
      R"("k": "2 kN/m", "c": "3 N s/m", "mu_static": 0.5, "mu_dynamic": 0.4, "reset": "luding")");
  CHECK(*spring.k == 2000);
  CHECK(*spring.c == 3);
  CHECK(spring.reset == SlidingReset::luding);
  CHECK(spring.dynamic_limit() == 0.4);
  const auto mindlin = read_tangential<Mindlin>(R"("mu": 0.3, "form": "secant", "restitution": 0.9)");
  CHECK(mindlin.form == MindlinForm::secant);
  CHECK(*mindlin.restitution == 0.9);
  CHECK(read_tangential<Mindlin>(R"("mu": 0.3)").form == MindlinForm::incremental);
  const auto burger = read_tangential<BurgerShear>(
      R"("kelvin_stiffness": 1, "kelvin_damping": 2, "maxwell_stiffness": 3, "maxwell_damping": 4, "mu": 0.2)");
  CHECK(burger.C_m == 4);
  CHECK(burger.static_limit() == 0.2);
  for (const char* role : {"rolling", "twisting"}) {
    const OneContact one =
        read_contact(role, "coulomb_spring", R"("ratio": 0.3, "mu": "10 %", "length": "reduced")", false);
    const auto& entry = std::string(role) == "rolling" ? one.rolling.entry : one.twisting.entry;
    const auto& torque = std::get<TorqueSpring>(entry);
    CHECK(*torque.ratio == 0.3);
    CHECK(*torque.mu == doctest::Approx(0.1));
    CHECK(torque.length == ContactLength::reduced);
  }
  CHECK(std::holds_alternative<NoTorque>(OneContact{}.rolling.entry));
  read_contact("rolling", "coulomb_spring", R"("k": 0, "mu": 0.1)", true);
  read_contact("twisting", "coulomb_stick_slip", R"("mu": 0.1)", true);
  read_tangential<CoulombSpring>(R"("k": 1, "mu": -0.1)", true);
  read_tangential<Mindlin>(R"("mu": 0.1, "restitution": 1.1)", true);
}

TEST_CASE("normal laws of grains: impossible numbers are refused") {
  read<LinearSpring>(R"("k": 0, "gamma": 1)", true);
  read<LinearSpring>(R"("k": 1, "restitution": 1.2)", true);
  read<WaltonBraun>(R"("k1": 1, "restitution": 0)", true);
  read<WaltonBraun>(R"("k1": -1, "restitution": 0.5)", true);
  read<Luding>(R"("k1": 100, "k2_max": 500)", true);
  read<Luding>(R"("k1": 100, "k2_max": 500, "penetration_depth_max": 0.05, "k_c": -1)", true);
  read<Hysteretic>(R"("k1": 100, "unloading": "linear")", true);
}

}  // namespace talus
