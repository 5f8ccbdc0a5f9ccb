// The case that `talus new` writes: small enough to run in seconds, with every key explained where it stands.
#pragma once

#include <string_view>

namespace talus::cli {

inline constexpr std::string_view starter_case =
    R"json(// A steel block slides over a steel plate until friction stops it.
//
//   talus validate FILE    checks this file and says what a run costs
//   talus run FILE         runs it; the results go to results/<name of the file>
//   talus list             what can stand after "model"; "talus describe hencky_j2" explains one
//   talus describe case    the keys of a case; "talus describe contacts" explains one
//
// Numbers are SI; a text in quotes carries its unit. A key that talus does not know is an error.
{
  "talus": 1,
  "title": "Block sliding to rest",
  "reference": "v = v0 - mu g t",

  // Change them with --set mu=0.2, or run several with "talus sweep FILE mu=0.2,0.4 law=field_barrier,kernel_potential".
  "variables": { "mu": 0.4, "speed": 1, "law": "field_barrier" },

  "dimension": 2, // plane strain; forces and masses are per metre of depth
  "time": { "end": { "expression": "speed/(mu*9.81) + 0.01" }, "courant": 0.9 },
  "gravity": [0, "-9.81 m/s^2"],

  "materials": {
    "steel": { "model": "hencky_j2", "density": "7800 kg/m^3", "young": "210 GPa", "poisson": 0.3,
               "hardening": { "model": "perfect", "yield": "250 MPa" } }
  },

  "bodies": {
    // "place" rests the block on the plate: where their surfaces touch, pressed in by what carries its weight.
    "block": { "solver": "tlsph", "material": "steel", "spacing": "100 mm",
               "shape": { "model": "block", "size": ["1 m", "0.5 m"] },
               "position": [0, "0.5 m"], "velocity": ["$speed", 0], "place": { "on": "plate" } },
    "plate": { "solver": "tlsph", "material": "steel", "spacing": "80 mm",
               "shape": { "model": "block", "size": ["2.4 m", "0.32 m"] } }
  },

  "boundaries": [ { "model": "clamp", "body": "plate", "where": { "layer": "bottom" } } ],

  // Two bodies that meet need an entry. With "field_barrier" their surfaces touch; "kernel_potential" holds them apart.
  "contacts": [
    { "between": ["block", "plate"],
      "normal": { "model": "$law" },
      "tangential": { "model": "coulomb_stick_slip", "mu": "$mu" } }
  ],

  // Before t = 0 the block is towed at its speed until it has stopped bouncing.
  "stages": [
    { "name": "settle", "duration": "0.3 s",
      "tow": { "body": "block", "velocity": ["$speed", 0] },
      "damping": { "body": "block", "along": [0, 1], "rate": "100 1/s" } }
  ],

  "output": {
    "frames": { "every": "10 ms" }, // open results/<name>/<name>.pvd in ParaView
    "history": { "every": "0.5 ms", "columns": {
      "v": { "of": "block", "quantity": "velocity", "along": [1, 0] },
      "friction": { "of": "block", "against": "plate", "quantity": "friction_force", "along": [1, 0] } } }
  },

  // PASS when v stays within 0.2 % (rms) of the exact curve.
  "compare": {
    "v": { "analytic": "coulomb_slide", "mu": "$mu", "speed": "$speed", "tolerance": { "rms": "0.2 %" } }
  },

  // What "talus run --short" changes, for a quick look.
  "short": { "/time/end": "5 ms" }
}
)json";

}  // namespace talus::cli
