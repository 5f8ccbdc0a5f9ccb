// The files of a run that grow while it goes: history.csv, energy.csv, frames. A run that is resumed goes on in them
// without a seam.
#pragma once

#include <optional>
#include <string>

#include "talus/output/csv_table.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/clockwork.hpp"
#include "talus/sim/frames.hpp"
#include "talus/sim/history.hpp"

namespace talus {

class RunOutput {
 public:
  /// `simulation` as it begins, whatever it is resumed from. Nothing is written yet.
  RunOutput(const ResultFolder& folder, const std::string& name, const Simulation& simulation, History& history);

  /// Begins empty files; state() does so where a run is resumed.
  void begin();
  /// When written: all that the files hold so far is on the medium. When read: the files are cut back to what they held
  /// then. Throws FileError when they hold less.
  void state(Archive& a);

  /// Whether a row or a frame will be due at time t, after so many steps.
  [[nodiscard]] bool is_ahead(Real time, std::int64_t steps) const;
  /// Of each table, so far.
  [[nodiscard]] std::uint64_t row_count() const { return row_count_; }
  [[nodiscard]] bool row_is_due(Real time) { return rows_.due(time); }
  [[nodiscard]] bool frame_is_due(const Simulation& simulation);
  /// A row of history.csv and one of energy.csv. A step that is_ahead() did not name has to be the last.
  void row(Simulation& simulation);
  void frame(Simulation& simulation);
  /// Files of frames that .pvd files list and that are not there.
  [[nodiscard]] std::size_t missing_frames() const { return frames_.missing(); }
  /// Waits until frames are there and hands all rows to the system. Throws FileError.
  void settle();

 private:
  void energy_row(const Simulation& simulation);

  const ResultFolder& folder_;
  History& history_;
  std::optional<CsvWriter> history_file_, energy_file_;
  FrameWriter frames_;
  Clockwork rows_, frame_times_;
  std::optional<int> frame_steps_;
  std::vector<Column> energy_columns_;
  std::uint64_t row_count_ = 0;
  std::vector<Real> energy_row_;
};

}  // namespace talus
