// Coarse-grained fields of a run: cells, arrays, files.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/written_case.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/sim/frames.hpp"
#include "unit/output/scratch_folder.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// Four discs in a row, overlapping by 2 mm.
std::string discs(const std::string& fields) {
  return R"json({
    "talus": 1, "title": "Discs", "dimension": 2, "time": { "end": 1 },
    "materials": { "glass": { "model": "neo_hookean", "density": 1000, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "discs": { "solver": "dem", "material": "glass", "velocity": [0.5, 0], "grains": { "model": "spheres", "list": [
        { "centre": [0.1, 0.2], "radius": 0.05 }, { "centre": [0.198, 0.2], "radius": 0.05 },
        { "centre": [0.296, 0.2], "radius": 0.05 }, { "centre": [0.394, 0.2], "radius": 0.05 }] } } },
    "contacts": [{ "between": ["discs", "discs"], "normal": { "model": "linear_spring", "k": 1e5, "gamma": 0 }, "initial_overlap": true }],
    "output": { "fields": )json" +
         fields + R"json( } })json";
}

struct Fields {
  CoarseFields fields;
  ImageFrame image;
  explicit Fields(const Simulation& simulation) {
    const Model& model = simulation.model();
    const CoarseFieldSpec& spec = *model.description.output.fields;
    const BulkSample sample = GrainChoice(spec.of, model.grains).sample(model.grains, true);
    fields = coarse_grain(sample, grid_of(spec, sample), {spec.kernel, spec.width});
    image = image_of(spec, fields, simulation.time());
  }
  /// Sum over all cells of one component of an array.
  [[nodiscard]] Real total(const std::string& name, int component = 0) const {
    for (const Field& field : image.fields) {
      if (field.name != name) continue;
      std::vector<float> values(field.size * static_cast<std::size_t>(field.components));
      field.fill(0, static_cast<Index>(field.size), values.data());
      Real sum = 0;
      for (std::size_t c = 0; c < field.size; ++c) sum += values[c * field.components + component];
      return sum * fields.grid.cell_volume();
    }
    FAIL("no array " << name);
    return 0;
  }
};

}  // namespace

TEST_CASE("the box follows the grains: all mass, momentum and stress are in it") {
  const Simulation simulation = simulate_written(discs(R"({ "width": 0.05, "cell": 0.02,
    "what": ["density", "momentum", "contact_stress", "solid_fraction", "pressure", "kinetic_stress"] })"));
  const Fields f(simulation);
  const Real disc = std::numbers::pi * 0.05 * 0.05;
  CHECK(f.total("density") == doctest::Approx(4 * disc * 1000).epsilon(1e-5));  // float32
  CHECK(f.total("solid_fraction") == doctest::Approx(4 * disc).epsilon(1e-5));
  CHECK(f.total("momentum") == doctest::Approx(4 * disc * 1000 * 0.5).epsilon(1e-5));
  CHECK(f.total("contact_stress") == doctest::Approx(3 * 200 * 0.098).epsilon(1e-5));
  CHECK(f.total("pressure") == doctest::Approx(3 * 200 * 0.098 / 2).epsilon(1e-5));
  CHECK(std::abs(f.total("contact_stress", 4)) < 1e-6);
  CHECK(f.image.fields.size() == 6);
  CHECK(f.image.fields[2].components == 9);
  CHECK(f.image.fields[5].components == 6);
  // Cells begin on multiples of 20 mm, 0.15 m before the first centre.
  CHECK(f.image.low.x() == doctest::Approx(-0.06));
  CHECK(f.image.low.z() == 0);
  CHECK(f.image.count[2] == 1);
}

TEST_CASE("a box of its own, and the default arrays") {
  const Simulation simulation = simulate_written(discs(R"({ "width": 0.05, "kernel": "lucy",
    "box": { "min": [0, 0.1], "max": [0.3, 0.32] } })"));
  const Fields f(simulation);
  CHECK(f.image.count == std::array<Index, 3>{6, 5, 1});
  CHECK(f.image.cell == 0.05);
  CHECK(f.image.low == Vec3(0, 0.1, 0));
  REQUIRE(f.image.fields.size() == 4);
  CHECK(f.image.fields[0].name == "density");
  CHECK(f.image.fields[3].name == "stress");
  CHECK(f.total("density") < 4 * 1000 * std::numbers::pi * 0.05 * 0.05);
}

TEST_CASE("a grain that has flown far does not blow up the box") {
  CoarseFieldSpec spec;
  spec.width = 0.1;
  BulkSample sample;
  for (int i = 0; i < 11; ++i) sample.grains.push_back({.x = Vec3(i, 0, 0)});
  sample.grains.push_back({.x = Vec3(1e9, 0, 0)});
  sample.grains.push_back({.x = Vec3(std::nan(""), 0, 0)});
  const CoarseGrid grid = grid_of(spec, sample);
  CHECK(grid.count[0] == 200);
  CHECK(grid.low.x() < 0);
  CHECK(grid.high().x() > 10);
  CHECK(grid_of(spec, {}).size() >= 1);
}

TEST_CASE("frames of fields, every one or now and then") {
  const ScratchFolder scratch;
  const Simulation simulation = simulate_written(discs(R"({ "width": 0.05, "every": 0.1 })"));
  const ResultFolder folder = ResultFolder::create(scratch / "out", ResultFolder::Earlier::drop);
  CoarseFieldSpec spec = *simulation.model().description.output.fields;
  FieldWriter sparse(folder, "sparse", spec, simulation.model());
  // Frames at every 0.04 s: fields at 0, 0.12, 0.2, 0.32, 0.4.
  FileQueue queue;
  for (int i = 0; i <= 10; ++i) sparse.write(simulation.model(), 0.04 * i, queue);
  queue.settle();
  const std::string series = read_file(scratch / "out/sparse_fields.pvd");
  CHECK(contains(series, "frames/fields_000004.vti"));
  CHECK(!contains(series, "fields_000005"));
  CHECK(contains(series, "timestep=\"0.12\""));
  CHECK(contains(series, "timestep=\"0.4\""));
  CHECK(std::filesystem::exists(scratch / "out/frames/fields_000000.vti"));
  CHECK(contains(read_file(scratch / "out/frames/fields_000000.vti"), "type=\"ImageData\""));
}

TEST_CASE("fields go with the frames of a run") {
  const ScratchFolder scratch;
  Simulation simulation = simulate_written(discs(R"({ "width": 0.05 })"));
  const ResultFolder folder = ResultFolder::create(scratch / "out", ResultFolder::Earlier::drop);
  FrameWriter frames(folder, "case", simulation);
  frames.write(simulation);
  frames.write(simulation);
  frames.settle();
  CHECK(std::filesystem::exists(scratch / "out/frames/fields_000001.vti"));
  CHECK(std::filesystem::exists(scratch / "out/case_fields.pvd"));
  CHECK(!contains(read_file(scratch / "out/case.pvd"), "fields"));
}

TEST_CASE("a body called like the case has frames of its own beside those of all") {
  const ScratchFolder scratch;
  Simulation simulation = simulate_written(discs(R"({ "width": 0.05 })"));
  const ResultFolder folder = ResultFolder::create(scratch / "out", ResultFolder::Earlier::drop);
  FrameWriter frames(folder, "discs", simulation);
  frames.write(simulation);
  frames.settle();
  CHECK(contains(read_file(scratch / "out/discs_body.pvd"), "frames/discs_000000.vtp"));
  CHECK(!contains(read_file(scratch / "out/discs_body.pvd"), "contacts"));
  CHECK(contains(read_file(scratch / "out/discs.pvd"), "name=\"discs\""));
  CHECK(contains(read_file(scratch / "out/discs.pvd"), "name=\"contacts\""));

  Case c;
  for (const char* name : {"a", "a_fields", "a_body", "b"}) c.bodies.push_back({name, {GrainSpec{}}});
  CHECK(series_name("a", "a", c) == "a_body_body");  // a_body is another one
  CHECK(series_name("a_fields", "a", c) == "a_fields_body");
  CHECK(series_name("a_body", "a", c) == "a_body");
  CHECK(series_name("b", "a", c) == "b");
}

TEST_CASE("fields that cannot be meant are refused where they stand") {
  const auto complaint = [](const std::string& fields) { return complaint_about(discs(fields)); };
  CHECK(contains(complaint(R"({ "width": 0.05, "cell": 0.3 })"), "/output/fields/width"));
  CHECK(contains(complaint(R"({ "width": 0.05, "of": "dics" })"), "did you mean \"discs\""));
  CHECK(contains(complaint(R"({ "width": 0.05, "box": { "min": [1, 0], "max": [0, 1] } })"), "/output/fields/box"));
  CHECK(contains(complaint(R"({ "width": 1e-6, "box": { "min": [0, 0], "max": [1, 1] } })"), "/output/fields/width"));
  CHECK(contains(complaint(R"({ "width": 0.05, "what": ["porosity"] })"), "unknown word"));
  CHECK(contains(complaint(R"({ "kernel": "lucy" })"), "/output/fields"));
  CHECK(complaint(R"({ "width": 0.05, "what": ["fabric", "coordination", "deviator", "temperature"] })").empty());
}
