// What pairs remember outlives the list: for each pair of a new list, where it stood in the old one.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct PairCarry {
  std::vector<Index> previous;    ///< by new pair: its number in the old list, or -1
  std::vector<std::int8_t> sign;  ///< -1 where i and j have changed roles, so that n points the other way, else +1
};

/// fresh[p] = what the pair remembered in the old list, History{} for a new pair. `flip(h)` turns the vectors of a
/// history whose pair has changed roles.
template <class History, class Flip>
void carry_history(const PairCarry& carried, const std::vector<History>& old, std::vector<History>& fresh,
                   Flip&& flip) {
  fresh.resize(carried.previous.size());
  parallel::for_each(static_cast<Index>(fresh.size()), [&](Index p) {
    const Index q = carried.previous[p];
    fresh[p] = q < 0 ? History{} : old[q];
    if (q >= 0 && carried.sign[p] < 0) flip(fresh[p]);
  });
}

}  // namespace talus
