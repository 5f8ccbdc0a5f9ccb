#include "talus/boundary/traction.hpp"

namespace talus {

void TractionForce::apply(SolidBody& body, Real t) {
  Vec3 per_area = Vec3::Zero();
  for (int k = 0; k < body.dimension; ++k) per_area[k] = history[k](t);
  force = area * per_area;
  std::vector<Vec3>& out = body.open(ForceKind::load);
  for (std::size_t n = 0; n < particles.size(); ++n) out[particles[n]].noalias() += share[n] * per_area;
}

TractionForce Traction::resolve(const SolidBody& target) const {
  const FaceMesh mesh = faces(target);
  std::vector<Vec3> corners;
  mesh.place(target.X, corners);
  std::vector<Real> of_corner(corners.size(), 0);
  std::vector<Mat3> of_particle(target.X.size(), Mat3::Zero());
  TractionForce made;
  made.history = traction;
  for (const Facet& facet : mesh.facets) {
    const Real area = mesh.area(facet, corners).norm();
    made.area += area;
    for (int k = 0; k < mesh.corners_of_facet(); ++k) of_corner[facet.corners[k]] += area / mesh.corners_of_facet();
  }
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) {
      for (int k = 0; k < 3; ++k) of_particle[mesh.particle[e]].col(k) += mesh.part_of(e, of_corner[c] * Vec3::Unit(k));
    }
  }
  for (Index i = 0; i < target.size(); ++i) {
    if (of_particle[i].isZero(0)) continue;
    made.particles.push_back(i);
    made.share.push_back(of_particle[i]);
  }
  return made;
}

}  // namespace talus
