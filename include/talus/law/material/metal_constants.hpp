// What the metals share beside elasticity: flow stress, temperature, equation of state, failure.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/law/material/elastic_constants.hpp"
#include "talus/law/material/eos/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/hardening/catalog.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/law/material/softening/catalog.hpp"
#include "talus/law/material/thermal.hpp"

namespace talus {

struct MetalConstants : ElasticConstants {
  Chosen<Hardenings> hardening;                   ///< flow stress
  std::optional<Thermal> thermal{};               ///< temperature, or none
  std::optional<Chosen<Softenings>> softening{};  ///< factor on the flow stress over temperature, or none
  std::optional<Chosen<EquationsOfState>> eos{};  ///< pressure, or the elastic law's own
  std::optional<Chosen<Failures>> failure{};      ///< or none

  static constexpr auto metal_options() {
    using M = MetalConstants;
    return joined(
        elastic_options(),
        OptionTable{required("hardening", &M::hardening, "flow stress over plastic strain"),
                    optional("thermal", &M::thermal, "temperature: plastic work heats the material, no conduction"),
                    optional("softening", &M::softening, "factor on the flow stress over temperature"),
                    optional("eos", &M::eos, "pressure, in place of the elastic law's own"),
                    optional("failure", &M::failure, "when the material is gone")});
  }

  /// True for a metal without rate, temperature, equation of state and failure, and with one of the two laws that take
  /// a line. Such metals, the most of them, have a path of their own through `respond`: with everything in it, the loop
  /// over particles would be slower by a third.
  [[nodiscard]] bool is_plain() const {
    return !thermal && !eos && !failure &&
           (std::holds_alternative<Linear>(hardening.entry) || std::holds_alternative<Perfect>(hardening.entry));
  }

  /// At no strain [Pa].
  [[nodiscard]] Real bulk_modulus() const {
    const Real elastic = ElasticConstants::bulk_modulus();
    if (!eos) return elastic;
    return std::visit([&](const auto& law) { return law.bulk_modulus(elastic, density); }, eos->entry);
  }
  /// With heat [J/m^3] that is not in the state yet [K]; 0 without `thermal`.
  template <class T>
  [[nodiscard]] T temperature(const MaterialStateOf<T>& state, T more = 0) const {
    return thermal ? thermal->temperature(density, T(state.heat + more)) : T(0);
  }

  /// Options that do not go together.
  [[nodiscard]] Contradiction contradiction() const {
    for (const auto& wrong : {of_parts(), of_temperature()}) {
      if (wrong.found()) return wrong;
    }
    return {};
  }

  /// What shape and heat contribute to an answer whose pressure comes from an equation of state.
  template <class T>
  struct ShapePart {
    SymmetricOf<T> deviator;  ///< of tau [Pa]
    T energy;                 ///< of shape [J/m^3]
    T heat;                   ///< of the step [J/m^3]
  };
  /// The answer with the pressure of the equation of state for J - 1 = j; stores its path.
  template <class T>
  ResponseOf<T> answer_of_eos(const ShapePart<T>& shape, const Mat3Of<T>& F, T j, MaterialStateOf<T>& state) const {
    const VolumePathOf<T> path{.bulk_modulus = bulk_modulus(),
                               .from_j = state.volume_strain,
                               .to_j = j,
                               .from_heat = state.heat,
                               .to_heat = state.heat + shape.heat,
                               .from_energy = state.volume_energy};
    const VolumeAnswerOf<T> volume = std::visit([&](const auto& law) { return law.answer(path); }, eos->entry);
    ResponseOf<T> r =
        response_from<T>(SymmetricOf<T>::identity(volume.stress) + shape.deviator, F, volume.energy + shape.energy);
    r.stiffness = volume.stiffness + 4 * shear_modulus() / 3;
    state.volume_strain = select(r.valid, j, state.volume_strain);
    state.volume_energy = select(r.valid, volume.energy, state.volume_energy);
    return r;
  }

  /// Damage of a step that added `increment` of plastic strain in `dt`.
  template <class T>
  void judge_flow(T increment, Real dt, const Mat3Of<T>& F, MaterialStateOf<T>& state, ResponseOf<T>& r) const {
    const FailurePointOf<T> at{.F = F,
                               .increment = increment,
                               .rate = dt > 0 ? increment * (1 / dt) : T(0),
                               .temperature = temperature(state)};
    judge(*failure, at, state, r);
  }

 private:
  /// Inside one of the parts.
  [[nodiscard]] Contradiction of_parts() const {
    const auto ask = [](const auto& part) {
      return std::visit(
          [](const auto& entry) {
            if constexpr (requires { entry.contradiction(); }) return entry.contradiction();
            return Contradiction{};
          },
          part.entry);
    };
    auto wrong = ask(hardening).below("hardening");
    if (!wrong.found() && softening) wrong = ask(*softening).below("softening");
    if (!wrong.found() && eos) wrong = ask(*eos).below("eos");
    if (!wrong.found() && failure) wrong = ask(*failure).below("failure");
    return wrong;
  }
  /// Between what needs a temperature and what gives it.
  [[nodiscard]] Contradiction of_temperature() const {
    const auto* law = std::get_if<JohnsonCook>(&hardening.entry);
    const bool by_itself = law != nullptr && law->softens();
    if (by_itself && softening) return {"softening", "johnson_cook has its own thermal factor: give one of the two"};
    if (law != nullptr && thermal && !softening && !by_itself) {
      return {"hardening/melting_temperature",
              "with \"thermal\", johnson_cook needs the melting temperature of its factor 1 - T*^m (or give a "
              "\"softening\" of the material)"};
    }
    const bool fails_by_heat =
        failure && std::visit([](const auto& f) { return f.needs_temperature(); }, failure->entry);
    if (thermal || !(by_itself || softening || fails_by_heat)) return {};
    const std::string who = by_itself ? "hardening" : softening ? "softening" : "failure";
    return {"thermal", "the " + who +
                           " of this material depends on temperature: give its initial temperature and "
                           "specific heat, {\"initial_temperature\": …, \"specific_heat\": …}"};
  }
};

}  // namespace talus
