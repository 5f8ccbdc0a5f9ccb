#include "talus/sim/output_plan.hpp"

#include <algorithm>
#include <cmath>

#include "talus/sim/foreseen_run.hpp"
#include "talus/sim/frame_choice.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/solid_frame.hpp"

namespace talus {
namespace {

/// Frames when the case does not say how many.
constexpr Real default_frames = 50;
/// Measured on frames of block and surface: compressed numbers of a particle, and the text around them in a file.
constexpr Real bytes_per_solid_number = 3.75, bytes_per_file = 4000;
/// Measured on frames of a heap of moving grains: of numbers of a sphere and of a contact; a corner of a wall.
constexpr Real bytes_per_sphere_number = 5.2, bytes_per_contact = 130, bytes_per_corner = 30;
/// A packing has about this many contacts for each sphere.
constexpr Real contacts_per_sphere = 2.5;
/// Full-precision numbers in a .csv, comma included.
constexpr Real bytes_per_value = 19;

Real solid_bytes(const Model& model) {
  Real numbers = 0;
  for (const SolidBody& body : model.bodies) {
    numbers += Real(body.size()) * numbers_of(chosen(model.description.output.frames.what, solid_frame(body, 0)));
  }
  return bytes_per_solid_number * numbers;
}

/// One frame of grains and walls; grains that are poured until `end` [s] count already.
Real grain_bytes(const GrainSystem& grains, const OutputSpec& output, Real end) {
  Real numbers = 0, all_spheres = 0, corners = 0;
  for (std::size_t b = 0; b < grains.bodies.size(); ++b) {
    const GrainBody& body = grains.bodies[b];
    const Real now = body.spheres().size();
    Real coming = 0;
    for (const GrainSupply& supply : grains.supplies) {
      if (supply.body != static_cast<Index>(b)) continue;
      coming += grains_to_come(grains, supply, end) * static_cast<Real>(grains.kinds[b].grain.balls.size());
    }
    all_spheres += now + coming;
    numbers += (now + coming) * numbers_of(chosen(output.frames.what, GrainFrame(body, 0).frame()));
  }
  for (const WallBody& wall : grains.walls) {
    if (const auto* mesh = std::get_if<TriangleSurface>(&wall.surface)) corners += 3 * Real(mesh->facet_count());
  }
  return bytes_per_sphere_number * numbers +
         (output.contacts ? contacts_per_sphere * bytes_per_contact : 0) * all_spheres + corners * bytes_per_corner;
}

}  // namespace

OutputPlan plan_output(const Simulation& simulation, Real steps) {
  const OutputSpec& output = simulation.model().description.output;
  const Real span = std::max(Real(0), simulation.end() - simulation.time());
  OutputPlan plan;
  plan.frame_interval = output.frames.every.value_or(output.frames.steps ? 0 : span / default_frames);
  // An interval shorter than a step writes every step.
  const auto times = [&](Real interval) { return std::min(span / interval, steps); };
  const Real frames = output.frames.steps       ? steps / *output.frames.steps
                      : plan.frame_interval > 0 ? times(plan.frame_interval)
                                                : 0;
  const Model& model = simulation.model();
  const std::size_t bodies = model.bodies.size() + model.grains.bodies.size() + model.grains.walls.size();
  const Real files = static_cast<Real>(bodies + (output.contacts ? 1 : 0));
  // The first and the last instant are written whatever the intervals.
  plan.frames = static_cast<std::int64_t>(std::ceil(frames)) + 1;
  plan.rows = static_cast<std::int64_t>(std::ceil(times(output.history.every))) + 1;
  const Real columns = 1 + static_cast<Real>(output.history.columns.size());
  const Real energy_columns = 3 + static_cast<Real>(channel_count);
  plan.bytes = static_cast<Real>(plan.frames) *
                   (solid_bytes(model) + grain_bytes(model.grains, output, simulation.end()) + bytes_per_file * files) +
               static_cast<Real>(plan.rows) * (columns + energy_columns) * bytes_per_value;
  return plan;
}

}  // namespace talus
