// Neighbours, kernel gradients and moments of the undeformed body: found once, used in every step.
#pragma once

#include <span>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/kernel/catalog.hpp"
#include "talus/numerics/packed_rows.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/mirror.hpp"
#include "talus/tlsph/surface_fit.hpp"

namespace talus {

/// One neighbour j of a particle i. The gradient follows from it, V_i V_j grad_i W_ij = weight * (X_j - X_i), so a bond
/// costs 8 bytes of memory traffic. The weight is the same from both ends, and rounded to float before anything is
/// computed from it (L, moments), so conservation and affine exactness hold to double precision; only the kernel's
/// shape changes by 6e-8.
struct Bond {
  Index neighbour;
  float weight;  ///< -V_i V_j W'(r)/r = V_i V_j w_ij [m^(d-2)]

  /// Asks for what a loop over all bonds comes to some particles later; beyond the last of them there is nothing to
  /// wait for.
  [[gnu::always_inline]] void call_later_ones() const {
    constexpr Index ahead = 768;  // bonds
    prefetch_stream(this, ahead);
  }
};

struct ReferenceState {
  std::vector<Index> first;  ///< bonds of particle i are first[i] … first[i+1]-1, sorted by neighbour
  std::vector<Bond> bond;
  std::vector<float> kernel;    ///< V_i V_j W(r) of each bond, where it is asked for: else empty [m^d]
  PackedRows<Mat3> L;           ///< gradient correction (tlsph 1), inverse of M on its range [-]
  std::vector<NodeRow> around;  ///< sum_j V_i V_j w_ij X_ji [m^(d-1)], and of the weights alone [m^(d-2)]
  Mirror mirror;                ///< neighbours beyond symmetry planes, numbered from the body's size
  SurfaceFit surface;           ///< particles that fit to second order
  Index regularised = 0;        ///< particles whose neighbours do not span space
  Real smoothing_length = 0;    ///< h [m]

  [[nodiscard]] std::span<const Bond> bonds_of(Index i) const {
    return {bond.data() + first[i], bond.data() + first[i + 1]};
  }
  /// Calls add(sum, j, weight) for all bonds of particle i and returns the sum. Every other bond goes into a second
  /// sum: in one, each would wait for the one before.
  template <class Sum, class Add>
  [[gnu::always_inline]] [[nodiscard]] inline Sum sum_bonds(Index i, Add&& add) const {
    Sum sum, other;
    prefetch_later(&first[i], 64);
    const Bond *b = bond.data() + first[i], *const end = bond.data() + first[i + 1];
    for (; b + 1 < end; b += 2) {
      b->call_later_ones();
      add(sum, b[0].neighbour, b[0].weight);
      add(other, b[1].neighbour, b[1].weight);
    }
    if (b < end) add(sum, b->neighbour, b->weight);
    sum += other;
    return sum;
  }
  /// Frees what only loops over bonds read.
  void forget_bonds();
  /// Whether particles i and j of the body hold together.
  [[nodiscard]] bool are_bonded(Index i, Index j) const;
  /// Particles of the body and mirrored ones.
  [[nodiscard]] Index size() const { return mirror.own + mirror.size(); }
};

/// What decides neighbours and fits, beside the particles.
struct ReferenceChoices {
  Kernels::Variant kernel{};
  Real smoothing = 0;  ///< h/dx; 0: the kernel's own [-]
  Gradients::Variant gradient{};
  std::vector<SymmetryPlane> symmetry{};
  std::vector<Real> widening{};  ///< of h by particle; a bond has the mean of its two [-]; empty: 1
  bool kernel_of_bonds = false;  ///< is kept
};

/// Finds all bonds within the kernel's support of h = smoothing * spacing. Throws CaseError for misplaced planes.
[[nodiscard]] ReferenceState make_reference_state(const SolidBody& body, const ReferenceChoices& choices);

/// M of (tlsph 1) from the bonds as they are [-].
[[nodiscard]] Mat3 moments_of(const SolidBody& body, const ReferenceState& reference, Index i);
/// Of ReferenceState::around, from the bonds as they are.
[[nodiscard]] NodeRow around_of(const SolidBody& body, const ReferenceState& reference, Index i);
/// L of (tlsph 1) from the bonds as they are [-]; `regularised` becomes true where they do not span space.
[[nodiscard]] Mat3 correction_of(const SolidBody& body, const ReferenceState& reference, Index i,
                                 bool* regularised = nullptr);

/// The kernel's own h/dx for this dimension.
[[nodiscard]] Real default_smoothing(const Kernels::Variant& kernel, int dimension);

}  // namespace talus
