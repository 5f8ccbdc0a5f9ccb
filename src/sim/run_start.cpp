#include "run_start.hpp"

#include <algorithm>
#include <iostream>
#include <numbers>
#include <type_traits>
#include <variant>

#include "formula_checks.hpp"
#include "grain_report.hpp"
#include "size_checks.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/compare.hpp"
#include "talus/sim/foreseen_run.hpp"
#include "talus/sim/history.hpp"
#include "talus/sim/mesh_scale.hpp"
#include "talus/sim/run.hpp"
#include "talus/sim/run_report.hpp"

namespace talus {
namespace {

/// A contact of grains in fewer steps than this is worth a warning …
constexpr Real fewest_steps = 40;
/// … and beyond the limit of stability, 2/omega, an error: t_c = pi/omega.
constexpr Real stable_share = 2 / std::numbers::pi;

/// Whether a law asks Hertz's contact of the material.
template <class Law>
bool asks_hertz(const Law& law) {
  if constexpr (requires { law.stiffness->from_hertz; }) return law.stiffness.has_value();
  return std::is_same_v<Law, Hertz> || std::is_same_v<Law, Mindlin>;
}

/// Hertz's contact is that of spheres, in newton; discs have mass and force per metre.
std::vector<std::string> plane_hertz_warnings(const Case& c) {
  std::vector<std::string> warnings;
  for (const ContactSpec& contact : c.contacts) {
    const auto asks = [](const auto& law) { return asks_hertz(law); };
    if (c.dimension != 2 || !(std::visit(asks, contact.normal.entry) || std::visit(asks, contact.tangential.entry))) {
      continue;
    }
    warnings.push_back("contact " + contact.between[0] + " - " + contact.between[1] +
                       ": Hertz's contact is that of spheres; in two dimensions it stands for one sphere in each metre "
                       "of depth, much softer than the material: give k and restitution instead");
  }
  return warnings;
}

/// What turns about the normal of a contact turns out of the plane.
std::vector<std::string> plane_twisting_warnings(const Case& c) {
  std::vector<std::string> warnings;
  for (const ContactSpec& contact : c.contacts) {
    if (c.dimension != 2 || std::holds_alternative<NoTorque>(contact.twisting.entry)) continue;
    warnings.push_back("contact " + contact.between[0] + " - " + contact.between[1] +
                       ": discs do not twist: \"twisting\" does nothing in two dimensions, leave it out");
  }
  return warnings;
}

}  // namespace

std::string lost_gravity(const Case& description, Real t) {
  for (int k = 0; k < description.dimension; ++k) {
    try {
      (void)description.gravity[k](std::max(Real(0), t));  // in the stages it is that of t = 0
    } catch (const SimulationError&) {
      return "/gravity/" + std::to_string(k);
    }
  }
  return "";
}

Simulation make_simulation(const CaseFile& file) {
  return located(file, [&] {
    Simulation simulation(build_model(file.description));
    const std::optional<Real> given = file.description.time.step;
    const Real contact_time = simulation.grain_contact_time();
    if (given && *given > stable_share * contact_time) {
      throw CaseIssue(Fault::bad_size, "/time/step",
                      "is beyond the limit of stability of contacts of grains, " +
                          quantity(stable_share * contact_time, "s") + ": the stiffest one lasts " +
                          quantity(contact_time, "s") + "; leave time.step out, or take " +
                          quantity(contact_time / file.description.time.steps_per_contact, "s"));
    }
    const Real steps = foresee(simulation).steps;
    if (steps > most_run_steps) {
      throw CaseIssue(Fault::bad_size, given ? "/time/step" : "/time/end",
                      "the run would take " + number(steps) + " steps of " +
                          quantity((simulation.end() - simulation.time()) / steps, "s") +
                          ", more than anyone can wait for; is a unit missing?");
    }
    check_output(simulation, steps);
    return simulation;
  });
}

Simulation checked_simulation(const CaseFile& file) {
  located(file, [&] {
    if (const std::string place = lost_gravity(file.description, 0); !place.empty()) {
      throw CaseIssue(Fault::bad_formula, place, "gravity is not finite at t = 0 s, where the run begins");
    }
    check_references(file.description, ends_early(file));
  });
  Simulation simulation = make_simulation(file);
  located(file, [&] { check_formulas(file.description, simulation.time()); });
  return simulation;
}

void check_limits(const CaseFile& file, Simulation& simulation) {
  located(file, [&] {
    if (const auto outside = find_outside(simulation.model(), " is outside of limits.region from the start")) {
      throw CaseIssue(Fault::contradiction, "/limits/region",
                      std::string(outside->what()) + ": widen the region, or move the body");
    }
    const auto& shortest = file.description.limits.step;
    const Real first = shortest ? simulation.uncut_step() : 0;
    if (shortest && first < *shortest) {
      const bool is_given = file.description.time.step.has_value();
      throw CaseIssue(Fault::contradiction, "/limits/step",
                      "the first step takes " + quantity(first, "s") +
                          (is_given ? ", which time.step says" : ", limited by " + simulation.step_limit()) +
                          ", and limits.step = " + quantity(*shortest, "s") + " would stop it: lower limits.step");
    }
  });
}

std::vector<std::string> early_warnings(const CaseFile& file, Simulation& simulation) {
  std::vector<std::string> warnings = simulation.model().warnings;
  const Real stable = simulation.stable_step();
  const std::optional<Real> given = file.description.time.step;
  const Real contact_time = simulation.grain_contact_time();
  if (given && *given > contact_time / fewest_steps) {
    warnings.push_back("time.step, " + quantity(*given, "s") +
                       ", resolves the stiffest contact of grains, which lasts " + quantity(contact_time, "s") +
                       ", in only " + number(contact_time / *given) +
                       " steps: restitution and energy will be off; below " +
                       quantity(contact_time / fewest_steps, "s") + " it takes " + number(fewest_steps));
  }
  if (given && *given > stable) {
    warnings.push_back("time.step, " + quantity(*given, "s") + ", is longer than the stable step of " +
                       quantity(stable, "s") + " (" + simulation.step_limit() + "): the run may fail");
  }
  for (std::string& w : bond_warnings(simulation)) warnings.push_back(std::move(w));
  for (std::string& w : plane_hertz_warnings(file.description)) warnings.push_back(std::move(w));
  for (std::string& w : plane_twisting_warnings(file.description)) warnings.push_back(std::move(w));
  for (std::string& w : mesh_scale_warnings(simulation.model())) warnings.push_back(std::move(w));
  return warnings;
}

void print_plan(const CaseFile& file) {
  Log log;
  Console console(ConsoleOptions::detect(), std::cout, std::cerr, log);
  Simulation simulation = checked_simulation(file);
  located(file, [&] { return History(simulation); });
  check_limits(file, simulation);
  console.facts(file.description.title, run_facts(file, simulation, {}));
  for (const std::string& w : early_warnings(file, simulation)) console.warning(w);
  console.finish();
}

}  // namespace talus
