// Material that has failed leaves the sums (tlsph 24).
//
// A bond to a failed particle, or past its place, gets the weight zero from both sides: the loops over bonds need no
// flag, F and the force go on using one operator, and so both momenta and the gradient of the energy stay exact.
// Where the new fit of a neighbour reads another F in the same places, the solver keeps a factor for it (tlsph 40).
// Neighbours fit their gradient to who is left, L_i = M_i^-1 of the remaining bonds; one whose remaining neighbours
// hardly support some direction has failed with them, since its L_i would make it stiffer than any step could follow.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// What one release takes out of a body.
struct ReleaseSums {
  Index particles = 0;       ///< that have failed
  Real energy = 0;           ///< stored before and not after [J]
  std::vector<Index> faces;  ///< particles that have lost bonds by it
};

class FailedParticles {
 public:
  /// Remembers how well every particle of the sound body is supported.
  FailedParticles(const SolidBody& body, const ReferenceState& reference);

  /// Cuts the bonds of all particles whose damage has reached one since the last call, and of those that they leave
  /// unsupported (their damage becomes one). The particles whose gradient or stress changes by that, sorted.
  std::vector<Index> cut(SolidBody& body, ReferenceState& reference);

  /// So far.
  [[nodiscard]] Index count() const { return count_; }

  /// For checkpoints, with what has been cut out of the reference.
  void state(Archive& a, ReferenceState& reference);

 private:
  static void cut_bonds(const SolidBody& body, Index i, ReferenceState& reference, std::vector<Index>& changed);

  std::vector<std::uint8_t> gone_;
  std::vector<Real> least_support_;  ///< smallest eigenvalue of M below which a particle is lost [-]
  Index count_ = 0;
};

}  // namespace talus
