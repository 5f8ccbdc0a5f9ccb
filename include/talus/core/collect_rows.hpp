// Rows of a table, found by all threads and put together in order.
#pragma once

#include <cstddef>
#include <vector>

#include "talus/core/parallel.hpp"

namespace talus::parallel {

/// Row i is entry[first[i]], ..., entry[first[i + 1] - 1].
template <class T>
struct Rows {
  std::vector<Index> first{0};
  std::vector<T> entry;
};

/// Row i is what body(i, entries) appends, for i in [0, n).
template <class T, class Body>
Rows<T> collect_rows(Index n, Body&& body) {
  Rows<T> rows;
  rows.first.resize(static_cast<std::size_t>(n) + 1);
  rows.entry = collect<T>(n, [&](Index i, std::vector<T>& entries) {
    const std::size_t before = entries.size();
    body(i, entries);
    rows.first[i + 1] = static_cast<Index>(entries.size() - before);
  });
  for (Index i = 0; i < n; ++i) rows.first[i + 1] += rows.first[i];
  return rows;
}

}  // namespace talus::parallel
