// What a point of a field contact exchanges with its two sets of particles: how they move against each other, and the
// mass that they oppose to a force between them.
#include "talus/contact/field_sampling.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/body_of_points.hpp"
#include "support/draw.hpp"

namespace talus {
namespace {

constexpr Real dx = 0.1;

/// Of particles with all kinds of masses, from `bottom` on upwards.
SolidBody block(int dimension, Real bottom, Draw& draw) {
  Block shape;
  shape.size = dimension == 2 ? Vec3(1, 0.6, 0) : Vec3(0.8, 0.6, 0.7);
  PointCloud points = shape.fill(dx, dimension);
  const Real lowest = std::ranges::min(points.X, {}, [](const Vec3& X) { return X[1]; })[1];
  for (Vec3& X : points.X) X[1] += bottom + Real(0.5) * dx - lowest;
  SolidBody body = body_of(std::move(points), dx, dimension);
  for (Real& m : body.m) m *= 1 + draw.number(0.5);
  return body;
}

/// A linear velocity field.
struct Flow {
  Mat3 gradient;
  Vec3 drift;
  [[nodiscard]] Vec3 at(const Vec3& x) const { return gradient * x + drift; }
};

}  // namespace

TEST_CASE("field sampling: sets tell linear motion at the place of contact, and by how much a force changes it") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Draw draw(7);
    SolidBody below = block(dimension, 0, draw), above = block(dimension, 0.59, draw);
    const Flow of_below{draw.matrix(dimension, 1), draw.vector(dimension)};
    const Flow of_above{draw.matrix(dimension, 1), draw.vector(dimension)};
    FieldSampling sampling(above, below, 1.75, Calibration::none, false);
    int looked_at = 0;
    for (Index p = 0; p == 0 || p < sampling.size(); ++p) {
      for (Index i = 0; i < below.size(); ++i) below.v[i] = of_below.at(below.x[i]);
      for (Index i = 0; i < above.size(); ++i) above.v[i] = of_above.at(above.x[i]);
      sampling.update(0);
      const FieldSampling::Reading reading = sampling.read(p);
      if (reading.value < 0.3) continue;
      ++looked_at;
      const Vec3 place = reading.x - Vec3(0, 0.5 * dx, 0);
      const FieldSampling::Exchange before = sampling.exchange(p, place);
      CHECK((before.velocity - (of_above.at(place) - of_below.at(place))).norm() < 1e-6);

      for (Index other = 0; other < sampling.size(); ++other) sampling.force(other) = {};
      const Vec3 impulse = draw.vector(dimension, 5);
      sampling.force(p).friction = impulse;
      for (SolidBody* body : {&below, &above}) body->open(ForceKind::friction).assign(body->X.size(), Vec3::Zero());
      sampling.push_sets({.friction = true, .damping = false});
      Vec3 sum = Vec3::Zero();
      for (SolidBody* body : {&below, &above}) {
        for (Index i = 0; i < body->size(); ++i) {
          body->v[i] += body->of(ForceKind::friction)[i] / body->m[i];
          sum += body->of(ForceKind::friction)[i];
        }
      }
      CHECK(sum.norm() < 1e-12 * impulse.norm());
      sampling.update(0);
      const Vec3 change = sampling.exchange(p, place).velocity - before.velocity;
      CHECK((change - impulse / before.mass).norm() < 1e-9 * change.norm());
    }
    CHECK(looked_at >= 6);
  }
}

}  // namespace talus
