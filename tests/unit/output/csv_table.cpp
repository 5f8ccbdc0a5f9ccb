// Columns written are the columns read, bit by bit; wrong tables are refused with their line.
#include "talus/output/csv_table.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

using namespace talus;
using namespace talus::test;

namespace {

const std::vector<Column> columns = {{"time", "s"}, {"v", "m/s"}, {"stick", "-"}};

void write_rows(CsvWriter& csv, int first, int last) {
  for (int i = first; i < last; ++i) csv.row(std::array{0.1 * i, 2.0 - i / 3.0, 1e-300 * i});
}

}  // namespace

TEST_CASE("a table reads back to the same bits") {
  const ScratchFolder folder;
  CsvWriter csv(folder / "history.csv", columns);
  write_rows(csv, 0, 100);
  csv.row(std::array{1e99, std::numeric_limits<Real>::quiet_NaN(), -infinity});
  csv.flush();
  CHECK(read_file(folder / "history.csv").starts_with("time [s],v [m/s],stick [-]\n0,2,0\n0.1,"));
  const Table table = read_csv(folder / "history.csv");
  REQUIRE(table.rows() == 101);
  CHECK(table.columns[1].name == "v");
  CHECK(table.columns[1].unit == "m/s");
  for (int i = 0; i < 100; ++i) CHECK((*table.find("v"))[i] == 2.0 - i / 3.0);
  CHECK(std::isnan(table.values[1][100]));
  CHECK(table.values[2][100] == -infinity);
  CHECK(table.find("w") == nullptr);
}

TEST_CASE("what is not a number is written without a sign, and read back") {
  const ScratchFolder folder;
  const Real none = std::numeric_limits<Real>::quiet_NaN();
  CsvWriter csv(folder / "history.csv", columns);
  csv.row(std::array{0.5, std::copysign(none, -1.0), std::copysign(none, 1.0)});
  csv.flush();
  CHECK(read_file(folder / "history.csv").ends_with("\n0.5,nan,nan\n"));
  CHECK(std::isnan(read_csv(folder / "history.csv").values[1][0]));
}

TEST_CASE("a resumed table keeps the rows up to the restart and drops a torn line") {
  const ScratchFolder folder;
  {
    CsvWriter csv(folder / "h.csv", columns);
    write_rows(csv, 0, 10);
  }
  const std::string whole = read_file(folder / "h.csv");
  write_file(folder / "h.csv", whole + "0.2,7");
  {
    auto csv = CsvWriter::continue_after(folder / "h.csv", columns, 4);
    write_rows(csv, 4, 10);
  }
  CHECK(read_file(folder / "h.csv") == whole);
  const auto other = [&] { (void)CsvWriter::continue_after(folder / "h.csv", {{"time", "s"}}, 0); };
  CHECK(contains(message_of<FileError>(other), "other columns"));
}

TEST_CASE("rows that a full disk has cut are read as far as they are whole") {
  const ScratchFolder folder;
  write_file(folder / "h.csv", "time [s],v [m/s]\n0,1\n0.1,2\n0.");
  CHECK(read_whole_rows(folder / "h.csv").values[1] == std::vector<Real>{1, 2});
  CHECK_THROWS_AS((void)read_csv(folder / "h.csv"), FileError);
  write_file(folder / "h.csv", "time [s],v [m/s]\n");
  CHECK(read_whole_rows(folder / "h.csv").rows() == 0);
  write_file(folder / "h.csv", "time");
  CHECK(contains(message_of<FileError>([&] { (void)read_whole_rows(folder / "h.csv"); }), "holds no table"));
}

TEST_CASE("names with commas and quotes survive") {
  const ScratchFolder folder;
  CsvWriter csv(folder / "q.csv", {{"t", "s"}, {"a \"b\", c", "N"}});
  csv.row(std::array{1.0, 2.0});
  csv.flush();
  CHECK(read_csv(folder / "q.csv").find("a \"b\", c") != nullptr);
}

TEST_CASE("tables of other programs are read") {
  const ScratchFolder folder;
  write_file(folder / "bare.csv", "# digitised by hand\n0, 1.5\r\n\n +1,2e-3\n");
  const Table bare = read_csv(folder / "bare.csv");
  CHECK(bare.columns[1].name == "2");
  CHECK(bare.values[1] == std::vector<Real>{1.5, 2e-3});
  write_file(folder / "sheet.csv", "\xEF\xBB\xBFt [s],v [m/s]\r\n0,1\r\n");
  CHECK(read_csv(folder / "sheet.csv").columns[0].name == "t");
}

TEST_CASE("a wrong table is refused with its line") {
  const ScratchFolder folder;
  const auto message = [&](const std::string& text) {
    write_file(folder / "bad.csv", text);
    return message_of<FileError>([&] { (void)read_csv(folder / "bad.csv"); });
  };
  CHECK(contains(message("t,v\n0,1\n1\n"), "line 3 has 1 values; expected 2"));
  CHECK(contains(message("t,v\n0,fast\n"), "line 2 has \"fast\" in column 2"));
  CHECK(contains(message("t,v\n0,1 m\n"), "expected a number"));
  CHECK(contains(message(""), "holds no table"));
}

TEST_CASE("a disk that fills up while rows are written is noticed at the next flush") {
  const ScratchFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full.csv");
  Table table;
  CHECK(contains(message_of<FileError>([&] { CsvWriter(folder.blocked("h.csv"), columns); }), "Not a directory"));
  CHECK(contains(message_of<FileError>([&] { CsvWriter(folder.on_full_disk("h.csv"), columns); }), "No space left"));
}
