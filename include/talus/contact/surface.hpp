// The evaluation points of a body: where it looks at the field of another one.
#pragma once

#include "talus/body/solid_body.hpp"

#include <vector>

namespace talus {

/// A point sits on a surface particle. Where either body is curved, one of a smooth surface has several, between it and
/// the next ones: a body would be a polygon otherwise, and roll like one (contact 24). Such a point is a fixed
/// combination of particles that keeps linear fields, so it moves with the body and hands its force on with its moment.
struct Surface {
  std::vector<Index> particle;       ///< the particle that a point belongs to; ascending
  std::vector<Real> area;            ///< its share of the particle's cross-section [m^2; m in 2-D]
  std::vector<Index> anchor_first;   ///< anchors of point s: entries [anchor_first[s], anchor_first[s + 1])
  std::vector<Index> anchor;
  std::vector<Real> anchor_weight;   ///< adding up to one [-]
  std::vector<Index> first;          ///< neighbours of point s in the reference state: [first[s], first[s + 1])
  std::vector<Index> neighbour;
  std::vector<Real> weight;          ///< V_k W(|X_s - X_k|) [-]

  [[nodiscard]] Index size() const { return static_cast<Index>(particle.size()); }
  /// Where point s is now [m].
  [[nodiscard]] Vec3 place(Index s, const std::vector<Vec3>& x) const {
    const Index only = anchor_first[s];
    if (anchor_first[s + 1] == only + 1) return x[anchor[only]];
    Vec3 sum = Vec3::Zero();
    for (Index e = only; e < anchor_first[s + 1]; ++e) sum += anchor_weight[e] * x[anchor[e]];
    return sum;
  }
};

/// Particles whose own reference colour shows a free surface. `h` [m] is the smoothing length of the body's own field;
/// `refine`: with several points for every particle of a smooth surface.
[[nodiscard]] Surface find_surface(const SolidBody& body, Real h, bool refine);

}  // namespace talus
