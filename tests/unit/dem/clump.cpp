// Mass, centroid and inertia of clumps: closed forms, counted points, turned axes, and arrangements that break careless
// sums.
#include "talus/dem/clump.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/dem/ball_union.hpp"
#include "talus/numerics/random.hpp"

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;

void check_same(const VolumeMoments& a, const VolumeMoments& b, Real tolerance) {
  CHECK(relative_error(a.volume, b.volume) < tolerance);
  CHECK((a.first - b.first).norm() < tolerance * b.volume);
  CHECK((a.second - b.second).norm() < tolerance * b.second.norm());
}

std::vector<Ball> moved(std::vector<Ball> balls, const Quaternion& q, const Vec3& shift) {
  for (Ball& ball : balls) ball.centre = q * ball.centre + shift;
  return balls;
}

std::vector<Ball> random_cluster(std::uint64_t seed, int count, int dimension) {
  Random random(seed);
  std::vector<Ball> balls;
  for (int i = 0; i < count; ++i) balls.push_back({random.in_ball(dimension), random.uniform(0.3, 0.8)});
  return balls;
}

/// Volume and moments by counting the points of a fine grid; its corner lies aside, so that nothing coincides with it.
VolumeMoments by_counting(const std::vector<Ball>& balls, int dimension, int per_edge) {
  VolumeMoments sum;
  const Real edge = 4, step = edge / per_edge, cell = std::pow(step, dimension);
  const Vec3 corner(-2.001, -1.998, -2.003);
  for (int k = 0; k < (dimension == 3 ? per_edge : 1); ++k) {
    for (int j = 0; j < per_edge; ++j) {
      for (int i = 0; i < per_edge; ++i) {
        Vec3 p = corner + step * Vec3(i, j, k);
        if (dimension == 2) p.z() = 0;
        const bool inside = std::ranges::any_of(
            balls, [&](const Ball& ball) { return (p - ball.centre).squaredNorm() < ball.radius * ball.radius; });
        if (inside) sum += {cell, cell * p, cell * p * p.transpose()};
      }
    }
  }
  return sum;
}

void check_refused(const Clump& clump, Real density, int dimension, const std::string& words) {
  try {
    (void)make_clump(clump, density, dimension);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("one sphere, anywhere") {
  const std::vector<Ball> one{{Vec3(3, -1, 2), 0.5}};
  const MassProperties p = mass_properties(one, 2000, 3);
  const Real mass = 2000 * pi / 6;
  CHECK(relative_error(p.mass, mass) < 1e-15);
  CHECK((p.centroid - one[0].centre).norm() < 1e-15);
  CHECK((p.inertia - Mat3(Vec3::Constant(0.4 * mass * 0.25).asDiagonal())).norm() < 1e-13 * mass);
}

TEST_CASE("two overlapping spheres: the digits of the closed form") {
  const std::vector<Ball> two{{Vec3(-0.5, 0, 0), 1}, {Vec3(0.5, 0, 0), 1}};
  const MassProperties p = mass_properties(two, 1, 3);
  CHECK(p.volume == doctest::Approx(7.068583).epsilon(1e-7));
  CHECK(p.inertia(0, 0) == doctest::Approx(3.004148).epsilon(1e-7));
  CHECK(p.inertia(1, 1) == doctest::Approx(5.213080).epsilon(1e-7));
  CHECK(p.inertia(2, 2) == doctest::Approx(5.213080).epsilon(1e-7));
  // By hand, from caps of height 1/2: V = 9 pi/4, Ixx = 153 pi/160, Iyy = Ixx/2 + 2 pi int_{-1/2}^1 (t + 1/2)^2 (1 -
  // t^2) dt.
  CHECK(relative_error(p.volume, 9 * pi / 4) < 1e-15);
  CHECK(relative_error(p.inertia(0, 0), 153 * pi / 160) < 1e-15);
  CHECK(relative_error(p.inertia(1, 1), 153 * pi / 320 + 2 * pi * 189 / 320) < 1e-15);
  CHECK(p.principal == p.inertia.diagonal());
  CHECK(p.centroid.norm() < 1e-15);
}

TEST_CASE("spheres apart add up by the parallel-axis theorem; touching and contained ones change nothing") {
  const std::vector<Ball> apart{{Vec3(-2, 0, 0), 1}, {Vec3(1, 0, 0), 2}};
  const MassProperties p = mass_properties(apart, 1, 3);
  const Real small = 4 * pi / 3, large = 8 * small;
  CHECK(relative_error(p.volume, small + large) < 1e-15);
  CHECK(relative_error(p.centroid.x(), (large - 2 * small) / (small + large)) < 1e-14);
  const Real transverse = 0.4 * small + 0.4 * large * 4 + small * large / (small + large) * 9;
  CHECK(relative_error(p.inertia(1, 1), transverse) < 1e-14);
  std::vector<Ball> more = apart;
  more.push_back({Vec3(1.5, 0.5, 0), 1});  // inside the large one
  more.push_back({Vec3(1, 0, 1), 1});      // inside it, touching from within
  more.push_back(apart[0]);                // twice the same
  more.push_back({Vec3(1 + 1e-15, 0, 0), 2});
  check_same(ball_union(more), ball_union(apart), 1e-11);
  check_same(sliced_union(more), ball_union(apart), 1e-11);
}

TEST_CASE("slices agree with the closed form of two spheres, in any direction") {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const Vec3 between = random.orientation(3) * Vec3(0, 0, random.uniform(0.05, 2.1));
    const std::vector<Ball> two{{Vec3(0.3, 0.2, -0.7), 1}, {Vec3(0.3, 0.2, -0.7) + between, random.uniform(0.1, 1.2)}};
    check_same(sliced_union(two), ball_union(two), 1e-11);
  }
  for (const Real gap : {1e-3, 1e-6, 1e-9, 1e-13, 0.0, -1e-13}) {
    for (const Vec3& n : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0.6, 0, 0.8)}) {
      const std::vector<Ball> outside{{Vec3::Zero(), 1}, {(1.5 - gap) * n, 0.5}};
      check_same(sliced_union(outside), ball_union(outside), 1e-11);
      const std::vector<Ball> within{{Vec3::Zero(), 1}, {(0.5 + gap) * n, 0.5}};
      check_same(sliced_union(within), ball_union(within), 1e-11);
    }
  }
}

TEST_CASE("many overlapping spheres: counting points agrees, and turning the clump turns its inertia") {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const std::vector<Ball> balls = random_cluster(seed, 8, 3);
    const VolumeMoments m = ball_union(balls);
    check_same(m, by_counting(balls, 3, 160), 1e-3);
    const MassProperties p = mass_properties(balls, 1, 3);
    const Quaternion q = Random(seed + 10).orientation(3);
    const Mat3 R = q.toRotationMatrix();
    const MassProperties turned = mass_properties(moved(balls, q, Vec3(100, -50, 20)), 1, 3);
    CHECK(relative_error(turned.volume, p.volume) < 1e-13);
    CHECK((turned.centroid - (R * p.centroid + Vec3(100, -50, 20))).norm() < 1e-10);
    CHECK((turned.inertia - R * p.inertia * R.transpose()).norm() < 1e-13 * p.inertia.norm());
  }
}

TEST_CASE("a row of spheres and a tight bundle: symmetric arrangements, where critical heights coincide") {
  std::vector<Ball> row;
  for (int i = 0; i < 5; ++i) row.push_back({Vec3(i - 2.0, 0, 0), 1});
  // Each lens of neighbours counts once, and no three share a point: 5 spheres less 4 lenses of 5 pi/12.
  const MassProperties p = mass_properties(row, 1, 3);
  CHECK(relative_error(p.volume, 5 * 4 * pi / 3 - 4 * 5 * pi / 12) < 1e-12);
  CHECK(p.centroid.norm() < 1e-12);
  std::vector<Ball> bundle;
  for (int corner = 0; corner < 8; ++corner) {
    bundle.push_back({Vec3(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5), 1});
  }
  const MassProperties cube = mass_properties(bundle, 1, 3);
  CHECK((cube.inertia - Mat3((cube.inertia.trace() / 3 * Vec3::Ones()).asDiagonal())).norm() <
        1e-11 * cube.inertia.norm());
  const MassProperties tilted_cube = mass_properties(moved(bundle, Random(4).orientation(3), Vec3::Zero()), 1, 3);
  CHECK(relative_error(tilted_cube.volume, cube.volume) < 1e-10);
}

TEST_CASE("discs: exact areas and moments") {
  const std::vector<Ball> two{{Vec3(-0.5, 0, 0), 1}, {Vec3(0.5, 0, 0), 1}};
  const MassProperties p = mass_properties(two, 3, 2);
  const Real lens = 2 * std::acos(0.5) - std::sqrt(3.0) / 2;
  CHECK(relative_error(p.volume, 2 * pi - lens) < 1e-14);
  CHECK(p.mass == doctest::Approx(3 * p.volume).epsilon(1e-15));
  for (const std::uint64_t seed : {1, 2, 3}) {
    const std::vector<Ball> discs = random_cluster(seed, 7, 2);
    check_same(disc_union(discs), by_counting(discs, 2, 1500), 3e-4);
    const MassProperties straight = mass_properties(discs, 1, 2);
    const Quaternion q = exponential_turn({0, 0, 1.1});
    const MassProperties turned = mass_properties(moved(discs, q, Vec3(-30, 7, 0)), 1, 2);
    const Mat3 R = q.toRotationMatrix();
    CHECK(relative_error(turned.volume, straight.volume) < 1e-13);
    CHECK((turned.inertia - R * straight.inertia * R.transpose()).norm() < 1e-12 * straight.inertia.norm());
    const Mat3 own = straight.axes.toRotationMatrix();
    CHECK((own * Mat3(straight.principal.asDiagonal()) * own.transpose() - straight.inertia).norm() < 1e-14);
    CHECK((straight.axes * Vec3::UnitZ() - Vec3::UnitZ()).norm() < 1e-15);
  }
  // A disc in a ring of six that touch it and each other, and three that meet in one point.
  std::vector<Ball> flower{{Vec3::Zero(), 1}};
  for (int k = 0; k < 6; ++k) flower.push_back({2 * Vec3(std::cos(k * pi / 3), std::sin(k * pi / 3), 0), 1});
  CHECK(relative_error(disc_union(flower).volume, 7 * pi) < 1e-11);
  std::vector<Ball> meeting;
  for (int k = 0; k < 3; ++k) meeting.push_back({Vec3(std::cos(k * 2 * pi / 3), std::sin(k * 2 * pi / 3), 0), 1});
  const Real pair_lens = pi / 3 - std::sqrt(3.0) / 2;  // distance sqrt(3): 2 acos(sqrt(3)/2) - sqrt(3)/2
  CHECK(relative_error(disc_union(meeting).volume, 3 * pi - 3 * pair_lens) < 1e-12);
}

TEST_CASE("a clump ready for the solver: size of equal volume, principal axes, scaling") {
  Clump clump;
  clump.spheres = {{Vec3(0.1, 0.2, 0), 0.05}, {Vec3(0.13, 0.24, 0.02), 0.03}, {Vec3(0.08, 0.16, -0.03), 0.04}};
  const ClumpBody body = make_clump(clump, 2500, 3);
  std::vector<Ball> drawn;
  for (const ClumpSphere& sphere : clump.spheres) drawn.push_back({sphere.centre, sphere.radius});
  const MassProperties p = mass_properties(drawn, 2500, 3);
  const Real size = body.grain.own_radius;
  CHECK(relative_error(body.grain.volume(size), p.volume) < 1e-14);
  CHECK(relative_error(body.mass_of(size), p.mass) < 1e-14);
  CHECK((body.inertia_of(size) - p.principal).norm() < 1e-13 * p.principal.norm());
  CHECK(relative_error(body.mass_of(2 * size), 8 * p.mass) < 1e-14);
  CHECK((body.inertia_of(2 * size) - 32 * p.principal).norm() < 1e-12 * p.principal.norm());
  CHECK(body.grain.density == doctest::Approx(2500).epsilon(1e-14));
  // In its own axes the inertia is diagonal, about the origin.
  const MassProperties own = mass_properties(body.grain.balls, body.grain.density, 3);
  CHECK(own.centroid.norm() < 1e-12);
  CHECK((own.inertia - Mat3(body.inertia.asDiagonal())).norm() < 1e-10 * own.inertia.norm());
  // Turned by `axes`, it stands as drawn.
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    const Vec3 back = p.centroid + size * (body.grain.axes * body.grain.balls[k].centre);
    CHECK((back - drawn[k].centre).norm() < 1e-15);
  }
}

TEST_CASE("plain spheres and discs") {
  const ClumpBody ball = make_sphere(1000, 3);
  CHECK(ball.mass_of(0.1) == doctest::Approx(1000 * 4 * pi / 3 * 1e-3).epsilon(1e-14));
  CHECK(ball.inertia_of(0.1).x() == near(0.4 * ball.mass_of(0.1) * 0.01, 1e-14));
  const ClumpBody disc = make_sphere(1000, 2);
  CHECK(disc.mass_of(0.1) == doctest::Approx(1000 * pi * 0.01).epsilon(1e-14));
  CHECK(disc.inertia_of(0.1).z() == doctest::Approx(0.5 * disc.mass_of(0.1) * 0.01).epsilon(1e-14));
  CHECK(disc.inertia_of(0.1).x() + disc.inertia_of(0.1).y() ==
        doctest::Approx(disc.inertia_of(0.1).z()).epsilon(1e-14));
  Clump one;
  one.spheres = {{Vec3(1, 2, 0), 0.3}};
  for (const int dimension : {2, 3}) {
    const ClumpBody as_clump = make_clump(one, 1000, dimension), plain = make_sphere(1000, dimension);
    CHECK(as_clump.grain.own_radius == doctest::Approx(0.3).epsilon(1e-14));
    CHECK((as_clump.inertia - plain.inertia).norm() < 1e-12 * plain.inertia.norm());
  }
}

TEST_CASE("mass and inertia that the case gives") {
  Clump clump;
  clump.spheres = {{Vec3(-0.5, 0, 0), 1}, {Vec3(0.5, 0, 0), 1}};
  clump.mass = 10;
  const ClumpBody heavy = make_clump(clump, 0, 3);
  const MassProperties unit = mass_properties(heavy.grain.balls, 1, 3);
  const Real size = heavy.grain.own_radius;
  CHECK(relative_error(heavy.mass_of(size), 10) < 1e-14);
  CHECK((heavy.inertia / heavy.mass - unit.principal / unit.mass).norm() < 1e-12);
  clump.inertia = Vec3(2, 3, 4);
  const ClumpBody given = make_clump(clump, 0, 3);
  CHECK((given.inertia_of(size) - Vec3(2, 3, 4)).norm() < 1e-13);
  CHECK(relative_error(given.grain.mass(size), 10) < 1e-14);
}

TEST_CASE("clumps as a case writes them, and what is refused") {
  const auto read = [](const std::string& text, bool refused) {
    ErrorList errors;
    const Clump clump = read_options<Clump>(compose_text(text, "case.json", {}, errors), errors);
    CHECK(errors.empty() != refused);
    return clump;
  };
  const Clump clump = read(R"({"spheres": [{"centre": [0, 0, "1 mm"], "radius": "2 mm"}], "mass": "3 g",
                              "inertia": [1, 1, "1 kg m^2"]})",
                           false);
  CHECK(clump.spheres[0].centre.z() == near(1e-3));
  CHECK(*clump.mass == near(3e-3));
  read(R"({"spheres": [{"centre": [0, 0, 0], "radius": 0}]})", true);
  read(R"({"spheres": [{"centre": [0, 0, 0], "radius": 1}], "mass": 0})", true);
  read(R"({"mass": 1})", true);
  Clump wrong;
  CHECK(wrong.contradiction().key == "spheres");
  check_refused(wrong, 1, 3, "at least one sphere");
  wrong.spheres = {{Vec3(0, 0, 1), 1}};
  CHECK(wrong.contradiction().key.empty());
  check_refused(wrong, 0, 3, "without mass");
  check_refused(wrong, 1, 2, "z = 1 m");
  wrong.inertia = Vec3(1, 1, 3);
  CHECK(wrong.contradiction().key == "mass");
  wrong.mass = 1;
  CHECK(wrong.contradiction().key == "inertia");
  wrong.inertia = Vec3(1, 1, 0);
  CHECK(wrong.contradiction().key == "inertia");
  wrong.inertia = Vec3(1, 1, 2);
  CHECK(wrong.contradiction().key.empty());
  wrong.spheres[0].radius = 0;
  check_refused(wrong, 1, 3, "has to be positive");
}

}  // namespace talus
