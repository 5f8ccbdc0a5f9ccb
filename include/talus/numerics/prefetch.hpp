// Asking for memory ahead of its use: loops over many arrays at once are more than the processor foresees.
#pragma once

#include <cstddef>
#include <cstdint>

#include "talus/core/types.hpp"

namespace talus {

/// Asks for the line of the cache at an address. GCC takes a function that does nothing else for one without effect,
/// and leaves out calls of whatever it has not inlined by then: the empty statement is an effect that costs nothing.
[[gnu::always_inline]] inline void prefetch_at(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

/// Asks for `count` objects from here on to be near when they are needed: for all lines of the cache that they touch,
/// as arrays seldom begin with one.
template <class T>
[[gnu::always_inline]] inline void prefetch(const T& first, Index count = 1) {
  constexpr std::uintptr_t line = 64;
  const auto begin = reinterpret_cast<std::uintptr_t>(&first);
  for (std::uintptr_t at = begin / line * line; at < begin + sizeof(T) * count; at += line) {
    prefetch_at(reinterpret_cast<const char*>(at));
  }
}

/// Asks for `count` objects that stand so many farther on in an array, or somewhere behind its end: a loop
/// that goes through arrays slowly, with much to do for each object, is not foreseen by the processor.
template <class T>
[[gnu::always_inline]] inline void prefetch_later(const T* object, Index farther, Index count = 1) {
  constexpr std::intptr_t line = 64;
  const auto first = reinterpret_cast<std::intptr_t>(object) + static_cast<std::intptr_t>(sizeof(T)) * farther;
  const auto size = static_cast<std::intptr_t>(sizeof(T)) * count;
  for (std::intptr_t k = 0; k < size; k += line) prefetch_at(reinterpret_cast<const void*>(first + k));
}

/// Asks for the line of what stands so many farther on in an array that is gone through once, to be in the second
/// cache: in the first it would take the place of what is read again and again.
template <class T>
[[gnu::always_inline]] inline void prefetch_stream(const T* object, Index farther) {
  const auto first = reinterpret_cast<std::intptr_t>(object) + static_cast<std::intptr_t>(sizeof(T)) * farther;
  __builtin_prefetch(reinterpret_cast<const void*>(first), 0, 2);
  asm volatile("");
}

/// Asks for the lines of one of so many parts of an object that begins with a line: what is long is asked for bit by
/// bit on the way, since what is needed now would wait for all of it.
template <int part, int parts, class T>
[[gnu::always_inline]] inline void prefetch_part(const T& object) {
  constexpr std::size_t line = 64, lines_of_it = (sizeof(T) + line - 1) / line;
  for (std::size_t k = lines_of_it * part / parts; k < lines_of_it * (part + 1) / parts; ++k) {
    prefetch_at(reinterpret_cast<const char*>(&object) + k * line);
  }
}

/// Asks for the one line in which an object begins.
template <class T>
[[gnu::always_inline]] inline void prefetch_line(const T& object) {
  prefetch_at(&object);
}

}  // namespace talus
