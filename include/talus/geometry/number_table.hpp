// Tables of numbers that other programs have written: comma-separated, one particle a line.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "talus/core/types.hpp"

namespace talus {

struct TableFormat {
  std::string_view columns;  ///< what a line holds, for messages: "x,y,z,volume"
  std::size_t least = 0;     ///< numbers in a line
  std::size_t most = 0;      ///< numbers in a line, in place of `least`
};

/// Calls row(numbers, place) for every line, with the place for messages ("beads.csv:12: "). Blank lines, lines that
/// start with # and a header line that starts with x are skipped. Throws FileError when the file cannot be read,
/// CaseError at a bad line or when there is none.
void read_number_table(const std::filesystem::path& path, const TableFormat& format,
                       const std::function<void(std::span<const Real>, const std::string& place)>& row);

}  // namespace talus
