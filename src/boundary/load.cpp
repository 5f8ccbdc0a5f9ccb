#include "talus/boundary/load.hpp"

namespace talus {

void LoadForce::apply(SolidBody& body, Real t) {
  for (int k = 0; k < body.dimension; ++k) force[k] = history[k](t);
  std::vector<Vec3>& out = body.open(ForceKind::load);
  for (const Index i : particles) out[i] += body.m[i] / mass * force;
}

LoadForce Load::resolve(const SolidBody& target) const {
  LoadForce load;
  load.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn);
  for (const Index i : load.particles) load.mass += target.m[i];
  load.history = force;
  return load;
}

}  // namespace talus
