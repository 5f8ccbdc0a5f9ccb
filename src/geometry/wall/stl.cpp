#include "talus/geometry/wall/stl.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

constexpr std::size_t header_size = 84;  ///< with the number of triangles [byte]
constexpr std::size_t record_size = 50;  ///< of one triangle [byte]

constexpr std::string_view blank = " \t\r\n\v\f";

/// Coordinates beyond this are garbage: their squares would soon leave the range of numbers.
constexpr Real largest_coordinate = 1e30;

bool is_length(Real value) { return std::isfinite(value) && std::abs(value) < largest_coordinate; }

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

void check_count(std::size_t triangles, const std::string& file) {
  if (triangles <= static_cast<std::size_t>(most_triangles)) return;
  refuse("STL file ", file, " holds ", triangles, " triangles, more than ", most_triangles, "; coarsen the mesh");
}

/// The words of an STL file as text, with the line that they stand in.
class StlText {
 public:
  StlText(std::string_view text, std::string path) : rest_(text), path_(std::move(path)) {}

  WallTriangles read() {
    WallTriangles triangles;
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (!same_word(word, "solid")) complain("\"solid\"", word);
      skip_line();
      read_solid(triangles);
    }
    return triangles;
  }

 private:
  void read_solid(WallTriangles& triangles) {
    for (std::string_view word = next(); !same_word(word, "endsolid"); word = next()) {
      if (!same_word(word, "facet")) complain("\"facet\" or \"endsolid\"", word);
      check_count(triangles.size() + 1, json::quote(path_));
      triangles.push_back(read_facet());
    }
    skip_line();
  }

  std::array<Vec3, 3> read_facet() {
    expect("normal");
    for (int k = 0; k < 3; ++k) {
      if (next().empty()) complain("a number", {});
    }
    expect("outer");
    expect("loop");
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) {
      expect("vertex");
      for (Real& coordinate : corner) coordinate = read_number();
    }
    expect("endloop");
    expect("endfacet");
    return corners;
  }

  Real read_number() {
    std::string_view word = next();
    const std::string_view all = word;
    if (word.starts_with('+')) word.remove_prefix(1);
    Real value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !is_length(value)) complain("a number", all);
    return value;
  }

  std::string_view next() {
    while (!rest_.empty() && blank.find(rest_.front()) != blank.npos) {
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
    const std::string_view word = rest_.substr(0, std::min(rest_.find_first_of(blank), rest_.size()));
    rest_.remove_prefix(word.size());
    return word;
  }

  void skip_line() { rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size())); }

  void expect(std::string_view wanted) {
    const std::string_view word = next();
    if (!same_word(word, wanted)) complain("\"" + std::string(wanted) + "\"", word);
  }

  [[noreturn]] void complain(const std::string& expected, std::string_view found) const {
    constexpr std::size_t longest = 40;  // characters
    const std::string what =
        found.empty() ? "the file ends here: it is cut short" : "found " + json::quote(found.substr(0, longest));
    refuse(path_, ":", line_, ": expected ", expected, "; ", what);
  }

  std::string_view rest_;
  std::string path_;
  Index line_ = 1;
};

std::uint32_t binary_count(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + header_size - sizeof count, sizeof count);
  return count;
}

bool is_whole_binary(std::string_view bytes) {
  return bytes.size() >= header_size && bytes.size() == header_size + record_size * std::size_t(binary_count(bytes));
}

/// Binary files may start with "solid" as well, but hold bytes that no text has.
bool looks_like_text(std::string_view bytes) {
  const auto start = bytes.find_first_not_of(blank);
  if (start == bytes.npos || !same_word(bytes.substr(start, 5), "solid")) return false;
  return bytes.substr(0, 1024).find('\0') == bytes.npos;
}

WallTriangles read_binary(std::string_view bytes, const std::string& file) {
  const std::size_t count = binary_count(bytes);
  check_count(count, file);
  WallTriangles triangles(count);
  for (std::size_t t = 0; t < count; ++t) {
    std::array<float, 12> numbers{};  // normal, then three corners
    std::memcpy(numbers.data(), bytes.data() + header_size + record_size * t, sizeof numbers);
    for (int k = 0; k < 9; ++k) {
      const Real value = numbers[3 + k];
      if (!is_length(value)) {
        refuse("STL file ", file, ": corner ", k / 3 + 1, " of triangle ", t + 1, " has the coordinate ", value,
               "; expected a finite length");
      }
      triangles[t][k / 3][k % 3] = value;
    }
  }
  return triangles;
}

[[noreturn]] void refuse_unknown(std::string_view bytes, const std::string& file) {
  if (bytes.size() < header_size) {
    refuse("STL file ", file, " is neither text, which starts with \"solid\", nor long enough to be binary: it has ",
           bytes.size(), " bytes");
  }
  const std::size_t count = binary_count(bytes);
  const std::size_t expected = header_size + record_size * count;
  refuse("STL file ", file, " does not start with \"solid\", so it is binary; it announces ", count,
         " triangles, which take ", expected, " bytes, but it has ", bytes.size(), ": ",
         bytes.size() < expected ? "it is cut short, or no STL file" : "its count is wrong, or it is no STL file");
}

std::string read_bytes(const std::filesystem::path& path, const std::string& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) {
    throw FileError("STL file " + file + " is not there" + file_suggestion(path));
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  if (!stream) throw FileError("STL file " + file + " cannot be read");
  return std::move(bytes).str();
}

}  // namespace

WallTriangles read_stl(const std::filesystem::path& path) {
  const std::string file = json::quote(path.string());
  const std::string bytes = read_bytes(path, file);
  WallTriangles triangles;
  if (is_whole_binary(bytes)) {
    triangles = read_binary(bytes, file);
  } else if (looks_like_text(bytes)) {
    triangles = StlText(bytes, path.string()).read();
  } else {
    refuse_unknown(bytes, file);
  }
  if (triangles.empty()) refuse("STL file ", file, " holds no triangle");
  return triangles;
}

}  // namespace talus
