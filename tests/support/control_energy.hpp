// The energy of the merged zero-energy control (tlsph 5, 17), worked out without the solver.
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Columns X_ji, and their second-order monomials where the particle fits those.
inline Eigen::VectorXd monomials(const Vec3& X, bool second, int dimension) {
  std::vector<Real> p;
  for (int a = 0; a < dimension; ++a) p.push_back(X[a]);
  for (int a = 0; second && a < dimension; ++a) {
    for (int b = a; b < dimension; ++b) p.push_back(a == b ? X[a] * X[a] / 2 : X[a] * X[b]);
  }
  return Eigen::Map<Eigen::VectorXd>(p.data(), static_cast<Eigen::Index>(p.size()));
}

/// Whether the monomial q of that list is a product of two coordinates.
inline bool is_mixed(int q, int dimension) {
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
inline Real rest_of_fit(const SolidBody& body, const ReferenceState& reference, Index i) {
  const bool second = reference.surface.row[i] > 0;
  const int terms = second ? fit_terms(body.dimension) : body.dimension;
  const Real ridge = second ? reference.surface.ridge[i] : 0;
  Eigen::MatrixXd up = Eigen::MatrixXd::Zero(3, terms), pp = Eigen::MatrixXd::Zero(terms, terms);
  Real uu = 0;
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Real w = Real(weight) / body.V[i];
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
inline Real hourglass_energy(const SolidBody& body, const ReferenceState& reference, const std::vector<Real>& alpha) {
  Real energy = 0;
  for (Index i = 0; i < body.size(); ++i) energy += 0.5 * alpha[i] * body.V[i] * rest_of_fit(body, reference, i);
  return energy;
}

}  // namespace talus
