// The surface of a wall at one time as a .vtp file: triangles, in two dimensions lines, and what acts on the whole.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

struct SurfaceFrame {
  Real time = 0;                                       ///< [s]
  int dimension = 3;                                   ///< 2: plane strain, each cell is a line
  std::span<const Vec3> corners{};                     ///< three per triangle, two per line; not shared [m]
  std::vector<Field> fields{};                         ///< one entry per corner each
  std::vector<std::pair<std::string, Vec3>> vectors{}; ///< of the whole surface
};

/// Field data `TimeValue`, `dimension` and the vectors go with the frame. Throws FileError. With a queue, a copy of the
/// frame goes there, and so do errors.
void write_surface(const std::filesystem::path& path, const SurfaceFrame& frame, FileQueue* later = nullptr);

}  // namespace talus
