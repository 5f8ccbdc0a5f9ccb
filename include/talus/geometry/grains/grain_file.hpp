// Grains from a file: of another program, or a frame of an earlier run.
#pragma once

#include <filesystem>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/grain_seed.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

/// Lines `x,y,z,radius` [m] or `x,y,z,radius,vx,vy,vz` [m, m/s]; blank lines, lines that start with # and a header line
/// that starts with x are skipped. Clumps stand as the case draws them. Points of VTK files are read where VTK is at
/// hand.
struct GrainFile {
  static constexpr std::string_view name = "particle_file";
  static constexpr std::string_view help =
      "grains from a CSV table with columns x, y, z, radius, and maybe vx, vy, vz, or the points of a .vtp, .vtu or "
      ".vtk file, such as a frame of an earlier run";

  std::filesystem::path path;  ///< the case reader makes it absolute

  static constexpr auto options() {
    return OptionTable{required("path", &GrainFile::path, "CSV or VTK file, relative to the case")};
  }
  [[nodiscard]] Contradiction contradiction() const { return {}; }
  [[nodiscard]] std::vector<GrainSeed> place(const GrainTemplate& grain, const Surroundings& around) const;
};

}  // namespace talus
