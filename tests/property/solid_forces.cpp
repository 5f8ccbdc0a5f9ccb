// Forces of solids over every material and every hourglass control: gradients of an energy, both momenta, affine
// motion.
#include <doctest/doctest.h>

#include "support/control_energy.hpp"
#include "support/moved_body.hpp"

namespace talus {
namespace {

constexpr Real dt = short_step;  ///< [s]

/// Every way of taking the gradient; second order wherever neighbours allow it, however uneven they are.
const std::vector<Gradients::Variant> gradients{LinearGradient{}, QuadraticAtSurfaces{.disorder = 1e9}};

template <class Hourglass = MergedHourglass>
SolidNumerics numerics(const Gradients::Variant& gradient, const Hourglass& hourglass = {}) {
  return {.hourglass = hourglass, .viscosity = 0.5, .gradient = gradient};
}

}  // namespace

TEST_CASE("solid forces: the internal force is minus the gradient of the stored energy, for every material") {
  Materials::for_each([]<class Material>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(Material::name);
      CAPTURE(dimension);
      for (const auto& gradient : gradients) {
        SolidBody body = moved_body(rubber<Material>(), dimension, 1);
        SolidSolver solver(body, numerics(gradient, NoHourglass{}));
        REQUIRE((gradient.index() == 0) == (solver.reference().surface.count > 0));
        solver.update_stress(0);
        solver.compute_forces();
        const std::vector<Vec3> force = body.of(ForceKind::internal);
        CHECK(gradient_error(body, force, [&] { return solver.update_stress(0).elastic_energy; }) < 1e-7);
      }
    }
  });
}

TEST_CASE("solid forces: the merged hourglass force is minus the gradient of its energy, with uneven stiffness") {
  constexpr Real share = 0.03;  // alpha over E
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    for (const auto& gradient : gradients) {
      Twins twins(moved_body(rubber<NeoHookean>(), dimension, 2),
                  numerics(gradient, MergedHourglass{.alpha = share, .relaxation = 0}));
      SolidBody& body = twins.body;
      const ReferenceState reference = make_reference_state(body, {.gradient = gradient});
      Draw draw(3);
      std::vector<Real> alpha;
      for (Real& q : body.secant) {
        q = 0.6 + draw.number(0.4);
        alpha.push_back(share * rubber_young * q);
      }
      twins.each([](SolidBody& b, SolidSolver& s) { compute_forces(b, s); });  // takes the secant ratios that it finds
      const auto energy = [&] { return hourglass_energy(body, reference, alpha); };
      CHECK(gradient_error(body, twins.control(), energy) < 1e-7);
    }
  }
}

TEST_CASE("solid forces: every kind keeps both momenta, for every material and every hourglass control") {
  Materials::for_each([]<class Material>() {
    Hourglasses::for_each([]<class Hourglass>() {
      for (const int dimension : {2, 3}) {
        CAPTURE(Material::name);
        CAPTURE(Hourglass::name);
        CAPTURE(dimension);
        for (const auto& gradient : gradients) {
          SolidBody body = moved_body(rubber<Material>(), dimension, 4);
          SolidSolver solver(body, numerics(gradient, Hourglass{}));
          take_step(body, solver, 5);
          // P F^T of Hooke's law of small strain is not symmetric: it knows no angular momentum.
          if constexpr (!std::is_same_v<Material, LinearElastic>) check_momenta(body, ForceKind::internal);
          check_momenta(body, ForceKind::viscous);
          if constexpr (!std::is_same_v<Hourglass, NoHourglass>) check_momenta(body, ForceKind::hourglass);
        }
      }
    });
  });
}

TEST_CASE("solid forces: it does not matter where a body stands, nor how far it has gone") {
  const Vec3 far(300, -200, 500), way(-70, 40, 90);  // the spacing is 0.1 m
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    for (const auto& gradient : gradients) {
      SolidBody near = moved_body(rubber<NeoHookean>(), dimension, 8), gone = near;
      const Vec3 on = dimension == 2 ? Vec3(way[0], way[1], 0) : way;
      for (Index i = 0; i < gone.size(); ++i) {
        gone.X[i] += far;
        gone.u[i] += on;
        gone.x[i] = gone.X[i] + gone.u[i];
      }
      SolidSolver of_near(near, numerics(gradient)), of_gone(gone, numerics(gradient));
      take_step(near, of_near, 9);
      take_step(gone, of_gone, 9);
      for (const ForceKind kind : {ForceKind::internal, ForceKind::hourglass}) {
        Real worst = 0, largest = 0;
        for (Index i = 0; i < near.size(); ++i) {
          worst = std::max(worst, (gone.of(kind)[i] - near.of(kind)[i]).norm());
          largest = std::max(largest, near.of(kind)[i].norm());
        }
        REQUIRE(largest > 0);
        CHECK(worst < 1e-9 * largest);
        CHECK(of_gone.bond_count() == of_near.bond_count());
      }
    }
  }
}

TEST_CASE("solid forces: affine motion at any speed feels no hourglass control, from the first instant") {
  const auto check = [](const SolidNumerics& choice, int dimension) {
    Twins twins(sample_body(rubber<NeoHookean>(), {.dimension = dimension}), choice);
    Draw draw(6);
    const Mat3 rate = draw.matrix(dimension, 100);  // [1/s]
    Real largest = 0, scale = 0;
    for (int k = 0; k < 3; ++k) {
      twins.each([&](SolidBody& body, SolidSolver& solver) {
        for (Index i = 0; i < body.size(); ++i) body.v[i] = rate * body.X[i];
        if (k > 0) displace(body, [&](const Vec3& X) { return Vec3(dt * rate * X); });
        compute_forces(body, solver, k > 0 ? dt : 0);
      });
      for (const Vec3& f : twins.control()) largest = std::max(largest, f.norm());
      for (const Vec3& f : twins.plain.of(ForceKind::internal)) scale = std::max(scale, f.norm());
    }
    REQUIRE(scale > 0);
    CHECK(largest < 1e-9 * scale);
  };
  Hourglasses::for_each([&]<class Hourglass>() {
    CAPTURE(Hourglass::name);
    for (const int dimension : {2, 3}) {
      for (const auto& gradient : gradients) check(numerics(gradient, Hourglass{}), dimension);
    }
  });
}

TEST_CASE("solid forces: rigid spinning of a strained body is not braked by the merged control") {
  // Around a spinning particle the non-affine part of the motion turns; a drag on that would stop the spin.
  constexpr Real spin = 300;  // [rad/s]
  const auto size = [&](const SolidBody& body, const Gradients::Variant& gradient, Real relaxation) {
    Twins twins(body, numerics(gradient, MergedHourglass{.alpha = 0.1, .relaxation = relaxation}));
    twins.each([&](SolidBody& b, SolidSolver& solver) {
      solver.update_stress(0);
      for (Index i = 0; i < b.size(); ++i) b.v[i] = Vec3(0, 0, spin).cross(b.x[i]);
      compute_forces(b, solver);
    });
    Real sum = 0;
    for (const Vec3& f : twins.control()) sum += f.norm();
    return sum;
  };
  for (const int dimension : {2, 3}) {
    const SolidBody body = moved_body(rubber<NeoHookean>(), dimension, 7);
    for (const auto& gradient : gradients) {
      // The force is the same with and without viscosity.
      const Real elastic = size(body, gradient, 0);
      CHECK(std::abs(size(body, gradient, 50) - elastic) < 1e-9 * elastic);
    }
  }
}

TEST_CASE("solid forces: finite for motions from the smallest numbers to large strain") {
  // Ahead of a wave displacements fade out through 1e-160 m, where their squares leave the range of doubles.
  Hourglasses::for_each([]<class Hourglass>() {
    for (const int dimension : {2, 3}) {
      for (Real size = 1e-320; size < 1e-2; size *= 1e5) {
        SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension});
        SolidSolver solver(body, numerics(gradients[1], Hourglass{}));
        Draw draw(11);
        solver.update_stress(0);
        for (Vec3& v : body.v) v = draw.vector(dimension, size / dt);
        for (Index i = 0; i < body.size(); ++i) body.u[i] += dt * body.v[i];
        compute_forces(body, solver, dt);
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
        for (const auto& gradient : gradients) {
          Hourglass control{};
          control.relaxation = 1000;  // drowns the elastic part
          Twins twins(sample_body(rubber<NeoHookean>(), {.dimension = 3, .seed = seed}), numerics(gradient, control));
          twins.each([&](SolidBody& body, SolidSolver& solver) { take_step(body, solver, seed); });
          const SolidBody& body = twins.body;
          const std::vector<Vec3> force = twins.control();
          Real hourglass = 0, viscous = 0;
          for (Index i = 0; i < body.size(); ++i) {
            hourglass += force[i].dot(body.v[i]);
            viscous += body.of(ForceKind::viscous)[i].dot(body.v[i]);
          }
          CHECK(hourglass < 0);
          CHECK(viscous < 0);
        }
      }
    }
  });
}

}  // namespace talus
