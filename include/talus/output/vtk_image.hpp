// Values in equal cells along the axes at one time as a .vti file for ParaView (float32, compressed, cell data).
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

struct ImageFrame {
  Real time = 0;                        ///< [s]
  int dimension = 3;                    ///< 2: one layer of flat cells
  Vec3 low = Vec3::Zero();              ///< lower corner of the first cell [m]
  Real cell = 1;                        ///< edge of the cells [m]
  std::array<Index, 3> count{1, 1, 1};  ///< cells along each axis
  std::vector<Field> fields{};          ///< one entry per cell each, x runs fastest
};

/// Field data `TimeValue` goes with the frame. Throws FileError. With a queue, a copy of the frame goes there, and so
/// do errors.
void write_image(const std::filesystem::path& path, const ImageFrame& frame, FileQueue* later = nullptr);

}  // namespace talus
