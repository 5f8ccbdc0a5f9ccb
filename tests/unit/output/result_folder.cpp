// Results replace only results: earlier runs move aside, other people's folders stay.
#include "talus/output/result_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

using namespace talus;
using namespace talus::test;
using Earlier = ResultFolder::Earlier;
namespace fs = std::filesystem;

namespace {

void run(const fs::path& folder, const std::string& text, Earlier earlier = Earlier::keep) {
  write_file(ResultFolder::create(folder, earlier).file("summary.json"), text);
}
std::string refusal(const fs::path& folder, Earlier earlier = Earlier::keep) {
  return message_of<FileError>([&] { (void)ResultFolder::create(folder, earlier); });
}

}  // namespace

TEST_CASE("a fresh folder is made with its parents, its mark and frames/") {
  const ScratchFolder scratch;
  const auto folder = ResultFolder::create(scratch / "results/model2/", Earlier::keep);
  CHECK(ResultFolder::is_ours(scratch / "results/model2"));
  CHECK(fs::is_directory(folder.file("frames")));
  CHECK(folder.frame("block", 12) == scratch / "results/model2/frames/block_000012.vtp");
  CHECK(folder.frame("block", 12345678).filename() == "block_12345678.vtp");
  CHECK(folder.series("block").filename() == "block.pvd");
  CHECK(fs::is_directory(folder.checkpoints()));
}

TEST_CASE("a rerun keeps one earlier folder") {
  const ScratchFolder scratch;
  run(scratch / "r", "first");
  run(scratch / "r", "second");
  CHECK(read_file(scratch / "r.prev/summary.json") == "first");
  run(scratch / "r/", "third");
  CHECK(read_file(scratch / "r/summary.json") == "third");
  CHECK(read_file(scratch / "r.prev/summary.json") == "second");
  CHECK(scratch.file_count() == 2);
}

TEST_CASE("overwrite drops earlier results and leaves .prev and what is one's own alone") {
  const ScratchFolder scratch;
  run(scratch / "r", "first");
  run(scratch / "r", "second");
  write_file(scratch / "r/history.csv", "of the second");
  write_file(scratch / "r/notes.txt", "my own");
  run(scratch / "r", "third", Earlier::drop);
  CHECK(read_file(scratch / "r/summary.json") == "third");
  CHECK(!fs::exists(scratch / "r/history.csv"));
  CHECK(read_file(scratch / "r/notes.txt") == "my own");
  CHECK(read_file(scratch / "r.prev/summary.json") == "first");
}

TEST_CASE("what is one's own stays where it is, also in the earlier folder") {
  const ScratchFolder scratch;
  run(scratch / "r", "first");
  write_file(scratch / "r/notes.txt", "on all runs");
  run(scratch / "r", "second");
  write_file(scratch / "r.prev/notes.txt", "on the first");
  run(scratch / "r", "third");
  CHECK(read_file(scratch / "r/notes.txt") == "on all runs");
  CHECK(read_file(scratch / "r.prev/notes.txt") == "on the first");
  CHECK(read_file(scratch / "r.prev/summary.json") == "second");
}

TEST_CASE("a run that was killed while it moved earlier results leaves folders that the next may use") {
  const ScratchFolder scratch;
  run(scratch / "r", "first");
  write_file(scratch / "r/history.csv", "of the first");
  { const auto half_moved = ResultFolder::create(scratch / "r.prev", Earlier::keep); }
  fs::rename(scratch / "r/summary.json", scratch / "r.prev/summary.json");
  run(scratch / "r", "second");
  CHECK(read_file(scratch / "r/summary.json") == "second");
  CHECK(read_file(scratch / "r.prev/history.csv") == "of the first");
}

TEST_CASE("what talus did not make is refused and untouched") {
  const ScratchFolder scratch;
  fs::create_directory(scratch / "thesis");
  write_file(scratch / "thesis/chapter.tex", "years of work");
  for (const auto earlier : {Earlier::keep, Earlier::drop}) {
    CHECK(contains(refusal(scratch / "thesis", earlier), "was not made by talus"));
  }
  CHECK(read_file(scratch / "thesis/chapter.tex") == "years of work");
  run(scratch / "r", "first");
  fs::create_directory(scratch / "r.prev");
  write_file(scratch / "r.prev/notes", "mine");
  CHECK(contains(refusal(scratch / "r"), "r.prev\" was not made by talus"));
  CHECK(read_file(scratch / "r/summary.json") == "first");
}

TEST_CASE("an empty folder may be used") {
  const ScratchFolder scratch;
  fs::create_directory(scratch / "r");
  CHECK(refusal(scratch / "r").empty());
}

TEST_CASE("unwritable places are refused with the reason") {
  const ScratchFolder scratch;
  CHECK(contains(refusal(scratch.blocked("r")), "Not a directory"));
  CHECK(contains(refusal(scratch / "a_file"), "is not a folder"));
  CHECK(contains(refusal("/proc/talus_results"), "/proc/talus_results"));
}

TEST_CASE("a folder in which a run is going is not taken from it") {
  const ScratchFolder scratch;
  const auto running = ResultFolder::create(scratch / "r", Earlier::keep);
  CHECK(contains(refusal(scratch / "r"), "still going"));
  CHECK(contains(refusal(scratch / "r", Earlier::drop), "still going"));
  CHECK(contains(message_of<FileError>([&] { (void)ResultFolder::reopen(scratch / "r"); }), "still going"));
  CHECK(fs::is_directory(running.file("frames")));
}

TEST_CASE("an earlier folder in which a run goes on is not dropped") {
  const ScratchFolder scratch;
  run(scratch / "r", "first");
  run(scratch / "r", "second");
  const auto resumed = ResultFolder::reopen(scratch / "r.prev");
  CHECK(contains(refusal(scratch / "r"), "r.prev\" is in use"));
  CHECK(read_file(scratch / "r.prev/summary.json") == "first");
  CHECK(read_file(scratch / "r/summary.json") == "second");
}

TEST_CASE("results behind a link stay behind it") {
  const ScratchFolder scratch;
  fs::create_directory(scratch / "disk");
  fs::create_directory(scratch / "disk/big");
  fs::create_directory_symlink(scratch / "disk/big", scratch / "r");
  run(scratch / "r", "first");
  run(scratch / "r/", "second");
  CHECK(fs::is_symlink(scratch / "r"));
  CHECK(read_file(scratch / "disk/big/summary.json") == "second");
  CHECK(read_file(scratch / "disk/big.prev/summary.json") == "first");
  run(scratch / "r", "third", Earlier::drop);
  CHECK(read_file(scratch / "disk/big/summary.json") == "third");
  CHECK(!fs::exists(scratch / "r.prev"));
}

TEST_CASE("results in the folder in which one stands are replaced within it") {
  const ScratchFolder scratch;
  fs::create_directory(scratch / "r");
  const fs::path home = fs::current_path();
  fs::current_path(scratch / "r");
  run(".", "first");
  write_file("notes.txt", "my own");
  run("./", "second");
  CHECK(read_file("summary.json") == "second");
  CHECK(read_file("../r.prev/summary.json") == "first");
  run(".", "third", Earlier::drop);
  CHECK(read_file("summary.json") == "third");
  CHECK(read_file("notes.txt") == "my own");
  run(fs::current_path(), "fourth");
  fs::current_path(home);
  CHECK(read_file(scratch / "r/summary.json") == "fourth");
  CHECK(read_file(scratch / "r.prev/summary.json") == "third");
  CHECK(ResultFolder::is_ours(scratch / "r.prev"));
}

TEST_CASE("only results folders are reopened") {
  const ScratchFolder scratch;
  CHECK(contains(message_of<FileError>([&] { (void)ResultFolder::reopen(scratch.path()); }), "not a results folder"));
  run(scratch / "r", "first");
  CHECK(read_file(ResultFolder::reopen(scratch / "r").file("summary.json")) == "first");
}
