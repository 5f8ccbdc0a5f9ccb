// Loads: their sum is what was asked for at that time, and a whole body under one accelerates uniformly.
#include <doctest/doctest.h>

#include "mock_body.hpp"
#include "talus/core/error.hpp"

using namespace talus;
using namespace talus::test;

namespace {

using Field = std::array<FieldFunction, 3>;

}  // namespace

TEST_CASE("load: follows its time function, by mass over its particles and nowhere else") {
  std::vector<SolidBody> bodies{make_body()};
  SolidBody& body = bodies.front();
  for (Index i = 0; i < body.size(); ++i) body.m[i] = 1 + Real(0.1) * i;
  const TimeFunction ramp = TimeFunction::table({{0, 0}, {2, 600}});
  const Load entry{.body = "block", .where = {.layer = Side::top}, .force = Field{ramp, -40}};
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
  ActiveBoundary load = activate(Load{.body = "block", .where = {.all = true}, .force = Field{1, 2, 3}}, bodies);
  load.apply(bodies.front(), 0);
  CHECK(load.resultant(bodies.front()).z() == 0);
}

TEST_CASE("load: by place, each particle has its share of what the formula says where it began") {
  for (const int dimension : {2, 3}) {
    std::vector<SolidBody> bodies{make_body(dimension)};
    SolidBody& body = bodies.front();
    const FieldFunction f = FieldFunction::expression("200*x + 30*t*y", {});
    ActiveBoundary load = activate(Load{.body = "block", .where = {.all = true}, .force = Field{f, -40}}, bodies);
    for (Vec3& x : body.x) x += Vec3(5, 7, 0);  // reference coordinates: where it has gone does not matter
    Real mass = 0;
    for (const Real m : body.m) mass += m;
    for (const Real t : {0.5, 2.0}) {
      body.open(ForceKind::load).assign(body.X.size(), Vec3::Zero());
      load.apply(body, t);
      Vec3 sum = Vec3::Zero();
      for (Index i = 0; i < body.size(); ++i) {
        const Vec3 expected = body.m[i] / mass * Vec3(200 * body.X[i].x() + 30 * t * body.X[i].y(), -40, 0);
        CHECK((body.of(ForceKind::load)[i] - expected).norm() < 1e-14 * 200);
        sum += expected;
      }
      CHECK((load.resultant(body) - sum).norm() < 1e-12 * 200);
    }
  }
}

TEST_CASE("load: per volume, uniform or not") {
  std::vector<SolidBody> bodies{make_body(3)};
  SolidBody& body = bodies.front();
  Real volume = 0, first_moment = 0;
  for (Index i = 0; i < body.size(); ++i) volume += body.V[i], first_moment += body.V[i] * body.X[i].x();
  ActiveBoundary even =
      activate(Load{.body = "block", .where = {.all = true}, .per_volume = Field{0, 0, -9e3}}, bodies);
  even.apply(body, 0);
  CHECK(even.resultant(body).z() == doctest::Approx(-9e3 * volume));
  CHECK(body.of(ForceKind::load)[3].z() == doctest::Approx(-9e3 * body.V[3]));
  const FieldFunction triangle = FieldFunction::expression("4e3*(x + 0.25)", {});
  ActiveBoundary load = activate(Load{.body = "block", .where = {.all = true}, .per_volume = Field{triangle}}, bodies);
  load.apply(body, 0);
  CHECK(load.resultant(body).x() == doctest::Approx(4e3 * (first_moment + 0.25 * volume)));
}

TEST_CASE("load: one of force and per_volume") {
  const Selection all{.all = true};
  const Load none{.body = "block", .where = all};
  const Load both{.body = "block", .where = all, .force = Field{}, .per_volume = Field{}};
  CHECK_THROWS_WITH_AS((void)activate(none, {make_body()}), doctest::Contains("Give \"force\" or"), CaseError);
  CHECK_THROWS_WITH_AS((void)activate(both, {make_body()}), doctest::Contains("both say how large"), CaseError);
}
