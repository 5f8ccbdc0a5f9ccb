#include "talus/boundary/load.hpp"

#include "talus/geometry/refuse.hpp"

namespace talus {

void LoadForce::apply(SolidBody& body, Real t) {
  history.take(places, t);
  force.setZero();
  std::vector<Vec3>& out = body.open(ForceKind::load);
  for (std::size_t n = 0; n < particles.size(); ++n) {
    const Vec3 f = share[n] * history[n];
    out[particles[n]] += f;
    force += f;
  }
  if (history.is_uniform()) force = whole * history[0];
}

Contradiction Load::contradiction() const {
  if (force.has_value() != per_volume.has_value()) return {};
  return {force ? "per_volume" : "", force ? "and \"force\" both say how large the load is: give one of them"
                                           : "how large is the load? Give \"force\" or \"per_volume\""};
}

LoadForce Load::resolve(const SolidBody& target) const {
  if (const auto [key, sentence] = contradiction(); !sentence.empty()) refuse(key, key.empty() ? "" : " ", sentence);
  LoadForce load;
  load.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn);
  Real mass = 0;
  for (const Index i : load.particles) mass += target.m[i];
  for (const Index i : load.particles) {
    load.share.push_back(per_volume ? target.V[i] : target.m[i] / mass);
    if (per_volume) load.whole += target.V[i];
    load.places.push_back(target.X[i]);
  }
  if (!per_volume) load.whole = 1;
  load.history = VectorSample(per_volume ? *per_volume : *force, target.dimension);
  return load;
}

}  // namespace talus
