// A body that takes itself as it stands for its reference: what must not change, and what must hold afterwards.
#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "support/sample_case.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

constexpr Real limit = 0.8;

/// Squeezed to 0.7, turned and dented, and renewed there; `apart` adds motion after that.
struct Renewed {
  SolidBody body;
  SolidSolver solver;
  PackedRows<Mat3> F, P;
  Real stored = 0;

  Renewed(int dimension, const Materials::Variant& material, const Hourglasses::Variant& control = MergedHourglass{})
      : body(sample_body(material, {.dimension = dimension, .jitter = 0.1})),
        solver(body, {.hourglass = control, .renewal = limit}) {
    const Mat3 turn = Eigen::AngleAxisd(0.4, Vec3::UnitZ()).toRotationMatrix();
    const Mat3 squeeze = Vec3(0.7, 1.25, 1).asDiagonal();
    displace(body, [&](const Vec3& X) {
      const Vec3 wave(0.01 * std::sin(7 * X[1]), 0.012 * std::cos(5 * X[0]), 0);
      return Vec3(turn * squeeze * X + wave - X);
    });
    stored = solver.update_stress(1e-6).elastic_energy;
    F = body.F;
    P = body.P;
  }
};

/// Stored energy with the body's particles where they are.
Real energy(SolidSolver& solver) { return solver.update_stress(0).elastic_energy; }

}  // namespace

TEST_CASE("renewed reference: deformation, stress and energy stay, the zero-energy control starts anew") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Renewed r(dimension, rubber<NeoHookean>());
    REQUIRE(r.solver.renew_reference());
    CHECK(r.solver.renewals() == 1);
    CHECK_FALSE(r.solver.renew_reference());
    Real change = 0;
    for (Index i = 0; i < r.body.size(); ++i) {
      change = std::max(change, (r.body.F[i] - r.F[i]).norm());
      change = std::max(change, (r.body.P[i] - r.P[i]).norm() / (1 + r.P[i].norm()));
    }
    CHECK(change < 1e-12);
    CHECK(relative_error(energy(r.solver), r.stored) < 1e-12);
    r.solver.compute_forces();
    Renewed plain(dimension, rubber<NeoHookean>(), NoHourglass{});
    REQUIRE(plain.solver.renew_reference());
    plain.solver.compute_forces();
    CHECK(plain.body.of(ForceKind::internal)[0].norm() > 1);
    for (Index i = 0; i < r.body.size(); ++i) {
      CHECK((r.body.of(ForceKind::internal)[i] - plain.body.of(ForceKind::internal)[i]).norm() < 1e-6);
    }
  }
}

TEST_CASE("renewed reference: a metal whose flow stress follows the rate does not relax in the meantime") {
  auto material = rubber<HenckyJ2>();
  material.hardening.entry = JohnsonCook{.yield = 2e4, .factor = 1e4, .exponent = 1, .rate_factor = 0.05};
  Renewed r(3, material);
  const auto state = r.body.state;
  REQUIRE(state[0].plastic_strain > 0.1);
  REQUIRE(r.solver.renew_reference());
  Real flow = 0, change = 0;
  for (Index i = 0; i < r.body.size(); ++i) {
    flow = std::max(flow, std::abs(r.body.state[i].plastic_strain - state[i].plastic_strain));
    change = std::max(change, (r.body.P[i] - r.P[i]).norm() / (1 + r.P[i].norm()));
  }
  CHECK(flow == 0);
  CHECK(change < 1e-12);
}

TEST_CASE("renewed reference: affine motion on top is exact, and F is the product") {
  Renewed r(3, rubber<NeoHookean>());
  REQUIRE(r.solver.renew_reference());
  Mat3 A = Mat3::Identity();
  A << 1.05, 0.1, 0, -0.03, 0.97, 0.02, 0.01, 0, 1.1;
  displace(r.body, [&, i = 0](const Vec3&) mutable {
    const Vec3& x = r.body.x[i++];
    return Vec3(A * x - x);
  });
  r.solver.update_stress(0);
  for (Index i = 0; i < r.body.size(); ++i) CHECK((r.body.F[i] - A * r.F[i]).norm() < 1e-11);
}

TEST_CASE("renewed reference: forces are the gradient of the energy and keep both momenta") {
  for (const auto& one : {std::pair{2, false}, {3, false}, {2, true}, {3, true}}) {
    const int dimension = one.first;  // no structured binding: not every compiler captures one
    const bool controlled = one.second;
    CAPTURE(dimension);
    CAPTURE(controlled);
    Renewed r(dimension, rubber<NeoHookean>(),
              controlled ? Hourglasses::Variant(MergedHourglass{}) : Hourglasses::Variant(NoHourglass{}));
    REQUIRE(r.solver.renew_reference());
    Draw draw(5);
    displace_randomly(r.body, draw, 0.002);
    energy(r.solver);
    r.solver.compute_forces();
    ForceSums sums;
    sums.add(r.body, ForceKind::internal);
    CHECK(sums.force.norm() < 1e-13 * sums.force_scale);
    CHECK(sums.torque.norm() < 1e-13 * sums.torque_scale);
    if (controlled) continue;  // whose energy is not that of stress alone
    const std::vector<Vec3> force = r.body.of(ForceKind::internal);
    const Vec3 way = draw.vector(dimension, 1);
    const Index i = r.body.size() / 3;
    constexpr Real step = 1e-7;
    const auto at = [&](Real s) {
      r.body.u[i] += s * way;
      r.body.x[i] += s * way;
      return energy(r.solver);
    };
    const Real ahead = at(step), behind = at(-2 * step);
    CHECK(relative_error((behind - ahead) / (2 * step), force[i].dot(way)) < 1e-5);
  }
}

TEST_CASE("renewed reference: what can fail, and what is mirrored, keeps its own") {
  auto brittle = rubber<NeoHookean>();
  brittle.failure = Chosen<ElasticFailures>{MaxPrincipalStrain{.limit = 1}};
  SolidBody glass = sample_body(brittle, {}), half = sample_body(rubber<NeoHookean>(), {.corner = {0.05, 0, 0}});
  CHECK_NOTHROW(SolidSolver(glass, {}));
  CHECK_THROWS_WITH_AS(SolidSolver(glass, {.renewal = limit}), doctest::Contains("cannot be renewed"), CaseError);
  const std::vector<SymmetryPlane> mirror{{.point = Vec3::Zero(), .normal = Vec3::UnitX()}};
  CHECK_NOTHROW(SolidSolver(half, {.symmetry = mirror}));
  CHECK_THROWS_WITH_AS(SolidSolver(half, {.symmetry = mirror, .renewal = limit}),
                       doctest::Contains("cannot be renewed"), CaseError);
}

}  // namespace talus
