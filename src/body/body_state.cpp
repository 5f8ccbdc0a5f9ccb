#include "talus/body/body_state.hpp"

#include "talus/core/archive_checks.hpp"

namespace talus {

void state_of(Archive& a, SolidBody& body) {
  a.fixed("displacement", body.u);
  a.fixed("position", body.x);
  a.fixed("velocity", body.v);
  body.F.fixed(a, "deformation gradient");
  body.P.fixed(a, "stress");
  body.state.fixed(a, "material");
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
  a("rate", rows.rate);
  a("inertia", rows.inertia);
  a("ahead", rows.ahead);
  a("load", rows.load);
  if (!a.reads()) return;
  const std::size_t n = rows.position.size();
  expect(rows.rate.size() == n && rows.inertia.size() == n && rows.load.size() == n, "position");
  expect(rows.ahead.size() == (rows.keeps_ahead ? n : 0), "ahead");
}

/// As many of everything as there are grains, and spheres of clumps that belong to them. The particles of a solid as
/// spheres have rows alone.
static void check_sizes(const GrainBody& body, bool rows_alone) {
  const std::size_t n = body.grains.position.size(), whole = rows_alone ? 0 : n;
  expect(body.orientation.size() == whole && body.id.size() == whole && body.volume.size() == whole, "orientation");
  expect(body.left.empty() || body.left.size() == whole, "left");
  expect(body.origin.size() == whole, "origin");
  expect(body.rounds.size() == (body.goes_round() ? whole : 0), "rounds");
  if (!body.clumped) return;
  const ClumpState& clumps = body.clumps;
  const std::size_t spheres = clumps.spheres.position.size();
  expect(clumps.inertia.size() == n && clumps.angular_momentum.size() == n, "inertia");
  expect((n == 0 && spheres == 0) || are_rows(clumps.first, n, spheres), "first sphere");
  expect(clumps.owner.size() == spheres && are_below(clumps.owner, n), "owner");
  expect(clumps.arm.size() == spheres && body.sphere_id.size() == spheres, "arm");
}

void state_of(Archive& a, GrainBody& body) {
  // A file must not make grains of what has rows alone, nor the other way round.
  const bool rows_alone = body.orientation.empty() && !body.grains.position.empty();
  state_of(a, body.grains);
  a("orientation", body.orientation);
  a("id", body.id);
  a("volume", body.volume);
  a("left", body.left);
  if (body.clumped) {
    a("inertia", body.clumps.inertia);
    a("angular momentum", body.clumps.angular_momentum);
    a("first sphere", body.clumps.first);
    a("owner", body.clumps.owner);
    a("arm", body.clumps.arm);
    state_of(a, body.clumps.spheres);
    a("sphere id", body.sphere_id);
  }
  a("gravity", body.gravity);
  a("largest speed", body.max_speed);
  a("origin", body.origin);
  a("rounds", body.rounds);
  if (a.reads()) check_sizes(body, rows_alone);
}

void state_of(Archive& a, WallBody& wall) {
  a("travel", wall.state);
  a("pose", wall.pose);
  a("half rates", wall.half);
  a("rates", wall.full);
  a("half rates of the surface", wall.surface_half);
  a("rates of the surface", wall.surface_full);
  a("present", wall.present);
  a("force", wall.force);
  a("moment", wall.moment);
  a("normal force", wall.normal_force);
  a("moment of friction", wall.friction_moment);
}

}  // namespace talus
