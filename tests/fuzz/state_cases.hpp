// Small cases that have between them all that a checkpoint can hold of a simulation.
#pragma once

#include <array>
#include <string_view>

namespace talus::fuzz {

inline constexpr std::array<std::string_view, 5> state_cases{
    // Grains, clumps that are poured, a free lid, a wall that is taken away; a box that is periodic along x.
    R"({"talus": 1, "title": "grains", "dimension": 2, "time": {"end": 1}, "gravity": [0, -10],
        "domain": {"low": [0, -1], "high": [1, 1], "periodic": [true, false]},
        "materials": {"sand": {"model": "linear_elastic", "density": 2000, "young": 1e6, "poisson": 0.3}},
        "bodies": {
          "bed": {"solver": "dem", "material": "sand", "velocity": [0.5, -3], "grains": {"model": "lattice", "spacing": 0.2,
                  "sizes": {"model": "range", "min": 0.09, "max": 0.1},
                  "region": {"model": "box", "min": [0, 0], "max": [1, 0.6]}}},
          "rods": {"solver": "dem", "material": "sand", "grains": {"model": "pour", "rate": 1e5, "count": 3,
                   "sizes": {"model": "uniform_radius", "radius": 0.05}, "velocity": [0, -1],
                   "region": {"model": "box", "min": [0.2, 0.7], "max": [0.8, 0.9]}},
                   "clump": {"spheres": [{"centre": [0, 0], "radius": 0.6}, {"centre": [0.8, 0], "radius": 0.6}]}},
          "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}},
          "gate": {"solver": "wall", "motion": {"remove_at": 1e-4}, "shape": {"model": "plane", "point": [0, 0.01], "normal": [0, 1]}}},
        "contacts": [
          {"between": ["bed", "bed"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5},
           "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.4}, "rolling": {"model": "coulomb_spring", "ratio": 0.2, "mu": 0.1}},
          {"between": ["bed", "rods"], "normal": {"model": "luding", "k1": 1e5, "k2_max": 3e5, "k_c": 1e4, "penetration_depth_max": 0.1}},
          {"between": ["rods", "rods"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}},
          {"between": ["bed", "floor"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5},
           "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.4}},
          {"between": ["rods", "floor"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}},
          {"between": ["bed", "gate"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}},
          {"between": ["rods", "gate"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}}]})",
    // Bonds within and between bodies, Hertz and Mindlin, twisting.
    R"({"talus": 1, "title": "bonds", "dimension": 3, "time": {"end": 1}, "gravity": [0, 0, -10],
        "materials": {"glue": {"model": "linear_elastic", "density": 2000, "young": 1e6, "poisson": 0.3}},
        "bodies": {
          "upper": {"solver": "dem", "material": "glue", "velocity": [0.3, 0, -1], "spin": [1, 2, 3], "grains": {"model": "lattice",
                    "spacing": 0.2, "sizes": {"model": "uniform_radius", "radius": 0.1},
                    "region": {"model": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.2]}}},
          "lower": {"solver": "dem", "material": "glue", "held": true, "grains": {"model": "lattice", "spacing": 0.2,
                    "sizes": {"model": "uniform_radius", "radius": 0.1},
                    "region": {"model": "box", "min": [0, 0, -0.2], "max": [0.4, 0.2, 0]}}}},
        "contacts": [
          {"between": ["upper", "upper"], "normal": {"model": "hertz", "damping": "tsuji", "restitution": 0.5},
           "tangential": {"model": "mindlin", "mu": 0.5}, "twisting": {"model": "coulomb_spring", "k": 1e3, "mu": 0.1},
           "bond": {"model": "parallel_bond", "young": 1e6, "normal_to_shear": 2.5, "damping_ratio": 0.1}},
          {"between": ["upper", "lower"], "normal": "none",
           "bond": {"model": "parallel_bond", "young": 1e6, "normal_to_shear": 2.5, "damping_ratio": 0.1}},
          {"between": ["lower", "lower"], "normal": "none"}]})",
    // Solids in field contact that stick and slip, one of them brittle and against itself; penalty walls; a stage.
    R"({"talus": 1, "title": "solids", "dimension": 2, "time": {"end": 1}, "gravity": [0, -10],
        "materials": {"steel": {"model": "hencky_j2", "density": 1000, "young": 1e6, "poisson": 0.3,
                                "hardening": {"model": "linear", "yield": 1e4, "modulus": 1e5}},
                      "glass": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3,
                                "failure": {"model": "max_principal_strain", "limit": 0.02}}},
        "bodies": {
          "lower": {"solver": "tlsph", "material": "steel", "spacing": 0.1, "shape": {"model": "block", "size": [0.4, 0.3]}},
          "upper": {"solver": "tlsph", "material": "glass", "spacing": 0.1, "shape": {"model": "block", "size": [0.3, 0.3]},
                    "position": [0.02, 0.3], "velocity": [1, -10]},
          "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, -0.15], "normal": [0, 1]}}},
        "stages": [{"name": "settle", "duration": 1e-3, "damping": {"body": "lower", "rate": 10}}],
        "contacts": [
          {"between": ["lower", "upper"], "normal": {"model": "field_barrier"}, "tangential": {"model": "coulomb_stick_slip", "mu": 0.3}},
          {"between": ["upper", "upper"], "normal": {"model": "field_barrier"}},
          {"between": ["upper", "floor"], "normal": {"model": "penalty"}},
          {"between": ["lower", "floor"], "normal": {"model": "penalty"}, "tangential": {"model": "coulomb_stick_slip", "mu": 0.3}}]})",
    // Contact of pairs, a law of grains between solids, a reference that is renewed.
    R"({"talus": 1, "title": "pairs", "dimension": 2, "time": {"end": 1},
        "materials": {"lead": {"model": "hencky_j2", "density": 1000, "young": 1e6, "poisson": 0.3,
                               "hardening": {"model": "perfect", "yield": 2e3}}},
        "bodies": {
          "a": {"solver": "tlsph", "material": "lead", "spacing": 0.1, "shape": {"model": "block", "size": [0.3, 0.3]},
                "velocity": [20, 0], "renew_reference": 0.9},
          "b": {"solver": "tlsph", "material": "lead", "spacing": 0.1, "shape": {"model": "block", "size": [0.3, 0.3]},
                "position": [0.5, 0.03]},
          "c": {"solver": "tlsph", "material": "lead", "spacing": 0.1, "shape": {"model": "block", "size": [0.3, 0.3]},
                "position": [0.3, 0.31], "velocity": [0, -5]}},
        "contacts": [
          {"between": ["a", "b"], "normal": {"model": "kernel_potential", "alpha": 0.1}, "tangential": {"model": "coulomb_projected", "mu": 0.3}},
          {"between": ["a", "c"], "normal": {"model": "linear_spring", "k": 1e6, "restitution": 0.7},
           "tangential": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.3}},
          {"between": ["b", "c"], "normal": {"model": "linear_spring", "k": 1e6, "restitution": 0.5}}]})",
    // Grains on a solid, which stands on a wall under a law of grains.
    R"({"talus": 1, "title": "grains on a solid", "dimension": 2, "time": {"end": 1}, "gravity": [0, -10],
        "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3},
                      "sand": {"model": "linear_elastic", "density": 2000, "young": 1e6, "poisson": 0.3}},
        "bodies": {
          "pad": {"solver": "tlsph", "material": "rubber", "spacing": 0.1, "shape": {"model": "block", "size": [0.4, 0.3]}},
          "shot": {"solver": "dem", "material": "sand", "velocity": [1, -5], "spin": [0, 0, 5], "grains": {"model": "lattice",
                   "spacing": 0.2, "sizes": {"model": "uniform_radius", "radius": 0.099},
                   "region": {"model": "box", "min": [-0.2, 0.15], "max": [0.2, 0.35]}}},
          "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, -0.15], "normal": [0, 1]}}},
        "contacts": [
          {"between": ["pad", "shot"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.7},
           "tangential": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.3}},
          {"between": ["shot", "shot"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}},
          {"between": ["shot", "floor"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}},
          {"between": ["pad", "floor"], "normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5}, "tangential": {"model": "coulomb_spring", "ratio": 0.3, "mu": 0.3}}]})"};

}  // namespace talus::fuzz
