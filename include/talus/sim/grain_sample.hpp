// Grains of a run as the tools of the bulk see them.
#pragma once

#include "talus/diagnostics/bulk/bulk_sample.hpp"
#include "talus/sim/grain_names.hpp"
#include "talus/sim/grain_system.hpp"

#include <vector>

namespace talus {

/// Bodies of grains, by their places in GrainSystem::bodies.
class GrainChoice {
 public:
  /// All names are of bodies of grains.
  GrainChoice(const GrainNames& of, const GrainSystem& grains);

  /// As things stand. A clump is one grain: a ball of equal volume about its centroid. A contact with a body that is
  /// not chosen is one with a wall. Without `contacts` there are none, and grains do not know theirs.
  [[nodiscard]] BulkSample sample(const GrainSystem& grains, bool contacts) const;

  friend bool operator==(const GrainChoice&, const GrainChoice&) = default;

 private:
  std::vector<Index> bodies_;  ///< rising
};

}  // namespace talus
