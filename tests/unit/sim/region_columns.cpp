// Columns of regions: grains of a run handed to the tools of the bulk, and what cannot be meant.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/recorded.hpp"
#include "support/relative_error.hpp"
#include "support/written_case.hpp"

using namespace talus;

namespace {

constexpr Real pi = std::numbers::pi;

/// Three beads of radius 10 mm on a floor, with overlaps that are the weights above over k; "top" is a body of its own.
/// The shaft that the regions below cut out has an area of 40 mm x 50 mm.
constexpr Real R = 0.01, density = 2500, k = 1000, g = 10;
const Real weight = 4 * pi / 3 * R * R * R * density * g;

std::string stack(const std::string& columns) {
  const Real low = R - 3 * weight / k, middle = low + 2 * R - 2 * weight / k, top = middle + 2 * R - weight / k;
  const auto bead = [](Real z) {
    return R"({ "centre": [0, 0, )" + std::to_string(z * 1e9) + R"(e-9], "radius": 0.01 })";
  };
  return R"json({
    "talus": 1, "title": "A stack", "dimension": 3, "time": { "end": 0.02 }, "gravity": [0, 0, -10],
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
         bead(low) + "," + bead(middle) + R"json(] } },
      "top": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [)json" +
         bead(top) + R"json(] }, "velocity": [0.3, 0, 0] },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "top"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["top", "top"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["top", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "columns": {)json" +
         columns + R"json( } } } })json";
}

/// A slab of the shaft.
std::string slab(Real low, Real high, const std::string& rest) {
  return R"({ "region": { "model": "box", "min": [-0.02, -0.025, )" + std::to_string(low) +
         R"(], "max": [0.02, 0.025, )" + std::to_string(high) + "] }, " + rest + " }";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a stack of beads carries the weight above, between two bodies too") {
  const std::string vertical = R"("quantity": "stress", "along": [0, 0, 1])";
  const Recorded r(stack(R"("foot": )" + slab(0.001, 0.005, vertical) + R"(, "low": )" + slab(0.015, 0.025, vertical) +
                         R"(, "high": )" + slab(0.035, 0.045, vertical) + R"(, "beads": )" +
                         slab(0.035, 0.045, vertical + R"(, "of": "beads")") + R"(, "both": )" +
                         slab(0.035, 0.045, vertical + R"(, "of": ["top", "beads"])") + R"(, "shear": )" +
                         slab(0.035, 0.045, R"("quantity": "stress", "along": [1, 0, 0], "across": [0, 0, 2])") +
                         R"(, "fabric": )" + slab(0, 0.06, R"("quantity": "fabric", "along": [0, 0, 3])")));
  const Real area = 0.04 * 0.05;
  // Half of the bead below is in one slab, none of the others: one branch crosses each.
  CHECK(r.at("foot") == doctest::Approx(3 * weight / area).epsilon(1e-6));
  CHECK(r.at("low") == doctest::Approx(2 * weight / area).epsilon(1e-6));
  CHECK(r.at("high") == doctest::Approx(weight / area + 0).epsilon(1e-6));
  CHECK(r.at("both") == r.at("high"));
  // Of the beads alone the branch ends where the top one touches them, at 40 mm less overlaps.
  const Real point = 4 * R - (3 + 2 + 0.5) * weight / k;
  CHECK(r.at("beads") == doctest::Approx(weight / area * (point - 0.035) / 0.01).epsilon(1e-4));
  CHECK(std::abs(r.at("shear")) < 1e-9 * r.at("high"));
  CHECK(r.at("fabric") == doctest::Approx(1));
}

TEST_CASE("amounts, contacts and motion of a region") {
  const auto all = [](const std::string& quantity, const std::string& more = "") {
    return slab(0, 0.06, R"("quantity": ")" + quantity + "\"" + more);
  };
  const Recorded r(
      stack(R"("nu": )" + all("solid_fraction") + R"(, "rho": )" + all("density") + R"(, "n": )" + all("number") +
            R"(, "z": )" + all("coordination") + R"(, "z2": )" + all("loaded_coordination") + R"(, "vx": )" +
            all("velocity", R"(, "along": [1, 0, 0])") + R"(, "v": )" + all("velocity") + R"(, "top": )" +
            all("velocity", R"(, "of": "top")") + R"(, "T": )" + all("temperature") + R"(, "kinetic": )" +
            all("kinetic_stress", R"(, "along": [1, 0, 0])") + R"(, "p": )" + all("pressure") + R"(, "q": )" +
            all("deviator") + R"(, "none": )" + slab(0.1, 0.2, R"("quantity": "coordination")") + R"(, "empty": )" +
            slab(0.1, 0.2, R"("quantity": "pressure")")));
  const Real volume = 0.04 * 0.05 * 0.06, bead = 4 * pi / 3 * R * R * R;
  // A sliver of the lowest bead is in the floor.
  const Real sunk = 3 * weight / k, sliver = pi * sunk * sunk * (R - sunk / 3);
  CHECK(r.at("nu") == near((3 * bead - sliver) / volume, 1e-9));
  CHECK(r.at("rho") == doctest::Approx(density * r.at("nu")));
  CHECK(r.at("n") == 3);
  CHECK(r.at("z") == doctest::Approx(5.0 / 3));
  CHECK(r.at("z2") == 2);
  CHECK(r.at("vx") == doctest::Approx(0.1).epsilon(1e-3));
  CHECK(r.at("v") == doctest::Approx(r.at("vx")));
  CHECK(r.at("top") == doctest::Approx(0.3));
  CHECK(r.at("T") == near((0.04 + 2 * 0.01) / 9, 1e-3));
  CHECK(r.at("kinetic") == doctest::Approx(3 * r.at("rho") * r.at("T")));
  CHECK(r.at("p") > 0);
  CHECK(r.at("q") > 0);
  CHECK(std::isnan(r.at("none")));
  CHECK(r.at("empty") == 0);
  CHECK(heading(r.history.columns()[2]) == "rho [kg/m^3]");
  CHECK(heading(r.history.columns()[9]) == "T [m^2/s^2]");
  CHECK(heading(r.history.columns()[11]) == "p [Pa]");
}

TEST_CASE("formulas see the columns of regions and flows, also those below them") {
  const Recorded r(stack(R"("ratio": { "expression": "z*n" }, "z": )" + slab(0, 0.06, R"("quantity": "coordination")") +
                         R"(, "n": )" + slab(0, 0.06, R"("quantity": "number")")));
  CHECK(r.at("ratio") == doctest::Approx(5));
}

TEST_CASE("a clump is one grain, its branches begin at its centre") {
  // A dumbbell that stands on the floor on both of its spheres, each pressed in by 0.1 mm.
  const std::string text = R"json({
    "talus": 1, "title": "A dumbbell", "dimension": 3, "time": { "end": 0.02 },
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "bells": { "solver": "dem", "material": "glass", "velocity": [0, 0, 3],
        "clump": { "spheres": [{ "centre": [-0.01, 0, 0], "radius": 0.01 }, { "centre": [0.01, 0, 0], "radius": 0.01 }] },
        "grains": { "model": "spheres", "list": [{ "centre": [0, 0, 0.0099], "radius": 0.0125992104989487 }] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["bells", "bells"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["bells", "floor"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } }],
    "output": { "history": { "columns": {
      "n": { "region": { "model": "sphere", "centre": [0, 0, 0], "radius": 1 }, "quantity": "number" },
      "z": { "region": { "model": "sphere", "centre": [0, 0, 0], "radius": 1 }, "quantity": "coordination" },
      "nu": { "region": { "model": "sphere", "centre": [0, 0, 0], "radius": 1 }, "quantity": "solid_fraction" },
      "zz": { "region": { "model": "sphere", "centre": [0, 0, 0], "radius": 1 }, "quantity": "contact_stress",
              "along": [0, 0, 1] },
      "zx": { "region": { "model": "sphere", "centre": [0, 0, 0], "radius": 1 }, "quantity": "contact_stress",
              "along": [0, 0, 1], "across": [1, 0, 0] },
      "half": { "region": { "model": "box", "min": [-1, -1, -1], "max": [0, 1, 1] }, "quantity": "contact_stress",
                "along": [0, 0, 1], "across": [1, 0, 0] } } } } })json";
  const Recorded r(text);
  const Real volume = 4 * pi / 3, force = k * 1e-4;
  CHECK(r.at("n") == 1);
  CHECK(r.at("z") == 2);
  CHECK(r.at("nu") == near(2 * R * R * R, 1e-6));
  CHECK(r.at("zz") == near(2 * force * 0.0099 / volume, 0.01));
  CHECK(std::abs(r.at("zx")) < 1e-9 * r.at("zz"));
  CHECK(r.at("half") == near(force * 0.01 / 4, 1e-6));
}

TEST_CASE("regions that cannot be meant are refused where they stand") {
  const auto complaint = [](const std::string& column) { return complaint_about(stack("\"c\": " + column)); };
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "stress")")), "/output/history/columns/c/quantity"));
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "number", "along": [1, 0, 0])")), "columns/c/along"));
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "velocity", "across": [1, 0, 0])")), "columns/c/across"));
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "fabric", "along": [0, 0, 0])")), "columns/c/along"));
  CHECK(contains(complaint(slab(1, 0, R"("quantity": "number")")), "columns/c/region"));
  const std::string unknown = complaint(slab(0, 1, R"("quantity": "number", "of": "baeds")"));
  CHECK(contains(unknown, "columns/c/of"));
  CHECK(contains(unknown, "did you mean \"beads\""));
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "number", "of": ["beads", "floor"])")), "columns/c/of"));
  CHECK(contains(complaint(slab(0, 1, R"("quantity": "porosity")")), "unknown word"));
  CHECK(complaint(slab(0, 1, R"("quantity": "number", "of": ["beads", "top"])")).empty());
}
