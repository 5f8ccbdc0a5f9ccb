#include "talus/boundary/traction.hpp"

namespace talus {

void TractionForce::apply(SolidBody& body, Real t) {
  history.take(corners, t);
  std::vector<Vec3>& out = body.open(ForceKind::load);
  if (!history.is_uniform()) return apply_field(out);
  const Vec3 per_area = history[0];
  force = area * per_area;
  for (std::size_t n = 0; n < particles.size(); ++n) out[particles[n]].noalias() += share[n] * per_area;
}

void TractionForce::apply_field(std::vector<Vec3>& out) {
  load_.assign(corners.size(), Vec3::Zero());
  for (const Facet& facet : mesh.facets) {
    const Real part = mesh.area(facet, corners).norm() / facet.corner_count;
    for (int k = 0; k < facet.corner_count; ++k) {
      load_[facet.corners[k]] += part * mesh.mean_at(facet, k, [&](Index c) { return history[c]; });
    }
  }
  force = mesh.hand_over(load_, out);
}

TractionForce Traction::resolve(const SolidBody& target) const {
  const FaceMesh mesh = faces(target);
  std::vector<Vec3> corners;
  mesh.place(target.X, corners);
  std::vector<Real> of_corner(corners.size(), 0);
  std::vector<Mat3> of_particle(target.X.size(), Mat3::Zero());
  TractionForce made;
  made.history = VectorSample(traction, target.dimension);
  for (const Facet& facet : mesh.facets) {
    const Real area = mesh.area(facet, corners).norm();
    made.area += area;
    for (const Index c : facet.own_corners()) of_corner[c] += area / facet.corner_count;
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
  if (!made.history.is_uniform()) {
    made.mesh = mesh;
    made.corners = corners;
  }
  return made;
}

}  // namespace talus
