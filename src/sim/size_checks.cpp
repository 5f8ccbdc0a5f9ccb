#include "size_checks.hpp"

#include <functional>
#include <numbers>
#include <set>
#include <string>

#include "talus/core/nearest_word.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/output_plan.hpp"
#include "talus/sim/solid_frame.hpp"

namespace talus {
namespace {

/// More files than this no folder bears.
constexpr Real most_frames = 1e6;

/// Particles within the support of a particle of this body, as many as its kernel and its smoothing make.
Real neighbours_of(const SolidSpec& spec, int dimension) {
  return std::visit(
      [&](const auto& kernel) {
        const Real own = dimension == 2 ? kernel.default_smoothing_2d : kernel.default_smoothing_3d;
        const Real r = kernel.support * spec.smoothing.value.value_or(own);
        return std::numbers::pi * r * r * (dimension == 2 ? 1 : Real(4) / 3 * r);
      },
      spec.kernel.entry);
}

}  // namespace

void check_memory(const Model& model) {
  Real bytes = 0;
  const auto add = [&](Real more, const std::string& name, Index count, const char* what, const char* advice) {
    bytes += more;
    at_place("/bodies/" + name, Fault::too_large, [&] {
      refuse_memory(bytes, "body \"" + name + "\" of " + talus::count(count) + what + ", with all before it,", advice);
    });
  };
  for (const SolidBody& body : model.bodies) {
    const SolidSpec& spec = *body_spec<SolidSpec>(model.description, body.name);
    const Real each = bytes_per_particle + bytes_per_bond * neighbours_of(spec, body.dimension);
    add(each * body.size(), body.name, body.size(), " particles", "take a larger spacing");
  }
  for (const GrainBody& body : model.grains.bodies) {
    const Index spheres = body.spheres().size();
    add(bytes_per_sphere * spheres, body.name, spheres, " spheres", "take larger or fewer grains");
  }
}

void check_frames(const Model& model) {
  const std::vector<FrameArray>& wanted = model.description.output.frames.what;
  if (wanted.empty()) return;
  std::set<std::string, std::less<>> names;
  const auto add = [&](const ParticleFrame& frame) {
    for (const Field& field : frame.fields) names.insert(field.name);
  };
  for (const SolidBody& body : model.bodies) add(solid_frame(body, 0));
  for (const GrainBody& body : model.grains.bodies) add(GrainFrame(body, 0).frame());
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const std::string_view name = word_of(wanted[k]);
    if (wanted[k] == FrameArray::usual || names.contains(name)) continue;
    throw CaseIssue(Fault::unknown_name, "/output/frames/what/" + std::to_string(k),
                    "no body of this case has an array \"" + std::string(name) + "\"" +
                        suggestion(name, Words(names.begin(), names.end())));
  }
}

void check_output(const Simulation& simulation, Real steps) {
  const OutputPlan plan = plan_output(simulation, steps);
  const OutputSpec& output = simulation.model().description.output;
  const auto frames = static_cast<Real>(plan.frames), rows = static_cast<Real>(plan.rows);
  if (frames > most_frames) {
    throw CaseIssue(Fault::too_large, output.frames.steps ? "/output/frames/steps" : "/output/frames/every",
                    "the run would write " + number(frames) + " frames, about " + file_size(plan.bytes) +
                        ", and no more than " + number(most_frames) + " are taken: make the interval longer");
  }
  at_place("/output/history/every", Fault::too_large, [&] {
    refuse_memory(sizeof(Real) * rows * static_cast<Real>(1 + output.history.columns.size()),
                  "a history of " + number(rows) + " rows", "make the interval longer");
  });
}

}  // namespace talus
