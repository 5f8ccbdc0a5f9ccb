#include "talus/body/body_state.hpp"

namespace talus {

void state_of(Archive& a, SolidBody& body) {
  a.fixed("displacement", body.u);
  a.fixed("position", body.x);
  a.fixed("velocity", body.v);
  a.fixed("deformation gradient", body.F);
  a.fixed("stress", body.P);
  a.fixed("material", body.state);
  a.fixed("energy density", body.energy_density);
  a.fixed("yield stress", body.yield_stress);
  a.fixed("secant", body.secant);
  a("acts", body.acts);
  for (std::size_t kind = 0; kind < force_kind_count; ++kind) {
    if (body.acts[kind]) a.fixed("force", body.force[kind]);
  }
  a.fixed("total force", body.total_force);
  a("largest speed", body.max_speed);
}

static void state_of(Archive& a, SphereRows& rows) {
  a("position", rows.position);
  a("half velocity", rows.half_velocity);
  a("half spin", rows.half_spin);
  a("velocity", rows.velocity);
  a("spin", rows.spin);
  a("force", rows.force);
  a("torque", rows.torque);
}

void state_of(Archive& a, GrainBody& body) {
  state_of(a, body.grains);
  a("orientation", body.orientation);
  a("id", body.id);
  a("volume", body.volume);
  if (body.clumped) {
    a("inertia", body.clumps.inertia);
    a("angular momentum", body.clumps.angular_momentum);
    a("first sphere", body.clumps.first);
    a("owner", body.clumps.owner);
    a("arm", body.clumps.arm);
    state_of(a, body.clumps.spheres);
    a("sphere id", body.sphere_id);
  }
  a("weight", body.weight);
  a("largest speed", body.max_speed);
}

void state_of(Archive& a, WallBody& wall) {
  a("travel", wall.state);
  a("pose", wall.pose);
  a("half rates", wall.half);
  a("rates", wall.full);
  a("present", wall.present);
  a("force", wall.force);
  a("moment", wall.moment);
  a("normal force", wall.normal_force);
}

}  // namespace talus
