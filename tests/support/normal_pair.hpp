// Two bodies on a line that meet at one contact, by velocity Verlet: enough to test a normal law of grains.
#pragma once

#include <algorithm>

#include "talus/law/contact/contact_span.hpp"

namespace talus {

struct Impact {
  Real speed = 1;     ///< closing speed before they meet [m/s]
  Real mass_a = 1;    ///< [kg]
  Real mass_b = 1;    ///< [kg]
  Real radius = 0.5;  ///< of both [m]
  Real dt = 0;        ///< [s]
  Real phase = 0.3;   ///< part of a step that passes before they touch [-]
  Real patience = 0;  ///< how long to wait for them to part [s]

  [[nodiscard]] Real reduced_mass() const { return mass_a * mass_b / (mass_a + mass_b); }
  [[nodiscard]] Real energy() const { return Real(0.5) * reduced_mass() * speed * speed; }
};

struct Rebound {
  bool parted = false;
  Real restitution = 0;      ///< 0 while together [-]
  Real depth = 0;            ///< largest overlap [m]
  Real largest_force = 0;    ///< [N]
  Real strongest_pull = 0;   ///< [N]
  Real forceless_after = 0;  ///< from touching until the force first vanishes [s]
  Real parted_after = 0;     ///< from touching until delta = 0 [s]
  Real plastic_loss = 0;     ///< [J]
  Real adhesive_loss = 0;    ///< [J]
  Real viscous_loss = 0;     ///< [J]
  Real least_viscous = 0;    ///< smallest viscous power [W]
};

/// The velocity that the law sees is extrapolated to the full step, v + dt a/2: a half-step one would leave an error in
/// proportion to the step.
template <class Law>
Rebound collide(const Law& law, const Impact& impact) {
  typename Law::History history;
  Rebound seen;
  ContactPoint point{.length = impact.radius,
                     .reduced_radius = impact.radius / 2,
                     .reduced_mass = impact.reduced_mass(),
                     .dt = impact.dt};
  Real xa = 0, va = impact.speed * impact.mass_b / (impact.mass_a + impact.mass_b);
  Real xb = 2 * impact.radius + impact.phase * impact.speed * impact.dt, vb = va - impact.speed;
  const Real rest = xb;
  xb = 0;  // from `rest`, to keep the overlap free of cancellation
  Real force = 0, before = 0, power = 0, ahead = 0, t = 0;
  for (bool met = false; t < impact.patience; t += impact.dt) {
    const Real older = before, old_overlap = point.overlap;
    before = force;
    va -= impact.dt / 2 * force / impact.mass_a;
    vb += impact.dt / 2 * force / impact.mass_b;
    xa += impact.dt * va;
    xb += impact.dt * vb;
    point.overlap_before = std::max(Real(0), point.overlap);
    point.overlap = xa - xb - (rest - 2 * impact.radius);
    point.closing = va - vb - impact.dt / 2 * force / impact.reduced_mass();
    ahead = set_span(point, ahead);
    const NormalAnswer answer = law.evaluate(history, point);
    force = answer.force;
    va -= impact.dt / 2 * force / impact.mass_a;
    vb += impact.dt / 2 * force / impact.mass_b;

    seen.depth = std::max(seen.depth, point.overlap);
    seen.largest_force = std::max(seen.largest_force, force);
    seen.strongest_pull = std::max(seen.strongest_pull, -force);
    seen.plastic_loss += answer.plastic_loss;
    seen.adhesive_loss += answer.adhesive_loss;
    seen.viscous_loss += impact.dt / 2 * (power + answer.viscous_power);
    seen.least_viscous = std::min(seen.least_viscous, answer.viscous_power);
    power = answer.viscous_power;
    const Real touched = impact.phase * impact.dt;
    // A line through the last two pushes, since the force may stay at zero from then on.
    if (seen.forceless_after == 0 && before > 0 && force <= 0) {
      seen.forceless_after = t + impact.dt * before / (older - before) - touched;
    }
    met = met || point.overlap > 0;
    if (met && point.overlap <= 0) {
      seen.parted = true;
      seen.restitution = (vb - va) / impact.speed;
      seen.parted_after = t + impact.dt * old_overlap / (old_overlap - point.overlap) - touched;
      break;
    }
  }
  return seen;
}

}  // namespace talus
