// Forces of solids over every material and every hourglass control: gradients of an energy, both momenta, affine
// motion.
#include <doctest/doctest.h>

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

/// Columns X_ji, and their second-order monomials where the particle fits those.
Eigen::VectorXd monomials(const Vec3& X, bool second, int dimension) {
  std::vector<Real> p;
  for (int a = 0; a < dimension; ++a) p.push_back(X[a]);
  for (int a = 0; second && a < dimension; ++a) {
    for (int b = a; b < dimension; ++b) p.push_back(a == b ? X[a] * X[a] / 2 : X[a] * X[b]);
  }
  return Eigen::Map<Eigen::VectorXd>(p.data(), static_cast<Eigen::Index>(p.size()));
}

/// Whether the monomial q of that list is a product of two coordinates.
bool is_mixed(int q, int dimension) {
  int at = dimension;
  for (int a = 0; a < dimension; ++a) {
    for (int b = a; b < dimension; ++b, ++at) {
      if (at == q) return a != b;
    }
  }
  return false;
}

/// Independent of the solver: the smallest value of sum_j V_j w |u_ji - C p|^2 + ridge a sum_q (1 or 2) |C_q|^2 over C,
/// a the mean of the second-order moments as a frame-free norm takes it.
Real rest_of_fit(const SolidBody& body, const ReferenceState& reference, Index i) {
  const bool second = reference.surface.row[i] > 0;
  const int terms = second ? fit_terms(body.dimension) : body.dimension;
  const Real ridge = second ? reference.surface.ridge[i] : 0;
  Eigen::MatrixXd up = Eigen::MatrixXd::Zero(3, terms), pp = Eigen::MatrixXd::Zero(terms, terms);
  Real uu = 0;
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const Real w = body.V[j] * Real(weight);
    const Vec3 u = body.u[j] - body.u[i];
    const Eigen::VectorXd p = monomials(body.X[j] - body.X[i], second, body.dimension);
    up += w * u * p.transpose();
    pp += w * p * p.transpose();
    uu += w * u.squaredNorm();
  }
  const auto times = [&](int q) { return is_mixed(q, body.dimension) ? 2 : 1; };
  Real mean = 0;
  for (int q = body.dimension; q < terms; ++q) mean += pp(q, q) / times(q) / (terms - body.dimension);
  for (int q = body.dimension; q < terms; ++q) pp(q, q) += ridge * mean * times(q);
  return uu - pp.ldlt().solve(up.transpose()).cwiseProduct(up.transpose()).sum();
}

/// 1/2 sum alpha_i V_i of it.
Real hourglass_energy(const SolidBody& body, const ReferenceState& reference, const std::vector<Real>& alpha) {
  Real energy = 0;
  for (Index i = 0; i < body.size(); ++i) energy += 0.5 * alpha[i] * body.V[i] * rest_of_fit(body, reference, i);
  return energy;
}

}  // namespace

TEST_CASE("solid forces: the internal force is minus the gradient of the stored energy, for every material") {
  Materials::for_each([]<class Material>() {
    for (const int dimension : {2, 3}) {
      CAPTURE(Material::name);
      CAPTURE(dimension);
      for (const auto& gradient : gradients) {
        SolidBody body = moved_body(rubber<Material>(), dimension, 1);
        SolidSolver solver(body, numerics(gradient));
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
      SolidBody body = moved_body(rubber<NeoHookean>(), dimension, 2);
      SolidSolver solver(body, numerics(gradient, MergedHourglass{.alpha = share, .relaxation = 0}));
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

TEST_CASE("solid forces: affine motion at any speed feels no hourglass control, from the first instant") {
  const auto check = [](const SolidNumerics& choice, int dimension) {
    SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension});
    SolidSolver solver(body, choice);
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
  const auto size = [&](SolidBody body, const Gradients::Variant& gradient, Real relaxation) {
    SolidSolver solver(body, numerics(gradient, MergedHourglass{.alpha = 0.1, .relaxation = relaxation}));
    solver.update_stress(0);
    for (Index i = 0; i < body.size(); ++i) body.v[i] = Vec3(0, 0, spin).cross(body.x[i]);
    solver.update_stress(0);
    solver.compute_forces();
    Real sum = 0;
    for (Index i = 0; i < body.size(); ++i) sum += body.of(ForceKind::hourglass)[i].norm();
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
        for (const auto& gradient : gradients) {
          SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 3, .seed = seed});
          Hourglass control{};
          control.relaxation = 1000;  // drowns the elastic part
          SolidSolver solver(body, numerics(gradient, control));
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
    }
  });
}

}  // namespace talus
