#include "talus/law/material/neo_hookean_j2.hpp"

namespace talus {

Response NeoHookeanJ2::full_step(const Mat3& F, MaterialState& state, Real dt, Real supplied) const {
  return failure && has_failed(state) ? nothing_left() : step<false>(F, state, dt, supplied);
}

}  // namespace talus
