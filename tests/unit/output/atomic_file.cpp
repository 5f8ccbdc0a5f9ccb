// Files are whole or absent; failures name the file and the system's reason.
#include "talus/output/atomic_file.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"

using namespace talus;
using namespace talus::test;

TEST_CASE("a committed file holds every byte and leaves nothing beside it") {
  const ScratchFolder folder;
  AtomicFile file(folder / "a.txt");
  file.write("one ");
  file.write("two");
  CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
  file.commit();
  CHECK(read_file(folder / "a.txt") == "one two");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a file that is not committed keeps the earlier version") {
  const ScratchFolder folder;
  write_file(folder / "a.txt", "earlier");
  { AtomicFile(folder / "a.txt").write("half"); }
  CHECK(read_file(folder / "a.txt") == "earlier");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("durable files read back") {
  const ScratchFolder folder;
  AtomicFile file(folder / "a.bin");
  file.write(std::string(100000, 'x'));
  file.commit_durably();
  CHECK(read_file(folder / "a.bin").size() == 100000);
}

TEST_CASE("a full disk is told in words and keeps the earlier version") {
  const ScratchFolder folder;
  write_file(folder / "a.txt", "earlier");
  const auto path = folder.on_full_disk("a.txt");
  const std::string message = message_of<FileError>([&] { write_file(path, "new"); });
  CHECK(contains(message, "a.txt"));
  CHECK(contains(message, "No space left on device"));
  CHECK(read_file(path) == "earlier");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a limit of file sizes is told in words, and does not end the program") {
  const ScratchFolder folder;
  write_file(folder / "a.txt", "earlier");
  outlive_size_limits();
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit tight = before;
  tight.rlim_cur = 1000;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &tight) == 0);
  const std::string message = message_of<FileError>([&] { write_file(folder / "a.txt", std::string(2000, 'x')); });
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(contains(message, "a.txt"));
  CHECK(contains(message, "File too large"));
  CHECK(read_file(folder / "a.txt") == "earlier");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("unwritable and unreadable places give the reason") {
  const ScratchFolder folder;
  CHECK(contains(message_of<FileError>([&] { write_file(folder.blocked("a"), "x"); }), "Not a directory"));
  CHECK(contains(message_of<FileError>([&] { write_file(folder / "no/a", "x"); }), "No such file or directory"));
  CHECK(contains(message_of<FileError>([&] { (void)read_file(folder / "none"); }), "No such file or directory"));
  CHECK(contains(message_of<FileError>([&] { (void)read_file(folder.path()); }), "Is a directory"));
}
