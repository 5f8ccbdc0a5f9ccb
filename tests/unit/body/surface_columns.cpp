// What carries the spheres at the flat faces of a solid: which particles have a column, and its place, motion and
// forces.
#include "talus/body/surface_columns.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "support/draw.hpp"
#include "support/sample_body.hpp"
#include "talus/geometry/catalog.hpp"

namespace talus {
namespace {

NeoHookean soft() {
  NeoHookean m;
  m.density = 1000;
  m.young = 1e6;
  m.poisson = 0.3;
  return m;
}

SolidBody block(int dimension) {
  SolidBody body = sample_body(soft(), {.dimension = dimension, .cells = {7, 6, 5}, .jitter = 0});
  body.is_second_order = true;
  return body;
}

/// How many particles have which mobility times their mass, to two digits.
std::map<int, int> mobilities(const SolidBody& body) {
  const SurfaceColumns columns(body);
  std::map<int, int> found;
  for (Index i = 0; i < body.size(); ++i) ++found[static_cast<int>(std::lround(100 * columns.mobility(i) * body.m[i]))];
  return found;
}

TEST_CASE("lattices have three layers inside their faces, two along edges, none within") {
  constexpr int within = 100, two = 250, three = 522;  // sums of squares: 1, (9 + 1)/4, (225 + 100 + 9)/64
  const int inside = 2 * (5 * 4 + 5 * 3 + 4 * 3), all = 7 * 6 * 5, core = 5 * 4 * 3;
  CHECK(mobilities(block(3)) == std::map<int, int>{{within, core}, {two, all - core - inside}, {three, inside}});
  CHECK(mobilities(block(2)) == std::map<int, int>{{within, 5 * 4}, {two, 4}, {three, 2 * 5 + 2 * 4}});
}

TEST_CASE("first-order gradients have two layers, mirrored faces and bodies that can fail have none") {
  SolidBody body = block(2);
  body.is_second_order = false;
  CHECK(mobilities(body) == std::map<int, int>{{100, 5 * 4}, {250, 22}});
  body.is_second_order = true;
  const Reflection left{Vec3(-1, 1, 1).asDiagonal(), Vec3(-body.spacing, 0, 0)};  // through -dx/2
  body.images = {left};
  CHECK(mobilities(body) == std::map<int, int>{{100, 6 * 4}, {250, 2}, {522, 2 * 6 + 4}});
  body.energy_density.assign(body.X.size(), 0);
  CHECK(mobilities(body) == std::map<int, int>{{100, 42}});
}

TEST_CASE("on a cylinder of rings the ends have columns, the curved side has none") {
  SolidBody body;
  body.dimension = 3;
  body.spacing = 0.1;
  body.is_second_order = true;
  body.material = soft();
  Cylinder cylinder;
  cylinder.radius = 0.5;
  cylinder.length = 0.6;
  cylinder.packing = RoundPacking::rings;
  const PointCloud cloud = cylinder.fill(body.spacing, 3);
  body.X = cloud.X;
  body.V = cloud.V;
  body.reset_state(1000);
  Real high = 0;
  for (const Vec3& X : body.X) high = std::max(high, X.z());
  const SurfaceColumns columns(body);
  for (Index i = 0; i < body.size(); ++i) {
    CHECK((columns.mobility(i) * body.m[i] > 1.1) == (std::abs(body.X[i].z()) > high - 1e-9));
  }
}

TEST_CASE("a sphere is on its particle until the body deforms, then half a layer behind the surface") {
  for (const int dimension : {2, 3}) {
    SolidBody body = block(dimension);
    const Vec3 low = body.X.front(), high = body.X.back();
    for (Index i = 0; i < body.size(); ++i) {
      CHECK((SurfaceColumns(body).centre(i) - body.X[i]).norm() < 1e-15);
      if (i > 2) break;
    }
    // Along y: u = 0.3 Y + 0.2 Y^2, which three layers continue exactly; from the middle of the lower face.
    displace(body, [](const Vec3& X) { return Vec3(0, 0.3 * X.y() + 0.2 * X.y() * X.y(), 0); });
    const SurfaceColumns columns(body);
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3& X = body.X[i];
      const bool inner =
          X.x() > low.x() && X.x() < high.x() && (dimension == 2 || (X.z() > low.z() && X.z() < high.z()));
      if (X.y() > low.y() || !inner) continue;
      const Real Y = X.y() - body.spacing / 2, surface = Y + 0.3 * Y + 0.2 * Y * Y;
      CHECK(std::abs(columns.centre(i).y() - (surface + body.spacing / 2)) < 1e-12);
    }
  }
}

TEST_CASE("columns keep both momenta and the power, and move as their centre does") {
  for (const int dimension : {2, 3}) {
    SolidBody body = block(dimension);
    Draw draw(7);
    displace_randomly(body, draw, 0.03);
    for (Vec3& v : body.v) v = draw.vector(dimension, 1);
    const SurfaceColumns columns(body);
    const auto velocity_of = [&](Index j) { return body.v[j]; };
    Real fastest = 0;
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3 force = draw.vector(dimension, 1), y = columns.centre(i), v = columns.velocity(i, velocity_of);
      if (columns.mobility(i) * body.m[i] > 1.1) fastest = std::max(fastest, v.norm());
      std::vector<Vec3> out(body.X.size(), Vec3::Zero());
      columns.carry(i, force, out);
      Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
      Real power = 0;
      for (Index j = 0; j < body.size(); ++j) {
        sum += out[j];
        moment += (body.x[j] - y).cross(out[j]);
        power += out[j].dot(body.v[j]);
      }
      CHECK((sum - force).norm() < 1e-14);
      CHECK(moment.norm() < 1e-14);
      CHECK(std::abs(power - force.dot(v)) < 1e-14);
      const Real h = 1e-6;
      const std::vector<Vec3> before = body.x;
      for (Index j = 0; j < body.size(); ++j) body.x[j] += h * body.v[j];
      const Vec3 ahead = columns.centre(i);
      for (Index j = 0; j < body.size(); ++j) body.x[j] = before[j] - h * body.v[j];
      CHECK(((ahead - columns.centre(i)) / (2 * h) - v).norm() < 1e-8);
      body.x = before;
    }
    CHECK(columns.max_speed() == fastest);
  }
}

}  // namespace
}  // namespace talus
