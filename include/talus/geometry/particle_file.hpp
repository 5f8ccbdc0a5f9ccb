// Particles from a file: any shape that another program has filled, or a frame of an earlier run.
#pragma once

#include <filesystem>

#include "talus/geometry/packing.hpp"

namespace talus {

/// Lines `x,y,z,volume` [m, m^3; m^2 and z = 0 in 2-D]; blank lines, lines that start with # and a header line that
/// starts with x are skipped. The origin of the table is the origin of the body. Points of VTK files are read where VTK
/// is at hand, and handed to `checked`.
struct ParticleFile {
  static constexpr std::string_view name = "particle_file";
  static constexpr std::string_view help =
      "particles from a CSV table with columns x, y, z, volume in SI units, or the points of a .vtp, .vtu or .vtk "
      "file, "
      "such as a frame of an earlier run";

  std::filesystem::path path;  ///< the case reader makes it absolute

  static constexpr auto options() {
    return OptionTable{required("path", &ParticleFile::path, "CSV or VTK file, relative to the case")};
  }

  /// `cloud` as a body needs it. Throws CaseError where volumes do not belong to the spacing, or particles coincide.
  [[nodiscard]] PointCloud checked(PointCloud cloud, Real spacing, int dimension) const;
  /// Of a table.
  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
