// Sources of grains at the start: lists, lattices, random packings and tables.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/geometry/grains/catalog.hpp"

namespace talus {
namespace {

struct OneSource {
  Chosen<GrainSources> grains;
  static constexpr auto options() {
    return OptionTable{required("grains", &OneSource::grains, "where they come from")};
  }
};

Chosen<GrainSources> read(const std::string& options, bool refused = false) {
  ErrorList errors;
  const OneSource one =
      read_options<OneSource>(compose_text("{\"grains\": {" + options + "}}", "case.json", {}, errors), errors);
  CHECK_MESSAGE(errors.empty() != refused, options, " ", errors.text());
  return one.grains;
}

std::string key_at_fault(const Chosen<GrainSources>& source) {
  return std::visit([](const auto& s) { return s.contradiction(); }, source.entry).key;
}

std::vector<GrainSeed> place(const Chosen<GrainSources>& source, const GrainTemplate& grain = {},
                             const Surroundings& around = {}) {
  CHECK(key_at_fault(source) == "");
  return std::visit([&](const auto& s) { return s.place(grain, around); }, source.entry);
}

void check_refused(const Chosen<GrainSources>& source, const GrainTemplate& grain, const std::string& words) {
  try {
    (void)place(source, grain);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

/// Least distance between surfaces of different grains, over periods.
Real least_gap(const std::vector<GrainSeed>& seeds, const GrainTemplate& grain, const Vec3& period = Vec3::Zero()) {
  Real least = infinity;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const Ball& a : members(seeds[i], grain)) {
        for (const Ball& b : members(seeds[j], grain)) {
          Vec3 d = a.centre - b.centre;
          for (int k = 0; k < 3; ++k) {
            if (period[k] > 0) d[k] -= period[k] * std::round(d[k] / period[k]);
          }
          least = std::min(least, d.norm() - a.radius - b.radius);
        }
      }
    }
  }
  return least;
}

bool same(const std::vector<GrainSeed>& a, const std::vector<GrainSeed>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GrainSeed& x, const GrainSeed& y) {
    return x.centre == y.centre && x.radius == y.radius && x.velocity == y.velocity &&
           x.orientation.coeffs() == y.orientation.coeffs();
  });
}

Real solid_volume(const std::vector<GrainSeed>& seeds, const GrainTemplate& grain) {
  Real sum = 0;
  for (const GrainSeed& seed : seeds) sum += grain.volume(seed.radius);
  return sum;
}

/// Two balls side by side, as a clump of size 1 has them.
GrainTemplate dumb_bell() {
  const Real r = std::cbrt(0.5);
  return {.density = 2000, .balls = {{Vec3(-r, 0, 0), r}, {Vec3(r, 0, 0), r}}, .own_radius = 0.02};
}

const GrainTemplate ball{.density = 2500};
const GrainTemplate disc{.dimension = 2, .density = 2500};
const std::string unit_box = R"("region": {"model": "box", "min": [0, 0, 0], "max": [1, 1, 1]})";
const std::string small_grains = R"("sizes": {"model": "uniform_radius", "radius": 0.05})";

}  // namespace

TEST_CASE("grains listed one by one: motion, and clumps turned from the axes in which they are drawn") {
  const auto source =
      read(R"("model": "spheres", "list": [{"centre": [1, 2, 3], "radius": "5 mm", "spin": [0, 0, "2 rad/s"]},
      {"centre": [0, 0, 1], "radius": 2, "velocity": ["1 m/s", 0, 0], "rotation": [0, "90 deg", 0]}])");
  GrainTemplate clump = dumb_bell();
  clump.axes = exponential_turn({0, 0, std::numbers::pi / 2});  // its own x is y as drawn
  const auto seeds = place(source, clump);
  REQUIRE(seeds.size() == 2);
  CHECK(seeds[0].centre == Vec3(1, 2, 3));
  CHECK(seeds[0].radius == 5e-3);
  CHECK(seeds[0].spin == Vec3(0, 0, 2));
  CHECK(seeds[1].velocity == Vec3(1, 0, 0));
  CHECK((seeds[0].orientation * Vec3::UnitX() - Vec3::UnitY()).norm() < 1e-15);
  CHECK((seeds[1].orientation * Vec3::UnitY() - Vec3::UnitZ()).norm() < 1e-15);  // drawn as -x, then turned about y
  const Ball second = members(seeds[1], clump)[1];
  CHECK((second.centre - Vec3(0, 2 * clump.balls[1].centre.x(), 1)).norm() < 1e-15);
  CHECK(second.radius == 2 * clump.balls[1].radius);
  CHECK(key_at_fault(read(R"("model": "spheres", "list": [])")) == "list");
  read(R"("model": "spheres", "list": [{"centre": [0, 0, 0], "radius": -1}])", true);
  check_refused(
      read(R"("model": "spheres", "list": [{"centre": [0, 0], "radius": 1}, {"centre": [0, 0, 1], "radius": 1}])"),
      disc, "grain 2 of the list: z is 1 m");
  check_refused(read(R"("model": "spheres", "list": [{"centre": [0, 0], "radius": 1, "spin": [1, 0, 0]}])"), disc,
                "spins about z");
  check_refused(read(R"("model": "spheres", "list": [{"centre": [0, 0], "radius": 1, "rotation": [1, 0, 0]}])"), disc,
                "turned about z");
}

TEST_CASE("lattices: touching neighbours, counts and solid fractions") {
  const auto lattice = [](const std::string& order, const std::string& more = "") {
    return read("\"model\": \"lattice\", " + unit_box + R"(, "spacing": 0.1, "order": ")" + order + "\", " +
                small_grains + more);
  };
  const auto cubic = place(lattice("cubic"), ball);
  CHECK(cubic.size() == 1000);
  CHECK(std::abs(least_gap(cubic, ball)) < 1e-12);
  CHECK(place(lattice("cubic"), disc).size() == 100);
  const auto triangles = place(lattice("hexagonal"), disc);
  CHECK(triangles.size() == 6 * 10 + 5 * 9);  // 11 rows, every second half a grain to the side
  CHECK(std::abs(least_gap(triangles, disc)) < 1e-12);
  for (const char* order : {"hexagonal", "fcc"}) {
    const auto seeds = place(lattice(order), ball);
    CHECK(std::abs(least_gap(seeds, ball)) < 1e-12);
    // Twelve neighbours touch every grain inside.
    const auto inner =
        std::ranges::min_element(seeds, {}, [](const GrainSeed& s) { return (s.centre - Vec3::Constant(0.5)).norm(); });
    CHECK(std::ranges::count_if(seeds, [&](const GrainSeed& s) {
            return std::abs((s.centre - inner->centre).norm() - 0.1) < 1e-9;
          }) == 12);
  }
  // In a periodic cell that its layers fill, the closest packing has pi/sqrt(18) of the volume.
  const auto crystal =
      read(R"("model": "lattice", "order": "fcc", "spacing": 0.1, "region": {"model": "box", "min": [0, 0, 0],
      "max": [1.4142135623730951, 1.4142135623730951, 1.4142135623730951]}, )" +
           small_grains);
  const Vec3 period = Vec3::Constant(std::sqrt(2.0));
  const auto filled = place(crystal, ball, {.period = period});
  CHECK(relative_error(solid_volume(filled, ball) / period.prod(), std::numbers::pi / std::sqrt(18.0)) < 1e-12);
  CHECK(std::abs(least_gap(filled, ball, period)) < 1e-12);
  check_refused(lattice("fcc"), disc, "three dimensions");
}

TEST_CASE("lattices: jitter keeps its bound, repeats with its seed, and is refused when grains could change places") {
  const std::string start = "\"model\": \"lattice\", " + unit_box + R"(, "spacing": 0.12, )" + small_grains;
  const auto regular = place(read(start), ball);
  const auto moved = place(read(start + R"(, "jitter": 0.009, "seed": 4)"), ball);
  REQUIRE(moved.size() == regular.size());
  Real farthest = 0;
  for (std::size_t i = 0; i < moved.size(); ++i)
    farthest = std::max(farthest, (moved[i].centre - regular[i].centre).norm());
  CHECK(farthest <= 0.009);
  CHECK(farthest > 0.008);
  CHECK(least_gap(moved, ball) > 0);
  CHECK(same(moved, place(read(start + R"(, "jitter": 0.009, "seed": 4)"), ball)));
  CHECK_FALSE(same(moved, place(read(start + R"(, "jitter": 0.009, "seed": 5)"), ball)));
  CHECK(key_at_fault(read(start + R"(, "jitter": 0.06)")) == "jitter");
  check_refused(read("\"model\": \"lattice\", " + unit_box + R"(, "spacing": 1e-5, )" + small_grains), ball,
                "larger spacing");
  check_refused(read("\"model\": \"lattice\", " + unit_box + R"(, "spacing": 1.1, )" + small_grains), ball, "no room");
}

TEST_CASE("agitated grains have normal velocities about the mean, and its momentum") {
  const auto source =
      read("\"model\": \"lattice\", " + unit_box + R"(, "spacing": 0.1, "velocity": [0, 3, 0], "agitation": 0.5,
      "sizes": {"model": "range", "min": 0.02, "max": 0.05})");
  for (const GrainTemplate& grain : {ball, disc}) {
    const auto seeds = place(source, grain);
    Vec3 momentum = Vec3::Zero(), square = Vec3::Zero();
    for (const GrainSeed& seed : seeds) {
      momentum += grain.mass(seed.radius) * seed.velocity;
      square += (seed.velocity - Vec3(0, 3, 0)).cwiseAbs2() / static_cast<Real>(seeds.size());
    }
    const Vec3 mean = momentum / (2500 * solid_volume(seeds, grain));
    CHECK((mean - Vec3(0, 3, 0)).norm() < 1e-13);
    const Real scatter = 4 * 0.25 / std::sqrt(static_cast<Real>(seeds.size()));  // of a mean square of normal numbers
    CHECK(std::abs(square.x() - 0.25) < scatter);
    CHECK(std::abs(square.z() - (grain.dimension == 3 ? 0.25 : 0)) < scatter);
  }
}

TEST_CASE(
    "random packings: number or solid fraction, apart by the gap, inside the region, the same for the same seed") {
  const auto by_count =
      read("\"model\": \"packing\", " + unit_box + R"(, "count": 300, "gap": 0.004, )" + small_grains);
  const auto seeds = place(by_count, ball);
  CHECK(seeds.size() == 300);
  CHECK(least_gap(seeds, ball) >= 0.004);
  CHECK(least_gap(seeds, ball) < 0.006);
  for (const GrainSeed& seed : seeds) {
    CHECK(seed.centre.minCoeff() >= 0.05 - 1e-9);
    CHECK(seed.centre.maxCoeff() <= 0.95 + 1e-9);
  }
  CHECK(same(seeds, place(by_count, ball)));
  const auto by_fraction =
      read("\"model\": \"packing\", " + unit_box + R"(, "solid_fraction": "30 %", "sizes": {"model": "range",
      "min": 0.01, "max": 0.1})");
  const auto mixed = place(by_fraction, ball);
  CHECK(std::abs(solid_volume(mixed, ball) - 0.3) < ball.volume(0.1) / 2);
  CHECK(least_gap(mixed, ball) >= 0);
  CHECK(std::ranges::is_sorted(mixed, std::greater<>(), &GrainSeed::radius));
  const auto discs = place(by_fraction, disc);
  CHECK(std::abs(solid_volume(discs, disc) - 0.3) < disc.volume(0.1) / 2);
  CHECK(std::ranges::all_of(discs, [](const GrainSeed& s) { return s.centre.z() == 0; }));
  CHECK(least_gap(discs, disc) >= 0);
}

TEST_CASE("random packings heed what is there already, walls, and periods") {
  const auto source = read("\"model\": \"packing\", " + unit_box + R"(, "count": 150, )" + small_grains);
  const std::vector<Ball> there{{Vec3(0.5, 0.5, 0.5), 0.3}};
  Surroundings around{.balls = there, .period = Vec3(1, 1, 0)};
  around.free = [](const Ball& b) { return b.centre.x() + b.radius < 0.8 || b.centre.x() > 0.9; };  // a slab
  const auto seeds = place(source, ball, around);
  CHECK(least_gap(seeds, ball, around.period) >= 0);
  bool across = false;
  for (const GrainSeed& seed : seeds) {
    CHECK((seed.centre - there[0].centre).norm() >= 0.35);
    CHECK(around.free({seed.centre, seed.radius}));
    CHECK(std::abs(seed.centre.z() - 0.5) <= 0.45 + 1e-9);
    across = across || seed.centre.y() < 0.05 || seed.centre.y() > 0.95;
  }
  CHECK(across);
}

TEST_CASE("clumps are packed ball by ball, with random turns") {
  const GrainTemplate clump = dumb_bell();
  const auto source = read("\"model\": \"packing\", " + unit_box +
                           R"(, "solid_fraction": 0.2, "sizes": {"model": "uniform_radius", "radius": 0.05})");
  const auto seeds = place(source, clump);
  CHECK(std::abs(solid_volume(seeds, clump) - 0.2) < clump.volume(0.05));
  CHECK(least_gap(seeds, clump) >= 0);
  Mat3 along = Mat3::Zero();
  int reached_over = 0;  // pairs that spheres around the clumps would forbid
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const Vec3 axis = seeds[i].orientation * Vec3::UnitX();
    along += axis * axis.transpose() / static_cast<Real>(seeds.size());
    for (const Ball& b : members(seeds[i], clump)) {
      CHECK(b.centre.minCoeff() >= b.radius - 1e-9);
      CHECK(b.centre.maxCoeff() <= 1 - b.radius + 1e-9);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if ((seeds[i].centre - seeds[j].centre).norm() < 2 * clump.reach() * 0.05) ++reached_over;
    }
  }
  CHECK((along - Mat3::Identity() / 3).norm() < 0.1);
  CHECK(reached_over > 10);
  const auto drawn = read("\"model\": \"packing\", " + unit_box + R"(, "count": 5, "sizes": {"model": "as_given"})");
  CHECK(place(drawn, clump)[0].radius == clump.own_radius);
  check_refused(drawn, ball, "as_given");
}

TEST_CASE("a packing that does not fit says how many did, and what to do") {
  const std::string start = "\"model\": \"packing\", " + unit_box;
  const auto dense = read(start + R"(, "solid_fraction": 0.6, "attempts": 200, )" + small_grains);
  check_refused(dense, ball, "does not fit: ");
  check_refused(dense, ball, "take a larger region");
  check_refused(read(start + R"(, "count": 2, "sizes": {"model": "uniform_radius", "radius": 0.5})"), ball,
                "1 of 2 grains");
  check_refused(read(start + R"(, "count": 2, "sizes": {"model": "uniform_radius", "radius": 0.6})"), ball,
                "no room for a grain");
  check_refused(read(start + R"(, "solid_fraction": 0.01, "sizes": {"model": "uniform_radius", "radius": 0.4})"), ball,
                "one grain");
  CHECK(key_at_fault(read(start + ", " + small_grains)) == "count");
  CHECK(key_at_fault(read(start + R"(, "count": 2, "solid_fraction": 0.2, )" + small_grains)) == "solid_fraction");
  CHECK(key_at_fault(read(start + R"(, "count": 2, "sizes": {"model": "range", "min": 2, "max": 1})")) == "sizes");
  read(start + R"(, "count": 0, )" + small_grains, true);
  read(start + R"(, "solid_fraction": 1, )" + small_grains, true);
  read(start + R"(, "count": 2, "gap": -1, )" + small_grains, true);
}

namespace {

/// A file that lives as long as the test.
struct TemporaryTable {
  std::filesystem::path path;
  explicit TemporaryTable(const std::string& text)
      : path(std::filesystem::temp_directory_path() / ("talus_grains_" + std::to_string(::getpid()) + ".csv")) {
    std::ofstream(path, std::ios::binary) << text;
  }
  ~TemporaryTable() { std::filesystem::remove(path); }
};

void check_file_refused(const std::string& text, const GrainTemplate& grain, const std::string& words) {
  const TemporaryTable table(text);
  check_refused({GrainFile{table.path}}, grain, words);
}

}  // namespace

TEST_CASE("a table of grains, with and without velocities; bad lines are refused with their number") {
  const TemporaryTable table("x,y,z,radius,vx,vy,vz\r\n# two\r\n0,1,2,0.5,3,4,5\r\n\r\n1e-3, 0,0 ,0.25\r\n");
  const auto seeds = place({GrainFile{table.path}}, ball);
  REQUIRE(seeds.size() == 2);
  CHECK(seeds[0].centre == Vec3(0, 1, 2));
  CHECK(seeds[0].radius == 0.5);
  CHECK(seeds[0].velocity == Vec3(3, 4, 5));
  CHECK(seeds[1].centre == Vec3(1e-3, 0, 0));
  CHECK(seeds[1].velocity == Vec3::Zero());
  check_file_refused("0,0,0,1\n0,0,1\n", ball, ":2: expected four or seven numbers x,y,z,radius");
  check_file_refused("0,0,0,1,2\n", ball, ":1: expected four or seven");
  check_file_refused("0,0,0,one\n", ball, "found \"0,0,0,one\"");
  check_file_refused("0,0,0,1,\n", ball, ":1: expected");
  check_file_refused("x,y,z,radius\n0,0,0,0\n", ball, ":2: the radius is 0 m");
  check_file_refused("0,0,1,1\n", disc, ":1: z is 1 m");
  check_file_refused("0,0,0,1,0,0,2\n", disc, ":1: a disc moves in the plane");
  check_file_refused("# nothing\n", ball, "holds no particle");
  CHECK_THROWS_AS((void)place({GrainFile{"/nowhere/at/all.csv"}}), FileError);
}

}  // namespace talus
