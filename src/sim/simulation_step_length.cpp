// How long a step of a run is: what bodies, contacts and boundaries allow, and what eases it.
#include <algorithm>
#include <cmath>

#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// After a step that adds more than this share of all energies to the state ledger the next one is shorter.
constexpr Real largest_defect = 2e-5;

}  // namespace

Real Simulation::stable_step() {
  Real limit = infinity;
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    const Real dt = model_.solvers[b]->stable_step(smallest_stretch_[b]);
    if (dt < limit) step_limit_ = "waves in body \"" + model_.bodies[b].name + "\"";
    limit = std::min(limit, dt);
  }
  // That of grains is a bound of the square of a frequency itself.
  const Real stiffness = contact_.stiffness + Real(0.5) * grain_contact_.particle_frequency2;
  if (stiffness > 0) {
    const Real contact_limit2 = 2 / stiffness;
    if (contact_limit2 < limit * limit) step_limit_ = "contact stiffness";
    limit = 1 / std::sqrt(1 / (limit * limit) + 1 / contact_limit2);
  }
  const auto take = [&](const ActiveBoundary& b, const char* what) {
    // A damper acts with the velocity of half a step ago, which costs the waves some of their own limit.
    const Real alone = b.time_limit(model_.bodies[b.body()]);
    const Real ratio = limit / (2 * alone);
    if (ratio > 1) step_limit_ = what + (" of body \"" + model_.bodies[b.body()].name + "\"");
    limit *= std::sqrt(1 + ratio * ratio) - ratio;
  };
  for (const ActiveBoundary& b : model_.boundaries) take(b, "a boundary");
  if (stage_damping_) take(*stage_damping_, "the damping of this stage");
  if (const Real braked = model_.grains.brake_limit(); braked < limit) {
    step_limit_ = "the damping of this stage, of grains";
    limit = braked;
  }
  return limit;
}

Real Simulation::grain_contact_time() const {
  return model_.grains.contact_time(std::max(grain_contact_.frequency2, grain_contact_.bond_frequency2));
}

Real Simulation::meeting_time() const {
  constexpr Real share = 0.5;  // of the distance at which surfaces touch
  Real time = infinity;
  for (const auto& contact : model_.contacts) {
    const SolidBody &a = contact->a(), &b = contact->b();
    if (&a == &b) continue;  // a body that flies as a whole does not meet itself
    time = std::min(time, share * Real(0.5) * (a.spacing + b.spacing) / (a.max_speed + b.max_speed));
  }
  if (model_.solid_walls.empty()) return time;
  Real fastest = 0;
  for (const WallBody& wall : model_.grains.walls) fastest = std::max(fastest, wall.half.velocity.norm());
  for (const auto& walls : model_.solid_walls) {
    const SolidBody& body = walls->body();
    time = std::min(time, share * Real(0.5) * body.spacing / (body.max_speed + fastest));
  }
  return time;
}

Real Simulation::wanted_step() {
  const TimeSpec& spec = model_.description.time;
  Real dt = spec.courant * stable_step();
  const Real resolved = grain_contact_time() / spec.steps_per_contact;
  if (resolved < dt) {
    dt = resolved;
    step_limit_ = "contacts of grains";
  }
  const Real travel = model_.grains.travel_time(gravity_at(model_.description, time_));
  if (std::isinf(dt)) {
    // Nothing has a stiffness yet: what falls freely is exact with any step. Only where nothing can meet anything
    // does its length follow the end of the run: a run that goes on to a later end shall find the same steps.
    // Where walls drive what is held, nothing can swing either, but laws are to be followed.
    constexpr Real free_steps = 1000;
    const Real arrival = model_.grains.arrival_time(time_);
    const Real held = model_.grains.held_contact_time(model_.grains.max_speed()) / spec.steps_per_contact;
    dt = std::min({unhindered_share * travel, arrival, held});
    step_limit_ = dt == held ? "contacts of grains that are held" : "grains that are still at rest, or to come";
    if (std::isinf(dt)) {
      dt = (end_ - start_) / free_steps;
      step_limit_ = "the end of the run";
    }
  }
  if (const Real meeting = meeting_time(); meeting < dt) {
    dt = meeting;
    step_limit_ = "the fastest body or wall, which moves by half of the distance at which they touch in a step";
  }
  if (travel < dt) {
    dt = travel;
    step_limit_ = "the fastest grain or wall, which moves by a tenth of the smallest radius in a step";
  }
  return dt;
}

Real Simulation::uncut_step() {
  const auto& given = model_.description.time.step;
  return given ? *given : eased(wanted_step());
}

Real Simulation::choose_step(Real until) {
  const Real dt = uncut_step();
  const auto is_collapsed = [](Real stretch) { return !(stretch > collapsed_stretch); };
  if (std::ranges::any_of(smallest_stretch_, is_collapsed)) recall();  // the message says where
  if (const auto collapsed = find_collapsed_step(model_, smallest_stretch_, step_limit_, time_, dt)) throw *collapsed;
  if (const auto shrunk = find_short_step(model_, step_limit_, time_, dt, end_ - start_)) throw *shrunk;
  const Real left = until - time_;
  if (left <= dt) return left;
  return left < 2 * dt ? left / 2 : dt;  // never a sliver at the end
}

Real Simulation::eased(Real wanted) const {
  const Real grown = steps_ > 0 ? std::min(wanted, largest_growth * dt_) : wanted;
  if (model_.bodies.empty()) return grown;
  if (steps_ == 0) return shortest_share * wanted;
  // What a step adds goes with the cube of its length.
  const Real defect = ledger_.state_defect() / ledger_.largest_sum();
  if (!(defect > largest_defect)) return grown;
  return std::clamp(dt_ * std::cbrt(largest_defect / defect), std::min(grown, shortest_share * wanted), grown);
}

}  // namespace talus
