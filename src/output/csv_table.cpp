#include "talus/output/csv_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

#include "talus/core/error.hpp"
#include "talus/core/utf8.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

/// Text waits in memory until it is this long, so that a row costs no system call.
constexpr std::size_t buffer_limit = 1 << 16;

std::string header_line(const std::vector<Column>& columns) {
  std::string line;
  for (const Column& column : columns) line += (line.empty() ? "" : ",") + csv_cell(heading(column));
  return line + '\n';
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (doubled) {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

std::optional<Real> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  Real value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Column parse_heading(std::string_view text) {
  text = trimmed(text);
  const std::size_t open = text.rfind('[');
  if (!text.ends_with(']') || open == std::string_view::npos) return {std::string(text), ""};
  return {std::string(trimmed(text.substr(0, open))), std::string(text.substr(open + 1, text.size() - open - 2))};
}

/// The next line of `text`, which is cut off.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& path) : path_(path) {}

  Table read(std::string_view text) {
    if (text.starts_with(utf8::byte_order_mark)) text.remove_prefix(utf8::byte_order_mark.size());
    for (int number = 1; !text.empty(); ++number) {
      const std::string_view line = trimmed(next_line(text));
      if (line.empty() || line.starts_with('#')) continue;
      add(split(line), number);
    }
    if (table_.columns.empty()) throw FileError("\"" + path_.string() + "\" holds no table");
    return std::move(table_);
  }

 private:
  void add(const std::vector<std::string>& cells, int line) {
    if (table_.columns.empty()) {
      const bool is_header = !parse_number(cells.front());
      for (std::size_t k = 0; k < cells.size(); ++k) {
        table_.columns.push_back(is_header ? parse_heading(cells[k]) : Column{std::to_string(k + 1), ""});
      }
      table_.values.resize(cells.size());
      if (is_header) return;
    }
    if (cells.size() != table_.columns.size()) {
      fail(line, "has " + std::to_string(cells.size()) + " values; expected " + std::to_string(table_.columns.size()));
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto value = parse_number(cells[k]);
      if (!value) fail(line, "has \"" + cells[k] + "\" in column " + std::to_string(k + 1) + "; expected a number");
      table_.values[k].push_back(*value);
    }
  }

  [[noreturn]] void fail(int line, const std::string& what) const {
    throw FileError("\"" + path_.string() + "\" line " + std::to_string(line) + " " + what);
  }

  const std::filesystem::path& path_;
  Table table_;
};

}  // namespace

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string heading(const Column& column) {
  return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

void CsvWriter::Closer::operator()(std::FILE* file) const { std::fclose(file); }

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<Column>& columns)
    : CsvWriter(std::move(path), columns, header_line(columns)) {}

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<Column>& columns, std::string_view text)
    : path_(std::move(path)), width_(columns.size()) {
  write_file(path_, text);  // an earlier file stays whole until the new beginning is down
  file_.reset(std::fopen(path_.c_str(), "abe"));
  if (!file_) throw_file_error("write", path_, errno);
}

CsvWriter CsvWriter::continue_after(const std::filesystem::path& path, const std::vector<Column>& columns,
                                    std::size_t rows) {
  const std::string earlier = read_file(path);
  std::string_view rest = earlier;
  std::string kept = header_line(columns);
  if (std::string(next_line(rest)) + '\n' != kept) {
    throw FileError("\"" + path.string() + "\" has other columns than this run; expected \"" +
                    std::string(trimmed(kept.substr(0, kept.size() - 1))) + "\"");
  }
  std::size_t missing = rows;
  while (missing > 0 && rest.find('\n') != std::string_view::npos) {  // a last line without an end was cut by a crash
    (kept += next_line(rest)) += '\n';
    --missing;
  }
  if (missing > 0) {
    throw FileError("\"" + path.string() + "\" has only " + std::to_string(rows - missing) + " rows of " +
                    std::to_string(rows) + " that there were: it has been cut, or changed by another program");
  }
  return CsvWriter(path, columns, kept);
}

CsvWriter::~CsvWriter() {
  if (!file_) return;
  try {
    flush();
  } catch (const FileError&) {
    // Reported by the last flush() of a run that ends well; here another error is already under way.
  }
}

void CsvWriter::row(std::span<const Real> values) {
  invariant(values.size() == width_, "a row has one value per column");
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0) buffer_ += ',';
    buffer_ += exact_number(values[k]);
  }
  buffer_ += '\n';
  if (buffer_.size() > buffer_limit) flush();
}

void CsvWriter::flush() {
  const std::string waiting = std::exchange(buffer_, {});
  const bool written = std::fwrite(waiting.data(), 1, waiting.size(), file_.get()) == waiting.size();
  if (!written || std::fflush(file_.get()) != 0) throw_file_error("write", path_, errno);
}

void CsvWriter::sync() {
  flush();
  if (::fsync(::fileno(file_.get())) != 0) throw_file_error("write", path_, errno);
}

std::size_t count_rows(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return lines > 0 ? lines - 1 : 0;  // without the header
}

const std::vector<Real>* Table::find(std::string_view name) const {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].name == name) return &values[k];
  }
  return nullptr;
}

Table read_csv(const std::filesystem::path& path) { return TableReader(path).read(read_file(path)); }

Table read_whole_rows(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  return TableReader(path).read(std::string_view(text).substr(0, text.rfind('\n') + 1));
}

}  // namespace talus
