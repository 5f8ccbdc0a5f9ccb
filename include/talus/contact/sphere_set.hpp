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
  std::vector<Row> listed_at{};    ///< {where they were then, how far a sphere that was alone may go, else 0} [m]

  [[nodiscard]] SphereRows& rows() const { return body.spheres(); }

  /// For checkpoints; the grid serves only while pairs are listed.
  void state(Archive& a) {
    a("listed", listed);
    a("skin", skin);
    a("listed at", listed_at);
  }
};

}  // namespace talus
