#include "talus/contact/history_carry.hpp"

#include <algorithm>

namespace talus {

std::span<const Index> PlaceTable::match(std::span<const Index> old_ids, std::span<const Index> new_ids) {
  old_place_.assign(new_ids.size(), -1);
  if (old_ids.empty()) return old_place_;
  const auto [low, high] = std::minmax_element(old_ids.begin(), old_ids.end());
  const std::int64_t lowest = *low, range = std::int64_t(*high) - lowest + 1;
  place_of_.assign(static_cast<std::size_t>(range), -1);
  for (std::size_t k = 0; k < old_ids.size(); ++k) place_of_[old_ids[k] - lowest] = static_cast<Index>(k);
  for (std::size_t k = 0; k < new_ids.size(); ++k) {
    const std::int64_t entry = new_ids[k] - lowest;
    if (entry >= 0 && entry < range) old_place_[k] = place_of_[entry];
  }
  return old_place_;
}

}  // namespace talus
