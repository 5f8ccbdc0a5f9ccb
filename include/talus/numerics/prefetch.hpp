// Asking for memory ahead of its use: loops over many arrays at once are more than the processor foresees.
#pragma once

#include <cstddef>

#include "talus/core/types.hpp"

namespace talus {

/// Asks for `count` objects from here on to be near when they are needed.
template <class T>
void prefetch(const T& first, Index count = 1) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < sizeof(T) * count; at += line) {
    __builtin_prefetch(reinterpret_cast<const char*>(&first) + at);
  }
}

}  // namespace talus
