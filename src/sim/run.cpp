#include "talus/sim/run.hpp"

#include "grain_report.hpp"
#include "talus/core/parallel.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/csv_table.hpp"
#include "talus/output/format.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/compare.hpp"
#include "talus/sim/frames.hpp"
#include "talus/sim/history.hpp"
#include "talus/sim/output_plan.hpp"
#include "talus/sim/run_report.hpp"
#include "talus/sim/stop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iostream>
#include <numbers>

namespace talus {
namespace {

/// Rows of the run's table over the whole run, and when more are asked for.
constexpr int table_rows = 20, verbose_table_rows = 200;
/// More steps than this are a mistake in the case: a month of the smallest case.
constexpr Real most_steps = 1e12;
/// A state residual beyond this is worth a warning [-] (tlsph 14).
constexpr Real residual_warning = 0.01;
/// Surfaces that have gone into each other by this share of their touching distance are worth one [-].
constexpr Real penetration_warning = 0.4;
/// A contact of grains in fewer steps than this is worth a warning …
constexpr Real fewest_steps = 40;
/// … and beyond the limit of stability, 2/omega, an error: t_c = pi/omega.
constexpr Real stable_share = 2 / std::numbers::pi;
/// Hourglass energy beyond this share of the elastic energy is worth a warning [-].
constexpr Real hourglass_warning = 0.05;
/// … unless it is next to nothing in the books: a body that settles gives its ringing to the control [-].
constexpr Real negligible_energy = 1e-3;

volatile std::sig_atomic_t caught_signal = 0;
void note_signal(int signal) {
  caught_signal = signal;
  std::signal(signal, SIG_DFL);  // the second one is for the impatient
}

/// Calls build() and gives its complaints their place in the case file.
template <class Build>
auto located(const CaseFile& file, Build&& build) {
  try {
    return build();
  } catch (const CaseIssue& issue) {
    throw error_at(file, issue.fault, issue.pointer, issue.what());
  }
}

/// The case made ready to run. Throws CaseError with the place of what does not fit together.
Simulation make_simulation(const CaseFile& file) {
  return located(file, [&] {
    Simulation simulation(build_model(file.description));
    const std::optional<Real> given = file.description.time.step;
    const Real step = given.value_or(simulation.wanted_step());
    const Real contact_time = simulation.grain_contact_time();
    if (given && *given > stable_share * contact_time) {
      throw CaseIssue(Fault::bad_size, "/time/step",
                      "is beyond the limit of stability of contacts of grains, " +
                          quantity(stable_share * contact_time, "s") + ": the stiffest one lasts " +
                          quantity(contact_time, "s") + "; leave time.step out, or take " +
                          quantity(contact_time / file.description.time.steps_per_contact, "s"));
    }
    const Real steps = (simulation.end() - simulation.time()) / step;
    if (steps > most_steps) {
      throw CaseIssue(Fault::bad_size, given ? "/time/step" : "/time/end",
                      "the run would take " + number(steps) + " steps of " + quantity(step, "s") +
                          ", more than anyone can wait for; is a unit missing?");
    }
    return simulation;
  });
}

/// What a user should know before the run starts.
std::vector<std::string> early_warnings(const CaseFile& file, Simulation& simulation) {
  std::vector<std::string> warnings = simulation.model().warnings;
  const Real stable = simulation.stable_step();
  const std::optional<Real> given = file.description.time.step;
  const Real contact_time = simulation.grain_contact_time();
  if (given && *given > contact_time / fewest_steps) {
    warnings.push_back("time.step, " + quantity(*given, "s") + ", resolves the stiffest contact of grains, which lasts " +
                       quantity(contact_time, "s") + ", in only " + number(contact_time / *given) +
                       " steps: restitution and energy will be off; below " + quantity(contact_time / fewest_steps, "s") +
                       " it takes " + number(fewest_steps));
  }
  if (given && *given > stable) {
    warnings.push_back("time.step, " + quantity(*given, "s") + ", is longer than the stable step of " +
                       quantity(stable, "s") + " (" + simulation.step_limit() + "): the run may fail");
  }
  for (std::string& w : bond_warnings(simulation)) warnings.push_back(std::move(w));
  return warnings;
}

std::vector<Column> energy_columns() {
  std::vector<Column> columns{{"time", "s"}};
  for (const auto name : channel_names) columns.push_back({std::string(name), "J"});
  columns.push_back({"work_residual", "-"});
  columns.push_back({"state_residual_relative", "-"});
  return columns;
}

/// Fires when time passes the next multiple of an interval.
class Clockwork {
 public:
  Clockwork(Real start, Real interval) : start_(start), interval_(interval) {}
  bool due(Real t) {
    if (!(interval_ > 0) || t < start_ + interval_ * static_cast<Real>(next_) - Real(1e-9) * interval_) return false;
    next_ = static_cast<std::int64_t>(std::floor((t - start_) / interval_ + Real(1e-9))) + 1;
    return true;
  }

 private:
  Real start_, interval_;
  std::int64_t next_ = 0;
};

class Run {
 public:
  Run(const CaseFile& file, const RunOptions& options, Summary& summary)
      : file_(file),
        options_(options),
        summary_(summary),
        console_(options.console, std::cout, std::cerr, log_),
        simulation_(make_simulation(file)),
        history_(located(file, [&] { return History(simulation_); })),
        folder_(ResultFolder::create(options.folder.empty() ? std::filesystem::path("results") / options.name
                                                            : options.folder,
                                     options.overwrite ? ResultFolder::Earlier::drop : ResultFolder::Earlier::keep)),
        history_file_(folder_.file("history.csv"), history_.columns()),
        energy_file_(folder_.file("energy.csv"), energy_columns()),
        frames_(folder_, options.name, simulation_),
        start_(simulation_.time()) {
    log_.open(folder_.file("talus.log"));
    write_file(folder_.file("case.resolved.json"), resolved_case(file_));
    write_file(folder_.file("case.json"), read_file(file_.source.path));
  }

  int execute() {
    header();
    try {
      loop();
    } catch (const SimulationError& error) {
      frame();
      const std::string message = error.what() + picture_of(dynamic_cast<const Stop*>(&error));
      log_.warning(message);
      finish("simulation_failed", static_cast<int>(error.code()));
      throw SimulationError(message);
    }
    if (const int signal = interrupt_signal(); signal != 0) return finish("interrupted", 128 + signal);
    if (over_wall_limit()) return finish("wall_time_limit", static_cast<int>(ExitCode::wall_time));
    const auto results = compare_all(file_.description, history_.table());
    const bool pass = std::all_of(results.begin(), results.end(), [](const auto& r) { return r.pass; });
    return pass ? finish("ok", 0) : finish("outside_tolerance", static_cast<int>(ExitCode::outside_tolerance));
  }

 private:
  void header() {
    facts_ = run_facts(file_, simulation_, folder_.path());
    console_.facts(file_.description.title, facts_);
    for (const std::string& w : early_warnings(file_, simulation_)) console_.warning(w);
    std::vector<ConsoleColumn> columns{{"step", "", 9}, {"time", "s"},        {"dt", "s"},  {"kinetic", "J"},
                                       {"work", "-"},   {"state", "-"}, {"contacts", "", 9}};
    if (!file_.description.compare.empty()) {
      columns.push_back({file_.description.compare.front().first, history_unit()});
      columns.push_back({"exact", ""});
    }
    columns.push_back({"M/s", "", 7});
    console_.table_header(columns);
  }

  [[nodiscard]] std::string history_unit() const {
    for (const Column& c : history_.columns()) {
      if (c.name == file_.description.compare.front().first) return c.unit;
    }
    return "";
  }

  void loop() {
    const Real end = simulation_.end();
    Clockwork rows(start_, (end - start_) / (options_.verbose ? verbose_table_rows : table_rows));
    Clockwork history(start_, file_.description.output.history.every);
    Clockwork frames(start_, plan_output(simulation_, 0).frame_interval);
    record(history, frames, rows);
    while (!simulation_.finished() && interrupt_signal() == 0 && !over_wall_limit()) {
      simulation_.step(std::min(simulation_.segment_end(), end));
      simulation_.check_health();
      grain_watch_.follow_step(simulation_);
      record(history, frames, rows);
      if (end > start_) console_.progress((simulation_.time() - start_) / (end - start_));
    }
    history_row();
    frame();
    table_row();
  }

  /// Where the particles that stopped the run can be seen; nothing when no particles did.
  [[nodiscard]] std::string picture_of(const Stop* stop) {
    const auto path = stop != nullptr ? write_failure(folder_, simulation_.model(), *stop, simulation_.time())
                                      : std::filesystem::path();
    return path.empty() ? "" : ". Particles at that time, \"culprit\" 1 on those meant: " + path.string();
  }

  void history_row() {
    history_file_.row(history_.record(simulation_));
    write_energy();
    grain_watch_.follow_row(simulation_);
  }

  void record(Clockwork& history, Clockwork& frames, Clockwork& rows) {
    const Real t = simulation_.time();
    if (simulation_.finished()) return;  // the end is written by its own
    if (history.due(t)) {
      history_row();
      simulation_.check_meetings();
    }
    const auto& steps = file_.description.output.frames.steps;
    if (frames.due(t) || (steps && simulation_.steps() % *steps == 0)) frame();
    if (rows.due(t)) table_row();
  }

  void write_energy() {
    std::vector<Real>& row = energy_row_;
    row.assign(1, simulation_.time());
    const EnergyLedger& ledger = simulation_.ledger();
    for (std::size_t c = 0; c < channel_count; ++c) row.push_back(ledger[static_cast<Channel>(c)]);
    row.push_back(ledger.work_residual());
    row.push_back(ledger.state_residual());
    energy_file_.row(row);
    largest_elastic_ = std::max(largest_elastic_, ledger[Channel::elastic] + ledger[Channel::plastic]);
  }

  void frame() {
    frames_.write(simulation_);
    history_file_.flush();
    energy_file_.flush();
    log_.flush();
  }

  void table_row() {
    const EnergyLedger& ledger = simulation_.ledger();
    Index contacts = 0;
    for (const auto& c : simulation_.model().contacts) contacts += c->loaded();
    contacts += static_cast<Index>(simulation_.grain_contacts().touching);
    std::vector<Real> row{static_cast<Real>(simulation_.steps()), simulation_.time(), simulation_.last_step(),
                          ledger[Channel::kinetic], ledger.work_residual(), ledger.state_residual(),
                          static_cast<Real>(contacts)};
    if (!file_.description.compare.empty()) {
      const auto& [column, spec] = file_.description.compare.front();
      const Table& table = history_.table();
      row.push_back(table.find(column)->back());
      row.push_back(simulation_.time() < 0 ? std::nan("") : std::visit([&](const auto& c) {
        return c(simulation_.time()); }, spec.curve.entry));
    }
    row.push_back(updates_per_second() * 1e-6);
    console_.table_row(row);
  }

  [[nodiscard]] Real wall_seconds() const {
    return std::chrono::duration<Real>(std::chrono::steady_clock::now() - begin_).count();
  }
  [[nodiscard]] bool over_wall_limit() const { return options_.wall_limit && wall_seconds() > *options_.wall_limit; }
  /// Building the case not counted.
  [[nodiscard]] Real updates_per_second() const {
    const Real wall = wall_seconds() - built_;
    return wall > 0 ? static_cast<Real>(simulation_.steps()) * simulation_.particle_count() / wall : 0;
  }

  /// The phases add up to the wall time; the clock of the simulation began when its model was there.
  void note_time() {
    const auto seconds = simulation_.clock().all_seconds();
    summary_.wall_seconds = wall_seconds();
    Real known = 0;
    for (const Real s : seconds) known += s;
    for (std::size_t k = 0; k < phase_count; ++k) {
      const Real before = static_cast<Phase>(k) == Phase::start ? summary_.wall_seconds - known : 0;
      summary_.timing.push_back({std::string(phase_names[k]), seconds[k] + before});
    }
  }

  void warn_about_energy() {
    const EnergyLedger& ledger = simulation_.ledger();
    if (ledger.largest_state_residual() > residual_warning) {
      console_.warning("the state ledger is off by " + percent(ledger.largest_state_residual()) +
                       ": an unstable step or too coarse a contact; look at state_residual in energy.csv");
    }
    const Real hourglass = std::abs(ledger[Channel::hourglass]);
    if (hourglass > hourglass_warning * largest_elastic_ && hourglass > negligible_energy * ledger.largest_sum()) {
      console_.warning("hourglass control has taken " + percent(ledger[Channel::hourglass] / largest_elastic_) +
                       " of the internal energy: the body may be too coarse");
    }
  }

  void warn_about_contact() {
    for (const auto& contact : simulation_.model().contacts) {
      if (contact->deepest() < penetration_warning) continue;
      console_.warning("bodies \"" + contact->a().name + "\" and \"" + contact->b().name +
                       "\" have gone into each other by " + percent(contact->deepest()) +
                       " of their touching distance: the barrier hardly holds so much; raise its stiffness, or lower "
                       "the spacing");
    }
  }

  /// What was bonded during the run; what was at its start has been said by then.
  void warn_about_bonds() {
    for (const std::string& w : bond_warnings(simulation_)) {
      if (std::ranges::find(log_.warnings(), w) == log_.warnings().end()) console_.warning(w);
    }
  }

  void warn_about_springs() {
    for (const std::string& w : judge_springs(grain_watch_.springs()).warnings()) console_.warning(w);
  }

  int finish(const std::string& status, int exit_code) {
    warn_about_energy();
    warn_about_contact();
    warn_about_springs();
    warn_about_bonds();
    const EnergyLedger& ledger = simulation_.ledger();
    summary_.status = status;
    summary_.exit_code = exit_code;
    summary_.steps = simulation_.steps();
    summary_.end_time = simulation_.time();
    summary_.particle_updates_per_second = updates_per_second();
    summary_.work_residual = ledger.largest_work_residual();
    summary_.state_residual = ledger.largest_state_residual();
    summary_.threads = parallel::thread_count();
    summary_.state_hash = hex(simulation_.state_hash());
    summary_.versions = version_facts();
    note_springs(summary_, grain_watch_);
    note_bonds(summary_, simulation_);
    note_time();
    summary_.compare = compare_all(file_.description, history_.table());
    console_.facts("End: " + status, end_facts(simulation_, summary_, grain_watch_));
    if (!summary_.compare.empty()) console_.compare(summary_.compare);
    console_.line("results in " + folder_.path().string());
    summary_.warnings = log_.warnings();
    frames_.settle();
    history_file_.flush();
    energy_file_.flush();
    write_summary(folder_.file("summary.json"), summary_);
    write_run_report(folder_, file_, history_.table(), summary_, facts_);
    log_.flush();
    console_.finish();
    return exit_code;
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();  // before the case is built
  const CaseFile& file_;
  const RunOptions& options_;
  Summary& summary_;
  Log log_;
  Console console_;
  Simulation simulation_;
  History history_;
  ResultFolder folder_;  // after those: a case that cannot be built leaves the earlier results where they are
  CsvWriter history_file_, energy_file_;
  FrameWriter frames_;
  GrainWatch grain_watch_;
  Real start_;
  Real largest_elastic_ = 0;
  std::vector<Real> energy_row_;
  std::vector<std::pair<std::string, std::string>> facts_;
  Real built_ = wall_seconds();  ///< how long all of the above has taken [s]
};

}  // namespace

int run_case(const CaseFile& file, const RunOptions& options, Summary& summary) {
  return Run(file, options, summary).execute();
}

void print_plan(const CaseFile& file) {
  Log log;
  Console console(ConsoleOptions::detect(), std::cout, std::cerr, log);
  Simulation simulation = make_simulation(file);
  located(file, [&] { return History(simulation); });
  console.facts(file.description.title, run_facts(file, simulation, {}));
  for (const std::string& w : early_warnings(file, simulation)) console.warning(w);
  console.finish();
}

void catch_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

int interrupt_signal() { return caught_signal; }

}  // namespace talus
