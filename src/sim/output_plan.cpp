#include "talus/sim/output_plan.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// Frames when the case does not say how many.
constexpr Real default_frames = 50;
/// Measured on frames of block and surface: compressed arrays of a particle, and the text around them in a file.
constexpr Real bytes_per_particle = 120, bytes_per_file = 4000;
/// Full-precision numbers in a .csv, comma included.
constexpr Real bytes_per_value = 19;

}  // namespace

OutputPlan plan_output(const Simulation& simulation, Real steps) {
  const OutputSpec& output = simulation.model().description.output;
  const Real span = std::max(Real(0), simulation.end() - simulation.time());
  OutputPlan plan;
  plan.frame_interval = output.frames.every.value_or(output.frames.steps ? 0 : span / default_frames);
  const Real frames = output.frames.steps       ? steps / *output.frames.steps
                      : plan.frame_interval > 0 ? span / plan.frame_interval
                                                : 0;
  const Real files = static_cast<Real>(simulation.model().bodies.size() + (output.contacts ? 1 : 0));
  // The first and the last instant are written whatever the intervals.
  plan.frames = static_cast<std::int64_t>(std::ceil(frames)) + 1;
  plan.rows = static_cast<std::int64_t>(std::ceil(span / output.history.every)) + 1;
  const Real columns = 1 + static_cast<Real>(output.history.columns.size());
  const Real energy_columns = 3 + static_cast<Real>(channel_count);
  plan.bytes =
      static_cast<Real>(plan.frames) * (bytes_per_particle * simulation.particle_count() + bytes_per_file * files) +
      static_cast<Real>(plan.rows) * (columns + energy_columns) * bytes_per_value;
  return plan;
}

}  // namespace talus
