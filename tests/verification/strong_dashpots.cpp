// Dashpots near and beyond critical damping: steps that suit them come by themselves, and the books stay closed.
#include <doctest/doctest.h>

#include <string>

#include "support/written_case.hpp"

namespace talus {
namespace {

/// Largest state residual of a run to its end, over what its energies became.
Real imbalance(const std::string& text) {
  Simulation s = simulate_written(text);
  while (!s.finished()) s.step(s.segment_end());
  return s.ledger().largest_state_residual();
}

/// A packed ball or box of grains that shake: `bodies`, `contacts` and `limits` are JSON.
std::string packing(const std::string& young, const std::string& bodies, const std::string& contacts) {
  return R"({"talus": 1, "title": "packed", "dimension": 3, "time": {"end": "0.3 ms"},
    "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": )" +
         young + R"(, "poisson": 0.22}},
    "bodies": {)" +
         bodies + R"(}, "contacts": [)" + contacts + "]}";
}

std::string grains(const std::string& radius, const std::string& region) {
  return R"("ball": {"solver": "dem", "material": "glass", "grains": {"model": "lattice", "order": "fcc",
    "spacing": "2 mm", "agitation": "0.01 m/s", "sizes": {"model": "uniform_radius", "radius": )" +
         radius + R"(},
    "region": )" +
         region + "}}";
}

/// In a box that presses them, under one law.
std::string pressed(const std::string& young, const std::string& laws) {
  return packing(young,
                 grains(R"("1.01 mm")", R"({"model": "box", "min": [0, 0, 0], "max": ["10 mm", "10 mm", "10 mm"]})") +
                     R"(, "w": {"solver": "wall", "shape": {"model": "box", "low": ["-1 mm", "-1 mm", "-1 mm"],
                        "high": ["11 mm", "11 mm", "11 mm"], "side": "inside"}})",
                 R"({"between": ["ball", "ball"], "initial_overlap": true, )" + laws +
                     R"(}, {"between": ["ball", "w"], "initial_overlap": true, )" + laws + "}");
}

}  // namespace

TEST_CASE("bonds that are damped critically") {
  CHECK(imbalance(packing("70e9", grains(R"("1 mm")", R"({"model": "sphere", "centre": [0, 0, 0], "radius": "6 mm"})"),
                          R"({"between": ["ball", "ball"], "normal": "none", "bond": {"model": "parallel_bond",
                             "young": "2 GPa", "damping_ratio": 1, "normal_to_shear": 2.5}})")) < 0.01);
}

TEST_CASE("tangential dashpots in a packing") {
  CHECK(imbalance(pressed("70e9", R"("normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5},
    "tangential": {"model": "coulomb_spring", "ratio": 0.2857, "mu": 10, "damping": 4})")) < 0.01);
  CHECK(imbalance(pressed("0.1e9", R"("normal": {"model": "hertz", "damping": "tsuji", "restitution": 0.5},
    "tangential": {"model": "mindlin", "mu": 10, "restitution": 0})")) < 0.01);
}

TEST_CASE("a ball falls on a dashpot much stronger than its spring") {
  const auto fall = [](const std::string& gamma) {
    return R"({"talus": 1, "title": "fall", "dimension": 3, "time": {"end": "20 ms"},
      "materials": {"m": {"model": "linear_elastic", "density": 2500, "young": 1e9, "poisson": 0.3}},
      "bodies": {"ball": {"solver": "dem", "material": "m", "velocity": [0, 0, -1],
                          "grains": {"model": "spheres", "list": [{"centre": [0, 0, 5.1e-3], "radius": 5e-3}]}},
                 "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}}},
      "contacts": [{"between": ["ball", "floor"], "normal": {"model": "linear_spring", "k": 1e4, "gamma": )" +
           gamma + "}}]}";
  };
  CHECK(imbalance(fall("10")) < 0.02);
  CHECK(imbalance(fall("40")) < 0.02);
  CHECK(imbalance(fall("400")) < 0.02);
}

TEST_CASE("solids under a law of grains with a strong dashpot") {
  CHECK(imbalance(R"({"talus": 1, "title": "solids", "dimension": 2, "time": {"end": "50 ms"},
    "materials": {"m": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
    "bodies": {"a": {"solver": "tlsph", "material": "m", "shape": {"model": "block", "size": [0.4, 0.4]},
                     "position": [0, 0], "spacing": 0.04, "velocity": [0.5, 0]},
               "b": {"solver": "tlsph", "material": "m", "shape": {"model": "block", "size": [0.4, 0.4]},
                     "position": [0.41, 0], "spacing": 0.04, "velocity": [-0.5, 0]}},
    "contacts": [{"between": ["a", "b"], "normal": {"model": "linear_spring", "k": 1e6, "gamma": 2e4}}]})") < 0.05);
}

TEST_CASE("a block rests on tangential dashpots that are stronger than a step can take") {
  const auto rests_on = [](const std::string& ground, const std::string& held, const std::string& normal) {
    return imbalance(R"({"talus": 1, "title": "rest", "dimension": 2, "time": {"end": "60 ms"}, "gravity": [2, -10],
      "materials": {"m": {"model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3}},
      "bodies": {"a": {"solver": "tlsph", "material": "m", "shape": {"model": "block", "size": [0.4, 0.2]},
                       "position": [0, 0.1], "spacing": 0.04},
                 "b": )" +
                     ground + R"(}, "boundaries": [)" + held + R"(],
      "contacts": [{"between": ["a", "b"], "normal": )" +
                     normal + R"(, "tangential": {"model": "coulomb_stick_slip", "mu": 0.5, "damping": 100}}]})");
  };
  CHECK(rests_on(R"({"solver": "tlsph", "material": "m", "shape": {"model": "block", "size": [0.8, 0.2]},
                     "position": [0, -0.1], "spacing": 0.04})",
                 R"({"model": "clamp", "body": "b", "where": {"layer": "bottom"}})", R"("field_barrier")") < 0.001);
  CHECK(rests_on(R"({"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}})", "",
                 R"({"model": "penalty", "damping": 0.3})") < 0.005);
}

}  // namespace talus
