// What particles have of the surface: the area of every face, nothing inside, and the volume from both.
#include "talus/tlsph/outward_areas.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"

namespace talus {

TEST_CASE("outward areas: they close, they have the volume, and those of a face are its area") {
  for (const int dimension : {2, 3}) {
    for (const Real jitter : {0.0, 0.2}) {
      CAPTURE(dimension);
      CAPTURE(jitter);
      SolidBody body =
          sample_body(rubber<NeoHookean>(), {.dimension = dimension, .cells = {14, 12, 12}, .jitter = jitter});
      SolidSolver solver(body, {});
      const std::vector<Vec3> a = outward_areas(body, solver);
      Vec3 sum = Vec3::Zero();
      Real sizes = 0, moment = 0, volume = 0, right = 0, inside = 0;
      for (Index i = 0; i < body.size(); ++i) {
        sum += a[i];
        sizes += a[i].norm();
        moment += a[i].dot(body.X[i]);
        volume += body.V[i];
        // Both halves of what faces along x: what is right of the middle belongs to the face on the right.
        const Vec3 place = body.X[i] / body.spacing;
        if (place.x() > 6.5) right += a[i].x();
        const bool deep = place.x() > 5.9 && place.x() < 7.1 && place.y() > 5.4 && place.y() < 5.6 + 1;
        if (deep && (dimension == 2 || (place.z() > 4.9 && place.z() < 6.1))) inside = std::max(inside, a[i].norm());
      }
      CHECK(sum.norm() < 1e-12 * sizes);
      if (jitter > 0) continue;
      CHECK(moment == doctest::Approx(dimension * volume).epsilon(1e-12));
      const Real face = std::pow(12 * body.spacing, dimension - 1);
      CHECK(right == doctest::Approx(face).epsilon(1e-3));
      CHECK(inside < 1e-10 * std::pow(body.spacing, dimension - 1));
    }
  }
}

TEST_CASE("outward areas: half of a block with a symmetry plane has those of the whole") {
  SolidBody whole = sample_body(rubber<NeoHookean>(), {.cells = {16, 8, 1}, .jitter = 0});
  SolidBody half =
      sample_body(rubber<NeoHookean>(), {.cells = {8, 8, 1}, .jitter = 0, .corner = Vec3(8 * whole.spacing, 0, 0)});
  SolidSolver solver_of_whole(whole, {});
  const std::vector<Vec3> all = outward_areas(whole, solver_of_whole);
  SolidNumerics numerics;
  numerics.symmetry = {SymmetryPlane{.point = Vec3(7.5 * whole.spacing, 0, 0), .normal = Vec3::UnitX()}};
  SolidSolver solver_of_half(half, numerics);
  const std::vector<Vec3> part = outward_areas(half, solver_of_half, numerics.symmetry);
  for (Index i = 0; i < half.size(); ++i) {
    for (Index j = 0; j < whole.size(); ++j) {
      if ((whole.X[j] - half.X[i]).norm() < 1e-9) CHECK((part[i] - all[j]).norm() < 1e-12 * whole.spacing);
    }
  }
}

TEST_CASE("outward areas: neither the body nor what its solver says of it next has changed") {
  for (const Real jitter : {0.0, 0.2}) {  // by stencils, and bond by bond
    CAPTURE(jitter);
    SolidBody body = sample_body(rubber<NeoHookean>(), {.cells = {10, 9, 8}, .jitter = jitter});
    SolidNumerics numerics;
    numerics.hourglass = MergedHourglass{};
    SolidBody same = body;
    SolidSolver solver(body, numerics), untouched(same, numerics);
    (void)outward_areas(body, solver);
    for (Index i = 0; i < body.size(); ++i) {
      CHECK(body.u[i] == same.u[i]);
      CHECK(body.x[i] == same.x[i]);
      CHECK(body.P[i] == same.P[i]);
      CHECK(body.of(ForceKind::internal)[i].isZero(0));
      body.u[i].x() = same.u[i].x() = 1e-3 * body.X[i].x() * body.X[i].y();
      body.x[i] = same.x[i] = body.X[i] + body.u[i];
    }
    for (auto* s : {&solver, &untouched}) {
      s->update_stress(0);
      s->compute_forces();
    }
    for (Index i = 0; i < body.size(); ++i) {
      CHECK(body.P[i] == same.P[i]);
      CHECK(body.of(ForceKind::internal)[i] == same.of(ForceKind::internal)[i]);
    }
    CHECK(solver.brakes() == untouched.brakes());
  }
}

}  // namespace talus
