// The field barrier beyond two bodies: a body that touches itself, and one between two others.
#include <doctest/doctest.h>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real spacing = 0.1;  ///< [m]
constexpr int length = 16, leg = 4, slot = 6, web = 4;  ///< of the U below, in particles

/// A lying U: two legs, a slot between them, a web at its left end. z is 3 layers thick in 3-D.
SolidBody u_shape(int dimension) {
  const SolidBody block = sample_body(
      rubber<NeoHookean>(),
      {.dimension = dimension, .cells = {length, 2 * leg + slot, 3}, .spacing = spacing, .jitter = 0.05, .seed = 71});
  SolidBody body = block;
  body.X.clear();
  body.V.clear();
  for (Index i = 0; i < block.size(); ++i) {
    const Vec3 cell = block.X[i] / spacing;
    if (cell[0] > web - 0.5 && cell[1] > leg - 0.5 && cell[1] < leg + slot - 0.5) continue;
    body.X.push_back(block.X[i]);
    body.V.push_back(block.V[i]);
  }
  body.reset_state(rubber_density);
  return body;
}

/// Moves the upper leg down onto the lower one by `depth` beyond where they touch [m].
void fold(SolidBody& body, Real depth) {
  const Real close = slot * spacing + depth;
  displace(body, [&](const Vec3& X) {
    const Real out = std::clamp((X[0] / spacing - (web - 1)) / 4, Real(0), Real(1));
    const bool upper = X[1] > (leg + 0.5 * slot) * spacing;
    return Vec3(0, upper ? -close * out * out * (3 - 2 * out) : 0, 0);
  });
}

}  // namespace

TEST_CASE("self-contact: legs of a U that meet repel each other, with both momenta exact") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = u_shape(dimension);
    FieldContact contact(body, body, {}, 1e5, friction_law<CoulombStickSlip>());
    CHECK(contact.compute(0).stored == 0);
    CHECK(contact.loaded() == 0);
    fold(body, 0.1 * spacing);
    body.max_speed = 1e9;  // for the lists: it has come from far
    Draw draw(72);
    for (Vec3& v : body.v) v = draw.vector(dimension, 1);
    contact.compute(2e-5);
    REQUIRE(contact.loaded() > 0);
    Vec3 upper = Vec3::Zero();
    Real misplaced = 0, scale = 0;
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3& f = body.of(ForceKind::contact)[i];
      scale += f.norm();
      if (body.X[i][1] > (leg + 0.5 * slot) * spacing) upper += f;
      if (body.X[i][0] < (web - 1) * spacing) misplaced += f.norm();
    }
    CHECK(upper[1] > 0.4 * scale);  // pushed up, the lower leg as much down
    CHECK(misplaced == 0);
    for (const ForceKind kind : {ForceKind::contact, ForceKind::friction}) {
      ForceSums sums;
      sums.add(body, kind);
      REQUIRE(sums.force_scale > 0);
      CHECK(sums.force.norm() < 1e-12 * sums.force_scale);
      CHECK(sums.torque.norm() < (kind == ForceKind::contact ? 1e-13 : 3e-7) * sums.torque_scale);
    }
  }
}

TEST_CASE("self-contact: its force is minus the gradient of what it stores") {
  SolidBody body = u_shape(2);
  fold(body, 0.1 * spacing);
  FieldContact contact(body, body, {}, 1e5, Frictionless{});
  contact.compute(0);
  const std::vector<Vec3> force = body.of(ForceKind::contact);
  constexpr Real step = 1e-6;
  Real worst = 0, largest = 0;
  for (Index i = 0; i < body.size(); i += 3) {
    const Real y = body.x[i][1];
    body.x[i][1] = y + step;
    const Real up = contact.compute(0).stored;
    body.x[i][1] = y - step;
    const Real down = contact.compute(0).stored;
    body.x[i][1] = y;
    worst = std::max(worst, std::abs(force[i][1] + (up - down) / (2 * step)));
    largest = std::max(largest, std::abs(force[i][1]));
  }
  REQUIRE(largest > 0);
  CHECK(worst < 1e-6 * largest);
}

TEST_CASE("self-contact: none in a solid block, however it is stretched up to 1.5") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody block = sample_body(
        rubber<NeoHookean>(), {.dimension = dimension, .cells = {10, 10, 10}, .jitter = 0.1, .seed = 73});
    Draw draw(74);
    Real largest = 0;
    for (int k = 0; k < 6; ++k) {
      // Isochoric, along any axis.
      const Vec3 along = (k == 0 ? Vec3(1, 0, 0) : draw.vector(dimension)).normalized();
      const Real s = k % 2 ? 1.5 : 1.25, t = dimension == 2 ? 1 / s : 1 / std::sqrt(s);
      const Mat3 F = t * Mat3::Identity() + (s - t) * along * along.transpose();
      SolidBody body = block;
      displace(body, [&](const Vec3& X) {
        Vec3 u = F * X - X;
        if (dimension == 2) u[2] = 0;
        return u;
      });
      FieldContact contact(body, body, {}, 1e5, Frictionless{});
      CHECK(contact.compute(0).stored == 0);
      for (const FieldPoint& point : contact.side(0).points()) {
        largest = std::max(largest, 1 + point.penetration * contact.side(0).touching().slope /
                                            contact.side(0).touching().value);
      }
    }
    MESSAGE("largest field of a stretched block on itself over the touching value ", largest);
  }
}

TEST_CASE("three bodies: the one between two others remembers each of them by itself") {
  constexpr Real dt = 2e-5;
  const LatticeSample flat{.cells = {12, 2, 1}, .spacing = spacing, .jitter = 0.02, .seed = 75};
  const auto layer = [&](int k) {
    LatticeSample sample = flat;
    sample.corner = {0, k * 2 * 0.98 * spacing, 0};
    sample.seed += static_cast<unsigned>(k);
    return sample_body(rubber<NeoHookean>(), sample);
  };
  SolidBody bottom = layer(0), middle = layer(1), top = layer(2);
  FieldContact below(middle, bottom, {}, 1e5, friction_law<CoulombStickSlip>());
  FieldContact above(middle, top, {}, 1e5, friction_law<CoulombStickSlip>());
  const auto go = [&](const Vec3& v_bottom, const Vec3& v_top) {
    bottom.v.assign(bottom.v.size(), v_bottom);
    top.v.assign(top.v.size(), v_top);
    for (SolidBody* body : {&bottom, &middle, &top}) {
      BarrierSample::drift(*body, dt);
      clear_forces(*body);
    }
    below.compute(dt);
    above.compute(dt);
  };
  go(Vec3::Zero(), Vec3::Zero());
  for (int k = 0; k < 20; ++k) go({0.2, 0, 0}, Vec3::Zero());  // the bottom slides
  go({0.2, 0, 0}, Vec3(2e-5 * spacing / dt, 0, 0));            // the top is only pushed a little
  go({0.2, 0, 0}, Vec3::Zero());                               // and rests
  const Vec3 from_below = below.friction_force(), from_above = above.friction_force();
  CHECK(relative_error(from_below.norm(), 0.5 * below.normal_force().norm()) < 0.01);
  CHECK(from_below[0] > 0);
  CHECK(from_above[0] > 0);
  CHECK(from_above.norm() < 0.9 * 0.5 * above.normal_force().norm());
  CHECK(below.normal_force()[1] > 0);
  CHECK(above.normal_force()[1] < 0);

  // What the particles of the middle feel is the sum of both, and they show the larger pressure's normal.
  Vec3 friction = Vec3::Zero(), normal = Vec3::Zero();
  for (Index i = 0; i < middle.size(); ++i) {
    friction += middle.of(ForceKind::friction)[i];
    normal += middle.of(ForceKind::contact)[i];
  }
  CHECK((friction - from_below - from_above).norm() < 1e-12 * from_below.norm());
  CHECK((normal - below.normal_force() - above.normal_force()).norm() < 1e-12 * below.normal_force().norm());
  below.mark_particles();
  above.mark_particles();
  Index slips = 0, sticks = 0;
  for (Index i = 0; i < middle.size(); ++i) {
    if (middle.contact_pressure[i] == 0) continue;
    const bool faces_bottom = middle.X[i][1] < 2.5 * spacing;
    CHECK((middle.contact_normal[i][1] > 0) == faces_bottom);
    ++(faces_bottom ? slips : sticks);
    CHECK(middle.stick[i] == (faces_bottom ? 1 : 2));
  }
  CHECK(slips > 3);
  CHECK(sticks > 3);
}

}  // namespace talus
