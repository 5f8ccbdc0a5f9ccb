// One measured column of history.csv: of a solid, of a body of grains, of a wall, or of a pair of them.
#pragma once

#include <string>
#include <variant>

#include "talus/sim/grain_column.hpp"
#include "talus/sim/solid_column.hpp"
#include "talus/sim/wall_column.hpp"

namespace talus {

class MeasuredSource {
 public:
  /// Binds the column `name` to the bodies. Throws CaseIssue for a region that selects nothing.
  MeasuredSource(const std::string& name, const MeasuredColumn& spec, const Model& model);

  [[nodiscard]] Real value(const Model& model) const;
  /// For the header; per metre of depth in two dimensions.
  [[nodiscard]] const std::string& unit() const { return unit_; }
  /// True when the particles have to be asked for their contacts first (Simulation::mark_contacts).
  [[nodiscard]] bool needs_marks() const;

 private:
  std::variant<SolidColumn, GrainColumn, WallColumn> column_;
  std::string unit_;
};

}  // namespace talus
