// Wall time of searches for neighbours. They happen inside the evaluation of contacts, whenever something has moved
// far, so code that lists pairs anew says so with one line:
//   const SearchTime timed;
#pragma once

#include <chrono>

#include "talus/core/types.hpp"

namespace talus {

/// Adds its own lifetime to the sum of the program; a search inside a search counts once. For one thread only.
class SearchTime {
 public:
  SearchTime() { ++depth(); }
  SearchTime(const SearchTime&) = delete;
  SearchTime& operator=(const SearchTime&) = delete;
  ~SearchTime() {
    if (--depth() > 0) return;
    sum() += std::chrono::duration<Real>(std::chrono::steady_clock::now() - since_).count();
  }

  /// Of all searches that have ended since the program began [s].
  [[nodiscard]] static Real total() { return sum(); }

 private:
  static Real& sum() {
    static Real seconds = 0;
    return seconds;
  }
  static int& depth() {
    static int searches = 0;
    return searches;
  }
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace talus
