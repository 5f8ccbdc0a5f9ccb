#include "talus/boundary/pressure.hpp"

namespace talus {

void PressureForce::apply(SolidBody& body, Real t) {
  const Real p = history(t);
  mesh.place(body.x, corners_);
  load_.assign(corners_.size(), Vec3::Zero());
  force.setZero();
  for (const Facet& facet : mesh.facets) {
    const auto shares = mesh.shares(facet, corners_);
    for (int k = 0; k < mesh.corners_of_facet(); ++k) load_[facet.corners[k]] -= p * shares[k];
  }
  std::vector<Vec3>& out = body.open(ForceKind::load);
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    force += load_[c];
    for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) out[mesh.particle[e]] += mesh.part_of(e, load_[c]);
  }
}

PressureForce Pressure::resolve(const SolidBody& target) const {
  PressureForce made;
  made.mesh = faces(target);
  made.history = pressure;
  return made;
}

}  // namespace talus
