// A body of grains as points of a frame: one per sphere, so that glyphs of `radius` show the shape of clumps too.
#pragma once

#include <vector>

#include "talus/body/grain_body.hpp"
#include "talus/output/vtk_particles.hpp"

namespace talus {

class GrainFrame {
 public:
  /// `body` must live until the frame is written.
  GrainFrame(const GrainBody& body, Real time);

  /// velocity [m/s], displacement [m], angular_velocity [1/s], radius [m], orientation (quaternion w x y z, body to
  /// space), contact_force [N; N/m in 2-D], coordination, mass [kg; kg/m], id. Position and radius are those of the
  /// sphere, all else belongs to the grain: a clump repeats it with each of its spheres, and has `centre` [m] besides.
  [[nodiscard]] ParticleFrame frame() const;

 private:
  const GrainBody& body_;
  Real time_;
  std::vector<Vec3> positions_;
};

}  // namespace talus
