// Points of a VTK file as particles: what another program has filled, or a frame of an earlier run.
//
// The volumes are the point array `volume` [m^3; m^2 in 2-D]; without it every particle has that of a cell of the
// spacing, which is the number `spacing` [m] of the file's field data where there is one, as in the frames of talus.
// Of grains the point array `radius` [m] is needed; `velocity` [m/s] and `angular_velocity` [rad/s] are read where they
// are.
#pragma once

#include <filesystem>

#include "talus/geometry/grains/grain_seed.hpp"
#include "talus/geometry/point_cloud.hpp"

namespace talus {

/// True of .vtp, .vtu and .vtk.
[[nodiscard]] bool is_vtk_file(const std::filesystem::path& path);

/// In the file's order. `spacing` [m] is that of the case. Throws FileError when the file cannot be read, CaseError
/// when it holds no points or a number of volumes that is not theirs.
[[nodiscard]] PointCloud read_points(const std::filesystem::path& path, Real spacing, int dimension);

/// The same of spheres and discs, for a body of `grain`. Throws CaseError as well where points are those of clumps.
[[nodiscard]] std::vector<GrainSeed> read_grains(const std::filesystem::path& path, const GrainTemplate& grain);

}  // namespace talus
