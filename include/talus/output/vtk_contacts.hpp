// The contact network at one time as a .vtp file: a line between the centres of each pair, forces as cell data.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

struct ContactFrame {
  Real time = 0;                                 ///< [s]
  std::span<const std::array<Vec3, 2>> lines{};  ///< the two centres of every pair [m]
  std::vector<Field> fields{};                   ///< one entry per pair each
};

/// Throws FileError. With a queue, a copy of the frame goes there, and so do errors.
void write_contacts(const std::filesystem::path& path, const ContactFrame& frame, FileQueue* later = nullptr);

}  // namespace talus
