// One measured column of history.csv: a number that the particles of a body, or the contact of two bodies, have now.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/model.hpp"

namespace talus {

class MeasuredSource {
 public:
  /// Binds the column `name` to the bodies. Throws CaseIssue for a region that selects nothing.
  MeasuredSource(const std::string& name, const MeasuredColumn& spec, const Model& model);

  [[nodiscard]] Real value(const Model& model) const;
  /// For the header; per metre of depth in two dimensions.
  [[nodiscard]] std::string unit() const;
  /// True when the particles have to be asked for their contacts first (Simulation::mark_contacts).
  [[nodiscard]] bool needs_marks() const;

 private:
  [[nodiscard]] Vec3 of_pair(const Model& model) const;

  MeasuredColumn spec_;
  int dimension_ = 2;
  Index body_ = 0;
  std::vector<Index> particles_;       ///< the region, or all
  std::vector<std::size_t> contacts_;  ///< for a resultant of a pair of bodies
};

}  // namespace talus
