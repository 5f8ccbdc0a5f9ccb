// Lists of pairs as they come out of a checkpoint, also such as no search would find.
#pragma once

#include <vector>

#include "talus/contact/grain_pairs.hpp"

namespace talus {

/// A list with the state of another one: written, and read.
template <class Pairs>
Pairs written_and_read(Pairs pairs) {
  Archive written;
  written.section("pairs");
  pairs.state(written);
  Archive read(written.sections());
  read.section("pairs");
  Pairs back;
  back.state(read);
  return back;
}

/// Pairs (i, j) of spheres i below `rows`, sorted by i, then by j.
inline GrainPairs pairs_of(Index rows, std::vector<Index> i, std::vector<Index> j) {
  std::vector<Index> first(static_cast<std::size_t>(rows) + 1, 0);
  for (const Index leader : i) ++first[leader + 1];
  for (Index row = 0; row < rows; ++row) first[row + 1] += first[row];
  Archive written;
  written.section("pairs");
  written("i", i);
  written("j", j);
  written("first", first);
  Archive read(written.sections());
  read.section("pairs");
  GrainPairs pairs;
  pairs.state(read);
  return pairs;
}

}  // namespace talus
