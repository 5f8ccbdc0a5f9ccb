// A body as data: every array is there, at rest and undeformed.
#include "talus/body/solid_body.hpp"

#include <doctest/doctest.h>

namespace talus {

TEST_CASE("solid body: reset gives every particle its mass, its place and nothing else") {
  SolidBody body;
  body.X = {{0, 0, 0}, {1, 2, 3}};
  body.V = {0.5, 0.25};
  body.reset_state(1000);
  CHECK(body.size() == 2);
  CHECK(body.m[0] == 500);
  CHECK(body.m[1] == 250);
  CHECK(body.x == body.X);
  for (Index i = 0; i < body.size(); ++i) {
    CHECK(body.u[i].norm() + body.v[i].norm() == 0);
    CHECK(body.F[i] == Mat3::Identity());
    CHECK(body.P[i].norm() == 0);
    CHECK(body.state[i].plastic_strain == 0);
    CHECK(body.secant[i] == 1);
    CHECK(body.stick[i] == 0);
    CHECK(body.total_force[i].norm() == 0);
    for (const auto& kind : body.force) CHECK(kind[i].norm() == 0);
  }
  body.open(ForceKind::friction)[1] = Vec3(1, 0, 0);
  CHECK(body.force[static_cast<std::size_t>(ForceKind::friction)][1][0] == 1);
}

TEST_CASE("solid body: a second reset forgets the motion") {
  SolidBody body;
  body.X = {{0, 0, 0}};
  body.V = {1};
  body.reset_state(1);
  body.u[0] = body.v[0] = body.x[0] = Vec3(1, 1, 1);
  body.F.set(0, 2 * body.F[0]);
  body.state.change(0, [](MaterialState& state) { state.plastic_strain = 1; });
  body.reset_state(1);
  CHECK(body.u[0].norm() + body.v[0].norm() + body.x[0].norm() == 0);
  CHECK(body.F[0] == Mat3::Identity());
  CHECK(body.state[0].plastic_strain == 0);
}

}  // namespace talus
