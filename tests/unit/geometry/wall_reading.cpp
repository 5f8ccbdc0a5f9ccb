// Walls and their motions as a case writes them, and what is refused.
#include <doctest/doctest.h>

#include <numbers>
#include <string>
#include <variant>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/geometry/wall/surface.hpp"
#include "talus/geometry/wall/wall_motion.hpp"

namespace talus {
namespace {

struct OneWall {
  Chosen<WallShapes> shape{};
  WallMotion motion{};
  static constexpr auto options() {
    return OptionTable{optional("shape", &OneWall::shape, "shape"), optional("motion", &OneWall::motion, "motion")};
  }
};

OneWall read(const std::string& text, const std::string& complaint = "") {
  ErrorList errors;
  OneWall one = read_options<OneWall>(compose_text("{" + text + "}", "folder/case.json", {}, errors), errors);
  CAPTURE(errors.text());
  CHECK(errors.empty() == complaint.empty());
  CHECK(errors.text().find(complaint) != std::string::npos);
  return one;
}

template <class Shape>
Shape shape_of(const std::string& options) {
  return std::get<Shape>(
      read(R"("shape": {"model": ")" + std::string(Shape::name) + "\", " + options + "}").shape.entry);
}

template <class Shape>
std::string wrong_key(const std::string& options) {
  return shape_of<Shape>(options).contradiction().key;
}

std::string wrong_key_of_motion(const std::string& options) {
  return read("\"motion\": {" + options + "}").motion.contradiction().key;
}

}  // namespace

TEST_CASE("wall shapes: read with units, words and defaults") {
  const auto plane = shape_of<PlaneWall>(R"("point": [0, "10 cm", 0], "normal": [0, 2, 0])");
  CHECK(plane.point.y() == doctest::Approx(0.1));
  CHECK(plane.contradiction().key.empty());
  const auto box = shape_of<BoxWall>(R"("low": [0, 0], "high": ["1 m", "20 cm"], "side": "outside")");
  CHECK(box.side == WallSide::outside);
  CHECK(box.contradiction().key.empty());
  const auto drum = shape_of<CylinderWall>(R"("centre": [0, 0, 0], "radius": "30 mm", "side": "inside")");
  CHECK(drum.axis == Vec3(0, 0, 1));
  CHECK(!drum.length);
  CHECK(drum.contradiction().key.empty());
  CHECK(shape_of<SphereWall>(R"("centre": [0, 0, 1], "radius": 2, "side": "inside")").radius == 2);
  CHECK(shape_of<RectangleWall>(R"("centre": [0, 0, 1], "edges": [[1, 0, 0], [0, "50 cm", 0]])").edges[1].y() == 0.5);
  const auto mesh = shape_of<MeshWall>(R"("path": "hopper.stl", "scale": 0.001, "side": "front", "weld": "1 um")");
  CHECK(mesh.path == std::filesystem::current_path() / "folder/hopper.stl");
  CHECK(mesh.side == MeshSide::front);
  CHECK(*mesh.weld.value == near(1e-6));
  CHECK(mesh.smooth_angle == doctest::Approx(std::numbers::pi / 18));
  CHECK(mesh.degenerate == DegenerateTriangles::refuse);
}

TEST_CASE("wall shapes: impossible values are refused by the table") {
  read(R"("shape": {"model": "plain", "point": [0, 0]})", R"(unknown wall shape "plain")");
  read(R"("shape": {"model": "plane", "point": [0, 0]})", "the key \"normal\" is missing");
  read(R"("shape": {"model": "sphere", "centre": [0, 0], "radius": 0, "side": "inside"})", "it must be positive");
  read(R"("shape": {"model": "sphere", "centre": [0, 0], "radius": 1, "side": "in"})", "inside");
  read(R"("shape": {"model": "stl", "path": "a.stl", "scale": -1})", "it must be positive");
  read(R"("shape": {"model": "stl", "path": "a.stl", "smooth_angle": "60 deg"})", "out of range");
}

TEST_CASE("wall shapes: values that exclude each other") {
  CHECK(wrong_key<PlaneWall>(R"("point": [0, 0], "normal": [0, 0])") == "normal");
  CHECK(wrong_key<BoxWall>(R"("low": [0, 0], "high": [1, 0], "side": "inside")") == "high");
  const std::string round = R"("centre": [0, 0, 0], "radius": 1, )";
  CHECK(wrong_key<CylinderWall>(round + R"("side": "inside", "length": 1)") == "closed");
  CHECK(wrong_key<CylinderWall>(round + R"("side": "inside", "closed": true)") == "closed");
  CHECK(wrong_key<CylinderWall>(round + R"("side": "inside", "length": 1, "closed": false)") == "side");
  CHECK(wrong_key<CylinderWall>(round + R"("length": 1, "closed": true)") == "side");
  CHECK(wrong_key<CylinderWall>(round + R"("axis": [0, 0, 0], "side": "inside")") == "axis");
  CHECK(wrong_key<CylinderWall>(round + R"("length": 1, "closed": false)").empty());
  CHECK(wrong_key<RectangleWall>(R"("centre": [0, 0, 0], "edges": [[1, 0], [0, 1], [1, 1]])") == "edges");
}

TEST_CASE("wall_surface: the surface that belongs to a shape, or the sentence about it") {
  const auto made = [](const std::string& options, int dimension) {
    return wall_surface(read("\"shape\": {" + options + "}").shape, dimension);
  };
  CHECK(std::holds_alternative<PlaneSurface>(made(R"("model": "plane", "point": [0, 0], "normal": [0, 1])", 2)));
  CHECK(
      std::holds_alternative<TriangleSurface>(made(R"("model": "rectangle", "centre": [0, 0], "edges": [[0, 1]])", 2)));
  CHECK_THROWS_WITH_AS((void)made(R"("model": "plane", "point": [0, 0], "normal": [0, 0])", 2),
                       "normal: has no direction: give a vector other than zero, such as [0, 0, 1]", CaseError);
  CHECK_THROWS_AS((void)made(R"("model": "stl", "path": "/nowhere.stl")", 3), FileError);
  CHECK_THROWS_WITH_AS((void)made(R"("model": "stl", "path": "/nowhere.stl")", 2),
                       "a wall from an STL file needs three dimensions", CaseError);
}

TEST_CASE("wall motion: read with units, and back") {
  const std::string text = R"json("motion": {
    "velocity": [0, {"expression": "2*t"}, "1 mm/s"],
    "rotation": {"axis": [0, 1, 0], "centre": [0, 0, "5 cm"], "rate": "90 deg/s"},
    "vibration": {"along": [0, 0, 1], "amplitude": "1 mm", "frequency": "50 1/s", "phase": "90 deg"},
    "servo": {"along": [0, 0, -1], "pressure": "10 kPa", "area": "4 cm^2",
              "mobility": "1e-3 m/(N s)", "max_speed": "1 m/s"},
    "remove_at": "10 ms"})json";
  const WallMotion motion = read(text).motion;
  CHECK(motion.contradiction().key.empty());
  CHECK((*motion.velocity)[1](3.0) == 6);
  CHECK(motion.rotation->rate(0) == doctest::Approx(std::numbers::pi / 2));
  CHECK(motion.rotation->centre.z() == doctest::Approx(0.05));
  CHECK(motion.vibration->phase == doctest::Approx(std::numbers::pi / 2));
  CHECK(*motion.servo->area == near(4e-4));
  CHECK(motion.servo->mobility == near(1e-3));
  CHECK(*motion.remove_at == near(0.01));
  const std::string once = json::dump(Codec<WallMotion>::write(motion));
  CHECK(json::dump(Codec<WallMotion>::write(read("\"motion\": " + once).motion)) == once);
}

TEST_CASE("wall motion: values that are wrong or exclude each other") {
  read(R"("motion": {"velocity": ["1 m", 0, 0]})", "E306");
  read(R"("motion": {"vibration": {"along": [0, 1], "amplitude": 1, "frequency": 0}})", "it must be positive");
  read(R"("motion": {"rotation": {"axis": [0, 0, 1]}})", "the key \"rate\" is missing");
  const std::string servo = R"("servo": {"along": [0, 1], "mobility": 1, "max_speed": 1)";
  CHECK(wrong_key_of_motion(servo + "}") == "servo/force");
  CHECK(wrong_key_of_motion(servo + R"(, "force": 1, "pressure": 1, "area": 1})") == "servo/pressure");
  CHECK(wrong_key_of_motion(servo + R"(, "pressure": 1})") == "servo/area");
  CHECK(wrong_key_of_motion(servo + R"(, "force": 1, "area": 1})") == "servo/area");
  CHECK(wrong_key_of_motion(servo + R"(, "force": {"expression": "10*t"}})").empty());
  CHECK(wrong_key_of_motion(R"("servo": {"along": [0, 0], "force": 1, "mobility": 1, "max_speed": 1})") ==
        "servo/along");
  CHECK(wrong_key_of_motion(R"("rotation": {"axis": [0, 0, 0], "rate": 1})") == "rotation/axis");
  CHECK(wrong_key_of_motion(R"("vibration": {"along": [0, 0], "amplitude": 1, "frequency": 1})") == "vibration/along");
}

}  // namespace talus
