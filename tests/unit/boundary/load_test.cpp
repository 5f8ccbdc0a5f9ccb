// Loads: their sum is what was asked for at that time, and a whole body under one accelerates uniformly.
#include <doctest/doctest.h>

#include "mock_body.hpp"

using namespace talus;
using namespace talus::test;

TEST_CASE("load: follows its time function, by mass over its particles and nowhere else") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  for (Index i = 0; i < body.size(); ++i) body.m[i] = 1 + Real(0.1) * i;
  const TimeFunction ramp = TimeFunction::table({{0, 0}, {2, 600}});
  const Load entry{.body = "block", .where = {.layer = Side::top}, .force = {ramp, -40}};
  ActiveBoundary load = activate(entry, bodies);
  load.apply(body, 0.5);
  CHECK((load.resultant(body) - Vec3(150, -40, 0)).norm() < 1e-12 * 150);
  const std::vector<Index> top = entry.where.resolve(body.X, body.spacing, body.dimension);
  Vec3 sum = Vec3::Zero();
  Real mass = 0;
  for (const Index i : top) {
    sum += body.of(ForceKind::load)[i];
    mass += body.m[i];
  }
  CHECK((sum - Vec3(150, -40, 0)).norm() < 1e-12 * 150);
  for (const Index i : top) {
    CHECK((body.of(ForceKind::load)[i] / body.m[i] - Vec3(150, -40, 0) / mass).norm() < 1e-12 * 150 / mass);
  }
  Vec3 everywhere = Vec3::Zero();
  for (const Vec3& f : body.of(ForceKind::load)) everywhere += f;
  CHECK((everywhere - sum).norm() < 1e-12 * 150);
  CHECK(load.time_limit(body) == infinity);
}

TEST_CASE("load: the frozen direction of the plane gets nothing") {
  std::vector<SolidBody> bodies{make_body(2)};
  ActiveBoundary load = activate(Load{.body = "block", .where = {.all = true}, .force = {1, 2, 3}}, bodies);
  load.apply(bodies.front(), 0);
  CHECK(load.resultant(bodies.front()).z() == 0);
}
