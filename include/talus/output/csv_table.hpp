// Comma separated columns with units in the header ("time [s],v [m/s]"), written row by row and read back whole.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/types.hpp"

namespace talus {

struct Column {
  std::string name;
  std::string unit;  ///< SI; empty when the file names none
};

/// One field of a line: quoted as in RFC 4180 where a comma, a quote or a line end would break the columns.
[[nodiscard]] std::string csv_cell(const std::string& text);

/// "v [m/s]"; a column without dimension has the unit "-".
[[nodiscard]] std::string heading(const Column& column);

/// Appends rows to a file. Numbers have the fewest digits that read back to the same bits.
class CsvWriter {
 public:
  CsvWriter(std::filesystem::path path, const std::vector<Column>& columns);
  /// Keeps the header and so many rows of an earlier run, and goes on behind them. FileError when there are fewer, or
  /// other columns.
  static CsvWriter continue_after(const std::filesystem::path& path, const std::vector<Column>& columns,
                                  std::size_t rows);
  ~CsvWriter();
  CsvWriter(CsvWriter&&) noexcept = default;
  CsvWriter& operator=(CsvWriter&&) noexcept = default;

  /// One value per column.
  void row(std::span<const Real> values);
  /// Hands everything to the system; FileError when the disk is full. Call at every frame and at the end.
  void flush();
  /// The same, and everything is on the medium when this returns.
  void sync();

 private:
  struct Closer {
    void operator()(std::FILE* file) const;
  };
  CsvWriter(std::filesystem::path path, const std::vector<Column>& columns, std::string_view text);

  std::filesystem::path path_;
  std::size_t width_ = 0;
  std::string buffer_;
  std::unique_ptr<std::FILE, Closer> file_;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Real>> values;  ///< one vector per column

  [[nodiscard]] std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
  /// Values of a column by name; nullptr when there is none.
  [[nodiscard]] const std::vector<Real>* find(std::string_view name) const;
};

/// Of a file that a CsvWriter has written: those that have an end. Throws FileError.
[[nodiscard]] std::size_t count_rows(const std::filesystem::path& path);

/// Reads such a file, or any table of numbers with commas. Lines that start with # are notes; a file without a
/// header has columns "1", "2", … FileError names the line that is wrong.
[[nodiscard]] Table read_csv(const std::filesystem::path& path);

/// What a CsvWriter has written, without a last line that has no end: a full disk or a crash has cut it.
[[nodiscard]] Table read_whole_rows(const std::filesystem::path& path);

}  // namespace talus
