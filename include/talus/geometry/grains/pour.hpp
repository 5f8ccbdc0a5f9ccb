// Grains that come into being during the run, at a rate, wherever a region has room at that moment.
//
// By the time t the amount rate (t - from) is due; a grain is put as soon as its number (its mass) is due in full.
// Where the region is crowded, the grain waits and what is due piles up: small grains do not overtake large ones. The
// amount is found from t alone, so it does not depend on the steps that led there. The step that reaches `until` is the
// last to pour: what has found no room by then never comes.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/initial_motion.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"
#include "talus/geometry/grains/sizes/catalog.hpp"

namespace talus {

/// How far a source has poured. Trivially copyable: it goes into checkpoints as it is.
struct PourState {
  Random random{};
  Index inserted = 0;                      ///< grains so far
  Real mass = 0;                           ///< of them [kg]
  Real retry_at = -infinity;               ///< no attempt before this time, infinite after the last one [s]
  Real next_radius = 0;                    ///< size of the next grain [m]
  std::array<Real, 4> next_orientation{};  ///< of the next grain: x, y, z, w
};

struct Pour {
  static constexpr std::string_view name = "pour";
  static constexpr std::string_view help = "grains that come during the run, at a rate, where a region has room";

  Chosen<Regions> region{};
  std::optional<Real> rate{};       ///< [1/s]
  std::optional<Real> mass_rate{};  ///< [kg/s; kg/(s m) in 2-D]
  Real from = 0;                    ///< [s]
  Real until = infinity;            ///< [s]
  std::optional<Index> count{};
  Chosen<Sizes> sizes{};
  Real gap = 0;  ///< least distance between surfaces [m]
  std::uint64_t seed = 1;
  Index attempts = 100;
  InitialMotion motion{};

  static constexpr auto options() {
    return OptionTable{
        required("region", &Pour::region, "where: grains lie inside as a whole"),
        optional("rate", &Pour::rate, dim::rate, "grains per time", positive),
        optional("mass_rate", &Pour::mass_rate, Dimension{0, 1, -1, 0}, "mass per time, in place of rate", positive),
        optional("from", &Pour::from, dim::time, "when it begins"),
        optional("until", &Pour::until, dim::time, "when it ends, also for grains that have found no room by then"),
        optional("count", &Pour::count, dim::none, "most grains in all", between(1, 50e6)),
        required("sizes", &Pour::sizes, "radii"),
        optional("gap", &Pour::gap, dim::length, "least distance between surfaces of grains", non_negative),
        optional("seed", &Pour::seed, dim::none, "of all that is random", non_negative),
        optional("attempts", &Pour::attempts, dim::none, "places tried for a grain before it waits", between(1, 1e6)),
        optional("", &Pour::motion, "how they move")};
  }
  [[nodiscard]] Contradiction contradiction() const;

  /// Nothing at the start; throws CaseError when its grains could never be put.
  [[nodiscard]] std::vector<GrainSeed> place(const GrainTemplate& grain, const Surroundings& around) const;

  [[nodiscard]] PourState start(const GrainTemplate& grain) const;
  /// Whether an insertion at `time` [s] could yield a grain: only then need the surroundings be gathered.
  [[nodiscard]] bool due(const PourState& state, Real time, const GrainTemplate& grain) const;
  /// From `time` on until the next grain is due, or is tried again; infinite where none is to come [s].
  [[nodiscard]] Real wait(const PourState& state, Real time, const GrainTemplate& grain) const;
  /// The grains that begin to exist at `time` [s], the end of a step.
  [[nodiscard]] std::vector<GrainSeed> insert(PourState& state, Real time, const GrainTemplate& grain,
                                              const Surroundings& around) const;
  /// By `time` [s], in grains or [kg; kg/m in 2-D], as `rate` or `mass_rate` says; not more than `count` grains.
  [[nodiscard]] Real amount_due(Real time) const;
  /// Whether a grain is due by `time` [s] that has found no room.
  [[nodiscard]] bool owed(const PourState& state, Real time, const GrainTemplate& grain) const;
  /// Whether no more grains will come after `time` [s].
  [[nodiscard]] bool finished(const PourState& state, Real time, const GrainTemplate& grain) const;

 private:
  /// Of the next grain, at the mean rate [s].
  [[nodiscard]] Real interval(const PourState& state, const GrainTemplate& grain) const;
  void draw_next(PourState& state, const GrainTemplate& grain) const;
};

}  // namespace talus
