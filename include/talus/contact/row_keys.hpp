// Partners in rows of pairs as numbers to sort: key = 2 j for a pair (i, j) that touches or nearly does, 2 j + 1 for
// another. Rows that are found one after the other are joined in one sequence of keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "talus/core/types.hpp"

namespace talus {

using RowKey = std::uint32_t;
inline Index partner_of(RowKey key) { return static_cast<Index>(key / 2); }
inline bool is_near(RowKey key) { return key % 2 == 0; }

/// Keys that are looked at together, however few there are.
inline constexpr Index few_keys = 8;

class RowKeys {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] Index size() const { return static_cast<Index>(count_); }
  [[nodiscard]] const RowKey* data() const { return keys_.data(); }

  /// Where to write up to so many more; behind them there are `few_keys` that may be read.
  [[nodiscard]] RowKey* room(std::size_t more) {
    const std::size_t needed = count_ + more + few_keys;
    if (keys_.size() < needed) keys_.resize(2 * needed);
    return keys_.data() + count_;
  }
  /// Takes what has been written there.
  void add_until(const RowKey* end) { count_ = static_cast<std::size_t>(end - keys_.data()); }

  /// Drops those from number `first` on whose partner is unwanted.
  template <class Unwanted>
  void drop(Index first, Unwanted&& unwanted) {
    RowKey* const end = keys_.data() + count_;
    add_until(std::remove_if(keys_.data() + first, end, [&](RowKey key) { return unwanted(partner_of(key)); }));
  }

 private:
  std::vector<RowKey> keys_;
  std::size_t count_ = 0;
};

}  // namespace talus
