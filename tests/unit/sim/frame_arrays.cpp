// Which arrays frames have, and what those say that have to be asked for.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "support/field_values.hpp"
#include "support/written_case.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/sim/frame_choice.hpp"
#include "talus/sim/frames.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/output_plan.hpp"
#include "talus/sim/solid_frame.hpp"
#include "unit/output/scratch_folder.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// A block of metal that may fail and get warm, and two clumps; `frames` is what the case says of them.
std::string text_of(const std::string& frames) {
  return R"json({
    "talus": 1, "title": "A block and clumps", "dimension": 3, "time": { "end": "1 us" },
    "materials": {
      "metal": { "model": "hencky_j2", "density": 8930, "young": "117 GPa", "poisson": 0.35,
                 "hardening": { "model": "perfect", "yield": "400 MPa" },
                 "thermal": { "initial_temperature": "298 K", "specific_heat": 385 },
                 "failure": { "model": "max_principal_strain", "limit": 0.5 } },
      "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "block": { "solver": "tlsph", "material": "metal", "spacing": "1 mm",
                 "shape": { "model": "block", "size": [0.005, 0.004, 0.003] } },
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0, 1], "radius": 0.01 }] } } },
    "contacts": [ { "between": ["*", "*"], "normal": "none" } ],
    "output": { "frames": )json" +
         frames + "} }";
}

std::set<std::string> names_of(const ParticleFrame& frame) {
  std::set<std::string> names;
  for (const Field& field : frame.fields) names.insert(field.name);
  return names;
}

}  // namespace

TEST_CASE("every array of a frame can be named, and every name is that of an array") {
  const Simulation simulation = simulate_written(text_of(R"({ "every": "1 us" })"));
  std::set<std::string> there = names_of(solid_frame(simulation.model().bodies[0], 0));
  GrainBody clumps = simulation.model().grains.bodies[0];
  clumps.clumped = true;
  there.merge(names_of(GrainFrame(clumps, 0).frame()));
  std::set<std::string> named{"usual"};
  named.merge(there);
  std::set<std::string> words;
  for (const Word<FrameArray>& w : choices(std::type_identity<FrameArray>{})) words.emplace(w.word);
  CHECK(words == named);
}

TEST_CASE("frames have the arrays that a case asks for, the usual ones where it asks for none") {
  using A = FrameArray;
  const Simulation simulation = simulate_written(text_of(R"({ "every": "1 us" })"));
  const SolidBody& block = simulation.model().bodies[0];
  const std::set<std::string> all = names_of(solid_frame(block, 0)),
                              usual = names_of(chosen({}, solid_frame(block, 0)));
  CHECK(all.size() == usual.size() + 2);
  CHECK(!usual.contains("strain"));
  CHECK(!usual.contains("deformation_gradient"));
  CHECK(names_of(chosen({A::usual}, solid_frame(block, 0))) == usual);
  CHECK(names_of(chosen({A::velocity, A::strain, A::radius}, solid_frame(block, 0))) ==
        std::set<std::string>{"velocity", "strain"});
  CHECK(names_of(chosen({A::usual, A::strain}, solid_frame(block, 0))).size() == usual.size() + 1);
  CHECK(numbers_of(chosen({A::velocity, A::strain}, solid_frame(block, 0))) == 3 + 3 + 6);
}

TEST_CASE("strain of a frame is the logarithm of the stretch, in axes of space") {
  Simulation simulation = simulate_written(text_of(R"({ "every": "1 us" })"));
  SolidBody block = simulation.model().bodies[0];
  const Mat3 turn = Eigen::AngleAxis<Real>(0.5, Vec3::UnitZ()).toRotationMatrix();
  for (Index i = 0; i < block.size(); ++i) block.F.set(i, turn * Vec3(1.2, 0.9, 1).asDiagonal());
  const ParticleFrame frame = solid_frame(block, 0);
  const std::vector<float> strain = values(frame.fields, "strain"), F = values(frame.fields, "deformation_gradient");
  const Mat3 expected = turn * Vec3(std::log(1.2), std::log(0.9), 0).asDiagonal() * turn.transpose();
  for (int k = 0; k < 3; ++k) CHECK(strain[k] == doctest::Approx(expected(k, k)));
  CHECK(strain[3] == doctest::Approx(expected(0, 1)));
  CHECK(F[1] == doctest::Approx(-0.9 * std::sin(0.5)));
  CHECK(F[3] == doctest::Approx(1.2 * std::sin(0.5)));
}

TEST_CASE("files of frames have the arrays that were chosen, and the plan counts them") {
  Simulation few = simulate_written(text_of(R"({ "every": "1 us", "what": ["velocity", "strain"] })"));
  const Simulation usual = simulate_written(text_of(R"({ "every": "1 us" })"));
  const ScratchFolder scratch;
  const ResultFolder folder = ResultFolder::create(scratch / "run", ResultFolder::Earlier::drop);
  FrameWriter frames(folder, "few", few);
  frames.write(few);
  frames.settle();
  const std::string block = read_file(folder.path() / "frames/block_000000.vtp");
  const std::string beads = read_file(folder.path() / "frames/beads_000000.vtp");
  CHECK(contains(block, "Name=\"strain\""));
  CHECK(contains(block, "Name=\"velocity\""));
  CHECK_FALSE(contains(block, "Name=\"stress\""));
  CHECK(contains(beads, "Name=\"velocity\""));
  CHECK_FALSE(contains(beads, "Name=\"radius\""));
  CHECK(plan_output(few, 10).bytes < plan_output(usual, 10).bytes);
}

TEST_CASE("arrays that no body has are told, those of one body are enough") {
  CHECK(complaint_about(text_of(R"({ "every": "1 us", "what": ["strane"] })")).find("\"strain\"") != std::string::npos);
  const auto checked = [](const std::string& what) {
    return complaint_about(text_of("{ \"every\": \"1 us\", \"what\": [" + what + "] }"));
  };
  CHECK(checked("\"usual\", \"stress\", \"radius\"").empty());
  const std::string sentence = checked("\"stress\", \"centre\"");
  CHECK(contains(sentence, "/output/frames/what/1"));
  CHECK(contains(sentence, "\"centre\""));
}
