// Particle tables: what is read, and what is refused with the line that is wrong.
#include "talus/geometry/particle_file.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "talus/core/error.hpp"

using namespace talus;

namespace {

/// A file that lives as long as the test.
struct TemporaryTable {
  std::filesystem::path path;
  explicit TemporaryTable(const std::string& text)
      : path(std::filesystem::temp_directory_path() / ("talus_table_" + std::to_string(::getpid()) + ".csv")) {
    std::ofstream(path, std::ios::binary) << text;
  }
  ~TemporaryTable() { std::filesystem::remove(path); }
  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const {
    return ParticleFile{path.string()}.fill(spacing, dimension);
  }
};

void check_refused(const std::string& text, const char* words) {
  const TemporaryTable table(text);
  try {
    (void)table.fill(0.1, 2);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("a table with header, comments, spaces and DOS line ends") {
  const TemporaryTable table("x [m],y [m],z [m],volume [m^2]\r\n# corner\r\n0, 0,0 ,1e-2\r\n\r\n0.1,0,0,0.011\r\n");
  const PointCloud cloud = table.fill(0.1, 2);
  REQUIRE(cloud.X.size() == 2);
  CHECK(cloud.X[1] == Vec3(0.1, 0, 0));
  CHECK(cloud.V[0] == 1e-2);
  CHECK(cloud.V[1] == 0.011);
}

TEST_CASE("a table of a spreadsheet program, which begins with a mark, and a plus before a number") {
  for (const char* text : {"\xEF\xBB\xBFx,y,z,volume\n0,0,0,0.01\n+0.1,0,0,0.01\n",
                           "\xEF\xBB\xBF"
                           "0,0,0,0.01\n0.1,0,0,0.01\n"}) {
    CAPTURE(text);
    const PointCloud cloud = TemporaryTable(text).fill(0.1, 2);
    REQUIRE(cloud.X.size() == 2);
    CHECK(cloud.X[1] == Vec3(0.1, 0, 0));
  }
}

TEST_CASE("bad tables are refused with the place") {
  check_refused("0,0,0,0.01\n1,2,3\n", ":2: expected four numbers");
  check_refused("0,0,0,0.01,5\n", ":1: expected four numbers");
  check_refused("0,0,0,nan\n", "expected four numbers");
  check_refused("0,0,0,-0.01\n", ":1: the volume is -0.01");
  check_refused("0,0,1,0.01\n", "z is 1 m");
  check_refused("", "holds no particle");
  check_refused("x,y,z,volume\n", "holds no particle");
  check_refused(std::string("\x7f"
                            "ELF\x01\x00\x02,",
                            8),
                "found \"?ELF");
  check_refused("0,0,0,0.01\n0.1,0,0,0.01\n0,0,0,0.01\n", "share the place (0, 0, 0)");
  check_refused("0,0,0,1\n1,0,0,1\n", "that of a spacing of 1 m, but the body says 0.1 m");
}

TEST_CASE("a missing file and a folder are file errors") {
  CHECK_THROWS_AS((void)ParticleFile{"/nowhere/at/all.csv"}.fill(0.1, 2), FileError);
  CHECK_THROWS_AS((void)ParticleFile{"/tmp"}.fill(0.1, 2), FileError);
}
