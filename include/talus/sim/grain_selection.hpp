// Which grains of a body a history column means. Rows are sorted anew during a run, so grains are remembered by their
// numbers, and a box is a region in space: who is in it is asked at every row of the history.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/sim/case_issue.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {

class GrainSelection {
 public:
  /// `where` is that of column `name`. Throws CaseIssue for grains that are not there and never will be.
  GrainSelection(const std::string& name, const std::optional<Selection>& where, const GrainSystem& grains, Index body);

  /// Rows of the body, in rising order.
  [[nodiscard]] std::vector<Index> rows(const GrainSystem& grains) const;

 private:
  Index body_ = 0;
  std::optional<BoxRegion> box_;
  std::optional<std::vector<std::int64_t>> ids_;  ///< sorted
};

}  // namespace talus
