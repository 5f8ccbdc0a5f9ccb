// A body mirrored in planes is the half, quarter or eighth of the whole body, to round-off.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/moved_body.hpp"
#include "talus/core/error.hpp"

namespace talus {
namespace {

constexpr Real spacing = 0.1;  ///< [m]

std::vector<SymmetryPlane> planes_at_zero(int count) {
  std::vector<SymmetryPlane> planes;
  for (int k = 0; k < count; ++k) planes.push_back({Vec3::Zero(), 2 * Vec3::Unit(k)});
  return planes;
}

/// Particles in the positive octant, and all their images after them.
SolidBody whole_body(const SolidBody& part, int planes) {
  SolidBody body = part;
  for (int subset = 1; subset < 1 << planes; ++subset) {
    for (Index i = 0; i < part.size(); ++i) {
      Vec3 X = part.X[i], v = part.v[i];
      for (int k = 0; k < planes; ++k) {
        if ((subset >> k & 1) == 0) continue;
        X[k] = -X[k];
        v[k] = -v[k];
      }
      body.X.push_back(X);
      body.V.push_back(part.V[i]);
      body.v.push_back(v);
    }
  }
  const std::vector<Vec3> v = body.v;
  body.reset_state(rubber_density);
  body.v = v;
  return body;
}

struct Sums {
  Real work = 0, elastic = 0, plastic = 0;
  Real controlled = 0;  ///< of the forces of stress and control
  Real told = 0;        ///< of the control alone, where it tells
};

/// Kick, drift, kick.
Sums march(SolidBody& body, SolidSolver& solver, Real dt, int steps) {
  Sums total;
  const auto kick = [&] {
    for (Index i = 0; i < body.size(); ++i) {
      for (const ForceKind kind : {ForceKind::internal, ForceKind::hourglass, ForceKind::viscous}) {
        body.v[i] += 0.5 * dt / body.m[i] * body.of(kind)[i];
      }
    }
  };
  solver.update_stress(0);
  solver.compute_forces();
  for (int k = 0; k < steps; ++k) {
    kick();
    for (Index i = 0; i < body.size(); ++i) {
      body.u[i] += dt * body.v[i];
      body.x[i] = body.X[i] + body.u[i];
      const Vec3 force = body.of(ForceKind::internal)[i] + body.of(ForceKind::hourglass)[i];
      total.controlled += dt * body.v[i].dot(force);
    }
    const StressSums sums = solver.update_stress(dt);
    solver.compute_forces();
    if (body.control_in_stress) std::ranges::fill(body.open(ForceKind::hourglass), Vec3::Zero());
    if (solver.brakes()) solver.brake(body.v);
    kick();
    total.work += sums.internal_work;
    total.told += sums.control_work;
    total.plastic += sums.plastic_work;
    total.elastic = sums.elastic_energy;
  }
  return total;
}

void compare_halves(const Materials::Variant& material, int dimension, int planes, const SolidNumerics& choice,
                    Real jitter) {
  CAPTURE(dimension);
  CAPTURE(planes);
  SolidBody part = sample_body(material, {.dimension = dimension,
                                          .cells = {5, 4, 3},
                                          .jitter = jitter,
                                          .corner = Vec3(0.5, 0.5, dimension == 3 ? 0.5 : 0) * spacing});
  Draw draw(5);
  for (Vec3& v : part.v) v = draw.vector(dimension, 3);
  SolidBody whole = whole_body(part, planes);
  SolidNumerics mirrored = choice;
  mirrored.symmetry = planes_at_zero(planes);
  SolidSolver part_solver(part, mirrored), whole_solver(whole, choice);
  const Real dt = 0.5 * std::min(part_solver.stable_step(1), whole_solver.stable_step(1)), share = 1 << planes;
  const Sums a = march(part, part_solver, dt, 60), b = march(whole, whole_solver, dt, 60);
  Real worst = 0, moved = 0;
  for (Index i = 0; i < part.size(); ++i) {
    worst = std::max(worst, (part.u[i] - whole.u[i]).norm());
    moved = std::max(moved, part.u[i].norm());
  }
  REQUIRE(moved > 0.01 * spacing);
  CHECK(worst < 1e-10 * moved);
  REQUIRE(part_solver.tells_control_work() == whole_solver.tells_control_work());
  CHECK(std::abs(share * a.work - b.work) <= 1e-10 * std::abs(b.work));
  CHECK(std::abs(share * a.told - b.told) <= 1e-10 * b.elastic);
  CHECK(std::abs(share * a.elastic - b.elastic) < 1e-10 * b.elastic);
  CHECK(std::abs(share * a.plastic - b.plastic) <= 1e-10 * b.plastic);
  CHECK(std::abs(share * a.controlled - b.controlled) <= 1e-10 * b.elastic);
  CHECK(share * part_solver.reference().surface.count == whole_solver.reference().surface.count);
}

std::string complaint(const SolidBody& body, const std::vector<SymmetryPlane>& planes) {
  SolidBody copy = body;
  try {
    const SolidSolver solver(copy, {.symmetry = planes});
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("symmetry planes: part and whole move alike over many steps, elastic and plastic, fits of second order") {
  for (const auto& [dimension, planes] : {std::pair{2, 1}, {2, 2}, {3, 1}, {3, 2}, {3, 3}}) {
    for (const Real jitter : {0.0, 0.04, 0.2}) {
      compare_halves(rubber<NeoHookean>(), dimension, planes, {}, jitter);
      compare_halves(rubber<HenckyJ2>(1e4), dimension, planes, {}, jitter);
    }
    // Bonds one by one in the whole as well, though its particles stand alike.
    compare_halves(rubber<NeoHookean>(), dimension, planes, {.shared_stencils = false}, 0);
    compare_halves(rubber<HenckyJ2>(1e4), dimension, planes, {.shared_stencils = false}, 0);
  }
}

TEST_CASE("symmetry planes: with every hourglass control and with viscosity") {
  Hourglasses::for_each([]<class Hourglass>() {
    compare_halves(rubber<NeoHookean>(), 3, 2, {.hourglass = Hourglass{}, .viscosity = 0.5}, 0.04);
  });
}

TEST_CASE("symmetry planes: misplaced ones are refused with the distance that was found") {
  const SolidBody body = sample_body(rubber<NeoHookean>(), {.jitter = 0, .corner = Vec3(0.05, 0.05, 0)});
  const Vec3 x(1, 0, 0), y(0, 1, 0);
  CHECK(complaint(body, {{Vec3::Zero(), x}, {Vec3::Zero(), y}}).empty());
  CHECK(complaint(body, {{Vec3(0.05, 0, 0), x}}).find("meet its own image") != std::string::npos);
  CHECK(complaint(body, {{Vec3(0.3, 0, 0), x}}).find("beyond the plane") != std::string::npos);
  CHECK(complaint(body, {{Vec3(-0.2, 0, 0), x}}).find("distance of 0.25 m, too far") != std::string::npos);
  CHECK(complaint(body, {{Vec3::Zero(), Vec3::Zero()}}).find("no normal") != std::string::npos);
  CHECK(complaint(body, {{Vec3::Zero(), Vec3(0, 0, 1)}}).find("third component") != std::string::npos);
  CHECK(complaint(body, {{Vec3::Zero(), x}, {Vec3(0, 0, 0), x + 0.01 * y}}).find("right angles") != std::string::npos);
}

}  // namespace talus
