// What a checkpoint says has the right names and sizes when it comes out of an Archive; whether its numbers lead
// anywhere is asked here, before anybody follows them. A class asks once it has read its lists:
//
//   if (a.reads()) expect(are_rows(first_, size(), j_.size()) && are_below(j_, b.size()), "partner");
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

#include "talus/core/error.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// Throws FileError about the value of this name.
inline void expect(bool good, const std::string& name) {
  if (!good) throw FileError("\"" + name + "\" has numbers that lead nowhere");
}

/// Each stands for one of `size` things, or is `least` at the least: -1 where there may be none.
inline bool are_below(std::span<const Index> numbers, std::size_t size, Index least = 0) {
  const auto end = static_cast<Index>(size);
  return std::ranges::all_of(numbers, [=](Index k) { return k >= least && k < end; });
}

/// How often something has happened, with room for more.
template <class Number>
bool is_count(Number n) {
  return n >= 0 && n < std::numeric_limits<Number>::max() / 2;
}

/// Row r is [first[r], first[r + 1]) of `total` entries, without gaps.
inline bool are_rows(std::span<const Index> first, std::size_t rows, std::size_t total) {
  return first.size() == rows + 1 && first.front() == 0 && std::ranges::is_sorted(first) &&
         static_cast<std::size_t>(first.back()) == total;
}

}  // namespace talus
