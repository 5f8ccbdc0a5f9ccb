// Forces of solids over every material and every hourglass control: gradients of an energy, both momenta, affine
// motion.
#include <doctest/doctest.h>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

constexpr Real stretch = 0.15;  ///< entries of the affine part of the motion [-]
constexpr Real noise = 0.01;    ///< of the displacements [m]; the spacing is 0.1 m
constexpr Real dt = 1e-5;       ///< [s]

/// A turn of 40 degrees about a skew axis (about z in 2-D), with some strain.
Mat3 large_motion(int dimension, Draw& draw) {
  const Vec3 axis = dimension == 3 ? Vec3(1, 2, 2).normalized() : Vec3(0, 0, 1);
  const Mat3 R = Eigen::AngleAxisd(0.7, axis).toRotationMatrix();
  return R * (Mat3::Identity() + draw.matrix(dimension, stretch)) - Mat3::Identity();
}

SolidBody moved_body(const Materials::Variant& material, int dimension, unsigned seed) {
  SolidBody body = sample_body(material, {.dimension = dimension, .cells = {5, 4, 3}, .seed = seed});
  Draw draw(seed + 100);
  const Mat3 H = large_motion(dimension, draw);
  displace(body, [&](const Vec3& X) { return Vec3(H * X); });
  displace_randomly(body, draw, noise);
  return body;
}

/// Independent of the solver: F by least squares in plain loops, energy 1/2 sum alpha V_i V_j w |F X_ji - x_ji|^2.
Real hourglass_energy(const SolidBody& body, const ReferenceState& reference, const std::vector<Real>& alpha) {
  Real energy = 0;
  for (Index i = 0; i < body.size(); ++i) {
    Mat3 xX = Mat3::Zero(), XX = Mat3::Zero();
    if (body.dimension == 2) xX(2, 2) = XX(2, 2) = 1;
    const auto each = [&](auto&& visit) {
      for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
        const auto [j, weight] = reference.bond[b];
        visit(body.V[j] * Real(weight), Vec3(body.X[j] - body.X[i]), Vec3(body.x[j] - body.x[i]));
      }
    };
    each([&](Real w, const Vec3& X, const Vec3& x) {
      xX += w * x * X.transpose();
      XX += w * X * X.transpose();
    });
    const Mat3 F = xX * XX.inverse();
    each([&](Real w, const Vec3& X, const Vec3& x) {
      energy += 0.5 * alpha[i] * body.V[i] * w * (F * X - x).squaredNorm();
    });
  }
  return energy;
}

/// Largest difference between a force and minus the central difference of an energy, over the largest force.
template <class Energy>
Real gradient_error(SolidBody& body, const std::vector<Vec3>& force, Energy&& energy) {
  constexpr Real step = 1e-6;  // [m]
  Real worst = 0, largest = 0;
  for (Index i = 0; i < body.size(); i += 3) {
    for (int c = 0; c < body.dimension; ++c) {
      const auto at = [&](Real shift) {
        const Real u = body.u[i][c];
        body.u[i][c] = u + shift;
        body.x[i] = body.X[i] + body.u[i];
        const Real value = energy();
        body.u[i][c] = u;
        body.x[i] = body.X[i] + body.u[i];
        return value;
      };
      const Real gradient = (at(step) - at(-step)) / (2 * step);
      worst = std::max(worst, std::abs(force[i][c] + gradient));
      largest = std::max(largest, std::abs(gradient));
    }
  }
  return worst / largest;
}

void check_momenta(const SolidBody& body, ForceKind kind) {
  ForceSums sums;
  sums.add(body, kind);
  REQUIRE(sums.force_scale > 0);
  CHECK(sums.force.norm() < 1e-13 * sums.force_scale);
  CHECK(sums.torque.norm() < 1e-13 * sums.torque_scale);
}

/// One step with random velocities, as the time loop does it: forces see the half-step velocity.
void take_step(SolidBody& body, SolidSolver& solver, unsigned seed) {
  Draw draw(seed);
  solver.update_stress(0);
  for (Vec3& v : body.v) v = draw.vector(body.dimension, 20);
  for (Index i = 0; i < body.size(); ++i) body.u[i] += dt * body.v[i];
  for (Index i = 0; i < body.size(); ++i) body.x[i] = body.X[i] + body.u[i];
  solver.update_stress(dt);
  solver.compute_forces();
}

}  // namespace

TEST_CASE("solid forces: the internal force is minus the gradient of the stored energy, for every material") {
  Materials::for_each([]<class Material>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(Material::name);
      CAPTURE(dimension);
      SolidBody body = moved_body(rubber<Material>(), dimension, 1);
      SolidSolver solver(body, {});
      solver.update_stress(0);
      solver.compute_forces();
      const std::vector<Vec3> force = body.of(ForceKind::internal);
      CHECK(gradient_error(body, force, [&] { return solver.update_stress(0).elastic_energy; }) < 1e-7);
    }
  });
}

TEST_CASE("solid forces: the merged hourglass force is minus the gradient of its energy, with uneven stiffness") {
  constexpr Real share = 0.03;  // alpha over E
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = moved_body(rubber<NeoHookean>(), dimension, 2);
    SolidSolver solver(body, {.hourglass = MergedHourglass{.alpha = share, .relaxation = 0}});
    Draw draw(3);
    std::vector<Real> alpha;
    for (Real& q : body.secant) {
      q = 0.6 + draw.number(0.4);
      alpha.push_back(share * rubber_young * q);
    }
    solver.update_stress(0);  // takes the stiffness from the secant ratios that it finds
    solver.compute_forces();
    const std::vector<Vec3> force = body.of(ForceKind::hourglass);
    CHECK(gradient_error(body, force, [&] { return hourglass_energy(body, solver.reference(), alpha); }) < 1e-7);
  }
}

TEST_CASE("solid forces: every kind keeps both momenta, for every material and every hourglass control") {
  Materials::for_each([]<class Material>() {
    Hourglasses::for_each([]<class Hourglass>() {
      for (const int dimension : {2, 3}) {
        CAPTURE(Material::name);
        CAPTURE(Hourglass::name);
        CAPTURE(dimension);
        SolidBody body = moved_body(rubber<Material>(), dimension, 4);
        SolidSolver solver(body, {.hourglass = Hourglass{}, .viscosity = 0.5});
        take_step(body, solver, 5);
        // P F^T of Hooke's law of small strain is not symmetric: it knows no angular momentum.
        if constexpr (!std::is_same_v<Material, LinearElastic>) check_momenta(body, ForceKind::internal);
        check_momenta(body, ForceKind::viscous);
        if constexpr (!std::is_same_v<Hourglass, NoHourglass>) check_momenta(body, ForceKind::hourglass);
      }
    });
  });
}

TEST_CASE("solid forces: affine motion at any speed feels no hourglass control, from the first instant") {
  Hourglasses::for_each([]<class Hourglass>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(Hourglass::name);
      CAPTURE(dimension);
      SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension});
      SolidSolver solver(body, {.hourglass = Hourglass{}});
      Draw draw(6);
      const Mat3 rate = draw.matrix(dimension, 100);  // [1/s]
      for (Index i = 0; i < body.size(); ++i) body.v[i] = rate * body.X[i];
      Real largest = 0, scale = 0;
      for (int k = 0; k < 3; ++k) {
        if (k > 0) displace(body, [&](const Vec3& X) { return Vec3(dt * rate * X); });
        solver.update_stress(k > 0 ? dt : 0);
        solver.compute_forces();
        for (Index i = 0; i < body.size(); ++i) {
          largest = std::max(largest, body.of(ForceKind::hourglass)[i].norm());
          scale = std::max(scale, body.of(ForceKind::internal)[i].norm());
        }
      }
      REQUIRE(scale > 0);
      CHECK(largest < 1e-9 * scale);
    }
  });
}

TEST_CASE("solid forces: rigid spinning of a strained body is not braked by the merged control") {
  // Around a spinning particle the non-affine part of the motion turns; a drag on that would stop the spin.
  constexpr Real spin = 300;  // [rad/s]
  for (const int dimension : {2, 3}) {
    SolidBody body = moved_body(rubber<NeoHookean>(), dimension, 7);
    const auto power = [&](Real relaxation) {
      SolidBody copy = body;
      SolidSolver solver(copy, {.hourglass = MergedHourglass{.alpha = 0.1, .relaxation = relaxation}});
      solver.update_stress(0);
      for (Index i = 0; i < copy.size(); ++i) copy.v[i] = Vec3(0, 0, spin).cross(copy.x[i]);
      solver.update_stress(0);
      solver.compute_forces();
      Real sum = 0;
      for (Index i = 0; i < copy.size(); ++i) sum += copy.of(ForceKind::hourglass)[i].norm();
      return sum;
    };
    // The force is the same with and without viscosity.
    CHECK(std::abs(power(50) - power(0)) < 1e-9 * power(0));
  }
}

TEST_CASE("solid forces: finite for motions from the smallest numbers to large strain") {
  // Ahead of a wave displacements fade out through 1e-160 m, where their squares leave the range of doubles.
  Hourglasses::for_each([]<class Hourglass>() {
    for (const int dimension : {2, 3}) {
      for (Real size = 1e-320; size < 1e-2; size *= 1e5) {
        SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension});
        SolidSolver solver(body, {.hourglass = Hourglass{}, .viscosity = 0.5});
        Draw draw(11);
        solver.update_stress(0);
        for (Vec3& v : body.v) v = draw.vector(dimension, size / dt);
        for (Index i = 0; i < body.size(); ++i) body.u[i] += dt * body.v[i];
        solver.update_stress(dt);
        solver.compute_forces();
        bool finite = true;
        for (Index i = 0; i < body.size(); ++i) {
          for (const auto& kind : body.force) finite = finite && kind[i].allFinite();
        }
        CAPTURE(size);
        CHECK(finite);
      }
    }
  });
}

TEST_CASE("solid forces: hourglass control and viscosity only ever take energy from a random motion") {
  Hourglasses::for_each([]<class Hourglass>() {
    if constexpr (!std::is_same_v<Hourglass, NoHourglass>) {
      for (const unsigned seed : {8u, 9u, 10u}) {
        CAPTURE(Hourglass::name);
        SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 3, .seed = seed});
        Hourglass control{};
        control.relaxation = 1000;  // drowns the elastic part
        SolidSolver solver(body, {.hourglass = control, .viscosity = 0.5});
        take_step(body, solver, seed);
        Real hourglass = 0, viscous = 0;
        for (Index i = 0; i < body.size(); ++i) {
          hourglass += body.of(ForceKind::hourglass)[i].dot(body.v[i]);
          viscous += body.of(ForceKind::viscous)[i].dot(body.v[i]);
        }
        CHECK(hourglass < 0);
        CHECK(viscous < 0);
      }
    }
  });
}

}  // namespace talus
