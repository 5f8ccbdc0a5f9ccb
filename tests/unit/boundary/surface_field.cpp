// Pressures and tractions that vary in space: resultants and moments of those that are linear are exact.
#include <doctest/doctest.h>

#include <cmath>

#include "talus/boundary/active_boundary.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/geometry/rotation.hpp"

namespace talus {
namespace {

template <class Shape>
SolidBody body_of(const Shape& shape, Real spacing, int dimension, const Mat3& turn = Mat3::Identity()) {
  SolidBody body;
  body.name = "body";
  body.dimension = dimension;
  body.spacing = spacing;
  PointCloud cloud = shape.fill(spacing, dimension);
  body.turn = turn;
  for (Vec3& X : cloud.X) X = turn * X;
  body.X = std::move(cloud.X);
  body.V = std::move(cloud.V);
  body.reset_state(1000);
  return body;
}

/// With a step and a notch, leaning.
SolidBody stepped(int dimension) {
  Block block;
  block.size = {0.8, 0.6, 0.6};
  block.cuts = {{{-0.06, -0.06, -0.06}, {0.06, 0.4, 0.4}}, {{-0.5, -0.4, -0.4}, {-0.3, -0.2, 0.1}}};
  const Vec3 axis = dimension == 2 ? Vec3(0, 0, 0.3) : Vec3(0.2, -0.5, 0.4);
  return body_of(block, 0.1, dimension, Rotation{axis}.matrix());
}

/// Axes of a lattice are found from its particles, to about 1e-10.
constexpr Real found = 1e-9;

FieldFunction formula(const std::string& text) { return FieldFunction::expression(text, {{"rho", 1000}, {"g", 9.81}}); }

struct Total {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  Real size = 0;  ///< sum of |f|
};

Total total(const SolidBody& body) {
  Total sum;
  const auto& force = body.of(ForceKind::load);
  for (Index i = 0; i < body.size(); ++i) {
    sum.force += force[i];
    sum.moment += body.x[i].cross(force[i]);
    sum.size += force[i].norm();
  }
  return sum;
}

Pressure pressure_of(const FieldFunction& p) {
  Pressure load;
  load.body = "body";
  load.where.all = true;
  load.pressure = p;
  return load;
}

TEST_CASE("Archimedes: a body under hydrostatic pressure is borne by the weight of its volume, at its centre") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = stepped(dimension);
    PressureForce load = pressure_of(formula("rho*g*(0.7 - y)")).resolve(body);
    load.apply(body, 0);
    Vec3 first = Vec3::Zero();
    Real volume = 0;
    for (Index i = 0; i < body.size(); ++i) {
      volume += body.V[i];
      first += body.V[i] * body.X[i];
    }
    const Vec3 up = 9810 * Vec3::UnitY();
    const Total sum = total(body);
    CHECK((sum.force - volume * up).norm() < found * sum.size);
    CHECK((sum.moment - first.cross(up)).norm() < found * sum.size);
    CHECK((load.resultant(body) - volume * up).norm() < found * sum.size);
  }
}

TEST_CASE("Archimedes: on a ring of particles in rows around it, too") {
  Ring shape;
  shape.outer_radius = 0.5;
  shape.inner_radius = 0.3;
  shape.packing = RoundPacking::rings;
  SolidBody body = body_of(shape, 0.04, 2);
  PressureForce load = pressure_of(formula("rho*g*(2*x - y)")).resolve(body);
  load.apply(body, 0);
  Real area = 0;  // of the polygons
  for (const Facet& facet : load.mesh.facets) {
    area += load.mesh.middle(facet, load.places).dot(load.mesh.area(facet, load.places)) / 2;
  }
  const Total sum = total(body);
  CHECK(area == doctest::Approx(0.16 * 3.14159265).epsilon(0.01));
  CHECK((sum.force - 9810 * area * Vec3(-2, 1, 0)).norm() < 1e-12 * sum.size);
  CHECK(sum.moment.norm() < 1e-12 * sum.size);
}

TEST_CASE("a pressure is that of the place where a surface began, and acts on it where and as it stands") {
  Block block;
  block.size = {0.6, 0.5, 0};
  SolidBody body = body_of(block, 0.1, 2);
  Pressure entry = pressure_of(formula("1e4*t*(1 + x)"));
  entry.where = {.layer = Side::top};
  PressureForce load = entry.resolve(body);
  const Mat3 turn = Rotation{Vec3(0, 0, 0.8)}.matrix();
  for (Index i = 0; i < body.size(); ++i) body.x[i] = turn * body.X[i] + Vec3(3, 4, 0);
  load.apply(body, 2);
  CHECK((load.resultant(body) - 2e4 * 0.6 * (turn * Vec3(0, -1, 0))).norm() < found * 2e4);
  body.open(ForceKind::load).assign(body.X.size(), Vec3::Zero());
  load.apply(body, 4);
  CHECK((load.resultant(body) - 4e4 * 0.6 * (turn * Vec3(0, -1, 0))).norm() < found * 2e4);
}

TEST_CASE("a traction that is linear along a face has its resultant and its moment") {
  Block block;
  block.size = {0.6, 0.5, 0.4};
  SolidBody body = body_of(block, 0.1, 3);
  Traction load;
  load.body = "body";
  load.where.layer = Side::right;  // at x = 0.3
  load.traction = {formula("1e5*(1 + 2*y)"), TimeFunction(3e4), formula("-2e5*z*t")};
  TractionForce acting = load.resolve(body);
  acting.apply(body, 3);
  const Real area = 0.5 * 0.4, square_y = area * 0.25 / 12, square_z = area * 0.16 / 12;  // [m^2], [m^4]
  const Total sum = total(body);
  CHECK((sum.force - area * Vec3(1e5, 3e4, 0)).norm() < found * sum.size);
  CHECK((acting.resultant(body) - sum.force).norm() < 1e-12 * sum.size);
  // x cross t, with t_x = 1e5 + 2e5 y and t_z = -6e5 z
  CHECK((sum.moment - Vec3(0, 0, 0.3 * area * 3e4 - 2e5 * square_y)).norm() < found * sum.size);
  // What t_z does by itself: a stretch along z.
  Real stretch = 0;
  for (Index i = 0; i < body.size(); ++i) stretch += body.X[i].z() * body.of(ForceKind::load)[i].z();
  CHECK(stretch == doctest::Approx(-6e5 * square_z).epsilon(4 * found));  // a length to the fourth
}

TEST_CASE("a formula is asked for on the chosen facets alone") {
  Block block;
  block.size = {0.6, 0.5, 0};
  SolidBody body = body_of(block, 0.1, 2);
  Pressure entry = pressure_of(formula("1e3*sqrt(x - 0.29)"));
  CHECK_THROWS_WITH_AS(entry.resolve(body).apply(body, 0), doctest::Contains("is not finite at t = 0 s, x = -0.2"),
                       LostFormula);
  entry.where = {.layer = Side::right};
  PressureForce load = entry.resolve(body);
  load.apply(body, 0);
  CHECK(load.resultant(body).x() == doctest::Approx(-0.5 * 1e3 * std::sqrt(0.01)));
}

}  // namespace
}  // namespace talus
