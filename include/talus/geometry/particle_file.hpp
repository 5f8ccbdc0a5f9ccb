// Particles from a table: any shape that another program has filled.
#pragma once

#include <filesystem>

#include "talus/geometry/packing.hpp"

namespace talus {

/// Lines `x,y,z,volume` [m, m^3; m^2 and z = 0 in 2-D]; blank lines, lines that start with # and a header line that
/// starts with x are skipped. The origin of the table is the origin of the body.
struct ParticleFile {
  static constexpr std::string_view name = "particle_file";
  static constexpr std::string_view help = "particles from a CSV table with columns x, y, z, volume in SI units";

  std::filesystem::path path;  ///< the case reader makes it absolute

  static constexpr auto options() {
    return std::tuple{required("path", &ParticleFile::path, "CSV file, relative to the case")};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
