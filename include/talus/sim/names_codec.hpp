// How a case writes names: one of them, or a list.
#pragma once

#include <string>
#include <vector>

#include "talus/core/codec_container.hpp"

namespace talus {

/// For an aggregate T with a member `names`: "beads", or ["beads", "pebbles"]. What is expected is for the codec of T
/// to say.
template <class T>
struct NamesCodec {
  static void read(const Cursor& at, const Rule& rule, T& out) {
    if (at.value().string())
      Codec<std::string>::read(at, rule, out.names.emplace_back());
    else
      Codec<std::vector<std::string>>::read(at, rule, out.names);
  }
  static json::Value write(const T& value) { return Codec<std::vector<std::string>>::write(value.names); }
  static json::Value schema(const Rule& rule) {
    return json::object(
        {{"anyOf", json::array({Codec<std::string>::schema(rule), Codec<std::vector<std::string>>::schema(rule)})}});
  }
};

}  // namespace talus
