// Which particles fit the displacement around them to second order, and with what (tlsph 15-19).
//
// Where neighbours are missing on one side, a linear fit reads the strain beside the particle and bending comes out too
// soft. There a weighted fit with the second-order monomials p = (X, x^2/2, ..., xy, ...) puts it right:
//   A_i = sum_j V_j w_ij p(X_ji) p(X_ji)^T, and a ridge on its second-order diagonal;  B_i = A_i^-1
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/core/types.hpp"
#include "talus/tlsph/gradient_catalog.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/second_order.hpp"

namespace talus {

struct SolidBody;
struct ReferenceState;

/// Of first and second order together: the size of a fit.
constexpr int fit_terms(int dimension) { return dimension + quadratic_terms(dimension); }

struct SurfaceFit {
  std::vector<Index> row;             ///< of each particle, mirrored ones too, in what fits carry, from 1; 0: linear
  std::vector<std::uint8_t> touched;  ///< 1: fitted to second order, or bonded to one that is
  /// B of each row, terms x terms, and one number more; row 0 is zero [1/m^2, 1/m^3, 1/m^4].
  std::vector<Real> inverse;
  std::vector<Real> ridge;            ///< of each particle; 0: its fit is linear [-]
  std::vector<Real> energy_weight;    ///< quadrature weight of the energy over the volume (tlsph 19) [-]
  /// sum_j V_i V_j w_ij q(X_ji) of each row, in the order of CurvatureRows; row 0 is zero [m^d]. A fit does not outlive
  /// any of its bonds.
  std::vector<NodeRow> moments;
  std::vector<Index> first_bond, bond;  ///< of particle i to others that fit so: bond[first_bond[i] … first_bond[i+1]-1]
  Index count = 0;                      ///< particles of the body that are fitted to second order
  Index rows = 0;                       ///< the same with mirrored ones

  /// Numbers of those bonds of particle i whose other end fitted to second order when the body was whole.
  [[nodiscard]] std::span<const Index> bonds_of(Index i) const {
    return {bond.data() + first_bond[i], bond.data() + first_bond[i + 1]};
  }
  [[nodiscard]] const Real* inverse_of(Index row_number, int dimension) const {
    return inverse.data() + static_cast<std::size_t>(row_number) * fit_terms(dimension) * fit_terms(dimension);
  }
};

/// Chooses the particles and inverts their moments; bonds and L must be there.
[[nodiscard]] SurfaceFit make_surface_fit(const SolidBody& body, const ReferenceState& reference,
                                          const Gradients::Variant& gradient, Index complete_count);

}  // namespace talus
