// Inverses B of fits of second order (tlsph 15) for packs of particles, column by column and without their zeros: where
// neighbours stand across from each other along a surface, two thirds of their places have nothing in them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "talus/numerics/pack_lanes.hpp"
#include "talus/tlsph/surface_fit.hpp"

namespace talus {

/// The places of one of them that are not zero.
struct FitColumns {
  static constexpr int most_terms = fit_terms(3);
  Index first;                                              ///< of its entries in the table
  std::array<std::uint8_t, most_terms + 1> begin{};         ///< of the entries of a column among its own
  std::array<std::uint8_t, most_terms * most_terms> row{};  ///< of an entry; rising in a column
};

/// One of them, as sums over it read it.
struct PackInverse {
  const FitColumns& columns;
  const Pack* entries;

  /// Calls use(row, entry) for those of column k in the first `rows` rows.
  template <class Use>
  [[gnu::always_inline]] void for_column(int k, int rows, Use&& use) const {
    const int end = columns.begin[k + 1];
    for (int e = columns.begin[k]; e < end && columns.row[e] < rows; ++e) use(int(columns.row[e]), entries[e]);
  }
};

class FitTable {
 public:
  /// Adds B, by rows, of so many terms; returns its number.
  Index add(int terms, const std::vector<Pack>& B) {
    FitColumns columns{static_cast<Index>(entries_.size())};
    std::size_t count = 0;
    for (int k = 0; k < terms; ++k) {
      for (int t = 0; t < terms; ++t) {
        if (!counts(B[t * terms + k], B[t * terms + t], B[k * terms + k])) continue;
        entries_.push_back(B[t * terms + k]);
        columns.row[count++] = static_cast<std::uint8_t>(t);
      }
      columns.begin[k + 1] = static_cast<std::uint8_t>(count);
    }
    columns_.push_back(columns);
    return static_cast<Index>(columns_.size()) - 1;
  }

  [[nodiscard]] PackInverse operator[](Index f) const { return {columns_[f], entries_.data() + columns_[f].first}; }
  [[nodiscard]] std::size_t bytes() const {
    return columns_.size() * sizeof(FitColumns) + entries_.size() * sizeof(Pack);
  }

 private:
  /// Whether an entry is more, in some lane, than round-off of what its terms have on the diagonal.
  static bool counts(const Pack& entry, const Pack& row, const Pack& column) {
    constexpr Real round_off = 1e-12;
    for (int l = 0; l < lanes; ++l) {
      if (std::abs(entry[l]) > round_off * std::sqrt(std::abs(row[l] * column[l]))) return true;
    }
    return false;
  }

  std::vector<FitColumns> columns_;
  std::vector<Pack> entries_;
};

}  // namespace talus
