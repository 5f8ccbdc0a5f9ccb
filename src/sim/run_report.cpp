#include "talus/sim/run_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "contact_facts.hpp"
#include "grain_report.hpp"
#include "size_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/output/format.hpp"
#include "talus/output/html_report.hpp"
#include "talus/output/plot_table.hpp"
#include "talus/sim/foreseen_run.hpp"
#include "talus/sim/frames.hpp"
#include "talus/sim/history_plots.hpp"
#include "talus/sim/output_plan.hpp"

namespace talus {
namespace {

std::string body_text(const SolidSolver& solver) {
  const SolidBody& body = solver.body();
  const Index fitted = solver.reference().surface.count;
  const std::string material = std::visit([](const auto& m) { return std::string(m.name); }, body.material);
  return count(body.size()) + " particles, " + quantity(body.spacing, "m") + " apart, mass " +
         number(total_mass(body)) + (body.dimension == 2 ? " kg/m, " : " kg, ") + material +
         (fitted > 0 ? ", second-order gradients on " + count(fitted) + " at its surface" : "") +
         (solver.stencils() != nullptr ? ", neighbours by " + count(solver.stencils()->stencils()) + " shared stencils"
                                       : ", neighbours by bonds") +
         (solver.braking_interval() > 1
              ? ", dashpots of its control every " + count(solver.braking_interval()) + " steps"
              : "");
}

/// "coulomb_stick_slip, mu 0.3"
std::string friction_text(const Chosen<TangentialLaws>& law) {
  return std::visit(
      [&]<class Law>(const Law& entry) {
        std::string text(Law::name);
        if constexpr (std::is_base_of_v<FrictionCoefficients, Law>) {
          text += ", mu " + number(entry.static_limit());
          if (entry.dynamic_limit() != entry.static_limit()) text += ", sliding " + number(entry.dynamic_limit());
        }
        return text;
      },
      law.entry);
}

std::string contact_text(const SolidContact& contact, const ContactFacts& model_facts, const ContactSpec& spec) {
  std::string text;
  if (const auto* field = std::get_if<FieldBarrier>(&spec.normal.entry)) {
    text = "field barrier, stiffness " + quantity(field->stiffness * model_facts.young, "Pa") +
           ", touching layers are " + quantity(Real(0.5) * (contact.a().spacing + contact.b().spacing), "m") +
           " apart, " + friction_text(spec.tangential);
  } else if (const std::string facts = contact.facts(); !facts.empty()) {
    text = facts;
  } else {
    text = "kernel potential, alpha " + number(model_facts.alpha) + " (" +
           quantity(model_facts.alpha * model_facts.young, "Pa") + "), range " + quantity(contact.range(), "m") + ", " +
           friction_text(spec.tangential);
  }
  if (const Vec3& s = model_facts.slope_shift; !s.isZero()) {
    text += ", on a slope, moved along gravity by (" + number(s.x()) + ", " + number(s.y()) +
            (contact.a().dimension == 3 ? ", " + number(s.z()) : "") + ") m to where it is carried";
  } else if (model_facts.placed) {
    text += ", rests at a gap of " + quantity(model_facts.gap, "m") + " between particle layers";
  }
  return text;
}

/// "start 0.2 s (1 %), search 1.4 s (7 %), …"
std::string timing_text(const Summary& summary) {
  Real whole = 0;
  for (const auto& [phase, seconds] : summary.timing) whole += seconds;
  std::string text;
  for (const auto& [phase, seconds] : summary.timing) {
    text += (text.empty() ? "" : ", ") + phase + " " + duration(seconds) + " (" +
            percent(whole > 0 ? seconds / whole : 0) + ")";
  }
  return text;
}

/// "45 µs, limited by …; about 4 µs when …"
std::string step_text(const Simulation& simulation, Real dt, const ForeseenRun& run) {
  constexpr Real much = 0.8;  // of the step at the start
  if (simulation.model().description.time.step) return quantity(dt, "s") + ", given";
  return quantity(dt, "s") + ", limited by " + simulation.step_limit() +
         (run.step < much * dt ? "; about " + quantity(run.step, "s") + " when grains have come and are fast" : "");
}

std::string memory_text(const Simulation& simulation) {
  const Real memory = memory_of(simulation), coming = grains_to_come(simulation.model().grains, simulation.end());
  const Real particles = simulation.particle_count() + coming;
  return "about " + file_size(memory) + (particles > 0 ? ", " + file_size(memory / particles) + " a particle" : "") +
         (coming > 0 ? ", when " + count(static_cast<std::int64_t>(coming)) + " grains have been poured" : "");
}

/// Where the list of frames of a body is, if one is called like the case.
std::string series_note(const CaseFile& file) {
  const std::string name = file.source.path.stem().string();
  const auto& bodies = file.description.bodies;
  if (std::ranges::none_of(bodies, [&](const auto& body) { return body.first == name; })) return "";
  return "; " + name + ".pvd lists the frames of all bodies, those of body " + name + " alone are in " +
         series_name(name, name, file.description) + ".pvd";
}

/// How much of its body a boundary has got hold of.
std::string held_text(const ActiveBoundary& boundary, const SolidBody& body) {
  return std::visit(
      [&](const auto& action) {
        if constexpr (requires { action.area; }) {
          return number(action.area) + (body.dimension == 2 ? " m" : " m^2") + " of its surface";
        } else if constexpr (requires { action.mesh; }) {
          return count(static_cast<std::int64_t>(action.mesh.facets.size())) + " facets of its surface";
        } else if constexpr (requires { action.particles; }) {
          if constexpr (requires { action.held_particles(); }) {
            if (!action.places.empty())
              return count(static_cast<std::int64_t>(action.places.size())) + " places of its surface";
          }
          return count(static_cast<std::int64_t>(action.particles.size())) + " particles";
        } else {
          return "all " + count(body.size()) + " particles";
        }
      },
      boundary.action());
}

void add_boundary_facts(const Model& model, Facts& facts) {
  for (std::size_t k = 0; k < model.boundaries.size(); ++k) {
    const SolidBody& body = model.bodies[model.boundaries[k].body()];
    const std::string name(model.description.boundaries[k].name());
    facts.push_back({name + " of " + body.name, held_text(model.boundaries[k], body)});
  }
}

/// Of solids with each other and with walls.
Facts contact_facts(const Model& model) {
  std::vector<ContactFact> contacts;
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    const SolidContact& contact = *model.contacts[c];
    const std::string &a = contact.a().name, &b = contact.b().name;
    const ContactSpec& spec = *contact_entry(model.description, a, b);
    contacts.push_back({"contact", a, b, contact_text(contact, model.contact_facts[c], spec)});
  }
  for (const auto& walls : model.solid_walls) {
    for (const auto& contact : walls->contacts()) {
      contacts.push_back({"contact", contact->a(), contact->b(), contact->facts()});
    }
  }
  return facts_of_contacts(model.description, contacts);
}

}  // namespace

Real memory_of(const Simulation& simulation) {
  Real bytes = grain_memory(simulation);
  for (const auto& solver : simulation.model().solvers) {
    bytes += bytes_per_particle * solver->body().size() +
             bytes_per_bond * static_cast<Real>(solver->reference().bond.size());
    if (solver->stencils() != nullptr) bytes += static_cast<Real>(solver->stencils()->bytes());
  }
  return bytes;
}

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

Facts version_facts() { return {{"talus", TALUS_VERSION}, {"compiler", "g++ " __VERSION__}}; }

Facts run_facts(const CaseFile& file, Simulation& simulation, const std::filesystem::path& folder) {
  const Model& model = simulation.model();
  Facts facts{{"talus", std::string(TALUS_VERSION) + ", " + std::to_string(parallel::thread_count()) +
                            (parallel::thread_count() == 1 ? " thread" : " threads")},
              {"case", file.source.path.string()}};
  if (!file.description.reference.empty()) facts.push_back({"reference", file.description.reference});
  for (const auto& solver : model.solvers) facts.push_back({"body " + solver->body().name, body_text(*solver)});
  add_boundary_facts(model, facts);
  for (Fact& fact : contact_facts(model)) facts.push_back(std::move(fact));
  for (Fact& fact : grain_facts(simulation)) facts.push_back(std::move(fact));
  const ForeseenRun run = foresee(simulation);
  const Real dt = file.description.time.step.value_or(simulation.wanted_step());
  facts.push_back({"time step", step_text(simulation, dt, run)});
  facts.push_back({"steps", (run.at_least ? "at least " : "about ") + count(static_cast<std::int64_t>(run.steps)) +
                                " from " + number(simulation.time()) + " s to " + number(simulation.end()) + " s"});
  facts.push_back({"memory", memory_text(simulation)});
  const OutputPlan output = plan_output(simulation, run.steps);
  facts.push_back({"output", count(output.frames) + " frames, " + count(output.rows) + " rows of history, about " +
                                 file_size(output.bytes)});
  if (!folder.empty()) facts.push_back({"results", folder.string() + series_note(file)});
  return facts;
}

Facts end_facts(const Simulation& simulation, const Summary& summary, const GrainWatch& watch) {
  Facts facts{{"simulated time", number(simulation.time()) + " s in " + count(summary.steps) + " steps"},
              {"wall time", duration(summary.wall_seconds) + ", " + number(summary.particle_updates_per_second * 1e-6) +
                                " million particle-updates/s"}};
  facts.push_back({"of which", timing_text(summary)});
  const std::string_view unit = energy_unit(simulation.model().description.dimension);
  for (std::size_t c = 0; c < channel_count; ++c) {
    const Real value = simulation.ledger()[static_cast<Channel>(c)];
    if (value != 0) facts.push_back({std::string(channel_names[c]), quantity(value, unit)});
  }
  for (const auto& [contact, others] : deep_contacts(simulation.model(), 0)) {
    facts.push_back(
        {"contact " + contact->a().name + " - " + contact->b().name,
         "penetration of at most " + percent(contact->deepest()) + " of the touching distance" +
             (others > 0 ? ", the largest of " + count(static_cast<std::int64_t>(others + 1)) + " pairs" : "")});
  }
  for (Fact& fact : grain_end_facts(simulation, watch)) facts.push_back(std::move(fact));
  facts.push_back({"work ledger", "closes to " + number(summary.work_residual)});
  facts.push_back({"state ledger", "closes to " + number(summary.state_residual)});
  facts.push_back({"state hash", summary.state_hash});
  return facts;
}

void write_run_report(const ResultFolder& folder, const CaseFile& file, const Table& history, const Summary& summary,
                      const Facts& facts) {
  Report report;
  report.title = file.description.title;
  report.reference = file.description.reference;
  report.status = summary.status;
  report.ok = summary.exit_code == 0;
  report.facts = facts;
  report.compare = summary.compare;
  const Table energy = read_whole_rows(folder.file("energy.csv"));
  const std::vector<std::string> residuals{"work_residual", "state_residual_relative"};
  const std::vector<PlottedRun> run{{"", &file.description, &history}};
  report.sections = {{"Column over column", {}, chosen_plots(run)},
                     {"History", {}, history_plots(run)},
                     {"Energies",
                      {},
                      {plot_nonzero_columns(energy, residuals, "what has gone into each channel", "energy"),
                       plot_columns(energy, residuals, "residuals of the two ledgers", "residual")}}};
  report.sections.push_back({"Springs of grains", spring_table(summary), {}});
  report.warnings = summary.warnings;
  report.resolved_case = resolved_case(file);
  write_report(folder.file("report.html"), report);
}

}  // namespace talus
