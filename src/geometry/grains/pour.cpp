#include "talus/geometry/grains/pour.hpp"

#include <algorithm>

#include "talus/geometry/grains/random_insertion.hpp"

namespace talus {

namespace {

/// Of the next grain: what is due may miss it by round-off of the time.
constexpr Real round_off = 1e-9;

/// A crowded source tries again after this part of the mean time between two grains.
constexpr Real patience = 0.1;

/// The next attempt of a source whose end has come: what it still owed then never comes [s].
constexpr Real closed = infinity;

}  // namespace

Contradiction Pour::contradiction() const {
  if (rate && mass_rate) return {"mass_rate", "rate and mass_rate both say how much: give one of them"};
  if (!rate && !mass_rate) return {"rate", "is missing: give rate, or mass_rate"};
  if (!(from < until)) return {"until", "has to be later than from"};
  return contradiction_of(sizes);
}

std::vector<GrainSeed> Pour::place(const GrainTemplate& grain, const Surroundings& around) const {
  motion.check(grain.dimension);
  check_region(region, widest_needed(sizes, grain), {grain.dimension, around.period});
  if (mass_rate && !(grain.density > 0)) refuse("mass_rate needs the density of the grains: give it, or rate");
  return {};
}

PourState Pour::start(const GrainTemplate& grain) const {
  PourState state{.random = Random(seed)};
  draw_next(state, grain);
  return state;
}

void Pour::draw_next(PourState& state, const GrainTemplate& grain) const {
  state.next_radius = draw_size(sizes, state.random, grain);
  const Quaternion orientation = random_orientation(grain, state.random);
  std::copy_n(orientation.coeffs().data(), 4, state.next_orientation.begin());
}

Real Pour::amount_due(Real time) const {
  const Real elapsed = std::max(Real(0), std::min(time, until) - from);
  if (mass_rate) return *mass_rate * elapsed;
  const Real due = *rate * elapsed;
  return count ? std::min(due, static_cast<Real>(*count)) : due;
}

bool Pour::owed(const PourState& state, Real time, const GrainTemplate& grain) const {
  if (count && state.inserted >= *count) return false;
  if (rate) return amount_due(time) >= state.inserted + 1 - round_off;
  return amount_due(time) >= state.mass + grain.mass(state.next_radius) * (1 - round_off);
}

Real Pour::interval(const PourState& state, const GrainTemplate& grain) const {
  return rate ? 1 / *rate : grain.mass(state.next_radius) / *mass_rate;
}

Real Pour::wait(const PourState& state, Real time, const GrainTemplate& grain) const {
  constexpr Real never = infinity;
  if (finished(state, time, grain)) return never;
  if (owed(state, time, grain)) return patience * interval(state, grain);
  const Real due_at =
      from + (rate ? (state.inserted + 1) / *rate : (state.mass + grain.mass(state.next_radius)) / *mass_rate);
  return due_at > until ? never : due_at - time;
}

bool Pour::due(const PourState& state, Real time, const GrainTemplate& grain) const {
  const bool is_time = time >= until ? state.retry_at < closed : time >= state.retry_at;
  return is_time && owed(state, time, grain);
}

bool Pour::finished(const PourState& state, Real time, const GrainTemplate& grain) const {
  if (state.retry_at == closed || (count && state.inserted >= *count)) return true;
  return time >= until && !owed(state, time, grain);
}

std::vector<GrainSeed> Pour::insert(PourState& state, Real time, const GrainTemplate& grain,
                                    const Surroundings& around) const {
  std::vector<GrainSeed> seeds;
  if (!due(state, time, grain)) return seeds;
  RandomInsertion room(region, grain, around, {gap, attempts}, 1);
  while (owed(state, time, grain)) {
    GrainSeed placed{.radius = state.next_radius, .orientation = Quaternion(state.next_orientation.data())};
    if (!room.put(placed, state.random)) {
      state.retry_at = time + patience * interval(state, grain);
      break;
    }
    motion.give(placed, state.random, grain.dimension);
    seeds.push_back(placed);
    ++state.inserted;
    state.mass += grain.mass(placed.radius);
    draw_next(state, grain);
  }
  // Steps seldom end at `until`: the first one past it was the last to pour.
  if (time >= until) state.retry_at = closed;
  return seeds;
}

}  // namespace talus
