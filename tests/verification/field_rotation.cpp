// Turning the whole set-up changes nothing: contact by the colour field knows no axes.
#include <doctest/doctest.h>

#include <numbers>
#include <string>

#include "support/sample_case.hpp"
#include "talus/geometry/rotation.hpp"

namespace talus {
namespace {

constexpr Real dx = 0.05;  ///< [m]

const HenckyJ2& metal() {
  static const HenckyJ2 law = [] {
    HenckyJ2 m = elastic<HenckyJ2>(7800, 210e9, 0.3);
    m.hardening.entry = Perfect{.yield = 250e6};
    return m;
  }();
  return law;
}

void add_contact(Case& c, const std::string& a, const std::string& b) {
  ContactSpec contact;
  contact.between = {a, b};
  contact.normal.entry = FieldBarrier{};
  contact.tangential.entry = CoulombStickSlip{{.mu_static = 0.5, .mu_dynamic = 0.4}};
  c.contacts.push_back(contact);
}

/// Everything about the case turned by Q, bodies by its rotation vector.
void turn(Case& c, const Rotation& by) {
  const Mat3 Q = by.matrix();
  Vec3 g;
  for (int a = 0; a < 3; ++a) g[a] = c.gravity[a](0);
  g = Q * g;
  for (int a = 0; a < 3; ++a) c.gravity[a] = TimeFunction(g[a]);
  for (auto& [name, kind] : c.bodies) {
    SolidSpec& body = std::get<SolidSpec>(kind.entry);
    body.position = Q * body.position;
    body.rotation = by;
    body.velocity = Q * body.velocity;
    body.spin = Q * body.spin;
  }
}

/// Clamps the lowest particles of a body, one by one: a layer has no name once it is turned.
void clamp_lowest(Case& c, const std::string& name, const Mat3& Q) {
  const Model upright = build_model(c);
  const SolidBody& body = upright.bodies[upright.body_index(name)];
  const int up = c.dimension - 1;
  Real low = body.X[0][up];
  for (const Vec3& X : body.X) low = std::min(low, X[up]);
  for (const Vec3& X : body.X) {
    if (X[up] > low + 0.1 * body.spacing) continue;
    Clamp clamp;
    clamp.body = name;
    clamp.where.nearest = Q * X;
    c.boundaries.push_back({clamp});
  }
}

/// A block that slides on a clamped surface until friction has stopped it, both of a few particles.
Case sliding_block(int dimension, const Rotation& by) {
  const bool flat = dimension == 2;
  Case c = empty_case(dimension, 1);
  c.gravity[dimension - 1] = TimeFunction(-981);  // stops the block within a thousand steps
  SolidSpec& block = add_block(c, "block", metal(), flat ? Vec3(0.4, 0.2, 0) : Vec3(0.3, 0.25, 0.15), dx);
  block.velocity = flat ? Vec3(2, 0, 0) : Vec3(1.5, 1, 0);
  block.position = flat ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
  block.place = Placement{"surface", {}};
  add_block(c, "surface", metal(), flat ? Vec3(0.8, 0.16, 0) : Vec3(0.56, 0.48, 0.12), 0.8 * dx);
  add_contact(c, "block", "surface");
  Case upright = c;
  turn(c, by);
  clamp_lowest(upright, "surface", by.matrix());
  c.boundaries = upright.boundaries;
  return c;
}

/// Two spinning blocks that collide obliquely, edge on face.
Case colliding_blocks(int dimension, const Rotation& by) {
  const bool flat = dimension == 2;
  Case c = empty_case(dimension, 1);
  for (const Real side : {-1.0, 1.0}) {
    SolidSpec& block = add_block(c, side < 0 ? "left" : "right", metal(),
                                flat ? Vec3(0.4, 0.3, 0) : Vec3(0.2, 0.25, 0.2), side < 0 ? dx : 0.8 * dx);
    // The merged control divides a spin of round-off by round-off in the first steps of a rigid turn (1e-9).
    block.hourglass.entry = CentralHourglass{};
    block.position = side * (flat ? Vec3(0.201, 0.03, 0) : Vec3(0.101, 0.02, 0.01));
    block.velocity = -side * (flat ? Vec3(20, -10, 0) : Vec3(20, -10, 5));
    block.spin = side * (flat ? Vec3(0, 0, 20) : Vec3(10, -5, 20));
  }
  add_contact(c, "left", "right");
  turn(c, by);
  return c;
}

/// Two spinning balls (discs in 2-D) that graze each other.
Case grazing_balls(int dimension, const Rotation& by) {
  Case c = empty_case(dimension, 1);
  for (const Real side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "left" : "right";
    const Real spacing = side < 0 ? dx : 0.8 * dx;
    SolidSpec& ball = add_block(c, name, metal(), {1, 1, 1}, spacing);
    const Real radius = 4 * spacing;
    if (dimension == 2) {
      ball.shape.entry = Cylinder{.radius = radius, .packing = RoundPacking::rings};
    } else {
      ball.shape.entry = Sphere{.radius = radius, .packing = BallPacking::shells};
    }
    const Vec3 away = dimension == 2 ? Vec3(0.9, 0.4, 0) : Vec3(0.9, 0.4, -0.3);
    ball.position = side * 1.001 * radius * away.normalized();
    ball.velocity = -side * (dimension == 2 ? Vec3(10, -2, 0) : Vec3(10, -2, 1));
    ball.spin = side * (dimension == 2 ? Vec3(0, 0, 20) : Vec3(10, -5, 20));
  }
  add_contact(c, "left", "right");
  turn(c, by);
  return c;
}

/// How far two runs of one case are apart in the frame of the first, largest over particles.
struct Apart {
  Real displacement = 0;  ///< over the largest displacement [-]
  Real velocity = 0;      ///< over the largest speed so far [-]
};

Apart compare(const Simulation& upright, const Simulation& turned, const Mat3& Q, Real largest_v) {
  Apart apart;
  Real largest_u = 0;
  for (std::size_t b = 0; b < upright.model().bodies.size(); ++b) {
    const SolidBody &p = upright.model().bodies[b], &q = turned.model().bodies[b];
    REQUIRE(p.size() == q.size());
    for (Index i = 0; i < p.size(); ++i) {
      apart.displacement = std::max(apart.displacement, (Q.transpose() * q.u[i] - p.u[i]).norm());
      apart.velocity = std::max(apart.velocity, (Q.transpose() * q.v[i] - p.v[i]).norm());
      largest_u = std::max(largest_u, p.u[i].norm());
    }
  }
  return {apart.displacement / largest_u, apart.velocity / largest_v};
}

/// Runs both cases side by side; checks after one step and after a thousand.
void check_frames(Case upright, Case turned, const Mat3& Q) {
  // The same step for both: the automatic one comes from an iteration that starts from the axes and stops early.
  constexpr Real courant = 0.8;
  upright.time.step = turned.time.step = courant * Simulation(build_model(upright)).stable_step();
  Simulation a(build_model(upright)), b(build_model(turned));
  Real friction = 0, speed = 0;
  constexpr int steps = 1000;
  for (int k = 1; k <= steps; ++k) {
    a.step(a.segment_end());
    b.step(b.segment_end());
    for (const SolidBody& body : a.model().bodies) speed = std::max(speed, body.max_speed);
    friction = std::max(friction, a.model().contacts[0]->resultants(a.model().bodies[0], Vec3::Zero()).friction.norm());
    if (k != 1 && k != steps) continue;
    const Apart apart = compare(a, b, Q, speed);
    MESSAGE("step ", k, ": ", apart.displacement, " of the displacement, ", apart.velocity, " of the speed");
    const Real limit = k == 1 ? 1e-12 : 1e-9;
    CHECK(apart.displacement < limit);
    CHECK(apart.velocity < limit);
  }
  CHECK(friction > 0);
}

Rotation rotation(int dimension) {
  return dimension == 2 ? Rotation{{0, 0, std::numbers::pi / 6}} : Rotation{Vec3(0.4, -1.1, 0.7)};
}

}  // namespace

TEST_CASE("rotation: a block that slides on a surface does the same in a turned frame") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Rotation by = rotation(dimension);
    check_frames(sliding_block(dimension, {}), sliding_block(dimension, by), by.matrix());
  }
}

TEST_CASE("rotation: spinning blocks that collide do the same in a turned frame") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Rotation by = rotation(dimension);
    check_frames(colliding_blocks(dimension, {}), colliding_blocks(dimension, by), by.matrix());
  }
}

TEST_CASE("rotation: curved bodies that graze each other do the same in a turned frame") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Rotation by = rotation(dimension);
    check_frames(grazing_balls(dimension, {}), grazing_balls(dimension, by), by.matrix());
  }
}

}  // namespace talus
