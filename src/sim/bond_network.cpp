#include "talus/sim/bond_network.hpp"

namespace talus {

BondNetwork::BondNetwork(const GrainSystem& grains) {
  Index numbered = 0;  // bonds of the pairs of bodies before
  for (const auto& contact : grains.contacts) {
    const auto bonds = contact->bonds();
    if (!bonds) continue;
    const auto& id_a = grains.bodies[grains.body_index(contact->a())].id;
    const auto& id_b = grains.bodies[grains.body_index(contact->b())].id;
    contact->for_each_line([&](const GrainContactLine& line) {
      lines_.push_back({line.from, line.to});
      normal_.push_back(line.normal_force);
      shear_.push_back(line.tangential_force);
      moment_.push_back(line.rolling_torque + line.twisting_torque);
      stress_ratio_.push_back(line.stress_ratio);
      id_.push_back(numbered + line.bond);
      grains_.push_back(static_cast<Real>(id_a[line.i]));
      grains_.push_back(static_cast<Real>(id_b[line.j]));
    });
    numbered += bonds->all;
  }
}

ContactFrame BondNetwork::frame(Real time) const {
  return {time,
          lines_,
          {stored_field("normal_force", normal_), stored_field("shear_force", shear_), stored_field("moment", moment_),
           stored_field("stress_ratio", stress_ratio_), stored_field("id", id_), flat_field("grains", 2, grains_)}};
}

}  // namespace talus
