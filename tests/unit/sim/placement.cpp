// Bodies that are placed to rest on others.
#include "talus/sim/placement.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"
#include "talus/sim/leapfrog.hpp"

namespace talus {
namespace {

/// A block a little above a long plate, under gravity that leans by so many degrees.
std::string leaning(double degrees, const std::string& position = "[0, 0.5]") {
  const double angle = degrees * std::acos(-1.0) / 180;
  return R"({"talus": 1, "title": "leaning", "dimension": 2, "time": {"end": "1 s"}, "gravity": [)" +
         std::to_string(9.81 * std::sin(angle)) + ", " + std::to_string(-9.81 * std::cos(angle)) + R"(],
  "materials": {"steel": {"model": "linear_elastic", "density": 7800, "young": "210 GPa", "poisson": 0.3}},
  "bodies": {
    "block": {"solver": "tlsph", "material": "steel", "spacing": "50 mm", "place": {"on": "plate"},
      "shape": {"model": "block", "size": ["0.5 m", "0.25 m"]}, "position": )" +
         position + R"(},
    "plate": {"solver": "tlsph", "material": "steel", "spacing": "40 mm",
      "shape": {"model": "block", "size": ["3.6 m", "0.2 m"]}}},
  "contacts": [{"between": ["block", "plate"], "normal": "field_barrier"}]})";
}

}  // namespace

TEST_CASE("a body is placed where the contact carries what its weight presses with, however gravity leans") {
  for (const double degrees : {0.0, 1.0, 20.0, -35.0}) {
    CAPTURE(degrees);
    const Simulation s = simulate_written(leaning(degrees));
    const SolidContact& contact = *s.model().contacts.front();
    const Vec3 gravity = gravity_at(s.model().description, 0);
    Vec3 on_block = contact.normal_resultant(Vec3::Zero());
    if (contact.a().name != "block") on_block = -on_block;
    const SolidBody& block = s.model().bodies[s.model().body_index("block")];
    const Vec3 normal = on_block.normalized();
    CHECK(relative_error(on_block.norm(), -total_mass(block) * gravity.dot(normal)) < 1e-6);
    CHECK(normal.y() > 1 - 1e-4);
  }
}

TEST_CASE("who carries others is placed first, whatever the order in the case") {
  const auto stack = [](const std::string& top_on, const std::string& base_on) {
    const auto body = [](const std::string& name, const std::string& size, const std::string& y,
                         const std::string& on) {
      return "\"" + name +
             R"(": {"solver": "tlsph", "material": "steel", "spacing": "10 mm", "shape": {"model": "block", "size": [)" +
             size + R"(, "50 mm"]}, "position": [0, )" + y + "]" +
             (on.empty() ? "" : R"(, "place": {"on": ")" + on + "\"}") + "}";
    };
    return R"({"talus": 1, "title": "stack", "dimension": 2, "time": {"end": "1 s"}, "gravity": [0, -9.81],
      "materials": {"steel": {"model": "linear_elastic", "density": 7800, "young": "210 GPa", "poisson": 0.3}}, "bodies": {)" +
           body("top", "\"50 mm\"", "0.5", top_on) + ", " + body("middle", "\"100 mm\"", "0.3", "base") + ", " +
           body("base", "\"200 mm\"", "0", base_on) + R"(},
      "contacts": [{"between": ["top", "middle"], "normal": "field_barrier"}, {"between": ["middle", "base"], "normal": "field_barrier"},
                   {"between": ["top", "base"], "normal": "field_barrier"}]})";
  };
  const Simulation s = simulate_written(stack("middle", ""));
  const auto& bodies = s.model().bodies;
  const Real gap = extent_along(bodies[0], Vec3::UnitY()).low - extent_along(bodies[1], Vec3::UnitY()).high;
  CHECK(gap > 0.005);
  CHECK(gap < 0.011);
  CHECK(complaint_about(stack("middle", "top")).find("in a circle") != std::string::npos);
}

TEST_CASE("a body that carries others is pressed in for their weight, too") {
  const auto layer = [](const std::string& name, const std::string& size, const std::string& more) {
    return "\"" + name +
           R"(": {"solver": "tlsph", "material": "rubber", "spacing": "10 mm", "shape": {"model": "block", "size": [)" +
           size + R"(, "50 mm"]}, )" + more + "}";
  };
  const Simulation s = simulate_written(
      R"({"talus": 1, "title": "stack", "dimension": 2, "time": {"end": "1 s"}, "gravity": [0, -9.81],
      "materials": {"rubber": {"model": "neo_hookean", "density": 1200, "young": "3 MPa", "poisson": 0.4}}, "bodies": {)" +
      layer("hanging", "0.1", R"("position": [0, 0.7], "place": {"on": "top", "gap": "50 mm"})") + ", " +
      layer("top", "0.1", R"("position": [0, 0.5], "place": {"on": "middle"})") + ", " +
      layer("middle", "0.15", R"("position": [0, 0.3], "place": {"on": "base"})") + ", " +
      layer("base", "0.25", R"("position": [0, 0])") + R"(},
      "contacts": [{"between": ["top", "middle"], "normal": "field_barrier"},
                   {"between": ["middle", "base"], "normal": "field_barrier"}]})");
  const auto& bodies = s.model().bodies;
  const Real top = 9.81 * total_mass(bodies[1]), middle = 9.81 * total_mass(bodies[2]);
  const auto& contacts = s.model().contacts;
  CHECK(relative_error(contacts[0]->normal_resultant(Vec3::Zero()).norm(), top) < 1e-6);
  CHECK(relative_error(contacts[1]->normal_resultant(Vec3::Zero()).norm(), top + middle) < 1e-6);
}

TEST_CASE("a body beside another cannot be placed on it, and hears so") {
  const std::string said = complaint_about(leaning(0, "[3, 0.5]"));
  CHECK(said.find("nothing of it lies above") != std::string::npos);
}

}  // namespace talus
