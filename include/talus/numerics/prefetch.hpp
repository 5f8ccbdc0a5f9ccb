// Asking for memory ahead of its use: loops over many arrays at once are more than the processor foresees.
#pragma once

#include <cstdint>

#include "talus/core/types.hpp"

namespace talus {

/// Asks for `count` objects from here on to be near when they are needed: for all lines of the cache that they touch,
/// as arrays seldom begin with one. Who calls it has to be inlined, too, if he does nothing else: GCC takes a function
/// that only asks for memory for one without effect, and leaves its calls out.
template <class T>
[[gnu::always_inline]] inline void prefetch(const T& first, Index count = 1) {
  constexpr std::uintptr_t line = 64;
  const auto begin = reinterpret_cast<std::uintptr_t>(&first);
  for (std::uintptr_t at = begin / line * line; at < begin + sizeof(T) * count; at += line) {
    __builtin_prefetch(reinterpret_cast<const char*>(at));
  }
}

/// Asks for the one line in which an object begins.
template <class T>
[[gnu::always_inline]] inline void prefetch_line(const T& object) {
  __builtin_prefetch(&object);
}

}  // namespace talus
