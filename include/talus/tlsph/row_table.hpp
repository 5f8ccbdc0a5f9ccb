// Rows of neighbours that packs of particles have in common along a lattice (tlsph 32, 34).
//
// A row is what stands at i + stride - reach, ..., i + stride + reach. Packs in the middle of their own row and those
// at its ends share a pattern: a particle that lacks a neighbour d places on lacks it in every row.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// Longest row of neighbours to either side.
inline constexpr int most_reach = 3;
/// Places in such a row, from -most_reach on.
inline constexpr int row_places = 2 * most_reach + 1;

/// What a neighbour can be weighted with: V_j w X_ji, and V_j w in rows other than the own, in this order.
namespace row_weight {
inline constexpr int first_order = 0, direct = 3, count = 4;
}

/// Makes the bytes of a value part of a key.
template <class T>
void append_bytes(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Rows that have the same weights but for a sign.
struct RowGroup {
  int reach;
  Index first, minus, last;  ///< rows that count as they stand, and from `minus` on those that count negative
  Real weight[row_places];   ///< of the places in a row, from -reach on; zero where there is no neighbour
};

/// What rows are weighted with across their direction.
struct RowOffset {
  Real across[2];  ///< X of the row in the directions after that of the lattice [m]
  Real second[3];  ///< half of their squares, and their product [m^2]
};

struct RowPattern {
  int reach = 0;                                  ///< of the longest row
  bool own_row_reaches = false;                   ///< there is a neighbour at each place of the own row so far
  Index first_group[row_weight::count + 1] = {};  ///< by kind of weight; no groups where rows are loose
  Real along[row_places] = {};                    ///< V_j w of all rows together, by place [1/m^2]
  // Moments of motion (tlsph 34) and single rows ask for rows along a coordinate, alike to both sides.
  int axis = -1;                                ///< that coordinate; -1: not by rows
  Real step = 0;                                ///< X from place to place [m]
  RowOffset along_offset[most_reach + 1] = {};  ///< V_j w of all rows together with their offsets, by distance
  // Around an axis hardly two rows have weights in common.
  Index loose = -1;  ///< all rows, each by itself; -1: they stand in groups
  [[nodiscard]] bool is_loose() const { return loose >= 0; }
  /// Whether moments of motion go by rows.
  [[nodiscard]] bool has_moments() const { return axis >= 0 && !is_loose(); }
};

/// A row by itself, along x. What its neighbours show of second order, S q(X), is in its place
///   A + x B + x^2/2 C,  A = S_yy y^2/2 + S_zz z^2/2 + S_yz y z,  B = S_xy y + S_zx z,  C = S_xx
/// and of first order, T X, it is A + x C with A = T_y y + T_z z, C = T_x.
struct SingleRow {
  Index stride;
  int reach;
  RowOffset offset;            ///< y and z
  Real weight[row_places][3];  ///< V_j w (1, x, x^2/2) by place, from -reach on
};

/// All rows of a pattern, or those that are fitted to second order, among the single ones.
struct RowRange {
  Index first, last;
};

/// A neighbour of a pack as the rows are found from it.
struct RowBond {
  Index stride;
  Vec3 X;       ///< [m]
  Pack weight;  ///< V_j w in every lane, zero in one without this neighbour [1/m^2]
};

/// How a pack fits into its pattern.
struct PackInRows {
  Index pattern = -1;      ///< -1: none
  Mask there[row_places];  ///< lanes with neighbours at a place
  bool is_whole = false;   ///< all of them
  [[nodiscard]] Mask at(int place) const { return there[most_reach + place]; }
};

class RowTable {
 public:
  [[nodiscard]] const RowPattern& pattern(Index p) const { return patterns_[p]; }
  [[nodiscard]] const RowRange& range(Index c) const { return ranges_[c]; }
  [[nodiscard]] const SingleRow* single_rows() const { return single_rows_.data(); }
  [[nodiscard]] const RowGroup* groups() const { return groups_.data(); }
  [[nodiscard]] const Index* strides() const { return strides_.data(); }
  [[nodiscard]] const RowOffset* offsets() const { return offsets_.data(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class RowFinder;
  std::vector<RowPattern> patterns_;
  std::vector<RowRange> ranges_;
  std::vector<SingleRow> single_rows_;
  std::vector<RowGroup> groups_;
  std::vector<Index> strides_;
  std::vector<RowOffset> offsets_;
};

class RowFinder {
 public:
  explicit RowFinder(int dimension) : dimension_(dimension) {}

  /// The pattern that the bonds of a pack follow; found anew when it is the first.
  PackInRows place(const std::vector<RowBond>& bonds);
  /// The range of a pattern's rows along a coordinate that are fitted(stride) to second order.
  template <class Fitted>
  Index curved(Index pattern, Fitted&& fitted) {
    std::vector<Index> strides;
    for (const auto& [stride, row] : rows_[pattern]) {
      if (fitted(stride)) strides.push_back(stride);
    }
    return range_of(pattern, strides);
  }
  [[nodiscard]] const RowPattern& pattern(Index p) const { return table_.patterns_[p]; }
  RowTable take() { return std::move(table_); }

 private:
  /// By place, from -most_reach on.
  using Weights = Eigen::Matrix<Real, row_places, 1>;
  struct Row {
    Weights weight = Weights::Zero();
    Eigen::Matrix<Real, 3, row_places> X = Eigen::Matrix<Real, 3, row_places>::Zero();
  };
  using Rows = std::map<Index, Row>;  // by stride

  Index pattern_of(const Rows& rows, const Vec3& step, int reach);
  /// Rows in groups; false, with no trace, where they are no less work than bonds.
  bool set_groups(const Rows& rows, Index bonds, RowPattern& p);
  /// Single rows at these strides.
  Index range_of(Index pattern, const std::vector<Index>& strides);
  /// Appends the groups of one kind of weight, the longest rows first, and tells where they begin.
  template <class WeightsOf>
  Index group(const Rows& rows, WeightsOf&& weights_of);
  [[nodiscard]] bool pays(const RowPattern& p, Index bonds) const;
  [[nodiscard]] bool pays_loose(const Rows& rows, Index bonds, const RowPattern& p) const;
  void set_along(const Rows& rows, RowPattern& p) const;
  void set_axis(const Rows& rows, const Vec3& step, RowPattern& p) const;
  void set_offsets(const Rows& rows, RowPattern& p);
  [[nodiscard]] RowOffset offset_of(Index stride, const Row& row, int axis) const;
  [[nodiscard]] bool moments_pay(const RowPattern& p, Index bonds) const;

  int dimension_;
  RowTable table_;
  std::vector<Rows> rows_;  ///< of each pattern
  std::map<std::string, Index> known_, known_ranges_;
};

}  // namespace talus
