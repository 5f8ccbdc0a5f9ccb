// What a run says of grains: its header, its end, and whether springs are too soft.
#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"
#include "talus/diagnostics/hidden_volume.hpp"
#include "talus/sim/output_plan.hpp"
#include "talus/sim/run_report.hpp"

using namespace talus;

namespace {

constexpr Real R = 0.01, delta = 1e-4;

/// Two beads or discs on each other and on the floor, each 0.1 mm deep, and a larger one elsewhere.
std::string heap(int dimension, const std::string& more = "") {
  const bool plane = dimension == 2;
  const std::string beads = plane ? R"({ "centre": [0, 0.0099], "radius": 0.01 },
        { "centre": [0, 0.0298], "radius": 0.01 }, { "centre": [1, 1], "radius": 0.02 })"
                                  : R"({ "centre": [0, 0, 0.0099], "radius": 0.01 },
        { "centre": [0, 0, 0.0298], "radius": 0.01 }, { "centre": [1, 1, 1], "radius": 0.02 })";
  return R"json({ "talus": 1, "title": "Heap", "time": { "end": 1e-3 }, "dimension": )json" +
         std::to_string(dimension) + R"json(,
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
         beads + "] } }" + more + R"json(,
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0], "normal": )json" +
         (plane ? "[0, 1]" : "[0, 0, 1]") + R"json( } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }] })json";
}

std::string fact(const Facts& facts, const std::string& name) {
  for (const auto& [key, value] : facts) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace

TEST_CASE("the volume that overlaps hide is that of lenses and caps, in the plane of segments") {
  for (const int dimension : {2, 3}) {
    const Simulation simulation = simulate_written(heap(dimension));
    GrainWatch watch;
    watch.follow_row(simulation);
    const SpringObservation seen = watch.springs();
    constexpr Real pi = std::numbers::pi;
    // Two equal spheres share two caps of half the overlap each.
    const auto cap = [](Real h) { return pi * h * h * (R - h / 3); };
    const Real shared =
        dimension == 2 ? segment_area(R, delta) + 2 * segment_area(R, delta / 2) : cap(delta) + 2 * cap(delta / 2);
    const Real solid = dimension == 2 ? pi * (1 + 1 + 4) * R * R : 4 * pi / 3 * (1 + 1 + 8) * R * R * R;
    CHECK(seen.shared_volume == near(shared, 1e-9));
    CHECK(seen.solid_volume == near(solid));
  }
}

TEST_CASE("a watch over a run sees its deepest overlap and how long contacts last") {
  Simulation simulation = simulate_written(heap(3));
  GrainWatch watch;
  CHECK_FALSE(watch.has_seen_contacts());
  watch.follow_row(simulation);
  for (int step = 0; step < 5; ++step) {
    simulation.step(simulation.end());
    watch.follow_step(simulation);
  }
  CHECK(watch.has_seen_contacts());
  const SpringObservation seen = watch.springs();
  CHECK(seen.overlap_ratio > 0.9 * delta / R);
  CHECK(seen.overlap_ratio < 1.01 * delta / R);
  // The two beads, m/2 between them, against k; at the floor the same bead moves more slowly.
  const Real mass = 4 * std::numbers::pi / 3 * R * R * R * 2500;
  CHECK(seen.contact_duration == near(std::numbers::pi * std::sqrt(mass / 2 / 1000)));
  const Facts facts = end_facts(simulation, {}, watch);
  CHECK(simulation.model().grains.touching_among_grains() == 1);
  CHECK(fact(facts, "contacts of grains").find("2 now, in 2 listed pairs") != std::string::npos);
  CHECK(fact(facts, "search for pairs") == "1 time, every 5 steps; the skin is 3 % of a mean diameter");
  CHECK(fact(facts, "springs").find("overlaps of at most 1 % of the radius") != std::string::npos);
  Summary summary;
  note_springs(summary, watch);
  REQUIRE(summary.soft_springs.size() == 8);
  CHECK(summary.soft_springs[0] == std::pair<std::string, Real>{"overlap_ratio", seen.overlap_ratio});
}

TEST_CASE("overlaps of what is held are told beside those that say something about springs") {
  const std::string held_bead = R"json(,
      "bed": { "solver": "dem", "material": "glass", "held": true, "grains": { "model": "spheres", "list": [
        { "centre": [0.5, 0, 0.009], "radius": 0.01 } ] } })json";
  const auto with = [](std::string text, const std::string& pair) {
    return text.insert(text.rfind("] }"),
                       R"(, { "between": ["bed", ")" + pair +
                           R"("], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } })");
  };
  std::string text = heap(3, held_bead);
  text = with(with(text, "floor"), "beads");
  Simulation simulation = simulate_written(text);
  GrainWatch watch;
  watch.follow_row(simulation);
  for (int step = 0; step < 5; ++step) {
    simulation.step(simulation.end());
    watch.follow_step(simulation);
  }
  const SpringObservation seen = watch.springs();
  CHECK(seen.held_overlap == near(0.1, 1e-9));
  CHECK(seen.overlap_ratio < 1.01 * delta / R);
  const std::string springs = fact(end_facts(simulation, {}, watch), "springs");
  CHECK_MESSAGE(springs.find("overlaps of at most 1 % of the radius") == 0, springs);
  CHECK_MESSAGE(springs.find("; what is held overlaps by up to 10 % of the radius") != std::string::npos, springs);
  Summary summary;
  note_springs(summary, watch);
  CHECK(summary.soft_springs.back() == std::pair<std::string, Real>{"held_overlap", seen.held_overlap});
}

TEST_CASE("a ball between walls is no packing, however deep it is in them") {
  Simulation simulation = simulate_written(R"json({ "talus": 1, "title": "Wedged", "dimension": 2,
    "time": { "end": 1e-3 },
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "ball": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0.0095], "radius": 0.01 } ] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0], "normal": [0, 1] } },
      "lid": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0.019], "normal": [0, -1] } } },
    "contacts": [
      { "between": ["ball", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["ball", "lid"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } } ] })json");
  GrainWatch watch;
  while (!simulation.finished()) {
    simulation.step(simulation.end());
    watch.follow_step(simulation);
  }
  CHECK(watch.springs().overlap_ratio == near(0.05, 1e-6));
  CHECK(watch.springs().packed_overlap == 0);
  CHECK(simulation.grain_contacts().touching == 2);
  CHECK(simulation.model().grains.touching_among_grains() == 0);
}

TEST_CASE("where only what is held touches, no spring is said to be good") {
  Simulation simulation = simulate_written(R"json({ "talus": 1, "title": "Pressed", "dimension": 3,
    "time": { "end": 1e-3 },
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "ball": { "solver": "dem", "material": "glass", "held": true, "grains": { "model": "spheres", "list": [
        { "centre": [0, 0, 0.01], "radius": 0.01 } ] } },
      "plate": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] },
                 "motion": { "velocity": [0, 0, 1] } } },
    "contacts": [
      { "between": ["ball", "plate"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } } ] })json");
  GrainWatch watch;
  while (!simulation.finished()) {
    simulation.step(simulation.end());
    watch.follow_step(simulation);
  }
  watch.follow_row(simulation);
  CHECK(watch.springs().held_overlap == near(0.1, 1e-6));
  CHECK(fact(end_facts(simulation, {}, watch), "springs") ==
        "only grains that are held have touched; what is held overlaps by up to 10 % of the radius, which is not "
        "judged");
  Summary summary;
  note_springs(summary, watch);
  REQUIRE(summary.soft_springs.size() == 1);
  CHECK(summary.soft_springs[0].first == "held_overlap");
}

namespace {

/// The warnings of a run of these balls or beads along x, without gravity.
std::vector<std::string> spring_warnings(const std::string& list, const std::string& k, Real end) {
  Simulation simulation = simulate_written(R"json({ "talus": 1, "title": "Beads", "dimension": 3,
    "time": { "end": )json" + std::to_string(end) +
                                           R"json( },
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": { "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
                                           list + R"json(] } } },
    "contacts": [ { "between": ["beads", "beads"],
                    "normal": { "model": "linear_spring", "restitution": 0.9, "k": )json" +
                                           k + "} } ] }");
  GrainWatch watch;
  while (!simulation.finished()) {
    simulation.step(simulation.end());
    watch.follow_step(simulation);
  }
  REQUIRE(watch.has_seen_contacts());
  return judge_springs(watch.springs()).warnings();
}

}  // namespace

TEST_CASE("one collision of two balls says nothing against springs, however deep") {
  const char* balls = R"({ "centre": [-0.0101, 0, 0], "radius": 0.01, "velocity": [1, 0, 0] },
                         { "centre": [0.0101, 0, 0], "radius": 0.01, "velocity": [-1, 0, 0] })";
  CHECK(spring_warnings(balls, "1e5", 0.002).empty());  // overlap 4.6 % of the radius
}

TEST_CASE("beads in a row detach where springs are stiff, and a warning says where they do not") {
  // Gaps of 0.2 mm take 0.2 ms at 1 m/s; contacts last 7 us, or 2.3 ms.
  const char* row = R"({ "centre": [-0.0202, 0, 0], "radius": 0.01, "velocity": [1, 0, 0] },
                       { "centre": [0, 0, 0], "radius": 0.01 }, { "centre": [0.0202, 0, 0], "radius": 0.01 },
                       { "centre": [0.0404, 0, 0], "radius": 0.01 })";
  CHECK(spring_warnings(row, "1e9", 0.002).empty());
  const auto soft = spring_warnings(row, "1e4", 0.02);
  REQUIRE(soft.size() == 1);
  CHECK(soft.front().find("begin while the grain still touches another partner") != std::string::npos);
}

TEST_CASE("walls may be open meshes, which the header counts; faults of a mesh from a file are told") {
  const auto stl = std::filesystem::temp_directory_path() / ("talus_plate_" + std::to_string(::getpid()) + ".stl");
  const auto with = [&](const std::string& second) {
    const std::string begin = "facet normal 0 0 1\nouter loop\n", end = "endloop\nendfacet\n";
    std::ofstream(stl) << "solid plate\n"
                       << begin << "vertex -1 -1 0\nvertex 1 -1 0\nvertex 1 1 0\n"
                       << end << begin << second << end << "endsolid\n";
    std::string text = heap(3);
    const std::string plane = R"({ "model": "plane", "point": [0, 0], "normal": [0, 0, 1] })";
    text.replace(text.find(plane), plane.size(), R"({ "model": "stl", "path": ")" + stl.string() + R"(" })");
    return read_written(text);
  };
  const CaseFile open = with("vertex -1 -1 0\nvertex 1 1 0\nvertex -1 1 0\n");
  Simulation simulation(build_model(open.description));
  CHECK(simulation.model().warnings.empty());
  CHECK(fact(run_facts(open, simulation, {}), "wall floor").find("open along 4 edges") != std::string::npos);
  const CaseFile turned = with("vertex -1 -1 0\nvertex -1 1 0\nvertex 1 1 0\n");
  const auto warnings = build_model(turned.description).warnings;
  std::filesystem::remove(stl);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings.front().find("wall \"floor\": at 1 edges of the mesh one triangle turns its front") == 0);
}

TEST_CASE("rows of the history are not more than steps") {
  const Simulation simulation = simulate_written(heap(3));
  const OutputPlan wished = plan_output(simulation, 100);  // every 1 ms of 1 ms
  CHECK(wished.rows == 2);
  Case description = simulation.model().description;
  description.output.history.every = 1e-9;
  description.output.frames.every = 1e-8;
  const OutputPlan capped = plan_output(Simulation(build_model(description)), 100);
  CHECK(capped.rows == 101);
  CHECK(capped.frames == 101);
}

TEST_CASE("the header says what stiffness follows from the material or from a duration") {
  for (const auto& [match, words] : {std::pair{"overlap", "; k1 2.017e+06 N/m; an impact"},
                                     std::pair{"duration", "; k1 2.229e+06 N/m; an impact"}}) {
    const CaseFile file = read_case_file(
        {.path = TALUS_SOURCE_DIR "/cases/grains/walton_braun.json", .sets = {std::string("match=") + match}});
    Simulation simulation{build_model(file.description)};
    const std::string text = fact(run_facts(file, simulation, {}), "contact left - right");
    CHECK_MESSAGE(text.find(words) != std::string::npos, text);
  }
  const CaseFile file = read_written(heap(3));
  Simulation simulation{build_model(file.description)};
  const std::string text = fact(run_facts(file, simulation, {}), "contact beads - floor");
  CHECK_MESSAGE(text.find("; k 1000 N/m; ") != std::string::npos, text);
}

TEST_CASE("the header names grains, walls and what is still to come") {
  const CaseFile file = read_written(heap(3, R"json(,
      "rain": { "solver": "dem", "material": "glass", "grains": { "model": "pour", "rate": 1e6, "count": 500,
                "region": { "model": "box", "min": [0, 0, 1], "max": [1, 1, 2] },
                "sizes": { "model": "uniform_radius", "radius": 0.01 } } })json"));
  Case description = file.description;
  for (const char* other : {"beads", "floor", "rain"}) {
    ContactSpec& none = description.contacts.emplace_back();
    none.between = {"rain", other};
    none.normal.entry = NoContact{};
  }
  Simulation simulation{build_model(description)};
  const Facts facts = run_facts(file, simulation, {});
  CHECK(fact(facts, "grains beads").find("3 spheres, radius 10 mm to 20 mm, mass 0.1047 kg, glass") == 0);
  CHECK(fact(facts, "grains rain") == "up to 500 grains to be poured, glass");
  CHECK(fact(facts, "wall floor") == "plane, standing");
  CHECK_FALSE(fact(facts, "contact beads - floor").empty());
  // 500 grains to come weigh in the files, beside the three that are there.
  const Real with_rain = plan_output(simulation, 100).bytes;
  description.bodies.erase(description.bodies.begin() + 1);
  description.contacts.resize(2);
  const Real without = plan_output(Simulation(build_model(description)), 100).bytes;
  CHECK(with_rain > 50 * 100 * 500 + without);
}
