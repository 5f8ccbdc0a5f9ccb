// When a run is not worth going on with, as a case describes it.
#pragma once

#include <array>
#include <optional>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// What is done about grains that have left for good: nothing that they could meet is where they go.
enum class Outflow { warn, allow, stop };
constexpr auto choices(std::type_identity<Outflow>) {
  using O = Outflow;
  return std::array{Word<O>{"warn", O::warn, "a warning says how many have left, and which was first"},
                    Word<O>{"allow", O::allow, "they are meant to"},
                    Word<O>{"stop", O::stop, "the run stops at the first one"}};
}

/// Where all particles have to stay.
struct KeptRegion {
  Vec3 low = Vec3::Zero();   ///< [m]
  Vec3 high = Vec3::Zero();  ///< [m]

  static constexpr auto options() {
    return OptionTable{required("low", &KeptRegion::low, dim::length, "lower corner"),
                       required("high", &KeptRegion::high, dim::length, "upper corner")};
  }
};

struct LimitsSpec {
  Real overlap = 0.95;         ///< of grains, over the smaller radius [-]
  Real penetration = 0.9;      ///< of solids, over the distance at which they touch [-]
  Real energy = 0.2;           ///< of the state ledger, over all energies [-]
  std::optional<Real> step{};  ///< shortest [s]
  std::optional<KeptRegion> region{};
  Outflow outflow = Outflow::warn;

  static constexpr auto options() {
    return OptionTable{
        optional("overlap", &LimitsSpec::overlap, dim::none,
                 "of grains with grains, walls and solids, over the smaller radius: beyond, the run stops", positive),
        optional("penetration", &LimitsSpec::penetration, dim::none,
                 "of solids into solids and walls, over the distance at which their particles touch: beyond, the run "
                 "stops",
                 positive),
        optional("energy", &LimitsSpec::energy, dim::none,
                 "what the state ledger may miss of all energies, for 20 steps: beyond, the run stops", positive),
        optional("step", &LimitsSpec::step, dim::time, "shortest time step: below, the run stops", positive),
        optional("region", &LimitsSpec::region, "where all particles stay: the run stops when one leaves it"),
        optional("outflow", &LimitsSpec::outflow, "what is done about grains that have left for good")};
  }
};

}  // namespace talus
