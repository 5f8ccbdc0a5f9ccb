#include "talus/sim/run.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>

#include "end_warnings.hpp"
#include "grain_report.hpp"
#include "run_output.hpp"
#include "run_start.hpp"
#include "run_table.hpp"
#include "talus/core/parallel.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/checkpoints.hpp"
#include "talus/sim/compare.hpp"
#include "talus/sim/run_report.hpp"
#include "talus/sim/stop.hpp"

namespace talus {
namespace {

/// Rows of the run's table over the whole run, and when more are asked for.
constexpr int table_rows = 20, verbose_table_rows = 200;

class Run {
 public:
  Run(const CaseFile& file, const RunOptions& options, Summary& summary)
      : file_(file),
        options_(options),
        summary_(summary),
        console_(options.console, std::cout, std::cerr, log_),
        simulation_(checked_simulation(file)),
        history_(located(file, [&] { return History(simulation_); })),
        origin_(CheckpointOrigin::of(file, simulation_)),
        start_(checked_start()),
        table_rows_(start_, (simulation_.end() - start_) / (options.verbose ? verbose_table_rows : table_rows)),
        checkpoint_times_(start_, file.description.output.checkpoints.every.value_or(0)),
        folder_(open_folder()),
        checkpoints_(folder_.path()),
        name_(options.name),
        resumed_(find_checkpoint()),
        output_(folder_, name_, simulation_, history_) {
    checkpoint_times_.due(start_);  // none of the start
    log_.open(folder_.file("talus.log"), resumed_.has_value());
    if (!resumed_) {
      output_.begin();
      write_file(folder_.file("case.json"), *file.source.text);
      if (file.text.builds_on) write_file(folder_.file("case.merged.json"), file.text.merged);
    }
  }

  int execute() {
    header();
    if (resumed_) take_up();  // or refuse: then the folder stays as it was
    write_file(folder_.file("case.resolved.json"), origin_.resolved);
    simulation_.set_foresight([this](Real t) { return output_.is_ahead(t, simulation_.steps() + 1); });
    try {
      loop();
    } catch (const SimulationError& error) {
      if (frame_time_ != simulation_.time()) frame();
      const auto* stop = dynamic_cast<const Stop*>(&error);
      const std::string message = error.what() + way_back(stop) + picture_of(stop);
      log_.warning(message);
      finish("simulation_failed", static_cast<int>(error.code()));
      throw SimulationError(message);
    }
    if (!simulation_.finished()) {
      if (const int signal = interrupt_signal(); signal != 0) return finish("interrupted", 128 + signal);
      return finish("wall_time_limit", static_cast<int>(ExitCode::wall_time));
    }
    const auto results = compare_all(file_.description, history_.table(), ends_early(file_));
    if (std::ranges::all_of(results, [](const auto& r) { return r.pass || !r.reached; })) return finish("ok", 0);
    return finish("outside_tolerance", static_cast<int>(ExitCode::outside_tolerance));
  }

 private:
  [[nodiscard]] std::filesystem::path folder_name() const {
    return options_.folder.empty() ? std::filesystem::path("results") / options_.name : options_.folder;
  }

  /// Whether it goes on with an earlier run.
  [[nodiscard]] bool goes_on() const {
    if (options_.resume != Resume::if_possible) return options_.resume == Resume::must;
    return ResultFolder::is_ours(folder_name()) && Checkpoints(folder_name()).any();
  }

  /// Time of the start [s]. A start beyond the limits is refused, unless the run goes on from somewhere else.
  [[nodiscard]] Real checked_start() {
    if (!goes_on()) check_limits(file_, simulation_);
    return simulation_.time();
  }

  /// That of the run to go on with, or an empty one. From here on files change, and no signal leaves them half made.
  [[nodiscard]] ResultFolder open_folder() const {
    catch_interrupts();
    using Earlier = ResultFolder::Earlier;
    if (goes_on()) return ResultFolder::reopen(folder_name());
    return ResultFolder::create(folder_name(), options_.overwrite ? Earlier::drop : Earlier::keep);
  }

  [[nodiscard]] std::optional<Checkpoints::Found> find_checkpoint() {
    if (options_.resume == Resume::no) return std::nullopt;
    auto found = checkpoints_.newest([this](Archive& a, const std::filesystem::path& path) { look_at(a, path); });
    if (!found && options_.resume == Resume::must) {
      throw FileError("there is no checkpoint in \"" + folder_.path().string() +
                      "\": the run ended before it wrote one (\"output\": {\"checkpoints\": {\"every\": \"1 ms\"}} "
                      "writes them on the way); run the case from its start");
    }
    return found;
  }

  /// The first that a checkpoint holds: what it belongs to, and how long the tables were.
  void front(Archive& a, CheckpointOrigin& origin, std::uint64_t& rows) {
    a.section("origin");
    origin.state(a);
    a("name", name_);
    a("rows of tables", rows);
  }

  /// Whether a checkpoint fits here.
  void look_at(Archive& a, const std::filesystem::path& path) {
    CheckpointOrigin origin = origin_;
    std::uint64_t rows = 0;
    front(a, origin, rows);
    origin_.check(origin, path);
    check_tables(folder_.path(), rows, path);
  }

  /// The rest of what a checkpoint holds.
  void state(Archive& a) {
    a.section("run");
    a("table rows", table_rows_);
    a("recorded", is_recorded_);
    a("time of the last row", row_time_);
    a("time of the last frame", frame_time_);
    auto seconds = phase_seconds();
    a("seconds", seconds);
    if (a.reads()) earlier_seconds_ = seconds;
    a("log", log_);
    a("watch on grains", grain_watch_);
    a("told of outflow", has_told_outflow_);
    simulation_.state(a);
    a("output", output_);  // last: it cuts files back to where the run goes on
  }

  /// Goes on where the checkpoint was written.
  void take_up() {
    Archive& a = resumed_->archive;
    try {
      state(a);
      a.finish();
    } catch (const FileError& error) {
      throw FileError("cannot go on from \"" + resumed_->path.string() + "\": " + error.what());
    }
    for (const std::string& complaint : resumed_->complaints) {
      console_.warning(complaint + ". An older checkpoint is used, and that one is renamed to *.damaged");
    }
    if (const std::size_t missing = output_.missing_frames(); missing > 0) {
      console_.warning(count(missing) + " frame files that .pvd files list are gone from " + folder_.path().string());
    }
    console_.line("goes on from " + resumed_->path.string() + ", at " + number(simulation_.time()) + " s after " +
                  count(simulation_.steps()) + " steps");
    first_step_ = simulation_.steps();
    checkpoint_steps_ = first_step_;
    checkpoint_times_.due(simulation_.time());  // at the times of the case as it is now
    // They say how the part before has ended, also where this one is killed.
    for (const char* name : {"failure.vtp", "summary.json", "report.html"}) std::filesystem::remove(folder_.file(name));
    last_checkpoint_ = resumed_->path;
    last_checkpoint_time_ = simulation_.time();
    resumed_.reset();
  }

  [[nodiscard]] bool checkpoint_is_due() {
    const bool is_time = checkpoint_times_.due(simulation_.time());
    return !is_at_last_steps_ &&
           (is_time || wall_seconds() - checkpoint_seconds_ > file_.description.output.checkpoints.wall);
  }
  [[nodiscard]] bool has_checkpoints() const { return checkpoint_steps_ >= 0; }

  void checkpoint() {
    if (!simulation_.is_healthy()) return;  // it will stop soon, and goes on from before that
    Archive a;
    std::uint64_t rows = output_.row_count();
    front(a, origin_, rows);
    state(a);
    log_.flush();
    last_checkpoint_ = checkpoints_.write(a, simulation_.steps());
    last_checkpoint_time_ = simulation_.time();
    checkpoint_steps_ = simulation_.steps();
    checkpoint_seconds_ = wall_seconds();
  }

  void header() {
    facts_ = run_facts(file_, simulation_, folder_.path());
    console_.facts(file_.description.title, facts_);
    // Those of a run that is resumed have been said.
    if (!resumed_) {
      for (const std::string& w : early_warnings(file_, simulation_)) console_.warning(w);
    }
    console_.table_header(run_table_columns(simulation_, history_));
  }

  void loop() {
    const Real end = simulation_.end();
    if (!is_recorded_) record();
    // The last two or three steps are taken whatever comes: they are cut to meet the end, and a run that goes on to a
    // later one should have none of those.
    while (!simulation_.finished() && (is_at_last_steps_ || (interrupt_signal() == 0 && !over_wall_limit()))) {
      if (!is_at_last_steps_ && simulation_.is_near(end)) {
        is_at_last_steps_ = true;
        if (has_checkpoints()) checkpoint();
      }
      simulation_.step(std::min(simulation_.segment_end(), end));
      simulation_.check_health();
      grain_watch_.follow_step(simulation_);
      record();
      if (checkpoint_is_due()) checkpoint();
      if (end > start_) console_.progress((simulation_.time() - start_) / (end - start_));
    }
    // Before rows and a frame that are the end's only.
    if (!simulation_.finished() && checkpoint_steps_ != simulation_.steps()) checkpoint();
    if (row_time_ != simulation_.time()) history_row();
    if (frame_time_ != simulation_.time()) frame();
    table_row();
    if (simulation_.finished()) simulation_.check_meetings();
  }

  /// Where the particles that stopped the run can be seen; nothing when no particles did.
  [[nodiscard]] std::string picture_of(const Stop* stop) {
    const auto path = stop != nullptr ? write_failure(folder_, simulation_.model(), *stop, simulation_.time())
                                      : std::filesystem::path();
    return path.empty() ? "" : ". Particles at that time, \"culprit\" 1 on those meant: " + path.string();
  }

  /// From where a run that a watchdog has stopped can be tried again.
  [[nodiscard]] std::string way_back(const Stop* stop) const {
    if (!has_checkpoints()) {
      return ". There is no checkpoint from before that: \"output\": {\"checkpoints\": {\"every\": …}} writes some";
    }
    return ". \"talus resume " + shell_word(folder_.path().string()) +
           "\" goes on from before that, at t = " + quantity(last_checkpoint_time_, "s") + " (" +
           last_checkpoint_.string() + ")" +
           (stop != nullptr ? "; " + (stop->remedy.empty() ? by_smaller_steps(simulation_.model()) : stop->remedy)
                            : "");
  }

  void history_row() {
    output_.row(simulation_);
    row_time_ = simulation_.time();
    grain_watch_.follow_row(simulation_);
    tell_outflow();
    tell_once(softening_warnings(simulation_.model()));
  }

  void tell_once(const std::vector<std::string>& warnings) {
    for (const std::string& w : warnings) {
      if (std::ranges::find(log_.warnings(), w) == log_.warnings().end()) console_.warning(w);
    }
  }

  /// Once, when the first grains leave for good.
  void tell_outflow() {
    if (has_told_outflow_ || file_.description.limits.outflow != Outflow::warn) return;
    if (const auto left = find_left_grains(simulation_)) {
      has_told_outflow_ = true;
      console_.warning(left->first.what());
    }
  }

  void record() {
    is_recorded_ = !simulation_.finished();  // the end is written by its own
    if (!is_recorded_) return;
    if (output_.row_is_due(simulation_.time())) history_row();
    if (output_.frame_is_due(simulation_)) frame();
    if (table_rows_.due(simulation_.time())) table_row();
  }

  void frame() {
    output_.frame(simulation_);
    frame_time_ = simulation_.time();
    log_.flush();
  }

  void table_row() { console_.table_row(run_table_row(simulation_, history_, updates_per_second())); }

  [[nodiscard]] Real wall_seconds() const {
    return std::chrono::duration<Real>(std::chrono::steady_clock::now() - begin_).count();
  }
  [[nodiscard]] bool over_wall_limit() const { return options_.wall_limit && wall_seconds() > *options_.wall_limit; }
  /// Building the case not counted.
  [[nodiscard]] Real updates_per_second() const {
    const Real wall = wall_seconds() - built_;
    return wall > 0 ? static_cast<Real>(simulation_.steps() - first_step_) * simulation_.particle_count() / wall : 0;
  }

  /// The phases add up to the wall time; the clock of the simulation began when its model was there.
  [[nodiscard]] std::array<Real, phase_count> phase_seconds() const {
    std::array<Real, phase_count> seconds{};
    const auto since = simulation_.clock().all_seconds();
    Real known = 0;
    for (const Real s : since) known += s;
    for (std::size_t k = 0; k < phase_count; ++k) {
      const Real before = static_cast<Phase>(k) == Phase::start ? wall_seconds() - known : 0;
      seconds[k] = earlier_seconds_[k] + since[k] + before;
    }
    return seconds;
  }

  void note_time() {
    const auto seconds = phase_seconds();
    summary_.wall_seconds = 0;
    for (std::size_t k = 0; k < phase_count; ++k) {
      summary_.timing.push_back({std::string(phase_names[k]), seconds[k]});
      summary_.wall_seconds += seconds[k];
    }
  }

  /// Nothing where gravity has no value: nobody knows what is yet to come of that state, and the run has said why.
  void warn_at_end() {
    if (!lost_gravity(file_.description, simulation_.time()).empty()) return;
    tell_once(end_warnings(simulation_, grain_watch_));
  }

  int finish(const std::string& status, int exit_code) {
    warn_at_end();
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
    summary_.compare = compare_all(file_.description, history_.table(), ends_early(file_));
    console_.facts("End: " + status, end_facts(simulation_, summary_, grain_watch_));
    if (!summary_.compare.empty()) console_.compare(summary_.compare);
    if (exit_code > static_cast<int>(ExitCode::outside_tolerance)) {  // stopped from outside
      console_.line(has_checkpoints() ? "it has not reached its end: \"talus resume " +
                                            shell_word(folder_.path().string()) + "\" goes on"
                                      : "it has not reached its end, and there is no checkpoint to go on from");
    }
    console_.line("results in " + folder_.path().string());
    summary_.warnings = log_.warnings();
    output_.settle();
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
  CheckpointOrigin origin_;
  Real start_;
  Clockwork table_rows_, checkpoint_times_;
  ResultFolder folder_;  // after those: a case that cannot be built leaves the earlier results where they are
  Checkpoints checkpoints_;
  std::string name_;                           ///< of the case; a checkpoint brings that of the run that it is of
  std::optional<Checkpoints::Found> resumed_;  ///< until the run goes on from it
  RunOutput output_;
  GrainWatch grain_watch_;
  bool is_recorded_ = false;                         ///< what is due at this time has been written
  Real row_time_ = -infinity;                        ///< [s]
  Real frame_time_ = -infinity;                      ///< [s]
  std::int64_t first_step_ = 0;                      ///< of this part of the run
  std::array<Real, phase_count> earlier_seconds_{};  ///< that the parts before have taken [s]
  std::int64_t checkpoint_steps_ = -1;               ///< steps at the last checkpoint; -1: there is none
  std::filesystem::path last_checkpoint_;            ///< file of it
  Real last_checkpoint_time_ = 0;                    ///< [s]
  bool is_at_last_steps_ = false;                    ///< some are cut to meet the end
  bool has_told_outflow_ = false;                    ///< that grains have left for good
  Real checkpoint_seconds_ = 0;                      ///< wall time of this part then [s]
  std::vector<std::pair<std::string, std::string>> facts_;
  Real built_ = wall_seconds();  ///< how long all of the above has taken [s]
};

}  // namespace

int run_case(const CaseFile& file, const RunOptions& options, Summary& summary) {
  leave_at_interrupts();
  return Run(file, options, summary).execute();
}

}  // namespace talus
