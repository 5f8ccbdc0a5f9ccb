// Faces that are held or moved at their surface: even stress behind them, whatever the material, and exact paths.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/sim/history.hpp"

namespace talus {
namespace {

/// A block of 0.1 m (0.2 m wide in the plane) of steel, with what moves it.
std::string steel_block(int dimension, const std::string& end, const std::string& model, const std::string& boundaries,
                        const std::string& more = "") {
  const std::string size = dimension == 2 ? "[0.1, 0.1]" : "[0.1, 0.08, 0.08]";
  return R"({"talus": 1, "title": "held faces", "dimension": )" + std::to_string(dimension) + R"(, "time": {"end": )" +
         end + R"(}, "materials": {"steel": {"density": 7800, "young": 2e11, "poisson": 0.3, "model": )" + model +
         R"(}}, "bodies": {"block": {"solver": "tlsph", "material": "steel", "spacing": 0.01, "shape":
         {"model": "block", "size": )" +
         size + "}" + more + R"(}}, "boundaries": [)" + boundaries + "]}";
}

/// Both ends of the block, pressed together.
std::string ends(const std::string& right, const std::string& left, const std::string& at) {
  const auto one = [&](const char* side, const std::string& path) {
    return R"({"model": "prescribed_motion", "body": "block", "where": {"layer": ")" + std::string(side) +
           R"("}, "components": ["x"])" + at + ", " + path + "}";
  };
  return one("right", right) + ", " + one("left", left);
}

/// Smallest and largest of a number over the particles that are farther than 2.5 spacings from the sides.
struct Range {
  Real least = infinity, most = -infinity;
  template <class Number>
  Range(const SolidBody& body, Number&& number) {
    const Vec3 half = body.dimension == 2 ? Vec3(1, 0.05, 1) : Vec3(1, 0.04, 0.04);
    for (Index i = 0; i < body.size(); ++i) {
      if (std::abs(body.X[i].y()) > half.y() - 2.5 * body.spacing) continue;
      if (body.dimension == 3 && std::abs(body.X[i].z()) > half.z() - 2.5 * body.spacing) continue;
      least = std::min(least, number(i)), most = std::max(most, number(i));
    }
  }
};

Real stress_x(const SolidBody& body, Index i) { return cauchy_stress(body.P[i], body.F[i])(0, 0); }

const std::string without_flow = R"("neo_hookean")";
const std::string surface = R"(, "at": "surface")";

}  // namespace

TEST_CASE("held faces: elastic stress between platens is even up to the outermost layer") {
  const std::string damping = R"(, {"model": "damping", "body": "block", "rate": 2e5})";
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const std::string zero = dimension == 2 ? ", 0]" : ", 0, 0]";
    const auto path = [&](const char* sign) {
      return R"("displacement": [{"expression": ")" + std::string(sign) + R"js(5e-5*min(1, t/4e-4)"})js" + zero;
    };
    Simulation s =
        simulate_written(steel_block(dimension, "1.2e-3", without_flow, ends(path("-"), path(""), surface) + damping));
    run(s, [](const Simulation&) {});
    const SolidBody& block = s.model().bodies[0];
    const Real modulus = dimension == 2 ? 2e11 / (1 - 0.09) : 2e11;  // plane strain
    const Range stress(block, [&](Index i) { return stress_x(block, i) / (-1e-3 * modulus); });
    CHECK(stress.least > 0.97);
    CHECK(stress.most < 1.03);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
    for (const ActiveBoundary& boundary : s.model().boundaries) {
      const auto* face = std::get_if<MotionConstraint>(&boundary.action());
      if (face == nullptr) continue;
      for (const HeldPlace& place : face->places) {
        const Real X = place.of(block.X).x(), u = place.of(block.u).x();
        const Vec3& outermost = block.X[place.particle[0]];
        if (std::max(std::abs(outermost.y()), std::abs(outermost.z())) < 0.01) {  // away from the sides
          CHECK(std::abs(std::abs(X) - 0.05) < 0.01 * block.spacing);
        }
        CHECK(u == doctest::Approx(X > 0 ? -5e-5 : 5e-5).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("held faces: metal that flows between platens strains alike in every layer") {
  const std::string hardening = R"("hencky_j2", "hardening": {"model": "linear", "yield": 3.5e8, "modulus": 5e8})";
  // Uniform from the start: v = -x/100 us and sideways what keeps the volume, until 5 % are reached.
  const std::string field = R"js(, "velocity_field": ["-1e3*x", "5e2*y", "5e2*z"])js";
  const auto velocity = [](const char* sign) { return R"("velocity": [)" + std::string(sign) + "50, 0, 0]"; };
  Simulation s = simulate_written(steel_block(3, "5e-5", hardening, ends(velocity("-"), velocity(""), surface), field));
  run(s, [](const Simulation&) {});
  const SolidBody& block = s.model().bodies[0];
  const Range strain(block, [&](Index i) { return block.state[i].plastic_strain; });
  const Range stress(block, [&](Index i) { return stress_x(block, i); });
  CHECK(strain.least > 0.047);
  CHECK(strain.most < 0.053);
  CHECK(stress.most < -2.4e8);
  CHECK(stress.least > -4.2e8);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("held faces: a bar that is clamped at its surface is as long as it is") {
  // From the clamp to the other end: u(L) = p L/E without Poisson's effect.
  const std::string bar = R"({"talus": 1, "title": "bar", "dimension": 2, "time": {"end": 0.1},
    "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e8, "poisson": 0}},
    "bodies": {"bar": {"solver": "tlsph", "material": "soft", "spacing": 0.05,
                       "shape": {"model": "block", "size": [1, 0.5]}, "position": [0.5, 0]}},
    "boundaries": [{"model": "clamp", "body": "bar", "where": {"layer": "left"}, "at": "surface"},
      {"model": "traction", "body": "bar", "where": {"layer": "right"}, "traction": [1e5, 0]},
      {"model": "damping", "body": "bar", "rate": 300}],
    "output": {"history": {"columns": {
      "layer": {"of": "bar", "quantity": "reaction", "where": {"layer": "left"}, "along": [1, 0]}}}}})";
  Simulation s = simulate_written(bar);
  History history(s);
  run(s, [](const Simulation&) {});
  history.record(s);
  const SolidBody& body = s.model().bodies[0];
  Real reaction = 0;
  for (Index i = 0; i < body.size(); ++i) {
    CHECK(std::abs(body.u[i].x() - 1e-3 * body.X[i].x()) < 0.025 * 1e-3);
    reaction += body.of(ForceKind::reaction)[i].x();
  }
  CHECK(relative_error(reaction, -1e5 * 0.5) < 1e-3);
  // The column of the layer knows who holds the face in front of it.
  CHECK(relative_error(history.table().find("layer")->back(), -1e5 * 0.5) < 1e-3);
}

TEST_CASE("held faces: one that is turned stays on the exact circle") {
  const std::string turn = R"({"model": "prescribed_motion", "body": "block", "where": {"layer": "left"},
    "at": "surface", "rotation": {"axis": [0, 0, 1], "centre": [-0.05, 0], "angle": {"expression": "200*t"}}})";
  Simulation s = simulate_written(steel_block(2, "1e-4", without_flow, turn));
  run(s, [](const Simulation&) {});
  const SolidBody& block = s.model().bodies[0];
  const Mat3 Q = Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix();
  const Vec3 centre(-0.05, 0, 0);
  const auto& face = std::get<MotionConstraint>(s.model().boundaries[0].action());
  REQUIRE(face.places.size() == 10);
  for (const HeldPlace& place : face.places) {
    const Vec3 X = place.of(block.X);
    CHECK((place.of(block.x) - (centre + Q * (X - centre))).norm() < 1e-12);
  }
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("held faces: what has no face, or too few layers behind it, is refused") {
  const auto complaint = [](const std::string& where, const std::string& more) {
    return complaint_about(
        steel_block(2, "1e-6", without_flow,
                    R"({"model": "clamp", "body": "block", "at": "surface", "where": )" + where + "}", more));
  };
  CHECK(complaint(R"({"layer": "left"})", "") == "");
  CHECK(complaint(R"({"layer": "left", "layers": 2})", "").find("one layer") != std::string::npos);
  CHECK(complaint(R"({"box": {"min": [-1, -1], "max": [0, 1]}})", "").find("one layer") != std::string::npos);
  const std::string thin = steel_block(2, "1e-6", without_flow, R"({"model": "clamp", "body": "block", "at": "surface",
    "where": {"layer": "top"}})");
  const std::string size = "[0.1, 0.1]";
  std::string five = thin;
  five.replace(five.find(size), size.size(), "[0.1, 0.05]");
  CHECK(complaint_about(five).find("there are 5 with itself") != std::string::npos);
  const std::string corner = R"({"model": "clamp", "body": "block", "at": "surface", "where": {"layer": "top"}},
    {"model": "clamp", "body": "block", "at": "surface", "where": {"layer": "left"}})";
  CHECK(complaint_about(steel_block(2, "1e-6", without_flow, corner)).find("five layers along") != std::string::npos);
}

}  // namespace talus
