// A solid on walls by itself: force against energy, action against reaction, the spin of what surrounds a particle.
#include "talus/contact/solid_walls.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "talus/geometry/catalog.hpp"

namespace talus {
namespace {

SolidBody make_block(int dimension) {
  SolidBody body;
  body.name = "block";
  body.dimension = dimension;
  body.spacing = 0.1;
  NeoHookean soft;
  soft.density = 1000;
  soft.young = 1e6;
  soft.poisson = 0.3;
  body.material = soft;
  Block block;
  block.size = {0.5, 0.4, 0.3};
  const PointCloud cloud = block.fill(body.spacing, dimension);
  body.X = cloud.X;
  body.V = cloud.V;
  body.reset_state(1000);
  std::mt19937 random(3);
  std::uniform_real_distribution<Real> noise(-1, 1);
  for (Index i = 0; i < body.size(); ++i) {
    for (int k = 0; k < dimension; ++k) {
      body.x[i][k] += 0.005 * noise(random);
      body.v[i][k] += noise(random);
    }
  }
  body.max_speed = 2;
  return body;
}

/// A ball that reaches into the block, and turns.
WallBody make_tool(int dimension) {
  WallBody tool;
  tool.name = "tool";
  Chosen<WallShapes> shape;
  SphereWall ball;
  ball.centre = {0.05, -0.42, 0};
  ball.radius = 0.25;
  ball.side = WallSide::outside;
  shape.entry = ball;
  tool.surface = wall_surface(shape, dimension);
  tool.half = tool.full = {Vec3(0.3, 0.5, 0), Vec3(0, 0, 2), Vec3(0.05, -0.42, 0)};
  return tool;
}

GrainContactLaws laws_with(const TangentialLaws::Variant& friction) {
  GrainContactLaws laws;
  laws.normal.entry = Penalty{};
  laws.tangential.entry = friction;
  return laws;
}

CoulombSpring spring() {
  CoulombSpring law;
  law.ratio = 0.5;
  law.mu = 0.4;
  return law;
}

TEST_CASE("the normal force is the gradient of the stored energy") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = make_block(dimension);
    WallBody tool = make_tool(dimension);
    SolidWalls contact(body);
    contact.add(tool, laws_with(Frictionless{}));
    const auto energy = [&] {
      body.open(ForceKind::contact).assign(body.X.size(), Vec3::Zero());
      return contact.compute(0).stored;
    };
    (void)energy();
    const std::vector<Vec3> force = body.of(ForceKind::contact);
    int touching = 0;
    for (Index i = 0; i < body.size(); ++i) {
      if (force[i].isZero()) continue;
      ++touching;
      constexpr Real h = 1e-6;
      for (int k = 0; k < dimension; ++k) {
        const Real place = body.x[i][k];
        body.x[i][k] = place + h;
        const Real above = energy();
        body.x[i][k] = place - h;
        const Real below = energy();
        body.x[i][k] = place;
        CHECK(force[i][k] == doctest::Approx((below - above) / (2 * h)).epsilon(1e-5));
      }
    }
    CHECK(touching >= 2);
  }
}

TEST_CASE("what the wall gets, in force and moment, the body gives, friction at its surface too") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = make_block(dimension);
    WallBody tool = make_tool(dimension);
    SolidWalls contact(body);
    contact.add(tool, laws_with(spring()));
    constexpr Real dt = 1e-4;
    for (int step = 0; step < 3; ++step) {
      for (Index i = 0; i < body.size(); ++i) body.x[i] += dt * body.v[i];
      for (auto kind : {ForceKind::contact, ForceKind::friction}) body.open(kind).assign(body.X.size(), Vec3::Zero());
      tool.force = tool.moment = Vec3::Zero();
      (void)contact.compute(dt);
    }
    Vec3 force = tool.force, moment = tool.moment + tool.full.centre.cross(tool.force);
    Real friction = 0, size = 0;
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3 f = body.of(ForceKind::contact)[i] + body.of(ForceKind::friction)[i];
      friction += body.of(ForceKind::friction)[i].norm();
      size += f.norm();
      force += f;
      moment += body.x[i].cross(f);
    }
    CHECK(friction > 1e-3 * size);
    CHECK(force.norm() < 1e-13 * size);
    CHECK(moment.norm() < 1e-13 * size);
  }
}

TEST_CASE("on a body that turns about its point of contact nothing slides") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = make_block(dimension);
    for (Index i = 0; i < body.size(); ++i) body.x[i] = body.X[i];
    WallBody plane;
    plane.name = "tool";
    Chosen<WallShapes> shape;
    PlaneWall ground;
    ground.point = {0, -0.199, 0};
    ground.normal = {0, 1, 0};
    shape.entry = ground;
    plane.surface = wall_surface(shape, dimension);
    SolidWalls contact(body);
    contact.add(plane, laws_with(spring()));
    (void)contact.compute(0);
    Vec3 at = Vec3::Zero();
    Index i = -1;
    contact.for_each_line("", [&](const GrainContactLine& line) {
      if (i < 0) i = line.i, at = line.point;
    });
    REQUIRE(i >= 0);
    const Vec3 omega(0, 0, 3);
    for (Index k = 0; k < body.size(); ++k) body.v[k] = omega.cross(body.x[k] - at);
    for (auto kind : {ForceKind::contact, ForceKind::friction}) body.open(kind).assign(body.X.size(), Vec3::Zero());
    (void)contact.compute(1e-5);
    contact.for_each_line("", [&](const GrainContactLine& line) {
      if (line.i == i) CHECK(line.tangential_force.norm() < 1e-9 * line.normal_force.norm());
    });
  }
}

}  // namespace
}  // namespace talus
