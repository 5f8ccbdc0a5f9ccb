// Files that grow are cut back to what a checkpoint knows of them.
#include <doctest/doctest.h>

#include <array>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/csv_table.hpp"
#include "talus/output/pvd.hpp"
#include "talus/output/result_folder.hpp"

using namespace talus;
using namespace talus::test;

TEST_CASE("resumed files: a table keeps so many rows, whatever their times") {
  const ScratchFolder folder;
  const auto path = folder / "history.csv";
  const std::vector<Column> columns{{"time", "s"}, {"v", "m/s"}};
  {
    CsvWriter file(path, columns);
    for (const Real t : {0., 1., 2., 2.}) file.row(std::array{t, 10 * t});  // the end of a run may repeat its last row
    file.sync();
  }
  std::ofstream(path, std::ios::app) << "3,3";  // a row that was being written
  {
    CsvWriter file = CsvWriter::continue_after(path, columns, 3);
    file.row(std::array{3., 30.});
  }
  CHECK(read_file(path) == "time [s],v [m/s]\n0,0\n1,10\n2,20\n3,30\n");
  CHECK(count_rows(path) == 4);
  CHECK(contains(message_of<FileError>([&] { (void)CsvWriter::continue_after(path, columns, 5); }),
                 "has only 4 rows of 5"));
  CHECK(contains(message_of<FileError>([&] {
                   (void)CsvWriter::continue_after(path, {{"time", "s"}}, 1);
                 }),
                 "other columns"));
  CHECK(contains(message_of<FileError>([&] { (void)CsvWriter::continue_after(folder / "none", columns, 1); }), "none"));
}

TEST_CASE("resumed files: a series keeps so many data sets") {
  const ScratchFolder folder;
  const auto path = folder / "a.pvd";
  PvdSeries series(path);
  series.add(0, "", folder / "a_0.vtp");
  series.add(1, "", folder / "a_1.vtp");
  series.write();
  CHECK(series.missing() == 2);
  write_file(folder / "a_1.vtp", "");
  CHECK(series.missing() == 1);
  const std::string before = read_file(path);
  Archive written;
  written.section("series");
  series.state(written);
  series.add(2, "", folder / "a_2.vtp");
  series.write();
  const auto resume = [&] {
    Archive a(written.sections());
    PvdSeries resumed(path);
    a.section("series");
    resumed.state(a);
    return resumed.size();
  };
  CHECK(resume() == 2);
  CHECK(read_file(path) == before);
  PvdSeries(path).write();
  CHECK(contains(message_of<FileError>([&] { (void)resume(); }), "lists only 0 data sets of 2"));
}

TEST_CASE("resumed files: later frames and what was left half written go") {
  const ScratchFolder scratch;
  { const auto folder = ResultFolder::create(scratch / "r", ResultFolder::Earlier::keep); }
  const auto frames = scratch / "r" / "frames";
  for (const char* name :
       {"a_000001.vtp", "a_000002.vtp", "b_1_000003.vtp", "fields_000002.vti", "notes.txt", "a_000004.vtp.part"}) {
    write_file(frames / name, "x");
  }
  const auto folder = ResultFolder::reopen(scratch / "r");
  CHECK_FALSE(std::filesystem::exists(frames / "a_000004.vtp.part"));
  folder.remove_frames_from(2, ".vtp");
  for (const char* name : {"a_000001.vtp", "fields_000002.vti", "notes.txt"}) {
    CHECK_MESSAGE(std::filesystem::exists(frames / name), name);
  }
  for (const char* name : {"a_000002.vtp", "b_1_000003.vtp"}) CHECK_FALSE(std::filesystem::exists(frames / name));
}
