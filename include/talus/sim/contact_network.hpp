// All contacts of one time as lines of a frame: those of solids and those of grains in one list.
#pragma once

#include <array>
#include <vector>

#include "talus/output/vtk_contacts.hpp"
#include "talus/sim/model.hpp"

namespace talus {

class ContactNetwork {
 public:
  explicit ContactNetwork(const Model& model);

  /// normal_force, tangential_force [N] on what the line starts from, overlap [m], stick (1 slips, 2 sticks). Where
  /// there are grains also rolling_torque, twisting_torque [N m], loss since the contact began [J], and grains: the two
  /// numbers of the array id of their frames, -1 at a wall and of a solid. Refers to this object.
  [[nodiscard]] ContactFrame frame(Real time) const;

 private:
  void add_solids(const Model& model);
  void add_grains(const GrainSystem& grains);
  void add_walls_of_solids(const Model& model);
  void add(const GrainContactLine& line, Real id_i, Real id_j);

  bool has_grains_;
  std::vector<std::array<Vec3, 2>> lines_;
  std::vector<Vec3> normal_, tangential_, rolling_, twisting_;
  std::vector<Real> overlap_, loss_;
  std::vector<int> stick_;
  std::vector<Real> ids_;  ///< two for each line
};

}  // namespace talus
