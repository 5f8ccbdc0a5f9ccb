// The spheres of one body as contacts see them: rows, the grid to search in, and where each stood before.
#pragma once

#include <vector>

#include "talus/body/grain_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/numerics/level_grid.hpp"

namespace talus {

struct SphereSet {
  GrainBody& body;
  LevelGrid grid{};
  std::vector<Index> old_place{};  ///< of every sphere when pairs were last listed, -1: it is new
  Index listed = 0;                ///< spheres that there were then
  Real skin = 0;                   ///< pairs are listed this much beyond touching [m]
  /// {where they were then, how far a sphere that was alone may go, infinite once it has left, else 0} [m]
  std::vector<Row> listed_at{};
  std::vector<std::uint8_t> gone{};  ///< while pairs are listed: 1 for spheres that have left; empty: none has

  [[nodiscard]] SphereRows& rows() const { return body.spheres(); }

  /// Finds out whose spheres are gone.
  void note_gone() {
    gone.clear();
    for (Index s = 0; !body.left.empty() && s < rows().size(); ++s) gone.push_back(body.left[body.owner(s)]);
  }

  /// For checkpoints; the grid serves only while pairs are listed.
  void state(Archive& a) {
    a("listed", listed);
    a("skin", skin);
    a("listed at", listed_at);
  }
};

}  // namespace talus
