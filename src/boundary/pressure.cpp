#include "talus/boundary/pressure.hpp"

namespace talus {

void PressureForce::apply(SolidBody& body, Real t) {
  history.take(places, t);
  mesh.place(body.x, corners_);
  load_.assign(corners_.size(), Vec3::Zero());
  for (const Facet& facet : mesh.facets) {
    const auto shares = mesh.shares(facet, corners_);
    for (int k = 0; k < facet.corner_count; ++k) {
      const Real p = history.is_uniform() ? history[0] : mesh.mean_at(facet, k, [&](Index c) { return history[c]; });
      load_[facet.corners[k]] -= p * shares[k];
    }
  }
  force = mesh.hand_over(load_, body.open(ForceKind::load));
}

PressureForce Pressure::resolve(const SolidBody& target) const {
  PressureForce made;
  made.mesh = faces(target);
  made.history = pressure;
  made.mesh.place(target.X, made.places);
  return made;
}

}  // namespace talus
