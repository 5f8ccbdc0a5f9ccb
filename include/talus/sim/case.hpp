// A case as typed data: what a JSON file says, with every default filled in. Option tables only, no behaviour. Bodies,
// output and comparisons stand in files of their own.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talus/boundary/catalog.hpp"
#include "talus/core/catalog.hpp"
#include "talus/core/error.hpp"
#include "talus/core/time_function.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/material/catalog.hpp"
#include "talus/sim/case/bodies.hpp"
#include "talus/sim/case/comparison.hpp"
#include "talus/sim/case/limits.hpp"
#include "talus/sim/case/output.hpp"

namespace talus {

struct TimeSpec {
  Real end = 0;                 ///< last instant [s]
  Real courant = 0.9;           ///< fraction of the stable step [-]
  std::optional<Real> step{};   ///< fixed step instead [s]
  Real steps_per_contact = 50;  ///< of grains: steps in the shortest linear contact [-]

  static constexpr auto options() {
    return OptionTable{
        required("end", &TimeSpec::end, dim::time, "last instant", non_negative),
        optional("courant", &TimeSpec::courant, dim::none, "fraction of the stable step", inside(0, 1.2)),
        optional("step", &TimeSpec::step, dim::time, "fixed time step in place of the rule", positive),
        optional("steps_per_contact", &TimeSpec::steps_per_contact, dim::none,
                 "steps in which the stiffest contact of grains is resolved", between(5, 1e6))};
  }
};

/// The box that grains live in, where it has an influence on them.
struct DomainSpec {
  Vec3 low = Vec3::Zero();   ///< [m]
  Vec3 high = Vec3::Zero();  ///< [m]
  std::array<bool, 3> periodic{};

  static constexpr auto options() {
    return OptionTable{required("low", &DomainSpec::low, dim::length, "lower corner"),
                       required("high", &DomainSpec::high, dim::length, "upper corner"),
                       required("periodic", &DomainSpec::periodic,
                                "directions in which grains that leave come back, such as "
                                "[true, true, false]")};
  }
};

struct ContactSpec {
  std::array<std::string, 2> between{};
  Chosen<NormalLaws> normal{};
  Chosen<TangentialLaws> tangential{};
  Chosen<RollingLaws> rolling{};
  Chosen<TwistingLaws> twisting{};
  Chosen<BondLaws> bond{};
  bool initial_overlap = false;

  static constexpr auto options() {
    return OptionTable{
        required("between", &ContactSpec::between,
                 "the two bodies; \"*\" in a name stands for any letters: the entry is for all pairs that fit and have "
                 "no narrower one"),
        required("normal", &ContactSpec::normal, "normal law"),
        optional("tangential", &ContactSpec::tangential, "friction law"),
        optional("rolling", &ContactSpec::rolling, "resistance of grains to rolling"),
        optional("twisting", &ContactSpec::twisting, "resistance of grains to spin about the normal"),
        optional("bond", &ContactSpec::bond, "cement between grains, beside their contact"),
        optional("initial_overlap", &ContactSpec::initial_overlap, "the bodies overlap at the start, on purpose")};
  }
};

/// Keeps a body's mean velocity along one direction by a uniform acceleration.
struct Tow {
  std::string body;
  Vec3 velocity = Vec3::Zero();  ///< mean velocity to keep [m/s]
  std::optional<Vec3> along{};   ///< direction that is kept; default: of the velocity

  /// Unit vector of the kept direction; zero when the case gives none.
  [[nodiscard]] Vec3 direction() const { return along.value_or(velocity).stableNormalized(); }

  static constexpr auto options() {
    return OptionTable{required("body", &Tow::body, "the towed body"),
                       required("velocity", &Tow::velocity, dim::velocity, "mean velocity to keep"),
                       optional("along", &Tow::along, dim::none, "direction to keep; default: that of the velocity")};
  }
};

struct Stage {
  std::string name;
  Real duration = 0;  ///< [s]
  std::optional<Tow> tow{};
  std::optional<Damping> damping{};

  static constexpr auto options() {
    return OptionTable{required("name", &Stage::name, "what the log calls it"),
                       required("duration", &Stage::duration, dim::time, "how long it lasts, before t = 0", positive),
                       optional("tow", &Stage::tow, "keeps a body's mean velocity"),
                       optional("damping", &Stage::damping, "brakes a solid, or grains and their spins")};
  }
};

struct Case {
  int version = 1;
  std::string title;
  std::string reference;
  int dimension = 2;
  TimeSpec time{};
  std::array<TimeFunction, 3> gravity{};  ///< [m/s^2]
  std::optional<DomainSpec> domain{};
  Named<Chosen<Materials>> materials{};
  Named<BodySpec> bodies{};
  std::vector<Chosen<Boundaries>> boundaries{};
  std::vector<ContactSpec> contacts{};
  std::vector<Stage> stages{};
  LimitsSpec limits{};
  OutputSpec output{};
  Named<CompareSpec> compare{};

  static constexpr auto options() {
    return OptionTable{
        required("talus", &Case::version, dim::none, "version of the case format", between(1, 1)),
        required("title", &Case::title, "one line that names the case"),
        optional("reference", &Case::reference, "where the expected result comes from"),
        required("dimension", &Case::dimension, dim::none, "2: plane strain, 3: space", between(2, 3)),
        required("time", &Case::time, "how long and how finely"),
        optional("gravity", &Case::gravity, dim::acceleration, "acceleration of free fall"),
        optional("domain", &Case::domain, "periodic box of grains"),
        required("materials", &Case::materials, "name -> material"),
        required("bodies", &Case::bodies, "name -> body"),
        optional("boundaries", &Case::boundaries, "what holds, drives or loads solids"),
        optional("contacts", &Case::contacts, "how pairs of bodies touch"),
        optional("stages", &Case::stages,
                 "what happens before t = 0; loads, motions and gravity by formulas have their value at t = 0 there"),
        optional("limits", &Case::limits, "when the run is not worth going on with"),
        optional("output", &Case::output, "what is written"),
        optional("compare", &Case::compare, "column -> reference and tolerance")};
  }
};

/// The first instant of a run, at which its first stage begins: the last one ends at t = 0 [s].
[[nodiscard]] inline Real start_time(const Case& c) {
  Real start = 0;
  for (const Stage& stage : c.stages) start -= stage.duration;
  return start;
}

/// Calls f(name, spec) for every body of one kind, in the order of the case.
template <class Spec, class F>
void for_each_body(const Case& c, F&& f) {
  for (const auto& [name, body] : c.bodies) {
    if (const auto* spec = std::get_if<Spec>(&body.entry)) f(name, *spec);
  }
}

/// The description of a body of this kind; nullptr where there is none of that name and kind.
template <class Spec>
const Spec* body_spec(const Case& c, const std::string& name) {
  for (const auto& [key, body] : c.bodies) {
    if (key == name) return std::get_if<Spec>(&body.entry);
  }
  return nullptr;
}

/// Throws CaseError where there is no material of that name.
[[nodiscard]] inline const Materials::Variant& material_named(const Case& c, const std::string& name) {
  for (const auto& [key, material] : c.materials) {
    if (key == name) return material.entry;
  }
  throw CaseError("there is no material \"" + name + "\"");
}

}  // namespace talus
