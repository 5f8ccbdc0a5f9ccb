#include "run_output.hpp"

#include "talus/sim/output_plan.hpp"

namespace talus {
namespace {

std::vector<Column> energy_columns(int dimension) {
  std::vector<Column> columns{{"time", "s"}};
  const std::string unit(energy_unit(dimension));
  for (const auto name : channel_names) columns.push_back({std::string(name), unit});
  columns.push_back({"work_residual", "-"});
  columns.push_back({"state_residual_relative", "-"});
  return columns;
}

}  // namespace

RunOutput::RunOutput(const ResultFolder& folder, const std::string& name, const Simulation& simulation,
                     History& history)
    : folder_(folder),
      history_(history),
      frames_(folder, name, simulation),
      rows_(simulation.time(), simulation.model().description.output.history.every),
      frame_times_(simulation.time(), plan_output(simulation, 0).frame_interval),
      frame_steps_(simulation.model().description.output.frames.steps),
      energy_columns_(energy_columns(simulation.model().description.dimension)) {}

void RunOutput::begin() {
  history_file_.emplace(folder_.file("history.csv"), history_.columns());
  energy_file_.emplace(folder_.file("energy.csv"), energy_columns_);
}

void RunOutput::state(Archive& a) {
  if (!a.reads()) {
    frames_.settle();
    history_file_->sync();
    energy_file_->sync();
  }
  a("rows", row_count_);
  a("time of rows", rows_);
  a("time of frames", frame_times_);
  a("history", history_);
  a("frames", frames_);
  if (!a.reads()) return;
  history_file_ = CsvWriter::continue_after(folder_.file("history.csv"), history_.columns(), row_count_);
  energy_file_ = CsvWriter::continue_after(folder_.file("energy.csv"), energy_columns_, row_count_);
  history_.take_rows(read_csv(folder_.file("history.csv")));
}

bool RunOutput::is_ahead(Real time, std::int64_t steps) const {
  return rows_.is_ahead(time) || frame_times_.is_ahead(time) || (frame_steps_ && steps % *frame_steps_ == 0);
}

bool RunOutput::frame_is_due(const Simulation& simulation) {
  return frame_times_.due(simulation.time()) || (frame_steps_ && simulation.steps() % *frame_steps_ == 0);
}

void RunOutput::row(Simulation& simulation) {
  simulation.recall();
  history_file_->row(history_.record(simulation));
  energy_row(simulation);
  ++row_count_;
}

void RunOutput::energy_row(const Simulation& simulation) {
  std::vector<Real>& row = energy_row_;
  row.assign(1, simulation.time());
  const EnergyLedger& ledger = simulation.ledger();
  for (std::size_t c = 0; c < channel_count; ++c) row.push_back(ledger[static_cast<Channel>(c)]);
  row.push_back(ledger.work_residual());
  row.push_back(ledger.state_residual());
  energy_file_->row(row);
}

void RunOutput::frame(Simulation& simulation) {
  simulation.recall();
  frames_.write(simulation);
  history_file_->flush();
  energy_file_->flush();
}

void RunOutput::settle() {
  frames_.settle();
  history_file_->flush();
  energy_file_->flush();
}

}  // namespace talus
