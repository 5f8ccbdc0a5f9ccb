// Failed particles leave the sums: what is left is a body like any other, and nothing is lost on the way.
#include "talus/tlsph/release.hpp"

#include <doctest/doctest.h>

#include "support/moved_body.hpp"
#include "support/relative_error.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

constexpr Real limit = 0.5;

template <class Material>
Material brittle_rubber() {
  auto material = rubber<Material>();
  material.failure.emplace().entry = MaxPrincipalStrain{.limit = limit};
  return material;
}

LatticeSample lattice(int dimension) {
  return {.dimension = dimension, .cells = dimension == 2 ? std::array{9, 8, 1} : std::array{7, 6, 6}, .jitter = 0.1};
}

void set_damage(SolidBody& body, Index i, Real damage) {
  body.state.change(i, [&](MaterialState& state) { state.damage = damage; });
}

/// A body with noise in its displacements and a few particles, a row right through, that have failed.
template <class Material>
SolidBody broken_body(int dimension) {
  SolidBody body = sample_body(brittle_rubber<Material>(), lattice(dimension));
  for (Index i = 0; i < body.size(); ++i) {
    if (std::abs(body.X[i][0] - 0.4) < 0.05 && body.X[i][1] > 0.15) set_damage(body, i, 1);
  }
  return body;
}

}  // namespace

TEST_CASE("release: a cut bond weighs nothing from either side, and affine motion of the rest stays exact") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = broken_body<NeoHookean>(dimension);
    SolidSolver solver(body, {.hourglass = MergedHourglass{}});
    const Mat3 A = Draw(3).matrix(dimension, 0.05);
    displace(body, [&](const Vec3& X) { return Vec3(A * X); });
    solver.update_stress(0);
    const ReleaseSums released = solver.release_failed();
    CHECK(released.particles >= 5);
    solver.update_stress(0);
    const ReferenceState& reference = solver.reference();
    Index cut = 0;
    for (Index i = 0; i < body.size(); ++i) {
      const bool gone = body.state[i].damage >= 1;
      for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
        const bool other_gone = body.state[reference.bond[b].neighbour].damage >= 1;
        if (gone || other_gone) CHECK(reference.bond[b].weight == 0);
        cut += gone;
      }
      CHECK((body.F[i] - Mat3::Identity() - (gone ? Mat3(Mat3::Zero()) : A)).norm() < 1e-12);
      if (gone) CHECK(body.P[i].norm() == 0);
    }
    CHECK(cut > 20);
    CHECK(solver.release_failed().particles == 0);
  }
}

TEST_CASE("release: afterwards the forces still add up to nothing, turn nothing, and are the gradient of the energy") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Twins twins(broken_body<NeoHookean>(dimension), {.hourglass = MergedHourglass{}});
    twins.each([dimension](SolidBody& b, SolidSolver& s) {
      Draw draw(5);
      displace_randomly(b, draw, 0.01 * b.spacing);
      for (Vec3& v : b.v) v = draw.vector(dimension, 1);
      s.update_stress(0);
      s.release_failed();
      sum_all_forces(b, s);
      for (const ForceKind kind : {ForceKind::internal, ForceKind::hourglass}) {
        if (kind == ForceKind::hourglass && !b.control_in_stress) continue;
        ForceSums sums;
        sums.add(b, kind);
        CHECK(sums.force_scale > 0);
        CHECK(sums.force.norm() < 1e-13 * sums.force_scale);
        CHECK(sums.torque.norm() < 1e-12 * sums.torque_scale);
      }
      // Dashpots leave what neighbours read of the stress: after another loss forces are summed up from it again.
      const std::vector<Vec3> before = b.of(ForceKind::internal);
      s.compute_forces();
      CHECK(b.of(ForceKind::internal) == before);
    });
    SolidBody& body = twins.plain;
    SolidSolver& solver = twins.plain_solver;
    const auto energy = [&] { return solver.update_stress(0).elastic_energy; };
    const Real step = 1e-6 * body.spacing;
    for (const Index i : {Index(13), Index(20), Index(31)}) {
      const Vec3 force = body.of(ForceKind::internal)[i];
      Vec3 gradient = Vec3::Zero();
      for (int c = 0; c < dimension; ++c) {
        body.u[i][c] += step;
        const Real up = energy();
        body.u[i][c] -= 2 * step;
        gradient[c] = (up - energy()) / (2 * step);
        body.u[i][c] += step;
      }
      CHECK((force + gradient).norm() <
            1e-6 * (force.norm() + 1e-3 * rubber_young * std::pow(body.spacing, dimension - 1)));
    }
  }
}

TEST_CASE("release: what was stored before is there after it or booked as let go") {
  SolidBody body = broken_body<HenckyJ2>(2);
  for (Index i = 0; i < body.size(); ++i) set_damage(body, i, 0);
  SolidSolver solver(body, {.hourglass = MergedHourglass{}});
  displace(body, [&](const Vec3& X) { return Vec3(0.9 * X[0] * X[0], 0.1 * X[0] * X[1], 0); });
  const Real before = solver.update_stress(1e-5).elastic_energy;
  const ReleaseSums released = solver.release_failed();
  CHECK(released.particles > 10);
  CHECK(released.particles < body.size() - 10);
  const Real after = solver.update_stress(1e-5).elastic_energy;
  CHECK(released.energy > 0);
  CHECK(relative_error(before + released.elastic_change, after) < 1e-12);
  CHECK(relative_error(before, after + released.energy + released.plastic_work) < 1e-12);
}

TEST_CASE("release: where all have failed nobody is left who could ask for shorter steps") {
  SolidBody body = sample_body(brittle_rubber<NeoHookean>(), {.dimension = 3, .cells = {5, 4, 4}, .jitter = 0});
  SolidSolver solver(body, {.hourglass = MergedHourglass{}, .gradient = LinearGradient{}});
  const Real step = solver.stable_step(1);
  REQUIRE(solver.stability_limit() > 1.05);
  solver.update_stress(0);
  for (Index i = 0; i < body.size(); ++i) set_damage(body, i, 1);
  CHECK(solver.release_failed().particles == body.size());
  CHECK(solver.stable_step(1) == step);
}

TEST_CASE("release: forces that are summed up once more see the velocity of the half step, after dashpots, too") {
  SolidBody body = broken_body<NeoHookean>(3);
  SolidSolver solver(body, {.hourglass = MergedHourglass{}, .viscosity = 0.1});
  take_step(body, solver, 5);
  const auto viscous = body.of(ForceKind::viscous), internal = body.of(ForceKind::internal);
  REQUIRE(std::ranges::any_of(viscous, [](const Vec3& f) { return f.norm() > 0; }));
  std::vector<Vec3> velocity = body.v;
  for (Vec3& v : velocity) v *= -3;
  solver.brake(velocity);
  solver.compute_forces();
  CHECK(body.of(ForceKind::viscous) == viscous);
  CHECK(body.of(ForceKind::internal) == internal);
}

TEST_CASE("release: a particle without support in some direction is lost with its neighbours") {
  SolidBody body = sample_body(brittle_rubber<NeoHookean>(), {.dimension = 2, .cells = {9, 9, 1}, .jitter = 0});
  // The rows on either side of row 4: nothing holds it across, its bonds past them are gone too.
  for (Index i = 0; i < body.size(); ++i) {
    const long row = std::lround(body.X[i][1] / body.spacing);
    set_damage(body, i, row == 3 || row == 5 ? 1 : 0);
  }
  SolidSolver solver(body, {.hourglass = MergedHourglass{}});
  solver.update_stress(0);
  CHECK(solver.release_failed().particles == 27);
  for (Index i = 0; i < body.size(); ++i) {
    const long row = std::lround(body.X[i][1] / body.spacing);
    CHECK((body.state[i].damage >= 1) == (row >= 3 && row <= 5));
  }
}

}  // namespace talus
