// Particles of one body at one time as a .vtp file for ParaView (float32, compressed, one vertex per particle).
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

struct ParticleFrame {
  Real time = 0;                      ///< [s]
  Real spacing = 0;                   ///< particle distance [m]; 0: unknown (grains carry a radius array)
  int dimension = 3;                  ///< 2: plane strain
  std::span<const Vec3> positions{};  ///< [m]
  std::vector<Field> fields{};        ///< one entry per particle each
};

/// Field data `TimeValue`, `spacing` and `dimension` go with the frame. Throws FileError. With a queue, a copy of the
/// frame goes there, and so do errors.
void write_particles(const std::filesystem::path& path, const ParticleFrame& frame, FileQueue* later = nullptr);

}  // namespace talus
