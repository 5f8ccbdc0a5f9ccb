// Columns of the history on grains and walls whose overlaps and motion are known.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/recorded.hpp"
#include "support/relative_error.hpp"
#include "support/written_case.hpp"
#include "talus/sim/column_statistics.hpp"

using namespace talus;

namespace {

constexpr Real R = 0.01, density = 2500, k = 1000, delta = 1e-4;
constexpr Real mass = 4 * std::numbers::pi / 3 * R * R * R * density;

/// Bead 0 stands 0.1 mm deep in the floor, bead 1 as deep in bead 0, and bead 2, twice their size, flies past the lid.
std::string beads(const std::string& columns, const std::string& more = "") {
  return R"json({
    "talus": 1, "title": "Three beads", "dimension": 3, "time": { "end": 0.02 })json" +
         more + R"json(,
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0, 0.0099], "radius": 0.01 },
        { "centre": [0, 0, 0.0298], "radius": 0.01 },
        { "centre": [0.5, 0, 0.5], "radius": 0.02, "velocity": [3, 0, 0], "spin": [0, 0, 5] }] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } },
      "lid": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 1], "normal": [0, 0, -1] },
               "motion": { "velocity": [0, 0, -0.1] } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "lid"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "columns": {)json" +
         columns + R"json( } } } })json";
}

}  // namespace

TEST_CASE("grains: masses, motion, energies") {
  const Recorded r(beads(R"json(
    "n": { "of": "beads", "quantity": "count" },
    "m": { "of": "beads", "quantity": "mass" },
    "size": { "of": "beads", "quantity": "radius" },
    "largest": { "of": "beads", "quantity": "radius", "statistic": "max" },
    "v": { "of": "beads", "quantity": "velocity", "along": [1, 0, 0] },
    "p": { "of": "beads", "quantity": "momentum" },
    "v2": { "of": "beads", "quantity": "velocity", "where": { "id": [2] } },
    "spin": { "of": "beads", "quantity": "angular_velocity", "along": [0, 0, 1] },
    "L": { "of": "beads", "quantity": "angular_momentum", "along": [0, 1, 0] },
    "own_L": { "of": "beads", "quantity": "angular_momentum", "about": [0.5, 0, 0.5] },
    "kinetic": { "of": "beads", "quantity": "kinetic_energy" },
    "rotational": { "of": "beads", "quantity": "rotational_energy" },
    "mean_rotational": { "of": "beads", "quantity": "rotational_energy", "statistic": "mean" },
    "T": { "of": "beads", "quantity": "granular_temperature" })json"));
  const Real big = 8 * mass, moment = 0.4 * big * 4 * R * R;
  CHECK(r.at("n") == 3);
  CHECK(r.at("m") == doctest::Approx(10 * mass));
  CHECK(r.at("size") == near(4 * R / 3));
  CHECK(r.at("largest") == 2 * R);
  CHECK(r.at("v") == doctest::Approx(2.4));  // weighted by mass: the velocity of the centre of mass
  CHECK(r.at("p") == doctest::Approx(big * 3));
  CHECK(r.at("v2") == 3);
  CHECK(r.at("spin") == doctest::Approx(0.8 * 5));
  CHECK(r.at("L") == doctest::Approx(0.5 * big * 3));  // z p_x
  CHECK(r.at("own_L") == near(moment * 5));
  CHECK(r.at("kinetic") == doctest::Approx(0.5 * big * 9));
  CHECK(r.at("rotational") == near(0.5 * moment * 25));
  CHECK(r.at("mean_rotational") == near(0.5 * moment * 25 / 3));
  CHECK(r.at("T") == doctest::Approx((0.2 * 2.4 * 2.4 + 0.8 * 0.6 * 0.6) / 3));
}

TEST_CASE("grains: contacts, their forces and depths, by partner and by grain") {
  const Recorded r(beads(R"json(
    "Z": { "of": "beads", "quantity": "coordination" },
    "Z_floor": { "of": "beads", "against": "floor", "quantity": "coordination", "statistic": "sum" },
    "Z_own": { "of": "beads", "against": "beads", "quantity": "coordination", "statistic": "sum" },
    "deepest": { "of": "beads", "quantity": "overlap" },
    "depth": { "of": "beads", "quantity": "overlap", "statistic": "mean" },
    "depth_floor": { "of": "beads", "against": "floor", "quantity": "overlap", "statistic": "sum" },
    "F": { "of": "beads", "quantity": "contact_force", "along": [0, 0, 1] },
    "F0": { "of": "beads", "quantity": "contact_force", "where": { "id": [0] } },
    "F0_floor": { "of": "beads", "against": "floor", "quantity": "contact_force", "along": [0, 0, 1],
                  "where": { "id": [0] } },
    "F1_normal": { "of": "beads", "quantity": "normal_force", "along": [0, 0, 1],
                   "where": { "nearest": [0.1, 0, 0.03] } },
    "friction": { "of": "beads", "quantity": "friction_force" },
    "strongest": { "of": "beads", "quantity": "contact_force", "statistic": "max" },
    "M": { "of": "beads", "against": "floor", "quantity": "contact_moment", "about": [1, 0, 0], "along": [0, 1, 0] },
    "M_centre": { "of": "beads", "quantity": "contact_moment", "along": [0, 1, 0] },
    "on_floor": { "of": "floor", "quantity": "contact_force", "along": [0, 0, 1] },
    "floor_pair": { "of": "floor", "against": "beads", "quantity": "normal_force", "along": [0, 0, 1] },
    "floor_friction": { "of": "floor", "quantity": "friction_force" },
    "M_floor": { "of": "floor", "quantity": "contact_moment", "about": [1, 0, 0], "along": [0, 1, 0] },
    "M_floor_pair": { "of": "floor", "against": "beads", "quantity": "contact_moment", "about": [1, 0, 0],
                      "along": [0, 1, 0] },
    "on_lid": { "of": "lid", "quantity": "contact_force" })json"));
  const Real F = k * delta;
  CHECK(r.at("Z") == doctest::Approx(1));  // 2, 1 and none
  CHECK(r.at("Z_floor") == 1);
  CHECK(r.at("Z_own") == 2);
  CHECK(r.at("deepest") == near(delta / R));
  CHECK(r.at("depth") == near(2 * delta / R / 3));
  CHECK(r.at("depth_floor") == near(delta / R));
  CHECK(r.at("F") == doctest::Approx(F));
  CHECK(std::abs(r.at("F0")) < 1e-9 * F);
  CHECK(r.at("F0_floor") == doctest::Approx(F));
  CHECK(r.at("F1_normal") == doctest::Approx(F));
  CHECK(std::abs(r.at("friction")) < 1e-9 * F);
  CHECK(r.at("strongest") == doctest::Approx(F));
  CHECK(r.at("M") == doctest::Approx(F));               // an arm of 1 m
  CHECK(r.at("M_centre") == doctest::Approx(0.4 * F));  // 8/10 of the mass is at x = 0.5 m
  CHECK(r.at("on_floor") == doctest::Approx(-F));
  CHECK(r.at("floor_pair") == doctest::Approx(-F));
  CHECK(std::abs(r.at("floor_friction")) < 1e-9 * F);
  CHECK(r.at("M_floor") == doctest::Approx(-F));
  CHECK(r.at("M_floor_pair") == doctest::Approx(-F));
  CHECK(r.at("on_lid") == 0);
}

TEST_CASE("a box is a region in space: who is in it changes; of nobody a mean is not a number") {
  Recorded r(beads(R"json(
    "n": { "of": "beads", "quantity": "count", "where": { "box": { "min": [0.53, -1, 0], "max": [0.6, 1, 1] } } },
    "v": { "of": "beads", "quantity": "velocity", "where": { "box": { "min": [0.53, -1, 0], "max": [0.6, 1, 1] } } },
    "p": { "of": "beads", "quantity": "momentum", "where": { "box": { "min": [0.53, -1, 0], "max": [0.6, 1, 1] } } },
    "x": { "of": "beads", "quantity": "position", "along": [1, 0, 0], "where": { "nearest": [0.4, 0, 0.4] } },
    "lid": { "of": "lid", "quantity": "displacement", "along": [0, 0, 1] },
    "lid_v": { "of": "lid", "quantity": "velocity", "along": [0, 0, 1] })json"));
  CHECK(r.at("n") == 0);
  CHECK(std::isnan(r.at("v")));
  CHECK(r.at("p") == 0);
  CHECK(r.at("x") == 0.5);
  CHECK(r.at("lid_v") == doctest::Approx(-0.1));
  while (!r.simulation.finished()) r.simulation.step(r.simulation.end());
  r.history.record(r.simulation);
  CHECK(r.at("n") == 1);
  CHECK(r.at("v") == doctest::Approx(3));
  CHECK(r.at("p") == doctest::Approx(8 * mass * 3));
  CHECK(r.at("x") == doctest::Approx(0.56));
  CHECK(r.at("lid") == near(-0.002));
}

TEST_CASE("forces of grains that slide and roll on a wall are those of the wall, the other way round") {
  Recorded r(R"json({
    "talus": 1, "title": "Sliding discs", "dimension": 2, "time": { "end": 0.01 }, "gravity": [0, -10],
    "materials": { "glass": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.2 } },
    "bodies": {
      "discs": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0.0999], "radius": 0.1, "velocity": [1, 0] },
        { "centre": [0.5, 0.0998], "radius": 0.1, "velocity": [-2, 0], "spin": [0, 0, 3] }] } },
      "slope": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0], "normal": [0, 1] } } },
    "contacts": [
      { "between": ["discs", "discs"], "normal": "none" },
      { "between": ["discs", "slope"], "normal": { "model": "linear_spring", "k": 1e6, "gamma": 10 },
        "tangential": { "model": "coulomb_spring", "mu": 0.3, "k": 1e6 },
        "rolling": { "model": "coulomb_spring", "mu": 0.1, "k": 1e6 } }],
    "output": { "history": { "columns": {
      "on_discs": { "of": "discs", "quantity": "contact_force", "along": [1, 0] },
      "by_pair": { "of": "discs", "against": "slope", "quantity": "contact_force", "along": [1, 0] },
      "friction": { "of": "discs", "quantity": "friction_force", "along": [1, 0] },
      "normal": { "of": "discs", "quantity": "normal_force", "along": [0, 1] },
      "on_slope": { "of": "slope", "quantity": "friction_force", "along": [1, 0] },
      "pressed": { "of": "slope", "quantity": "normal_force", "along": [0, 1] },
      "M": { "of": "discs", "against": "slope", "quantity": "contact_moment", "about": [0.2, 0.3] },
      "M_slope": { "of": "slope", "quantity": "contact_moment", "about": [0.2, 0.3] },
      "M_pair": { "of": "slope", "against": "discs", "quantity": "contact_moment", "about": [0.2, 0.3] } } } } })json");
  for (int step = 0; step < 20; ++step) r.simulation.step(r.simulation.end());
  r.history.record(r.simulation);
  CHECK(r.at("normal") > 10);
  CHECK(std::abs(r.at("friction")) > 1e-3 * r.at("normal"));
  CHECK(r.at("on_discs") == doctest::Approx(r.at("friction")));
  CHECK(r.at("by_pair") == doctest::Approx(r.at("friction")));
  CHECK(r.at("on_slope") == doctest::Approx(-r.at("friction")));
  CHECK(r.at("pressed") == doctest::Approx(-r.at("normal")));
  CHECK(std::abs(r.at("M")) > 0.1);
  CHECK(r.at("M_slope") == doctest::Approx(-r.at("M")).epsilon(1e-9));
  CHECK(r.at("M_pair") == doctest::Approx(-r.at("M")).epsilon(1e-9));
  CHECK(heading(r.history.columns()[1]) == "on_discs [N/m]");
  CHECK(heading(r.history.columns()[7]) == "M [N]");
}

TEST_CASE("a clump counts the contacts of its spheres, and spins with its own moments") {
  const Recorded r(R"json({
    "talus": 1, "title": "A rod on the floor", "dimension": 3, "time": { "end": 1 },
    "materials": { "glass": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.2 } },
    "bodies": {
      "rod": { "solver": "dem", "material": "glass", "spin": [0, 0, 2],
               "grains": { "model": "spheres", "list": [{ "centre": [1, 0, 0.0099],
                                                            "radius": 0.012599210498948732 }] },
               "clump": { "spheres": [{ "centre": [-0.01, 0, 0], "radius": 0.01 },
                                      { "centre": [0.01, 0, 0], "radius": 0.01 }], "mass": 0.008,
                          "inertia": [1e-6, 3e-6, 3e-6] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [{ "between": ["rod", "rod"], "normal": "none" },
                 { "between": ["rod", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "columns": {
      "m": { "of": "rod", "quantity": "mass" },
      "E": { "of": "rod", "quantity": "rotational_energy" },
      "L": { "of": "rod", "quantity": "angular_momentum", "about": [1, 0, 0] },
      "ratio": { "of": "rod", "quantity": "overlap" },
      "F": { "of": "rod", "quantity": "contact_force" },
      "Z": { "of": "rod", "quantity": "coordination" } } } } })json");
  // A size of 2^(1/3) cm stands for a ball of the volume of both spheres: the clump is as drawn.
  CHECK(r.at("m") == near(0.008));
  CHECK(r.at("E") == near(0.5 * 3e-6 * 4));
  CHECK(r.at("L") == near(3e-6 * 2));
  CHECK(r.at("ratio") == near(delta / R));
  CHECK(r.at("F") == doctest::Approx(2 * k * delta));
  CHECK(r.at("Z") == 2);
}

namespace {

/// A clump of two spheres or discs, drawn aslant, that flies freely, and how it is turned.
Recorded turned(int dimension, const std::string& rotation, const std::string& spin, const std::string& columns) {
  return Recorded(R"json({
    "talus": 1, "title": "A rod in flight", "time": { "end": 0.5 }, "dimension": )json" +
                  std::to_string(dimension) + R"json(,
    "materials": { "glass": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.2 } },
    "bodies": { "rod": { "solver": "dem", "material": "glass", "spin": [0, 0, )json" +
                  spin + R"json(],
      "grains": { "model": "spheres", "list": [{ "centre": [1, 0], "radius": 0.01, "rotation": )json" +
                  rotation + R"json( }] },
      "clump": { "spheres": [{ "centre": [0, 0], "radius": 0.01 }, { "centre": [0.006, 0.012], "radius": 0.01 }] } } },
    "contacts": [{ "between": ["rod", "rod"], "normal": "none" }],
    "output": { "history": { "columns": {)json" +
                  columns + "} } } }");
}

}  // namespace

TEST_CASE("the orientation of a clump is its turn from how it is drawn, whatever its principal axes") {
  const char* columns = R"("size": { "of": "rod", "quantity": "orientation" },
    "x": { "of": "rod", "quantity": "orientation", "along": [1, 0, 0] },
    "y": { "of": "rod", "quantity": "orientation", "along": [0, 1, 0] })";
  const Recorded drawn = turned(3, "[0, 0, 0]", "0", columns);
  CHECK(std::abs(drawn.at("size")) < 1e-7);
  const Recorded tilted = turned(3, "[0.3, -0.4, 0]", "0", columns);
  CHECK(tilted.at("size") == doctest::Approx(0.5));
  CHECK(tilted.at("x") == doctest::Approx(0.3));
  CHECK(tilted.at("y") == doctest::Approx(-0.4));
  CHECK(heading(tilted.history.columns()[1]) == "size [rad]");
}

TEST_CASE("in the plane the orientation has the sign of its turn about z, and starts anew after half a turn") {
  const char* column = R"("angle": { "of": "rod", "quantity": "orientation" })";
  for (const auto& [rotation, spin, angle] :
       {std::tuple{"0.25", "-2", -0.75}, std::tuple{"3", "2", 4 - 2 * std::numbers::pi}}) {
    Recorded r = turned(2, rotation, spin, column);
    CHECK(r.at("angle") == doctest::Approx(std::stod(rotation)));
    while (!r.simulation.finished()) r.simulation.step(r.simulation.end());
    r.history.record(r.simulation);
    CHECK(r.at("angle") == doctest::Approx(angle).epsilon(1e-5));
  }
}

TEST_CASE("channels of the energy ledger are columns that formulas see") {
  const Recorded r(beads(R"("E": { "energy": "kinetic" }, "springs": { "energy": "contact_stored" },
                            "share": { "expression": "springs/E" })"));
  CHECK(r.at("E") == doctest::Approx(0.5 * 8 * mass * 9));
  CHECK(r.at("springs") == near(2 * 0.5 * k * delta * delta));
  CHECK(r.at("share") == near(r.at("springs") / r.at("E")));
  CHECK(heading(r.history.columns()[2]) == "springs [J]");
  CHECK(energy_unit(2) == "J/m");
  const std::string typed = complaint_about(beads(R"("E": { "energy": "slidng" })"));
  CHECK_MESSAGE(typed.find("/output/history/columns/E/energy") != std::string::npos, typed);
  CHECK_MESSAGE(typed.find("did you mean \"sliding\"?") != std::string::npos, typed);
}

TEST_CASE("columns of grains and walls have units, per metre of depth in the plane") {
  struct Row {
    Quantity quantity;
    const char *space, *plane;
  };
  for (const auto& [quantity, space, plane] :
       {Row{Quantity::kinetic_energy, "J", "J/m"}, Row{Quantity::granular_temperature, "m^2/s^2", "m^2/s^2"},
        Row{Quantity::coordination, "-", "-"}, Row{Quantity::mass, "kg", "kg/m"}, Row{Quantity::radius, "m", "m"},
        Row{Quantity::normal_force, "N", "N/m"}, Row{Quantity::contact_moment, "N m", "N"}}) {
    MeasuredColumn column;
    column.quantity = quantity;
    CHECK(unit_of(column, 3) == space);
    CHECK(unit_of(column, 2) == plane);
  }
}

TEST_CASE("columns that mean nothing are refused with what there is") {
  const auto complaint = [](const std::string& column) { return complaint_about(beads("\"c\": " + column)); };
  const auto refused = [&](const std::string& column, const std::string& words) {
    const std::string text = complaint(column);
    CHECK_MESSAGE(text.find("/output/history/columns/c") != std::string::npos, text);
    CHECK_MESSAGE(text.find(words) != std::string::npos, text);
  };
  refused(R"({ "of": "beads", "quantity": "strain" })", "columns/c/quantity");
  refused(R"({ "of": "beads", "quantity": "strain" })", "no strain of grains");
  refused(R"({ "of": "beads", "quantity": "stress" })", "there is \"velocity\", \"displacement\", \"position\"");
  refused(R"({ "of": "floor", "quantity": "coordination" })", "no coordination of a wall");
  refused(R"({ "of": "floor", "against": "beads", "quantity": "velocity" })",
          "no velocity of a wall against another body");
  refused(R"({ "of": "floor", "against": "lid", "quantity": "contact_force" })", "do not touch");
  refused(R"({ "of": "beads", "against": "beads", "quantity": "contact_force" })", "add up to nothing");
  refused(R"({ "of": "beads", "against": "flor", "quantity": "contact_force" })", "did you mean \"floor\"?");
  refused(R"({ "of": "beads", "quantity": "coordination", "along": [1, 0, 0] })", "has no direction");
  refused(R"({ "of": "beads", "quantity": "granular_temperature", "statistic": "max" })", "all these grains together");
  refused(R"({ "of": "floor", "quantity": "contact_force", "statistic": "max" })", "it has one value");
  refused(R"({ "of": "floor", "quantity": "contact_force", "where": { "all": true } })", "it has one value");
  refused(R"({ "of": "beads", "quantity": "velocity", "about": [0, 0, 0] })", "refer to a point");
  refused(R"({ "of": "beads", "quantity": "velocity", "where": { "layer": "top" } })", "grains have no layers");
  refused(R"({ "of": "beads", "quantity": "velocity", "where": { "id": [0, 3] } })",
          "body \"beads\" has no grain 3; its numbers go from 0 to 2");
  refused(R"({ "of": "beads", "quantity": "velocity", "where": { "id": [] } })", "the list is empty");
  refused(R"({ "of": "beads", "quantity": "velocity", "where": { "box": { "min": [1, 0], "max": [0, 0] } } })",
          "min has to lie below max");
}
