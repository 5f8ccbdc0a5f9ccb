// The contact network at one time as a .vtp file: a line between the centres of each pair, forces as cell data.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <vector>

#include "talus/output/field.hpp"

namespace talus {

struct ContactFrame {
  Real time = 0;                                 ///< [s]
  std::span<const std::array<Vec3, 2>> lines{};  ///< the two centres of every pair [m]
  std::vector<Field> fields{};                   ///< one entry per pair each
};

/// Throws FileError.
void write_contacts(const std::filesystem::path& path, const ContactFrame& frame);

}  // namespace talus
