// Whether a simulation is worth going on with: which watchdog looks when.
#include <algorithm>
#include <cmath>

#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// A run whose state ledger is off by more than limits.energy for so many steps has blown up. At the first touch of
/// what is driven, nothing else is in the books for a few steps.
constexpr int patience = 20;
/// Steps between two looks at every particle: next to nothing beside the steps themselves.
constexpr std::int64_t look_interval = 20;

}  // namespace

void Simulation::check_health() {
  const bool lost = ledger_.state_residual() > model_.description.limits.energy;
  steps_of_loss_ = lost && ledger_.largest_sum() > least_telling_energy_ ? steps_of_loss_ + 1 : 0;
  if (const auto fault = find_fault()) throw *fault;
  look_for_meetings();
  if (steps_ % look_interval != 0) return;
  if (const auto fault = find_rare_fault()) throw *fault;
}

/// As often as the fastest two can have come nearer by half of a spacing.
void Simulation::look_for_meetings() {
  Real fastest = 0, smallest = infinity;
  for (const SolidBody& body : model_.bodies) {
    fastest = std::max(fastest, body.max_speed);
    smallest = std::min(smallest, body.spacing);
  }
  unseen_way_ += 2 * fastest * dt_;
  if (unseen_way_ < Real(0.5) * smallest) return;
  unseen_way_ = 0;
  check_meetings();
}

bool Simulation::is_healthy() const {
  try {
    check_meetings();
  } catch (const SimulationError&) {
    return false;
  }
  return !find_fault() && !find_rare_fault();
}

std::optional<Stop> Simulation::find_fault() const {
  if (!std::isfinite(ledger_[Channel::kinetic] + ledger_[Channel::rotational])) {
    if (auto lost = find_lost_numbers(model_, time_)) return lost;
    return stop_at_lost_books(model_, time_);
  }
  if (steps_of_loss_ >= patience) return stop_at_lost_energy(model_, ledger_, time_, dt_);
  return find_deep_contact(model_, grain_contact_, time_);
}

std::optional<Stop> Simulation::find_rare_fault() const {
  if (auto lost = find_lost_particle(model_, start_sphere_, time_)) return lost;
  if (auto deep = find_deep_in_walls(model_, time_)) return deep;
  if (model_.description.limits.outflow != Outflow::stop) return std::nullopt;
  auto left = find_left_grains(*this);
  return left ? std::optional(left->first) : std::nullopt;
}

std::optional<LeftGrains> find_left_grains(const Simulation& s) {
  return find_left_grains(s.model(), gravity_at(s.model().description, s.time()), s.time());
}

bool Simulation::is_near(Real until) const {
  constexpr Real grown = 2 * 1.1;  // two steps, each somewhat longer than the last one
  return until - time_ < grown * dt_;
}

}  // namespace talus
