// What a run writes, as a case describes it.
#pragma once

#include <optional>
#include <vector>

#include "talus/sim/case/columns.hpp"
#include "talus/sim/case/frame_arrays.hpp"
#include "talus/sim/coarse_fields.hpp"
#include "talus/sim/plot_spec.hpp"

namespace talus {

/// Every so many seconds of simulated time, or every so many steps.
struct Every {
  std::optional<Real> every{};  ///< [s]
  std::optional<int> steps{};

  static constexpr auto options() {
    return OptionTable{optional("every", &Every::every, dim::time, "interval of simulated time", positive),
                       optional("steps", &Every::steps, dim::none, "interval in steps", positive)};
  }
};

struct FrameSpec : Every {
  std::vector<FrameArray> what{};  ///< empty: the usual ones

  static constexpr auto options() {
    return joined(Every::options(), OptionTable{optional("what", &FrameSpec::what,
                                                         "arrays of particles and grains that are written; default: "
                                                         "\"usual\"")});
  }
};

struct HistorySpec {
  Real every = 1e-3;  ///< [s]
  Named<ColumnSpec> columns{};

  static constexpr auto options() {
    return OptionTable{optional("every", &HistorySpec::every, dim::time,
                                "interval of rows; each comes with the first step at or after its instant", positive),
                       optional("columns", &HistorySpec::columns, "name -> what it records")};
  }
};

/// When a run notes down all that it needs to go on later.
struct CheckpointSpec {
  std::optional<Real> every{};  ///< simulated [s]
  Real wall = 600;              ///< [s]

  static constexpr auto options() {
    return OptionTable{
        optional("every", &CheckpointSpec::every, dim::time, "interval of simulated time", positive),
        optional("wall", &CheckpointSpec::wall, dim::time, "interval of wall time, beside that", positive)};
  }
};

struct OutputSpec {
  FrameSpec frames{};
  HistorySpec history{};
  CheckpointSpec checkpoints{};
  bool contacts = true;
  std::optional<CoarseFieldSpec> fields{};
  std::vector<PlotSpec> plots{};

  static constexpr auto options() {
    return OptionTable{
        optional("frames", &OutputSpec::frames, "when .vtp frames are written"),
        optional("history", &OutputSpec::history, "columns of history.csv, and how often it gets a row"),
        optional("checkpoints", &OutputSpec::checkpoints, "when a run writes what it can be resumed from"),
        optional("contacts", &OutputSpec::contacts, "write the contact network with each frame"),
        optional("fields", &OutputSpec::fields, "coarse-grained fields of grains, as .vti frames"),
        optional("plots", &OutputSpec::plots,
                 "columns of the history over one another in report.html, beside all of them over time")};
  }
};

}  // namespace talus
