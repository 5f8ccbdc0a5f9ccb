// Checkpoints come back to the bit; whatever is not whole is refused, with the place.
#include "talus/output/checkpoint_file.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <memory>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/core/types.hpp"
#include "talus/output/atomic_file.hpp"

using namespace talus;
using namespace talus::test;

namespace {

struct Leaf {
  std::vector<Vec3> places;
  Real depth = 0;

  void state(Archive& a) {
    a("places", places);
    a("depth", depth);
  }
};

/// Something of every kind that an archive takes.
struct Sample {
  Real number = 0;
  Mat3 tensor = Mat3::Zero();
  std::array<bool, 3> flags{};
  std::vector<Real> values;
  std::vector<bool> bits;
  std::optional<Real> maybe, never;
  std::string text;
  std::vector<Leaf> leaves = std::vector<Leaf>(2);
  std::vector<std::unique_ptr<Leaf>> owned;

  Sample() {
    owned.push_back(std::make_unique<Leaf>());
    owned.push_back(nullptr);
  }
  void state(Archive& a) {
    a.section("numbers");
    a("number", number);
    a("tensor", tensor);
    a("flags", flags);
    a("values", values);
    a("bits", bits);
    a.section("rest");
    a("maybe", maybe);
    a("never", never);
    a("text", text);
    a.each("leaves", leaves);
    a.each("owned", owned);
  }
};

Sample filled() {
  Sample s;
  s.number = std::numeric_limits<Real>::quiet_NaN();
  s.tensor << 1, 2, 3, 4, 5, 6, 7, 8, -0.0;
  s.flags = {true, false, true};
  s.values = {1e-308, -infinity, 0.1};
  s.bits = {true, true, false, true};
  s.maybe = 3;
  s.text = "a name";
  s.leaves[1].places = {Vec3(1, 2, 3), Vec3(4, 5, 6)};
  s.owned[0]->depth = 7;
  return s;
}

std::vector<Archive::Section> written(Sample s) {
  Archive a;
  s.state(a);
  return a.sections();
}

/// What reading a file says against it; empty: nothing.
std::string complaint(const std::filesystem::path& path) {
  return message_of<FileError>([&] {
    Archive a(read_checkpoint(path));
    Sample s;
    s.state(a);
    a.finish();
  });
}

void overwrite(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("checkpoint: the checksum is that of zlib and PNG") {
  CHECK(crc32("123456789") == 0xcbf43926U);
  CHECK(crc32("6789", crc32("12345")) == 0xcbf43926U);
  const std::string text(1000, 'x');
  for (const std::size_t cut : {1, 7, 8, 9, 500}) {
    CHECK(crc32(text.substr(cut), crc32(text.substr(0, cut))) == crc32(text));
  }
}

TEST_CASE("checkpoint: everything comes back to the bit") {
  const ScratchFolder folder;
  const auto sections = written(filled());
  write_checkpoint(folder / "a", sections);
  CHECK(folder.file_count() == 1);
  Archive a(read_checkpoint(folder / "a"));
  Sample s;
  s.never = 5;  // must go
  s.state(a);
  a.finish();
  CHECK(s.text == "a name");
  CHECK(s.maybe == 3);
  CHECK_FALSE(s.never.has_value());
  CHECK(s.leaves[1].places[1] == Vec3(4, 5, 6));
  CHECK(s.owned[0]->depth == 7);
  const auto again = written(std::move(s));
  REQUIRE(again.size() == sections.size());
  for (std::size_t k = 0; k < again.size(); ++k) CHECK(again[k].bytes == sections[k].bytes);
}

TEST_CASE("checkpoint: a file that is cut anywhere is refused") {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", written(filled()));
  const std::string whole = read_file(folder / "a");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    overwrite(folder / "a", whole.substr(0, length));
    REQUIRE_MESSAGE(contains(complaint(folder / "a"), "is damaged: it ends within"), length);
  }
  overwrite(folder / "a", whole + '\0');
  CHECK(contains(complaint(folder / "a"), "more in it than was written"));
  overwrite(folder / "a", whole);
  CHECK(complaint(folder / "a").empty());
}

TEST_CASE("checkpoint: any flipped bit is found") {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", written(filled()));
  const std::string whole = read_file(folder / "a");
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 1 << place % 8);
    overwrite(folder / "a", bytes);
    const std::string words = complaint(folder / "a");
    REQUIRE_MESSAGE((contains(words, "is damaged") || contains(words, "version")), place << ": " << words);
  }
}

TEST_CASE("checkpoint: words name the section") {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", written(filled()));
  std::string bytes = read_file(folder / "a");
  bytes[bytes.find("a name")] = 'b';
  overwrite(folder / "a", bytes);
  CHECK(contains(complaint(folder / "a"), "section \"rest\" is not what was written"));
}

TEST_CASE("checkpoint: another version is refused") {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", written(filled()));
  std::string bytes = read_file(folder / "a");
  bytes[std::string_view("talus checkpoint").size()] = 77;
  overwrite(folder / "a", bytes);
  CHECK(contains(complaint(folder / "a"), "is of version 77 of checkpoints, and this talus reads version"));
}

TEST_CASE("checkpoint: what does not fit the program is refused by name") {
  auto sections = written(filled());
  const auto refusal = [&](auto&& read) {
    return message_of<FileError>([&] {
      Archive a(sections);
      read(a);
    });
  };
  Real number = 0;
  float small = 0;
  std::vector<Real> values(2);
  std::vector<Leaf> three(3);
  CHECK(contains(refusal([&](Archive& a) { a.section("none"); }), "\"none\" is not there, but \"numbers\" is"));
  CHECK(contains(refusal([&](Archive& a) { a.section("numbers"), a("mumber", number); }), "should have \"mumber\""));
  CHECK(contains(refusal([&](Archive& a) { a.section("numbers"), a("number", small); }), "of 8 bytes; expected 4"));
  CHECK(contains(refusal([&](Archive& a) { a.section("numbers"), a("number", number), a.section("rest"); }),
                 "\"numbers\" has more in it"));
  CHECK(contains(refusal([&](Archive& a) { a.section("numbers"), a.finish(); }), "\"numbers\" has more in it"));
  Archive writer;
  writer.section("lists");
  values = {1, 2, 3};
  writer.fixed("values", values);
  std::vector<Leaf> two(2);
  writer.each("leaves", two);
  sections = writer.sections();
  values.resize(2);
  CHECK(contains(refusal([&](Archive& a) { a.section("lists"), a.fixed("values", values); }),
                 "has 3 of \"values\"; expected 2"));
  values.resize(3);
  CHECK(contains(refusal([&](Archive& a) { a.section("lists"), a.fixed("values", values), a.each("leaves", three); }),
                 "has 2 of \"leaves\"; expected 3"));
  // A number of elements that no memory could hold.
  Archive liar;
  liar.section("lists");
  std::vector<Real> none;
  liar("values", none);
  sections = liar.sections();
  sections[0].bytes.back() = 0x7f;
  CHECK(contains(refusal([&](Archive& a) { a.section("lists"), a("values", values); }), "ends within \"values\""));
}

TEST_CASE("checkpoint: a full disk leaves the file before") {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", written(filled()));
  const std::string whole = read_file(folder / "a");
  const auto path = folder.on_full_disk("a");
  CHECK(contains(message_of<FileError>([&] { write_checkpoint(path, written(filled())); }), "No space left on device"));
  CHECK(read_file(path) == whole);
  CHECK(folder.file_count() == 1);
}
