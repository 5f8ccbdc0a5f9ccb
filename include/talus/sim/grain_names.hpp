// Which bodies of grains a tool of the bulk looks at: one name, a list of them, or all.
#pragma once

#include <string_view>

#include "talus/sim/names_codec.hpp"

namespace talus {

struct GrainNames {
  static constexpr std::string_view help = "body of grains, or a list of them; without it, all";  ///< of an option

  std::vector<std::string> names{};  ///< empty: all bodies of grains
};

/// "beads", or ["beads", "pebbles"]; leaving it out means all.
template <>
struct Codec<GrainNames> : NamesCodec<GrainNames> {
  static std::string expected(const Rule&) { return "the name of a body of grains, or a list of names"; }
};

}  // namespace talus
