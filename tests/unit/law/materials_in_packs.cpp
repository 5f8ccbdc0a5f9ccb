// Materials give every particle of a pack what they give it alone: elastic, first yielding, flowing and unloading side
// by side, for every law, every hardening and with heat.
#include <doctest/doctest.h>

#include <array>

#include "support/sample_material.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-3;
constexpr int steps = 60;

/// Where particle l is after a step: turned, sheared and squeezed to and fro with a phase and a size of its own; the
/// first one hardly at all, so that it does not flow.
Mat3 deformed(int l, int step) {
  const Real size = l == 0 ? 1e-4 : 0.03 * (l + 1), phase = 0.15 * step;
  Mat3 H;
  H << std::sin(phase), 0.3 * std::sin(2 * phase + l), 0.1, 0.2 * std::cos(phase) - 0.2, -0.4 * std::sin(phase), 0,
      -0.1 * std::sin(phase), 0.2 * std::sin(phase), 0.1 * std::sin(3 * phase);
  return Mat3::Identity() + size * H;
}

void check_same(Real packs, Real one, Real scale) { CHECK(std::abs(packs - one) <= 1e-10 * scale); }

/// How many particles flowed in a step, and how many had failed in the end.
struct Seen {
  int flowing = 0, failed = 0;
};

/// `heat` [J/m^3] comes to each particle in every step where a metal takes it.
template <class Material>
Seen check_alike(const Material& material, Real heat = 0) {
  const auto answer = [&]<class T>(const Mat3Of<T>& F, MaterialStateOf<T>& state, T more) {
    if constexpr (Material::plastic)
      return material.respond(F, state, dt, more);
    else
      return material.respond(F, state, dt);
  };
  const Real stress = material.young;
  std::array<MaterialState, lanes> alone{};
  MaterialStateOf<Pack> state;
  Seen seen;
  for (int step = 1; step <= steps; ++step) {
    Mat3Of<Pack> F;
    for (int l = 0; l < lanes; ++l) set_lane(F, l, deformed(l, step));
    const ResponseOf<Pack> packs = answer(F, state, Pack(heat));
    for (int l = 0; l < lanes; ++l) {
      CAPTURE(step);
      CAPTURE(l);
      MaterialState& own = alone[l];
      const Real former = own.plastic_strain;
      const Response one = answer(deformed(l, step), own, heat);
      REQUIRE(one.valid);
      REQUIRE(packs.valid[l]);
      CHECK(packs.failed[l] == one.failed);
      CHECK((lane(packs.P, l) - one.P).norm() <= 1e-10 * stress);
      check_same(packs.energy[l], one.energy, stress);
      check_same(packs.yield_stress[l], one.yield_stress, stress);
      check_same(packs.equivalent_stress[l], one.equivalent_stress, stress);
      check_same(packs.stiffness[l], one.stiffness, stress);
      for (int c = 0; c < 6; ++c) check_same(state.cp_inverse[c][l], own.cp_inverse[c], 1);
      check_same(state.plastic_strain[l], own.plastic_strain, 1);
      check_same(state.heat[l], own.heat, stress);
      check_same(state.volume_strain[l], own.volume_strain, 1);
      check_same(state.volume_energy[l], own.volume_energy, stress);
      check_same(state.damage[l], own.damage, 1);
      seen.flowing += own.plastic_strain > former;
    }
  }
  for (const MaterialState& own : alone) seen.failed += own.damage >= 1;
  return seen;
}

template <class Hardening>
Hardening soft_metal() {
  constexpr Real yield = 5e3;  // of a rubber: small strains flow
  Hardening law;
  if constexpr (requires { law.yield; }) law.yield = yield;
  if constexpr (requires { law.modulus; }) law.modulus = 1e4;
  if constexpr (std::is_same_v<Hardening, Voce>) law.saturation = 1e4, law.exponent = 20;
  if constexpr (std::is_same_v<Hardening, HardeningTable>) {
    law.plastic_strain = {0, 0.02, 0.1};
    law.stress = {yield, 2 * yield, 1.5 * yield};
    law.last_slope = 1e4;
  }
  if constexpr (std::is_same_v<Hardening, JohnsonCook>) {
    law.factor = 2e4, law.exponent = 0.37, law.rate_factor = 0.05;
  }
  return law;
}

TEST_CASE("materials in packs: every law, every hardening, cold and warm") {
  Materials::for_each([]<class Material>() {
    CAPTURE(Material::name);
    const auto material = rubber<Material>();
    CHECK(check_alike(material).flowing == 0);
    if constexpr (Material::plastic) {
      Hardenings::for_each([&]<class Hardening>() {
        CAPTURE(Hardening::name);
        auto metal = material;
        metal.hardening.entry = soft_metal<Hardening>();
        const int cold = check_alike(metal).flowing;
        CHECK(cold > steps / 4);
        CHECK(cold < (lanes - 1) * steps);
        metal.thermal = Thermal{.initial_temperature = 300, .specific_heat = 1};  // 20 J/m^3 warm it by 0.02 K
        CHECK(check_alike(metal, 20).flowing > steps / 4);
        metal.softening.emplace().entry =
            MeltingSoftening{.melting_temperature = 330, .reference_temperature = 300.5, .exponent = 1.09};
        CHECK(check_alike(metal, 20).flowing > steps / 4);
        metal.softening->entry = SofteningTable{.temperature = {300, 310, 330}, .factors = {1, 0.5, 0.1}};
        CHECK(check_alike(metal, 20).flowing > steps / 4);
      });
    }
  });
}

TEST_CASE("materials in packs: equations of state, whole and torn") {
  Materials::for_each([]<class Material>() {
    if constexpr (Material::plastic) {
      CAPTURE(Material::name);
      auto metal = rubber<Material>(5e3);
      metal.thermal = Thermal{.initial_temperature = 300, .specific_heat = 1};
      const auto check = [&](const auto& eos) {
        metal.eos.emplace().entry = eos;
        CHECK(check_alike(metal, 20).flowing > steps / 4);
      };
      check(LinearPressure{});
      check(LinearPressure{.tension_cutoff = 2e4});
      check(MieGrueneisen{.sound_speed = 30, .slope = 1.5, .gamma = 2});
      check(MieGrueneisen{.sound_speed = 30, .slope = 1.5, .gamma = 2, .tension_cutoff = 2e4});
    }
  });
}

TEST_CASE("materials in packs: some fail, and are gone from then on") {
  Materials::for_each([]<class Material>() {
    CAPTURE(Material::name);
    auto material = rubber<Material>(5e3);
    const auto check = [&](const auto& failure) {
      material.failure.emplace().entry = failure;
      const int failed = check_alike(material).failed;
      CHECK(failed > 0);
      CHECK(failed < lanes);
    };
    check(MaxPrincipalStrain{.limit = 0.03});
    if constexpr (Material::plastic)
      check(JohnsonCookDamage{.d1 = 0.02, .d2 = 0.1, .d3 = -1.5, .d4 = 0.01, .reference_rate = 0.1});
  });
}

}  // namespace
}  // namespace talus
