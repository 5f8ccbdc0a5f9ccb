// Bonds in a case: what is refused, what a run says of them, what it leaves behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "support/written_case.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/sim/bond_network.hpp"
#include "talus/sim/run.hpp"
#include "unit/output/scratch_folder.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// Three beads in a row along x, the last two 0.1 mm apart, moving apart; `bond` of all of them.
std::string row_of_beads(const std::string& bond, const std::string& columns = "{}") {
  return R"json({ "talus": 1, "title": "Row", "time": { "end": 1e-3, "step": 1e-5 }, "dimension": 3,
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0, 0], "radius": 0.01, "velocity": [-0.1, 0, 0] }, { "centre": [0.02, 0, 0], "radius": 0.01 },
        { "centre": [0.0401, 0, 0], "radius": 0.01, "velocity": [0.3, 0, 0] }] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, -1], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 }, "bond": )json" +
         bond + R"json( },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "every": 1e-4, "columns": )json" +
         columns + "} } }";
}

std::string parallel_bond(const std::string& more) {
  return R"({ "model": "parallel_bond", "young": 1e6)" + more + " }";
}

void check_complaint(const std::string& text, const std::string& place, const std::string& words) {
  const std::string said = complaint_about(text);
  CAPTURE(said);
  CHECK(said.find(place) != std::string::npos);
  CHECK(said.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("bonds: numbers that make no sense are refused with their place") {
  CHECK(complaint_about(row_of_beads(parallel_bond(""))).empty());
  for (const std::string key : {"tensile_strength", "shear_strength", "radius", "normal_to_shear", "weibull_modulus"}) {
    check_complaint(row_of_beads(parallel_bond(", \"" + key + "\": 0")), "/contacts/0/bond/" + key, "positive");
  }
  check_complaint(row_of_beads(R"({ "model": "parallel_bond" })"), "/contacts/0/bond", "young");
  check_complaint(row_of_beads(parallel_bond(R"(, "gap": -1)")), "/contacts/0/bond/gap", "negative");
  check_complaint(row_of_beads(parallel_bond(R"(, "weibull_modulus": 5)")), "/contacts/0/bond/weibull_modulus",
                  "neither tensile_strength nor shear_strength");
}

TEST_CASE("bonds: only grains are bonded") {
  std::string text = row_of_beads("\"none\"");
  text.insert(text.find("}],", text.find("\"floor\"], ")), ", \"bond\": " + parallel_bond(""));
  check_complaint(text, "/contacts/1/bond", "not to walls: put grains that are \"held\"");
}

TEST_CASE("bonds: what is near enough is bonded, and the frame says how it is loaded") {
  Simulation s = simulate_written(row_of_beads(parallel_bond(R"(, "gap": "0.2 mm")")));
  while (!s.finished()) s.step(s.end());
  const BondNetwork network(s.model().grains);
  const ContactFrame frame = network.frame(s.time());
  REQUIRE(frame.lines.size() == 2);
  const auto& contacts = s.model().grains.contacts;
  const auto bonds = std::ranges::find_if(contacts, [](const auto& contact) { return contact->bonds().has_value(); });
  REQUIRE(bonds != contacts.end());
  // Pulled: k_n = E pi r^2/L times what the distance has grown by.
  (*bonds)->for_each_line([&](const GrainContactLine& line) {
    const Real length = (line.from - line.to).norm(), rest = line.bond == 0 ? 0.02 : 0.0201;
    CHECK(length > rest);
    CHECK(line.normal_force.dot(line.from - line.to) < 0);
    CHECK(line.normal_force.norm() ==
          doctest::Approx(1e6 * std::numbers::pi * 1e-4 / rest * (length - rest)).epsilon(1e-6));
    CHECK(line.tangential_force.norm() < 1e-9 * line.normal_force.norm());
  });
}

TEST_CASE("bonds: a run counts them, writes them, and warns where there are none") {
  const ScratchFolder scratch;
  const auto outcome = [&](const std::string& name, const std::string& bond) {
    const auto path = scratch / (name + ".json");
    write_file(path, row_of_beads(bond, R"({ "bonds": { "of": "beads", "quantity": "bonds" } })"));
    const CaseFile file = read_case_file({.path = path});
    RunOptions options;
    options.name = name;
    options.folder = scratch / name;
    options.console.quiet = true;
    Summary summary;
    CHECK(run_case(file, options, summary) == 0);
    return summary;
  };
  const Summary held = outcome("held", parallel_bond(R"(, "gap": "0.2 mm")"));
  CHECK(held.bonds == std::vector<std::pair<std::string, Real>>{{"all", 2}, {"intact", 2}, {"broken", 0}});
  CHECK(held.warnings.empty());
  CHECK(std::filesystem::exists(scratch / "held" / "frames" / "bonds_000000.vtp"));
  const Summary broken = outcome("broken", parallel_bond(R"(, "tensile_strength": 1)"));
  CHECK(broken.bonds == std::vector<std::pair<std::string, Real>>{{"all", 1}, {"intact", 0}, {"broken", 1}});
  const std::string history = read_file(scratch / "broken" / "history.csv");
  CHECK(history.find("bonds") != std::string::npos);
  const Summary none = outcome("none", "\"none\"");
  CHECK(none.bonds.empty());
  CHECK_FALSE(std::filesystem::exists(scratch / "none" / "frames" / "bonds_000000.vtp"));
  std::string apart = parallel_bond(R"(, "at": 0.9e-3)");
  const Summary late = outcome("late", apart);
  REQUIRE(late.warnings.size() == 1);
  CHECK(late.warnings[0].find("no two grains of \"beads\" and \"beads\" were within 0 m") != std::string::npos);
}
