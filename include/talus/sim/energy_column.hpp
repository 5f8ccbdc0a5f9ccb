// A history column of one channel of the energy ledger: of all bodies of the case together, as in energy.csv.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/diagnostics/energy_ledger.hpp"

namespace talus {

constexpr std::string_view help_of(Channel channel) {
  switch (channel) {
    case Channel::kinetic:
      return "of translation [J]";
    case Channel::rotational:
      return "of the spin of grains [J]";
    case Channel::elastic:
      return "stored in solids [J]";
    case Channel::plastic:
      return "lost to plastic strain of solids [J]";
    case Channel::fracture:
      return "let go by solids that failed [J]";
    case Channel::hourglass:
      return "work done against the control of zero-energy modes [J]";
    case Channel::bulk_viscous:
      return "lost to the artificial viscosity of solids [J]";
    case Channel::contact_stored:
      return "in the springs of contacts [J]";
    case Channel::contact_plastic:
      return "lost to permanent dents of grains [J]";
    case Channel::contact_adhesive:
      return "lost where adhesive contacts let go [J]";
    case Channel::contact_viscous:
      return "lost in the dashpots of contacts [J]";
    case Channel::sliding:
      return "lost to friction [J]";
    case Channel::rolling:
      return "lost to rolling [J]";
    case Channel::twisting:
      return "lost to twisting [J]";
    case Channel::contact_fracture:
      return "lost to bonds that break [J]";
    case Channel::body_force:
      return "gone to gravity, negative where it has put in [J]";
    case Channel::boundary:
      return "gone to boundaries and walls, negative where they have put in [J]";
    case Channel::scheme:
      return "the term of the time stepping itself [J]";
    case Channel::state_residual:
      return "work of the laws' forces that they do not account for [J]";
    case Channel::count:
      break;
  }
  return {};
}

constexpr auto choices(std::type_identity<Channel>) {
  std::array<Word<Channel>, channel_count> words{};
  for (std::size_t c = 0; c < channel_count; ++c) {
    const auto channel = static_cast<Channel>(c);
    words[c] = {channel_names[c], channel, help_of(channel)};
  }
  return words;
}
constexpr std::string_view family_of(std::type_identity<Channel>) { return "channel of energy"; }

struct EnergyColumn {
  static constexpr std::string_view name = "energy";
  static constexpr std::string_view help = "a channel of the energy ledger, of all bodies together, as in energy.csv";

  Channel energy = Channel::kinetic;

  static constexpr auto options() {
    return OptionTable{required("energy", &EnergyColumn::energy, "the channel: what has gone into it")};
  }
};

}  // namespace talus
