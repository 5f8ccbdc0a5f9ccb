// One checkpoint is one file: whole or absent, versioned, every section with its own checksum.
//
//   "talus checkpoint"                          16 bytes
//   version, number of sections                 32 bits each, little-endian like all that follows
//   for each section
//     length of the name                        32 bits
//     length of what is in it                   64 bits
//     name, what is in it
//     CRC-32 of all of that                     32 bits
//   CRC-32 of the version and all checksums     32 bits
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "talus/core/archive.hpp"

namespace talus {

/// Of the file and of what all classes put into it: one more whenever either changes.
inline constexpr std::uint32_t checkpoint_version = 29;

/// CRC-32 of ISO 3309, as in zlib and PNG; `before`: that of what stands in front.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

/// A file was read, and what stands in it cannot be used: an older one may serve.
struct BadContent : FileError {
  using FileError::FileError;
};

/// The file is on the medium when this returns. Throws FileError; an earlier file of that name is whole then.
void write_checkpoint(const std::filesystem::path& path, const std::vector<Archive::Section>& sections);

/// Throws FileError where it cannot be read, BadContent where it is damaged (and where), or of another version.
[[nodiscard]] std::vector<Archive::Section> read_checkpoint(const std::filesystem::path& path);

/// The same of bytes in memory; `path` is what messages call them.
[[nodiscard]] std::vector<Archive::Section> checkpoint_sections(std::string_view bytes,
                                                                const std::filesystem::path& path);

}  // namespace talus
