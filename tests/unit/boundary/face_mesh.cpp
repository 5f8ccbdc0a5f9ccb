// The surface of bodies of particles: areas, closure, and what pressure and traction make of them.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "talus/boundary/active_boundary.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/geometry/rotation.hpp"

namespace talus {
namespace {

template <class Shape>
SolidBody body_of(const Shape& shape, Real spacing, int dimension) {
  SolidBody body;
  body.name = "body";
  body.dimension = dimension;
  body.spacing = spacing;
  PointCloud cloud = shape.fill(spacing, dimension);
  body.X = std::move(cloud.X);
  body.V = std::move(cloud.V);
  body.reset_state(1000);
  return body;
}

SolidBody stepped(int dimension) {
  Block block;
  block.size = {0.8, 0.6, 0.6};
  block.cuts = {{{-0.06, -0.06, -0.06}, {0.06, 0.4, 0.4}}, {{-0.5, -0.4, -0.4}, {-0.3, -0.2, 0.1}}};
  return body_of(block, 0.1, dimension);
}

SolidBody ring() {
  Ring shape;
  shape.outer_radius = 0.5;
  shape.inner_radius = 0.3;
  shape.packing = RoundPacking::rings;
  return body_of(shape, 0.04, 2);
}

SolidBody bar() {
  Cylinder shape;
  shape.radius = 0.3;
  shape.length = 0.5;
  shape.packing = RoundPacking::rings;
  return body_of(shape, 0.06, 3);
}

SolidBody tube() {
  Ring shape;
  shape.outer_radius = 0.5;
  shape.inner_radius = 0.3;
  shape.length = 0.4;
  shape.packing = RoundPacking::rings;
  return body_of(shape, 0.05, 3);
}

/// Turned, sheared, and every particle somewhere else.
void deform(SolidBody& body) {
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> noise(-0.2 * body.spacing, 0.2 * body.spacing);
  Mat3 F = Mat3::Identity();
  F.topLeftCorner<2, 2>() << 0.9, -0.5, 0.6, 1.2;
  if (body.dimension == 3) F(2, 0) = 0.3, F(2, 2) = 0.8;
  for (Index i = 0; i < body.size(); ++i) {
    body.x[i] = F * body.X[i];
    for (int k = 0; k < body.dimension; ++k) body.x[i][k] += noise(random);
  }
}

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

Pressure pressure_on(const Selection& where) {
  Pressure load;
  load.body = "body";
  load.where = where;
  load.pressure = TimeFunction(3e5);
  return load;
}

TEST_CASE("a closed surface under pressure feels neither force nor moment, however it is deformed") {
  for (SolidBody body : {stepped(2), stepped(3), ring(), bar(), tube()}) {
    CAPTURE(body.dimension);
    deform(body);
    PressureForce load = pressure_on({.all = true}).resolve(body);
    load.apply(body, 0);
    const Total sum = total(body);
    CHECK(sum.size > 0);
    CHECK(sum.force.norm() < 1e-12 * sum.size);
    CHECK(sum.moment.norm() < 1e-12 * sum.size);
    CHECK(load.resultant(body).norm() < 1e-12 * sum.size);
  }
}

TEST_CASE("the work of pressure is that on the volume") {
  for (SolidBody body : {stepped(2), stepped(3)}) {
    PressureForce load = pressure_on({.all = true}).resolve(body);
    // In the reference state under a uniform strain: -p V tr(strain).
    load.apply(body, 0);
    Mat3 strain = Mat3::Zero();
    strain.topLeftCorner<2, 2>() << 0.3, 0.4, -0.1, 0.5;
    if (body.dimension == 3) strain(2, 2) = -0.2, strain(0, 2) = 0.7;
    Real power = 0, volume = 0;
    for (Index i = 0; i < body.size(); ++i) {
      power += body.of(ForceKind::load)[i].dot(strain * body.X[i]);
      volume += body.V[i];
    }
    CHECK(power == doctest::Approx(-3e5 * volume * strain.trace()).epsilon(1e-9));
  }
}

TEST_CASE("a face carries its area, its moment, and nothing of its neighbours") {
  Block block;
  block.size = {0.6, 0.5, 0.4};
  SolidBody body = body_of(block, 0.1, 3);
  Traction load;
  load.body = "body";
  load.where.layer = Side::right;
  load.traction = {TimeFunction(2e5), TimeFunction(-1e5), TimeFunction(5e4)};
  const TractionForce force = load.resolve(body);
  TractionForce acting = force;
  acting.apply(body, 0);
  const Vec3 t(2e5, -1e5, 5e4), middle(0.3, 0, 0);
  const Total sum = total(body);
  CHECK(force.area == doctest::Approx(0.2).epsilon(1e-9));
  CHECK((sum.force - 0.2 * t).norm() < 1e-9 * t.norm());
  CHECK((sum.moment - middle.cross(0.2 * t)).norm() < 1e-9 * t.norm());
}

TEST_CASE("a side of a block that has been turned is the whole side, and is pressed at right angles") {
  Block block;
  block.size = {0.6, 0.5, 0};
  SolidBody body = body_of(block, 0.1, 2);
  body.turn = Rotation{Vec3(0, 0, 0.35)}.matrix();
  for (Index i = 0; i < body.size(); ++i) body.x[i] = body.X[i] = body.turn * body.X[i];
  PressureForce load = pressure_on({.layer = Side::bottom}).resolve(body);
  CHECK(load.mesh.facets.size() == 6);
  load.apply(body, 0);
  const Vec3 up = body.turn * Vec3::UnitY();
  CHECK((total(body).force - 3e5 * 0.6 * up).norm() < 1e-9 * 3e5);
}

TEST_CASE("the surfaces of a ring have the length of their circles") {
  const SolidBody body = ring();
  for (const bool inside : {false, true}) {
    Traction load;
    load.body = "body";
    load.where.all = true;
    (inside ? load.towards : load.away_from) = Vec3::Zero();
    const TractionForce force = load.resolve(body);
    const Real length = 2 * std::numbers::pi * (inside ? 0.3 : 0.5);
    CHECK(std::abs(force.area / length - 1) < 1e-3);
  }
}

TEST_CASE("a bar and a tube of rings have the surfaces of a cylinder: outside, bore and ends") {
  constexpr Real pi = std::numbers::pi;
  const auto area_of = [](const SolidBody& body, const auto& choose) {
    Traction load;
    load.body = "body";
    load.where.all = true;
    choose(load);
    return load.resolve(body).area;
  };
  const auto facing = [](const Vec3& way) { return [way](Traction& load) { load.facing = way; }; };
  const SolidBody round = bar(), hollow = tube();
  const auto end = [](Traction& load) { load.where = {.layer = Side::top}; };
  CHECK(area_of(round, end) == doctest::Approx(pi * 0.3 * 0.3).epsilon(0.01));
  CHECK(area_of(round, facing(-Vec3::UnitZ())) == doctest::Approx(area_of(round, end)).epsilon(1e-12));
  CHECK(area_of(round, [](Traction&) {}) == doctest::Approx(2 * pi * 0.3 * (0.3 + 0.5)).epsilon(0.01));
  const auto bore = [](Traction& load) { load.towards = Vec3::Zero(), load.where = {.all = true}; };
  const Real ends = 2 * area_of(hollow, facing(Vec3::UnitZ()));
  CHECK(ends == doctest::Approx(2 * pi * (0.5 * 0.5 - 0.3 * 0.3)).epsilon(0.01));
  CHECK(area_of(hollow, bore) == doctest::Approx(2 * pi * 0.3 * 0.4).epsilon(0.01));
  CHECK(area_of(hollow, [](Traction&) {}) - ends == doctest::Approx(2 * pi * (0.5 + 0.3) * 0.4).epsilon(0.01));
}

TEST_CASE("a load that is linear along a round end has its force and moment") {
  SolidBody body = bar();
  Traction load;
  load.body = "body";
  load.where.layer = Side::top;
  load.traction = {FieldFunction(0), FieldFunction(0), FieldFunction::expression("1e5*(1 + 2*x - y)", {})};
  TractionForce force = load.resolve(body);
  force.apply(body, 0);
  Real sum = 0, along_x = 0, along_y = 0;  // of t, x t and y t over the triangles: those of linear fields are exact
  for (const Facet& facet : force.mesh.facets) {
    const Real area = force.mesh.area(facet, force.corners).norm();
    Vec3 middle = force.mesh.middle(facet, force.corners);
    sum += area * 1e5 * (1 + 2 * middle.x() - middle.y());
    for (int k = 0; k < 3; ++k) {  // half way along the edges: exact for quadratic fields
      middle = Real(0.5) * (force.corners[facet.corners[k]] + force.corners[facet.corners[(k + 1) % 3]]);
      const Real t = 1e5 * (1 + 2 * middle.x() - middle.y());
      along_x += area / 3 * t * middle.x();
      along_y += area / 3 * t * middle.y();
    }
  }
  const Total all = total(body);
  CHECK(all.force.z() == doctest::Approx(sum).epsilon(1e-12));
  CHECK(all.moment.y() == doctest::Approx(-along_x).epsilon(1e-9));
  CHECK(all.moment.x() == doctest::Approx(along_y).epsilon(1e-9));
}

/// Images in the planes x = 0, y = 0, … as far as `planes` go.
std::vector<Reflection> images_at_zero(int planes) {
  std::vector<Reflection> images;
  for (int subset = 1; subset < 1 << planes; ++subset) {
    Mat3 R = Mat3::Identity();
    for (int k = 0; k < planes; ++k) R(k, k) = (subset >> k & 1) != 0 ? -1 : 1;
    images.push_back({R, Vec3::Zero()});
  }
  return images;
}

/// The particles of a part in their places, and then those of its images.
SolidBody joined(const SolidBody& part) {
  SolidBody whole = part;
  whole.images.clear();
  for (const Reflection& image : part.images) {
    for (Index i = 0; i < part.size(); ++i) {
      whole.X.push_back(image.R * part.X[i]);
      whole.V.push_back(part.V[i]);
    }
  }
  whole.reset_state(1000);
  for (Index i = 0; i < whole.size(); ++i) {
    const Index k = i / part.size();
    whole.x[i] = k == 0 ? part.x[i] : Vec3(part.images[k - 1].R * part.x[i % part.size()]);
  }
  return whole;
}

/// An eighth, quarter or half of a block, deformed.
SolidBody part_of_block(int dimension, int planes) {
  SolidBody part = body_of(Block{.size = {0.5, 0.4, 0.3}}, 0.1, dimension);
  for (Vec3& X : part.X) X += dimension == 3 ? Vec3(0.25, 0.2, 0.15) : Vec3(0.25, 0.2, 0);
  part.images = images_at_zero(planes);
  deform(part);
  return part;
}

/// Of the particles of the part, over the largest of a force on one.
Real largest_difference(const SolidBody& part, const SolidBody& whole) {
  Real worst = 0, largest = 0;
  for (Index i = 0; i < part.size(); ++i) {
    const Vec3& force = whole.of(ForceKind::load)[i];
    worst = std::max(worst, (part.of(ForceKind::load)[i] - force).norm());
    largest = std::max(largest, force.norm());
  }
  REQUIRE(largest > 0);
  return worst / largest;
}

TEST_CASE("a mirrored body feels pressure as it would in the whole, and none in its symmetry planes") {
  for (const auto& [dimension, planes] : {std::pair{2, 1}, {2, 2}, {3, 1}, {3, 2}, {3, 3}}) {
    CAPTURE(dimension);
    CAPTURE(planes);
    SolidBody part = part_of_block(dimension, planes), whole = joined(part);
    for (SolidBody* body : {&part, &whole}) pressure_on({.all = true}).resolve(*body).apply(*body, 0);
    CHECK(largest_difference(part, whole) < 1e-12);
  }
}

TEST_CASE("a mirrored body carries a traction as it would in the whole") {
  for (const int dimension : {2, 3}) {
    SolidBody part = part_of_block(dimension, 1), whole = joined(part);
    for (const Real side : {1, -1}) {
      Traction load;
      load.body = "body";
      load.where.box = {Vec3(side > 0 ? 0 : -1, -1, -1), Vec3(side > 0 ? 1 : 0, 1, 1)};
      load.facing = Vec3::UnitY();
      load.traction = {TimeFunction(side * 3e4), TimeFunction(2e4), TimeFunction(0)};
      if (side > 0) load.resolve(part).apply(part, 0);
      load.resolve(whole).apply(whole, 0);
    }
    CHECK(largest_difference(part, whole) < 1e-12);
  }
}

TEST_CASE("a body without a surface that could be followed is refused") {
  Sphere ball;
  ball.radius = 0.5;
  ball.packing = BallPacking::shells;
  CHECK_THROWS_WITH_AS((void)surface_of(body_of(ball, 0.1, 3)), doctest::Contains("lattice"), CaseError);
  Block block;
  block.size = {0.6, 0.5, 0.4};
  Pressure load = pressure_on({.layer = Side::right});
  load.towards = Vec3(10, 0, 0);
  load.where = Selection{.nearest = Vec3::Zero()};
  CHECK_THROWS_WITH_AS((void)load.resolve(body_of(block, 0.1, 3)), doctest::Contains("no part of the surface"),
                       CaseError);
}

}  // namespace
}  // namespace talus
