#include "talus/geometry/number_table.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/core/utf8.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// All finite numbers between commas; false when something else stands there.
bool parse_row(std::string_view line, std::vector<Real>& row) {
  row.clear();
  for (bool more = true; more;) {
    const auto comma = line.find(',');
    std::string_view field = trim(line.substr(0, comma));
    if (field.starts_with('+')) field.remove_prefix(1);
    Real& number = row.emplace_back();
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(number)) return false;
    more = comma != line.npos;
    if (more) line.remove_prefix(comma + 1);
  }
  return true;
}

/// The beginning of a line, with whatever could upset a terminal replaced.
std::string excerpt(std::string_view line) {
  constexpr std::size_t longest = 60;  // characters
  std::string text(line.substr(0, longest));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text;
}

std::string count_text(const TableFormat& format) {
  constexpr std::string_view words[] = {"no", "one", "two", "three", "four", "five", "six", "seven"};
  const std::string least(words[format.least]);
  return format.least == format.most ? least : least + " or " + std::string(words[format.most]);
}

}  // namespace

void read_number_table(const std::filesystem::path& path, const TableFormat& format,
                       const std::function<void(std::span<const Real>, const std::string& place)>& row) {
  const std::string name = path.string();
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) {
    throw FileError("particle file \"" + name + "\" is not there" + file_suggestion(path));
  }
  std::ifstream file(path);
  if (!file) throw FileError("particle file \"" + name + "\" cannot be read");
  std::vector<Real> numbers;
  std::string text;
  bool any_row = false;
  for (Index line_number = 1; std::getline(file, text); ++line_number) {
    std::string_view line = text;
    if (line_number == 1 && line.starts_with(utf8::byte_order_mark)) line.remove_prefix(utf8::byte_order_mark.size());
    line = trim(line);
    const bool header = !any_row && line.starts_with('x');
    if (line.empty() || line.starts_with('#') || header) continue;
    const std::string place = name + ":" + std::to_string(line_number) + ": ";
    if (!parse_row(line, numbers) || (numbers.size() != format.least && numbers.size() != format.most)) {
      refuse(place, "expected ", count_text(format), " numbers ", format.columns, "; found \"", excerpt(line), "\"");
    }
    row(numbers, place);
    any_row = true;
  }
  if (!any_row) refuse("particle file \"", name, "\" holds no particle");
}

}  // namespace talus
