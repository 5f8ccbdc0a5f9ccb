// Rows of numbers of particles, kept by packs: number c of as many particles as a pack has lanes stands side by side.
// Such a group of particles loads each number as it is, and what nobody asks for of a row is not read at all.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "talus/core/large_array.hpp"
#include "talus/numerics/pack_lanes.hpp"
#include "talus/numerics/prefetch.hpp"

namespace talus {

/// `Row` is made of nothing but Reals.
template <class Row>
class PackedRows {
 public:
  /// Numbers of a row.
  static constexpr int count = sizeof(Row) / sizeof(Real);

  [[nodiscard]] Index size() const { return size_; }
  /// Room for whole packs: what stands in lanes beyond the last row is nobody's.
  void assign(std::size_t n, const Row& row) {
    size_ = static_cast<Index>(n);
    const Index packs = (size_ + lanes - 1) / lanes;
    values_ = LargeArray(static_cast<std::size_t>(packs) * pack_size);
    for (Index i = 0; i < packs * lanes; ++i) set(i, row);
  }

  [[nodiscard]] Row operator[](Index i) const {
    Real numbers[count];
    const Real* const from = place(i);
    for (int c = 0; c < count; ++c) numbers[c] = from[c * lanes];
    Row row;
    std::memcpy(static_cast<void*>(&row), numbers, sizeof row);
    return row;
  }
  void set(Index i, const Row& row) {
    Real numbers[count];
    std::memcpy(numbers, static_cast<const void*>(&row), sizeof row);
    Real* const to = place(i);
    for (int c = 0; c < count; ++c) to[c * lanes] = numbers[c];
  }
  /// Calls change(row i).
  template <class Change>
  void change(Index i, Change&& change) {
    Row row = (*this)[i];
    change(row);
    set(i, row);
  }

  /// Number c of particles first, first + 1, ... where `first` is a multiple of lanes.
  [[nodiscard]] Pack load(Index first, int c) const { return talus::load(place(first) + c * lanes); }
  void store(Index first, int c, Pack a) { talus::store(place(first) + c * lanes, a); }
  /// All numbers of these rows, `Rows` being made of as many packs.
  template <class Rows>
  [[nodiscard]] Rows load_rows(Index first) const {
    static_assert(sizeof(Rows) == count * sizeof(Pack));
    Rows rows;
    std::memcpy(static_cast<void*>(&rows), place(first), sizeof rows);
    return rows;
  }
  template <class Rows>
  void store_rows(Index first, const Rows& rows) {
    static_assert(sizeof(Rows) == count * sizeof(Pack));
    std::memcpy(place(first), static_cast<const void*>(&rows), sizeof rows);
  }
  /// Asks for numbers c to `end` of them.
  [[gnu::always_inline]] void call_ahead(Index first, int c = 0, int end = count) const {
    prefetch(place(first)[c * lanes], (end - c) * lanes);
  }

  friend bool operator==(const PackedRows& a, const PackedRows& b) {
    if (a.size_ != b.size_) return false;
    for (Index i = 0; i < a.size_; ++i) {
      for (int c = 0; c < count; ++c) {
        if (a.place(i)[c * lanes] != b.place(i)[c * lanes]) return false;
      }
    }
    return true;
  }

  /// Row by row in an archive, so that packs of any size read it.
  template <class Archive>
  void fixed(Archive& a, std::string_view name) {
    std::vector<Row> rows;
    rows.reserve(size_);
    for (Index i = 0; i < size_; ++i) rows.push_back((*this)[i]);
    a.fixed(name, rows);
    for (Index i = 0; a.reads() && i < size_; ++i) set(i, rows[i]);
  }

 private:
  static constexpr std::size_t pack_size = static_cast<std::size_t>(count) * lanes;
  /// Number 0 of row i.
  [[nodiscard]] const Real* place(Index i) const {
    return values_.data() + static_cast<std::size_t>(i / lanes) * pack_size + i % lanes;
  }
  Real* place(Index i) { return values_.data() + static_cast<std::size_t>(i / lanes) * pack_size + i % lanes; }

  LargeArray values_;
  Index size_ = 0;
};

}  // namespace talus
