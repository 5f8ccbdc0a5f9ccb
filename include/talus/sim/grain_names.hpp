// Which bodies of grains a tool of the bulk looks at: one name, a list of them, or all.
#pragma once

#include <string>
#include <vector>

#include "talus/core/codec_container.hpp"

namespace talus {

struct GrainNames {
  std::vector<std::string> names{};  ///< empty: all bodies of grains
};

/// "beads", or ["beads", "pebbles"]; leaving it out means all.
template <>
struct Codec<GrainNames> {
  static void read(const Cursor& at, const Rule& rule, GrainNames& out) {
    if (at.value().string())
      Codec<std::string>::read(at, rule, out.names.emplace_back());
    else
      Codec<std::vector<std::string>>::read(at, rule, out.names);
  }
  static json::Value write(const GrainNames& value) { return Codec<std::vector<std::string>>::write(value.names); }
  static json::Value schema(const Rule& rule) {
    return json::object({{"anyOf", json::array({Codec<std::string>::schema(rule),
                                                Codec<std::vector<std::string>>::schema(rule)})}});
  }
  static std::string expected(const Rule&) { return "the name of a body of grains, or a list of names"; }
};

}  // namespace talus
