// A history column of a body of grains: every grain has a value, and a statistic makes one number of them (sim 6).
#pragma once

#include <string>

#include "talus/sim/grain_selection.hpp"
#include "talus/sim/model.hpp"

namespace talus {

class GrainColumn {
 public:
  /// Binds the column `name` to its body. Throws CaseIssue for grains that are not there.
  GrainColumn(const std::string& name, const MeasuredColumn& spec, const Model& model);

  /// Of no grains at all, sums and counts are zero and everything else is not a number.
  [[nodiscard]] Real value(const Model& model) const;

 private:
  MeasuredColumn spec_;
  Index body_ = 0;
  GrainSelection selection_;
};

}  // namespace talus
