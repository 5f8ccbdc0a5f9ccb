// Walls as surfaces of a frame. What has no end is drawn as far as the scene reaches: grains, solids, bounded walls,
// the domain, and places where grains will come.
#pragma once

#include <vector>

#include "talus/output/vtk_surface.hpp"
#include "talus/sim/model.hpp"

namespace talus {

class WallPictures {
 public:
  explicit WallPictures(const Model& model);

  /// Finds the scene as it is now; before the frames of one time.
  void look_at(const Model& model);

  /// Point data velocity, and surface_velocity where the surface runs along itself besides [m/s]; field data force [N;
  /// N/m in 2-D], which grains exert, and moment [N m; N] of it about the wall's turning centre. A wall that has been removed has no cells. Refers to this object, until the next call.
  [[nodiscard]] SurfaceFrame frame(const WallBody& wall, Index number, Real time);

 private:
  [[nodiscard]] std::vector<Vec3> corners_of(const WallSurface& surface, const BoundingBox& clip) const;
  [[nodiscard]] BoundingBox clip_of(const WallPose& pose) const;
  [[nodiscard]] Vec3 surface_velocity(const WallBody& wall, Index corner) const;

  int dimension_;
  std::vector<std::vector<Vec3>> bounded_;  ///< by wall: corners in the wall's frame; empty: it has no end [m]
  BoundingBox scene_;
  std::vector<Vec3> corners_;  ///< of the last frame, in space [m]
};

}  // namespace talus
