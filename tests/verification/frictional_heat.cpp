// What friction loses warms what rubs: one half on either side, as far as it carries a temperature.
#include <doctest/doctest.h>

#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/body/material_fields.hpp"

namespace talus {
namespace {

const std::string metal = R"({"model": "hencky_j2", "density": 1000, "young": 1e7, "poisson": 0.3,
    "hardening": {"model": "perfect", "yield": 1e9})";
const std::string thermal = R"(, "thermal": {"initial_temperature": 300, "specific_heat": 400})";

const std::string clamp = R"([{"model": "clamp", "body": "slab", "where": {"layer": "bottom"}}])";

/// A block that slides on what lies below; every part is JSON.
std::string case_of(const std::string& below, const std::string& laws, bool warm_block, bool warm_slab) {
  return R"({"talus": 1, "title": "rubbing", "dimension": 2, "time": {"end": 0.1}, "gravity": [0, -9.81],
  "materials": {"above": )" +
         metal + (warm_block ? thermal : "") + R"(}, "below": )" + metal + (warm_slab ? thermal : "") + R"(},
    "stone": {"model": "neo_hookean", "density": 2000, "young": 1e8, "poisson": 0.3}},
  "bodies": {"block": {"solver": "tlsph", "material": "above", "spacing": 0.05, "velocity": [2, 0],
                       "shape": {"model": "block", "size": [0.4, 0.2]}, "position": [-0.3, 0.1]},
             "slab": )" +
         below + R"(},
  "boundaries": )" +
         (below.find("tlsph") == std::string::npos ? "[]" : clamp) + R"(,
  "contacts": [{"between": ["block", "slab"], )" +
         laws + "}]}";
}

const std::string slab = R"({"solver": "tlsph", "material": "below", "spacing": 0.05, "position": [0, -0.1],
    "shape": {"model": "block", "size": [1.6, 0.2]}})";
const std::string ground = R"({"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}})";
const std::string grains = R"({"solver": "dem", "material": "stone", "velocity": [-1, 1],
    "grains": {"model": "spheres", "list": [{"centre": [-0.3, -0.101], "radius": 0.1}]}})";

struct Heat {
  Real all = 0, most = 0;
};

Heat heat_of(const SolidBody& body) {
  Heat heat;
  for (Index i = 0; i < body.size(); ++i) {
    heat.all += body.state[i].heat * body.V[i];
    heat.most = std::max(heat.most, temperature_of(body, i));
  }
  return heat;
}

TEST_CASE("friction of two bodies with temperature becomes heat, all of it") {
  for (
      const std::string laws :
      {R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.5})",
       R"("normal": "field_barrier", "tangential": {"model": "coulomb_projected", "mu": 0.5})",
       R"("normal": {"model": "kernel_potential", "alpha": 0.01}, "tangential": {"model": "coulomb_stick_slip", "mu": 0.5})",
       R"("normal": {"model": "linear_spring", "k": 1e6, "restitution": 1}, "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.5})"}) {
    CAPTURE(laws);
    const bool far = laws.find("kernel") != std::string::npos;
    std::string text = case_of(slab, laws, true, true);
    if (far) text.replace(text.find("[-0.3, 0.1]"), 11, "[-0.3, 0.2]");
    Simulation s = simulate_written(text);
    run(s, [](const Simulation&) {});
    const Real lost = s.ledger()[Channel::sliding];
    REQUIRE(lost > 0.01 * s.ledger().largest_sum());
    const Heat above = heat_of(s.model().bodies[0]), below = heat_of(s.model().bodies[1]);
    CHECK(relative_error(above.all + below.all, lost) < 1e-11);
    CHECK(relative_error(above.all, lost / 2) < 1e-3);  // but for what contacts that end had in their springs
    CHECK(above.most > 300);
    CHECK(below.most > 300);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
  }
}

TEST_CASE("what has no temperature takes its half and is no warmer") {
  const std::string laws = R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.5})";
  Simulation s = simulate_written(case_of(slab, laws, false, true));
  run(s, [](const Simulation&) {});
  CHECK(heat_of(s.model().bodies[0]).all == 0);
  CHECK(relative_error(heat_of(s.model().bodies[1]).all, s.ledger()[Channel::sliding] / 2) < 1e-3);
}

TEST_CASE("on a wall, half of the heat is the body's") {
  for (const std::string friction :
       {R"({"model": "coulomb_stick_slip", "mu": 0.3})", R"({"model": "coulomb_spring", "ratio": 0.5, "mu": 0.3})"}) {
    CAPTURE(friction);
    Simulation s = simulate_written(case_of(ground, R"("normal": "penalty", "tangential": )" + friction, true, false));
    run(s, [](const Simulation&) {});
    const Real lost = s.ledger()[Channel::sliding];
    REQUIRE(lost > 0.01 * s.ledger().largest_sum());
    CHECK(relative_error(heat_of(s.model().bodies[0]).all, lost / 2) < 1e-11);
  }
}

TEST_CASE("a grain that rubs a solid warms it by half of what it loses") {
  Simulation s = simulate_written(case_of(grains, R"("normal": {"model": "linear_spring", "k": 1e5, "restitution": 1},
                        "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.2})",
                                          true, false));
  run(s, [](const Simulation&) {});
  const Real lost = s.ledger()[Channel::sliding];
  REQUIRE(lost > 0);
  CHECK(relative_error(heat_of(s.model().bodies[0]).all, lost / 2) < 1e-11);
}

TEST_CASE("a surface that friction warms is softer") {
  // Linear softening to nothing at 301 K: rubbing alone takes a share of the strength away.
  std::string text = case_of(
      slab, R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.5})", true, true);
  const std::string soften = R"(, "softening": {"model": "table", "temperature": [300, 301], "factor": [1, 0.1]})";
  for (std::size_t at = text.find(thermal); at != std::string::npos;
       at = text.find(thermal, at + thermal.size() + 20)) {
    text.insert(at + thermal.size(), soften);
  }
  Simulation s = simulate_written(text);
  run(s, [](const Simulation&) {});
  const SolidBody& block = s.model().bodies[0];
  Real softest = 1e9, hottest = 0;
  for (Index i = 0; i < block.size(); ++i) {
    softest = std::min(softest, block.yield_stress[i]);
    hottest = std::max(hottest, temperature_of(block, i));
  }
  CHECK(hottest > 300.002);
  CHECK(softest < (1 - 0.8 * 0.9 * (hottest - 300)) * 1e9);
}

}  // namespace
}  // namespace talus
