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
SolidBody broken_body(const Materials::Variant& material, int dimension) {
  SolidBody body = sample_body(material, lattice(dimension));
  for (Index i = 0; i < body.size(); ++i) {
    if (std::abs(body.X[i][0] - 0.4) < 0.05 && body.X[i][1] > 0.15) set_damage(body, i, 1);
  }
  return body;
}
template <class Material>
SolidBody broken_body(int dimension) {
  return broken_body(brittle_rubber<Material>(), dimension);
}

/// A metal that has flowed in rough motion, and of which a row is to be lost.
struct Cut {
  SolidBody body;
  SolidSolver solver;
  Real stored = 0, plastic = 0;  ///< energy stored before that, and spent [J]

  Cut(int dimension, const SolidNumerics& numerics, const HenckyJ2& metal = flowing())
      : body(broken_body(metal, dimension)), solver(body, numerics) {
    Draw draw(5);
    const Mat3 H = draw.matrix(dimension, 0.1);
    displace(body, [&](const Vec3& X) { return Vec3(H * X); });
    displace_randomly(body, draw, 0.05 * body.spacing);
    const PackedRows<MaterialState> marked = body.state;
    for (Index i = 0; i < body.size(); ++i) set_damage(body, i, 0);
    plastic = solver.update_stress(1e-5).plastic_work;
    solver.compute_forces();
    stored = solver.update_stress(0).elastic_energy;  // with springs as soft as flow has made them
    solver.compute_forces();
    for (Index i = 0; i < body.size(); ++i) {
      if (marked[i].damage >= 1) set_damage(body, i, 1);
    }
  }
  static HenckyJ2 flowing() {
    auto metal = brittle_rubber<HenckyJ2>();
    metal.hardening.entry = Linear{.yield = 3e4, .modulus = 1e4};
    return metal;
  }
};

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

TEST_CASE("release: who is left keeps deformation, stress and memory, and who is lost lets go what he stored") {
  for (const int dimension : {2, 3}) {
    for (const bool shocked : {false, true}) {
      CAPTURE(dimension);
      CAPTURE(shocked);
      Cut c(dimension, {.shock = shocked ? std::optional<ShockViscosity>(ShockViscosity{}) : std::nullopt});
      const SolidBody before = c.body;
      const ReleaseSums released = c.solver.release_failed();
      CHECK(released.particles > 5);
      CHECK(released.particles < c.body.size() - 30);
      Real lost = 0;
      for (Index i = 0; i < c.body.size(); ++i) {
        if (c.body.state[i].damage >= 1) {
          lost += c.solver.reference().surface.energy_weight[i] * c.body.V[i] * before.energy_density[i];
          CHECK(c.body.F[i] == Mat3(Mat3::Identity()));
          CHECK(c.body.P[i].norm() == 0);
          continue;
        }
        CHECK(c.body.F[i] == before.F[i]);
        CHECK(c.body.P[i] == before.P[i]);
        CHECK(c.body.energy_density[i] == before.energy_density[i]);
        CHECK(c.body.yield_stress[i] == before.yield_stress[i]);
        CHECK(c.body.state[i].plastic_strain == before.state[i].plastic_strain);
        CHECK(c.body.state[i].damage == before.state[i].damage);
      }
      CHECK(lost > 0);
      CHECK(relative_error(released.energy, lost) < 1e-12);
      // And so it goes on: what neighbours read has been told by the same rule as in a step.
      c.solver.compute_forces();
      const std::vector<Vec3> force = c.body.of(ForceKind::internal);
      const StressSums again = c.solver.update_stress(0);
      CHECK(relative_error(again.elastic_energy, c.stored - lost) < 1e-12);
      CHECK(again.plastic_work < 1e-12 * c.stored);
      c.solver.compute_forces();
      Real worst = 0, largest = 0, other = 0;
      for (Index i = 0; i < c.body.size(); ++i) {
        worst = std::max(worst, (c.body.of(ForceKind::internal)[i] - force[i]).norm());
        largest = std::max(largest, force[i].norm());
      }
      CHECK(worst < 1e-11 * largest);
      // The fit of who has lost bonds reads something else, or there would be nothing to keep.
      for (Index i = 0; i < c.body.size(); ++i) c.body.u[i] = Vec3::Zero();
      c.solver.update_stress(0);
      for (Index i = 0; i < c.body.size(); ++i) other = std::max(other, (c.body.F[i] - Mat3::Identity()).norm());
      CHECK(other > 0.02);
    }
  }
}

TEST_CASE("release: who is elastic takes what the new fit reads, where that stores no more") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = broken_body<NeoHookean>(dimension);
    const PackedRows<MaterialState> marked = body.state;
    for (Index i = 0; i < body.size(); ++i) set_damage(body, i, 0);
    SolidSolver solver(body, {.gradient = LinearGradient{}});
    Draw draw(7);
    displace_randomly(body, draw, 0.05 * body.spacing);
    const Real stored = solver.update_stress(0).elastic_energy;
    for (Index i = 0; i < body.size(); ++i) set_damage(body, i, marked[i].damage);
    const SolidBody before = body;
    const ReleaseSums released = solver.release_failed();
    Index kept = 0, read = 0;
    for (Index i = 0; i < body.size(); ++i) {
      if (body.state[i].damage >= 1) continue;
      CHECK(body.energy_density[i] <= before.energy_density[i]);
      const bool is_kept = body.F[i] == before.F[i];
      CHECK(is_kept == (body.energy_density[i] == before.energy_density[i]));
      if (std::ranges::binary_search(released.faces, i)) ++(is_kept ? kept : read);
    }
    CHECK(kept > 3);
    CHECK(read > 3);
    const PackedRows<Mat3> F = body.F;
    CHECK(relative_error(solver.update_stress(0).elastic_energy, stored - released.energy) < 1e-12);
    for (Index i = 0; i < body.size(); ++i) CHECK((body.F[i] - F[i]).norm() < 1e-12);
    // Without displacements who has read is as he was at first, and who has kept is not.
    for (Index i = 0; i < body.size(); ++i) body.u[i] = Vec3::Zero();
    solver.update_stress(0);
    for (Index i = 0; i < body.size(); ++i) {
      const bool is_kept =
          body.state[i].damage < 1 && std::ranges::binary_search(released.faces, i) && F[i] == before.F[i];
      CHECK(((body.F[i] - Mat3::Identity()).norm() > 1e-6) == is_kept);
    }
  }
}

TEST_CASE("release: turning what is left exerts nothing, and affine motion of it is exact") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Cut c(dimension, {.hourglass = MergedHourglass{}});
    c.solver.release_failed();
    c.solver.compute_forces();
    const std::vector<Vec3> force = c.body.of(ForceKind::internal);
    const PackedRows<Mat3> F = c.body.F;
    const std::vector<Vec3> x = c.body.x;
    const auto move = [&](const Mat3& A) {
      for (Index i = 0; i < c.body.size(); ++i) {
        c.body.x[i] = A * x[i];
        c.body.u[i] = c.body.x[i] - c.body.X[i];
      }
      return c.solver.update_stress(0).elastic_energy;
    };
    const Real stored = move(Mat3::Identity());
    const Vec3 axis = dimension == 3 ? Vec3(1, 2, 2).normalized() : Vec3(0, 0, 1);
    const Mat3 turn = Eigen::AngleAxisd(1.1, axis).toRotationMatrix();
    CHECK(relative_error(move(turn), stored) < 1e-11);
    c.solver.compute_forces();
    Real worst = 0, largest = 0;
    for (Index i = 0; i < c.body.size(); ++i) {
      worst = std::max(worst, (c.body.of(ForceKind::internal)[i] - turn * force[i]).norm());
      largest = std::max(largest, force[i].norm());
    }
    CHECK(worst < 1e-10 * largest);
    const Mat3 A = Mat3::Identity() + Draw(3).matrix(dimension, 0.02);
    move(A);
    for (Index i = 0; i < c.body.size(); ++i) {
      if (c.body.state[i].damage < 1) CHECK((c.body.F[i] - A * F[i]).norm() < 1e-12);
    }
  }
}

TEST_CASE("release: flow that takes time waits for the next step, whose books know nothing of the cut") {
  auto metal = brittle_rubber<HenckyJ2>();
  metal.hardening.entry = JohnsonCook{.yield = 2e4, .factor = 1e4, .exponent = 1, .rate_factor = 0.05};
  Cut c(3, {.hourglass = MergedHourglass{}}, metal), whole(3, {.hourglass = MergedHourglass{}}, metal);
  REQUIRE(c.plastic > 0);
  c.solver.release_failed();
  Real highest = 0;
  for (const Real yield : c.body.yield_stress) highest = std::max(highest, yield);
  CHECK(highest < 1e5);
  const Real relaxing = c.solver.update_stress(1e-5).plastic_work;
  CHECK(relaxing > 0);
  CHECK(relaxing < whole.solver.update_stress(1e-5).plastic_work);
}

TEST_CASE("release: who cannot follow his deformation without his neighbours is lost with them") {
  SolidBody body = sample_body(brittle_rubber<NeoHookean>(), {.dimension = 2, .cells = {9, 9, 1}, .jitter = 0});
  const auto column = [&](Index i) { return std::lround(body.X[i][0] / body.spacing); };
  // Column 5 has gone past column 4, which only column 3 behind it hides from that.
  displace(body, [&](const Vec3& X) { return Vec3(X[0] > 4.5 * body.spacing ? -1.4 * body.spacing : 0, 0, 0); });
  SolidSolver solver(body, {.hourglass = MergedHourglass{}, .gradient = LinearGradient{}});
  const Real stored = solver.update_stress(0).elastic_energy;
  for (Index i = 0; i < body.size(); ++i) set_damage(body, i, column(i) == 3 ? 1 : 0);
  const ReleaseSums released = solver.release_failed();
  CHECK(released.particles == 18);
  for (Index i = 0; i < body.size(); ++i) CHECK((body.state[i].damage >= 1) == (column(i) == 3 || column(i) == 4));
  CHECK(released.energy > 0);
  CHECK(std::abs(solver.update_stress(0).elastic_energy + released.energy - stored) < 1e-12 * stored);
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
