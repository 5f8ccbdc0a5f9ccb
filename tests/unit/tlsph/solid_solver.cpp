// The solver of one body: affine motion, time step, secant scaling and what it says when it cannot go on.
#include "talus/tlsph/solid_solver.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/core/error.hpp"

namespace talus {

TEST_CASE("solver: F of an affine motion is exact, for every kernel, on irregular particles") {
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    for (const int dimension : {2, 3}) {
      SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension});
      SolidSolver solver(body, {.kernel = Kernel{}});
      Draw draw(3);
      const Mat3 H = draw.matrix(dimension, 0.3);
      displace(body, [&](const Vec3& X) { return Vec3(H * X); });
      solver.update_stress(0);
      Real worst = 0;
      for (Index i = 0; i < body.size(); ++i) worst = std::max(worst, (body.F[i] - Mat3::Identity() - H).norm());
      CHECK(worst < 1e-12);
    }
  });
}

TEST_CASE("solver: whoever waits for the forces of a block is called when they stand, once for every particle") {
  for (const bool shared : {false, true}) {
    CAPTURE(shared);
    SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 3, .cells = {17, 9, 9}, .jitter = 0});
    SolidSolver solver(body, {.shared_stencils = shared});
    REQUIRE((solver.stencils() != nullptr) == shared);
    displace(body, [](const Vec3& X) { return Vec3(0.1 * X[0] * X[1], 0, 0); });
    // Placed in parts by hand, the body is where it is.
    parallel::for_blocks(body.size(), [&](Index first, Index last, Index) { solver.place(first, last); });
    solver.update_placed_stress(0);
    std::vector<Vec3> force(body.size(), Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
    std::vector<int> calls(solver.force_blocks(), 0);
    solver.compute_forces([&](Index block, Index first, Index last) {
      ++calls[block];
      for (Index i = first; i < last; ++i) force[i] = body.of(ForceKind::internal)[i];
    });
    for (const int count : calls) CHECK(count == 1);
    CHECK(force == body.of(ForceKind::internal));
    solver.update_stress(0);
    solver.compute_forces();
    CHECK(force == body.of(ForceKind::internal));
    CHECK(force.front().norm() > 0);
  }
}

TEST_CASE("solver: the stable step follows spacing, wave speed and the smallest stretch") {
  SolidBody body = sample_body(rubber<NeoHookean>(), {.cells = {12, 12, 1}, .jitter = 0});
  const SolidSolver solver(body, {});
  const NeoHookean m = rubber<NeoHookean>();
  const Real c = std::sqrt((m.bulk_modulus() + 4 * m.shear_modulus() / 3) / m.density);
  CHECK(relative_error(solver.wave_speed(), c) < 1e-14);
  CHECK(relative_error(solver.stable_step(1), solver.stability_limit() * body.spacing / c) < 1e-14);
  CHECK(relative_error(solver.stable_step(0.25), 0.25 * solver.stable_step(1)) < 1e-14);
  CHECK(solver.stability_limit() > 0.9);
  CHECK(solver.stability_limit() < 1.4);
}

TEST_CASE("solver: the smallest stretch, the stored energy and the stress power of a stretched body") {
  SolidBody body = sample_body(rubber<LinearElastic>(), {.dimension = 3}), uncontrolled = body;
  SolidSolver solver(body, {}), solver_of_stress(uncontrolled, {.hourglass = NoHourglass{}});
  for (SolidBody* b : {&body, &uncontrolled}) displace(*b, [](const Vec3& X) { return Vec3(-0.1 * X[0], 0, 0); });
  const StressSums sums = solver.update_stress(1e-3), of_stress = solver_of_stress.update_stress(1e-3);
  Real volume = 0;
  for (const Real V : body.V) volume += V;
  const LinearElastic m = rubber<LinearElastic>();
  const Real energy = 0.5 * (m.bulk_modulus() + 4 * m.shear_modulus() / 3) * 0.01 * volume;
  CHECK(relative_error(sums.elastic_energy, energy) < 1e-12);
  CHECK(relative_error(of_stress.internal_work, energy) < 1e-12);  // the trapezoidal rule is exact for a linear law
  CHECK(sums.internal_work == 0);                       // it is the rest of what stress and control do together …
  CHECK(std::abs(sums.control_work) < 1e-12 * energy);  // … and the control does nothing
  CHECK(relative_error(sums.smallest_stretch, 0.9) < 1e-12);
  CHECK(sums.plastic_work == 0);
}

TEST_CASE("solver: plastic flow is booked and softens the hourglass control by the secant modulus") {
  constexpr Real yield = 1e4, shear = 0.1;
  SolidBody body = sample_body(rubber<HenckyJ2>(yield), {.dimension = 2});
  SolidSolver solver(body, {.gradient = LinearGradient{}});  // edge weights do not add up over so small a body
  solver.update_stress(0);
  displace(body, [](const Vec3& X) { return Vec3(shear * X[1], 0, 0); });
  const StressSums sums = solver.update_stress(1e-3);
  const Real eps = body.state[0].plastic_strain;
  REQUIRE(eps > 0.01);
  Real volume = 0;
  for (const Real V : body.V) volume += V;
  CHECK(relative_error(sums.plastic_work, yield * eps * volume) < 1e-6);
  const Real G = rubber<HenckyJ2>().shear_modulus();
  for (Index i = 0; i < body.size(); ++i) CHECK(relative_error(body.secant[i], yield / (yield + 3 * G * eps)) < 1e-6);
}

TEST_CASE("solver: an inverted particle is named with its place") {
  SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 2, .jitter = 0});
  SolidSolver solver(body, {.gradient = LinearGradient{}});
  displace(body, [](const Vec3& X) { return X[0] > 0.45 ? Vec3(-2 * (X[0] - 0.4), 0, 0) : Vec3::Zero().eval(); });
  body.F.set(5, Mat3::Identity());
  try {
    solver.update_stress(1e-3);
    FAIL("an inverted particle was accepted");
  } catch (const SimulationError& error) {
    const std::string words = error.what();
    CHECK(words.find("particle 5 of body \"sample\"") != std::string::npos);
    CHECK(words.find("(0.5, 0, 0) m") != std::string::npos);
  }
}

TEST_CASE("solver: a body of one layer gets no stress out of its plane and no NaN") {
  SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 3, .cells = {6, 6, 1}, .jitter = 0});
  SolidSolver solver(body, {});
  CHECK(solver.reference().regularised == body.size());
  Draw draw(4);
  displace_randomly(body, draw, 0.01);
  solver.update_stress(1e-3);
  solver.compute_forces();
  for (Index i = 0; i < body.size(); ++i) {
    REQUIRE(body.of(ForceKind::internal)[i].allFinite());
  }
}

}  // namespace talus
