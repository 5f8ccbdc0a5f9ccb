// Sources that come to nothing: a run says at its end how much has not come, also where it has been resumed.
#include <doctest/doctest.h>

#include "support/written_case.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/sim/run.hpp"
#include "unit/output/scratch_folder.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// Beads into a box of 20 mm on a floor, which seven of them fill at random.
std::string box_to_fill(const std::string& rate) {
  return R"json({ "talus": 1, "title": "Fill", "dimension": 3, "time": { "end": "40 ms" }, "gravity": [0, 0, -9.81],
    "materials": { "glass": { "model": "linear_elastic", "density": 2500, "young": 2e7, "poisson": 0.25 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "pour", )json" +
         rate + R"json(, "region": { "model": "box", "min": [0, 0, 0.005], "max": [0.02, 0.02, 0.025] },
        "sizes": { "model": "uniform_radius", "radius": 0.004 } } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1e4, "restitution": 0.5 } },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 1e4, "restitution": 0.5 } }] })json";
}

/// Of a run to `end`, or to there from where the one before has ended.
Summary outcome(const ScratchFolder& scratch, const std::string& rate, const std::string& end, Resume resume) {
  const auto path = scratch / "case.json";
  write_file(path, box_to_fill(rate));
  RunOptions options;
  options.name = "case";
  options.folder = scratch / "results";
  options.overwrite = true;
  options.resume = resume;
  options.console.quiet = true;
  Summary summary;
  const CaseFile file = read_case_file({.path = path, .sets = {"/time/end=" + end, "/output/checkpoints/every=10 ms"}});
  CHECK(run_case(file, options, summary) == 0);
  return summary;
}

std::vector<std::string> warnings_of_pouring(const Summary& summary) {
  std::vector<std::string> found;
  for (const std::string& warning : summary.warnings) {
    if (warning.starts_with("poured ")) found.push_back(warning);
  }
  return found;
}

}  // namespace

TEST_CASE("a run says how many grains have found no room, as often as it is resumed") {
  const ScratchFolder scratch;
  const std::string fast = R"("rate": 1e4, "until": "30 ms")";
  const auto early = warnings_of_pouring(outcome(scratch, fast, "20 ms", Resume::no));
  REQUIRE(early.size() == 1);
  CHECK(early[0].find(" of 200 grains that were due of \"beads\": the region of /bodies/beads/grains had no room") !=
        std::string::npos);
  const auto late = warnings_of_pouring(outcome(scratch, fast, "40 ms", Resume::must));
  REQUIRE(late.size() == 1);
  CHECK(late[0].find(" of 300 grains ") != std::string::npos);
  CHECK(warnings_of_pouring(outcome(scratch, fast, "40 ms", Resume::no)) == late);
}

TEST_CASE("a run says what mass has found no room, and nothing where all has come or waits for a moment") {
  const ScratchFolder scratch;
  const auto heavy = warnings_of_pouring(outcome(scratch, R"("mass_rate": "10 kg/s")", "20 ms", Resume::no));
  REQUIRE(heavy.size() == 1);
  CHECK(heavy[0].find(" kg of 0.2 kg that were due") != std::string::npos);
  CHECK(warnings_of_pouring(outcome(scratch, R"("rate": 200)", "20 ms", Resume::no)).empty());
  CHECK(warnings_of_pouring(outcome(scratch, R"("rate": 1e4, "count": 4)", "20 ms", Resume::no)).empty());
}
