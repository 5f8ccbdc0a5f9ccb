// A history column of a solid: a number that its particles, or its contact with another solid, have now.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/model.hpp"

namespace talus {

class SolidColumn {
 public:
  /// Binds the column `name` to its body. Throws CaseIssue for a region that selects nothing.
  SolidColumn(const std::string& name, const MeasuredColumn& spec, const Model& model);

  [[nodiscard]] Real value(const Model& model) const;
  /// True when the particles have to be asked for their contacts first (Simulation::mark_contacts).
  [[nodiscard]] bool needs_marks() const;

 private:
  [[nodiscard]] Vec3 of_pair(const Model& model) const;

  MeasuredColumn spec_;
  Index body_ = 0;
  std::vector<Index> particles_;       ///< the region, or all
  std::vector<std::size_t> contacts_;  ///< for a resultant of a pair of bodies
};

}  // namespace talus
