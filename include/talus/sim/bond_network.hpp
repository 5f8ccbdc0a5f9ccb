// All bonds that hold at one time as lines of a frame.
#pragma once

#include <array>
#include <vector>

#include "talus/output/vtk_contacts.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {

class BondNetwork {
 public:
  explicit BondNetwork(const GrainSystem& grains);

  /// normal_force, shear_force [N] and moment in the middle [N m] on the grain that the line starts from, stress_ratio
  /// (to the strength, breaks at 1), id of the bond, and grains: the two numbers of the array id of their frames.
  /// Refers to this object.
  [[nodiscard]] ContactFrame frame(Real time) const;

 private:
  std::vector<std::array<Vec3, 2>> lines_;
  std::vector<Vec3> normal_, shear_, moment_;
  std::vector<Real> stress_ratio_;
  std::vector<int> id_;
  std::vector<Real> grains_;  ///< two for each line
};

}  // namespace talus
