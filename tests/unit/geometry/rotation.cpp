// Turned shapes and blocks with boxes cut out of them.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "talus/core/error.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/geometry/block.hpp"
#include "talus/geometry/rotation.hpp"

using namespace talus;
using std::numbers::pi;

namespace {

Rotation rotation_from(const std::string& text, ErrorList& errors) {
  const json::Value value = json::parse(text, "", errors);
  const Constants none;
  const Cursor::Services services{none, errors};
  Rotation rotation;
  Codec<Rotation>::read(Cursor(value, "/rotation", services), {}, rotation);
  return rotation;
}

}  // namespace

TEST_CASE("rotation: an angle turns about z, a list is axis times angle, and both come back as written") {
  ErrorList errors;
  const Rotation plane = rotation_from("\"30 deg\"", errors);
  const Rotation space = rotation_from("[0, 1.5707963267948966, 0]", errors);
  CHECK(errors.empty());
  CHECK((plane.matrix() * Vec3(1, 0, 0) - Vec3(std::sqrt(0.75), 0.5, 0)).norm() < 1e-15);
  CHECK((space.matrix() * Vec3(1, 0, 0) - Vec3(0, 0, -1)).norm() < 1e-15);
  CHECK(*Codec<Rotation>::write(plane).number() == doctest::Approx(pi / 6).epsilon(1e-15));
  CHECK(Codec<Rotation>::write(space).array()->size() == 3);
}

TEST_CASE("rotation: orthogonal to round-off, and none is exactly none") {
  const Mat3 turn = Rotation{Vec3(0.3, -1.1, 2)}.matrix();
  CHECK((turn * turn.transpose() - Mat3::Identity()).norm() < 1e-14);
  CHECK(turn.determinant() == doctest::Approx(1).epsilon(1e-15));
  CHECK(Rotation{}.matrix() == Mat3::Identity());
}

TEST_CASE("rotation: a text that is no angle is refused") {
  ErrorList errors;
  (void)rotation_from("\"30 mm\"", errors);
  CHECK(!errors.empty());
}

TEST_CASE("rotation: an object is told both forms, unless it is a formula") {
  ErrorList errors;
  (void)rotation_from(R"({"axis": [0, 0, 1], "angle": "30 deg"})", errors);
  REQUIRE(errors.size() == 1);
  CHECK(errors.text().find("expected an angle about z such as") != std::string::npos);
  ErrorList none;
  CHECK(rotation_from(R"({"expression": "pi/6"})", none).vector.z() == doctest::Approx(pi / 6).epsilon(1e-15));
  CHECK(none.empty());
}

TEST_CASE("block: a fork is the block less its slot, in the same order") {
  const Block full{.size = {0.8, 0.28, 0}};
  const Block fork{.size = {0.8, 0.28, 0}, .cuts = {{{-0.2, -0.04, 0}, {0.4, 0.04, 0}}}};
  const PointCloud all = full.fill(0.02, 2), rest = fork.fill(0.02, 2);
  CHECK(all.X.size() == 40 * 14);
  CHECK(rest.X.size() == 40 * 14 - 30 * 4);
  std::size_t next = 0;
  for (const Vec3& p : all.X) {
    const bool in_slot = p.x() > -0.2 && std::abs(p.y()) < 0.04;
    if (!in_slot) CHECK(rest.X.at(next++) == p);
  }
  CHECK(next == rest.X.size());
}

TEST_CASE("block: a cut of a plane body does not look at z; one that leaves nothing is refused") {
  CHECK(Block{.size = {1, 1, 0}, .cuts = {{{0, 0, 5}, {1, 1, 6}}}}.fill(0.1, 2).X.size() == 75);
  CHECK_THROWS_AS((void)Block({.size = {1, 1, 0}, .cuts = {{{-1, -1, 0}, {1, 1, 0}}}}).fill(0.1, 2), CaseError);
}
