#include "talus/body/solid_body.hpp"

namespace talus {

void SolidBody::reset_state(Real density) {
  const std::size_t n = X.size();
  m.resize(n);
  for (std::size_t i = 0; i < n; ++i) m[i] = density * V[i];
  u.assign(n, Vec3::Zero());
  x = X;
  v.assign(n, Vec3::Zero());
  F.assign(n, Mat3::Identity());
  P.assign(n, Mat3::Zero());
  state.assign(n, MaterialState{});
  energy_density.clear();
  yield_stress.clear();
  secant.assign(n, 1);
  for (auto& kind : force) kind.assign(n, Vec3::Zero());
  acts.fill(false);
  total_force.assign(n, Vec3::Zero());
  stick.assign(n, 0);
  penetration.assign(n, 0);
  contact_pressure.assign(n, 0);
  contact_normal.assign(n, Vec3::Zero());
}

}  // namespace talus
