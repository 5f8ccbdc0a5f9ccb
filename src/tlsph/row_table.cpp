#include "talus/tlsph/row_table.hpp"

#include <algorithm>
#include <cmath>

#include "talus/tlsph/second_order.hpp"

namespace talus {
namespace {

/// Weights that differ by less than this part of the largest are the same.
constexpr Real same_weight = 1e-13;
/// The same of ways, over the step along a row.
constexpr Real same_way = 1e-9;

bool holds_in_all(Mask m) { return !anywhere(!m); }

/// Lanes in which a bond is.
Mask lanes_of(const RowBond& bond) { return bond.weight != Pack(0); }

bool same(Mask a, Mask b) { return !anywhere((a && !b) || (b && !a)); }

/// The weight of a bond in the lanes that have it, or nothing.
Real weight_of(const RowBond& bond) {
  Real weight = 0;
  for (int l = 0; l < lanes; ++l) {
    if (bond.weight[l] == 0) continue;
    if (weight != 0 && bond.weight[l] != weight) return 0;
    weight = bond.weight[l];
  }
  return weight;
}

/// How far along a row there are weights to either side.
int reach_of(const Eigen::Matrix<Real, row_places, 1>& weight) {
  int reach = most_reach;
  while (reach > 0 && weight[most_reach - reach] == 0 && weight[most_reach + reach] == 0) --reach;
  return reach;
}

}  // namespace

std::size_t RowTable::bytes() const {
  return patterns_.size() * sizeof(RowPattern) + ranges_.size() * sizeof(RowRange) +
         single_rows_.size() * sizeof(SingleRow) + groups_.size() * sizeof(RowGroup) + strides_.size() * sizeof(Index) +
         offsets_.size() * sizeof(RowOffset);
}

PackInRows RowFinder::place(const std::vector<RowBond>& bonds) {
  const auto next = std::find_if(bonds.begin(), bonds.end(), [](const RowBond& b) { return b.stride == 1; });
  if (next == bonds.end()) return {};
  const Vec3 step = next->X;
  PackInRows pack;
  std::array<bool, row_places> known{};
  for (Mask& m : pack.there) m = first_lanes(0);
  pack.there[most_reach] = first_lanes(lanes);
  known[most_reach] = true;
  Rows rows;
  int reach = 1;
  for (const RowBond& b : bonds) {
    const int place = static_cast<int>(std::lround(b.X.dot(step) / step.squaredNorm()));
    if (std::abs(place) > std::min(most_reach, lanes)) return {};
    reach = std::max(reach, std::abs(place));
    Mask& there = pack.there[most_reach + place];
    if (!known[most_reach + place]) there = lanes_of(b);
    known[most_reach + place] = true;
    const Real weight = weight_of(b);
    if (weight == 0 || !same(there, lanes_of(b))) return {};
    Row& row = rows[b.stride - place];
    row.weight[most_reach + place] = weight;
    row.X.col(most_reach + place) = b.X;
  }
  if (!rows.contains(0)) return {};
  pack.is_whole = true;
  for (int d = -reach; d <= reach; ++d) pack.is_whole = pack.is_whole && holds_in_all(pack.at(d));
  pack.pattern = pattern_of(rows, step, reach);
  return pack;
}

/// -1 where rows do not pay.
Index RowFinder::pattern_of(const Rows& rows, const Vec3& step, int reach) {
  std::string key;
  for (const auto& [stride, row] : rows) {
    append_bytes(key, stride);
    for (int d = 0; d < row_places; ++d) append_bytes(key, row.weight[d]);
    for (int d = 0; d < row_places; ++d) {
      for (int c = 0; c < 3; ++c) append_bytes(key, row.X(c, d));
    }
  }
  const auto [found, is_new] = known_.try_emplace(key, -1);
  if (!is_new) return found->second;
  RowPattern p;
  p.reach = reach;
  set_along(rows, p);
  set_axis(rows, step, p);
  Index bonds = 0;
  std::vector<Index> strides;
  for (const auto& [stride, row] : rows) {
    bonds += static_cast<Index>((row.weight.array() != 0).count());
    strides.push_back(stride);
  }
  const bool in_groups = set_groups(rows, bonds, p);
  if (!in_groups && !pays_loose(rows, bonds, p)) return -1;
  found->second = static_cast<Index>(table_.patterns_.size());
  table_.patterns_.push_back(p);
  rows_.push_back(rows);
  if (!in_groups) table_.patterns_.back().loose = range_of(found->second, strides);
  return found->second;
}

bool RowFinder::set_groups(const Rows& rows, Index bonds, RowPattern& p) {
  const std::size_t groups = table_.groups_.size(), strides = table_.strides_.size();
  for (int c = 0; c < 3; ++c) {
    p.first_group[row_weight::first_order + c] = group(
        rows, [c](Index, const Row& row) -> Weights { return row.weight.cwiseProduct(row.X.row(c).transpose()); });
  }
  p.first_group[row_weight::direct] =
      group(rows, [](Index stride, const Row& row) -> Weights { return stride == 0 ? Weights::Zero() : row.weight; });
  p.first_group[row_weight::count] = static_cast<Index>(table_.groups_.size());
  if (!pays(p, bonds)) {
    table_.strides_.resize(strides);
    table_.groups_.resize(groups);
    std::ranges::fill(p.first_group, 0);
    return false;
  }
  if (p.axis >= 0) set_offsets(rows, p);
  if (!moments_pay(p, bonds)) p.axis = -1;
  return true;
}

Index RowFinder::range_of(Index pattern, const std::vector<Index>& strides) {
  std::string key;
  append_bytes(key, pattern);
  for (const Index stride : strides) append_bytes(key, stride);
  const auto [found, is_new] = known_ranges_.try_emplace(key, static_cast<Index>(table_.ranges_.size()));
  if (!is_new) return found->second;
  Rows rows;
  for (const Index stride : strides) rows[stride] = rows_[pattern].at(stride);
  RowRange range{static_cast<Index>(table_.single_rows_.size()), 0};
  const int axis = table_.patterns_[pattern].axis;
  for (const auto& [stride, row] : rows) {
    SingleRow& to =
        table_.single_rows_.emplace_back(SingleRow{stride, reach_of(row.weight), offset_of(stride, row, axis), {}});
    for (int d = -to.reach; d <= to.reach; ++d) {
      const Real w = row.weight[most_reach + d], x = row.X(axis, most_reach + d);
      Real(&of_place)[3] = to.weight[to.reach + d];
      of_place[0] = w;
      of_place[1] = w * x;
      of_place[2] = Real(0.5) * w * x * x;
    }
  }
  // How far rows reach is then foreseen, but for a few times.
  std::stable_sort(table_.single_rows_.begin() + range.first, table_.single_rows_.end(),
                   [](const SingleRow& a, const SingleRow& b) { return a.reach > b.reach; });
  range.last = static_cast<Index>(table_.single_rows_.size());
  table_.ranges_.push_back(range);
  return found->second;
}

template <class WeightsOf>
Index RowFinder::group(const Rows& rows, WeightsOf&& weights_of) {
  struct Draft {
    Weights weight;
    std::vector<Index> plus{}, minus{};
    [[nodiscard]] int reach() const { return reach_of(weight); }
  };
  std::vector<Draft> groups;
  Real largest = 0;
  for (const auto& [stride, row] : rows) largest = std::max(largest, weights_of(stride, row).cwiseAbs().maxCoeff());
  for (const auto& [stride, row] : rows) {
    const Weights w = weights_of(stride, row);
    const auto same = [&](const Weights& other) { return (w - other).cwiseAbs().maxCoeff() <= same_weight * largest; };
    if (same(Weights::Zero())) continue;
    auto at = groups.begin();
    while (at != groups.end() && !same(at->weight) && !same(-at->weight)) ++at;
    if (at == groups.end()) at = groups.insert(at, Draft{w});
    (same(at->weight) ? at->plus : at->minus).push_back(stride);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Draft& a, const Draft& b) { return a.reach() > b.reach(); });
  const auto first = static_cast<Index>(table_.groups_.size());
  for (const Draft& g : groups) {
    auto& strides = table_.strides_;
    RowGroup group{g.reach(), static_cast<Index>(strides.size()), 0, 0, {}};
    strides.insert(strides.end(), g.plus.begin(), g.plus.end());
    group.minus = static_cast<Index>(strides.size());
    strides.insert(strides.end(), g.minus.begin(), g.minus.end());
    group.last = static_cast<Index>(strides.size());
    for (int d = 0; d <= 2 * group.reach; ++d) group.weight[d] = g.weight[most_reach - group.reach + d];
    table_.groups_.push_back(group);
  }
  return first;
}

/// Whether the tensors of rows, weighted together, are less work than those of bonds.
bool RowFinder::pays(const RowPattern& p, Index bonds) const {
  Index work = 0;
  for (Index g = p.first_group[row_weight::first_order]; g < p.first_group[row_weight::direct]; ++g) {
    const RowGroup& group = table_.groups_[g];
    work += group.last - group.first + 2 * group.reach + 1;
  }
  return work < 2 * bonds;  // of bonds: 3 for each
}

/// The same of tensors that each row weights by itself.
bool RowFinder::pays_loose(const Rows& rows, Index bonds, const RowPattern& p) const {
  if (p.axis < 0) return false;
  const Index tensor = dimension_ * dimension_;
  Index work = 4 * p.reach * dimension_;
  for (const auto& [stride, row] : rows) work += tensor + dimension_ * (1 + 2 * reach_of(row.weight));
  return work < (tensor + dimension_) * bonds;
}

void RowFinder::set_along(const Rows& rows, RowPattern& p) const {
  for (const auto& [stride, row] : rows) {
    for (int d = 0; d < row_places; ++d) p.along[d] += row.weight[d];
  }
  const Weights& own = rows.at(0).weight;
  p.own_row_reaches = true;
  for (int d = 1; d <= p.reach; ++d) {
    if (own[most_reach - d] == 0 || own[most_reach + d] == 0) p.own_row_reaches = false;
  }
}

/// Whether rows go along a coordinate, stand right across from each other and reach as far to both sides.
void RowFinder::set_axis(const Rows& rows, const Vec3& step, RowPattern& p) const {
  if (!p.own_row_reaches) return;
  int axis = 0;
  step.cwiseAbs().maxCoeff(&axis);
  const Real length = step[axis], small = same_way * std::abs(length);
  for (int c = 1; c < 3; ++c) {
    if (std::abs(step[(axis + c) % 3]) > small) return;
  }
  for (const auto& [stride, row] : rows) {
    const Vec3* first = nullptr;
    Vec3 way;
    for (int d = -most_reach; d <= most_reach; ++d) {
      const Real w = row.weight[most_reach + d];
      if (std::abs(w - row.weight[most_reach - d]) > same_weight * w) return;
      if (w == 0) continue;
      const Vec3 across = row.X.col(most_reach + d) - d * length * Vec3::Unit(axis);
      if (std::abs(across[axis]) > small || (first != nullptr && (across - way).cwiseAbs().maxCoeff() > small)) return;
      way = across;
      first = &way;
    }
  }
  p.axis = axis;
  p.step = length;
}

RowOffset RowFinder::offset_of(Index stride, const Row& row, int axis) const {
  RowOffset offset{};
  if (stride == 0) return offset;
  int d = 0;
  while (row.weight[d] == 0) ++d;
  for (int a = 0; a + 1 < dimension_; ++a) {
    const int c = dimension_ == 2 ? 1 - axis : (axis + 1 + a) % 3;
    offset.across[a] = row.X(c, d);
    offset.second[a] = Real(0.5) * row.X(c, d) * row.X(c, d);
  }
  offset.second[2] = offset.across[0] * offset.across[1];
  return offset;
}

void RowFinder::set_offsets(const Rows& rows, RowPattern& p) {
  table_.offsets_.resize(table_.strides_.size());
  for (Index g = p.first_group[row_weight::direct]; g < p.first_group[row_weight::count]; ++g) {
    const RowGroup& group = table_.groups_[g];
    for (Index k = group.first; k < group.last; ++k)
      table_.offsets_[k] = offset_of(table_.strides_[k], rows.at(table_.strides_[k]), p.axis);
  }
  for (const auto& [stride, row] : rows) {
    const RowOffset offset = offset_of(stride, row, p.axis);
    for (int d = 0; d <= p.reach; ++d) {
      const Real w = row.weight[most_reach + d];
      for (int a = 0; a < 2; ++a) p.along_offset[d].across[a] += w * offset.across[a];
      for (int k = 0; k < 3; ++k) p.along_offset[d].second[k] += w * offset.second[k];
    }
  }
}

/// By their operations.
bool RowFinder::moments_pay(const RowPattern& p, Index bonds) const {
  if (p.axis < 0) return false;
  const Index of_bond = dimension_ == 2 ? 17 : 33, of_place = dimension_ == 2 ? 25 : 50;
  const Index of_row = dimension_ == 2 ? 15 : 33, values = dimension_ == 2 ? 10 : 21;
  Index work = 2 * p.reach * of_place;
  for (Index g = p.first_group[row_weight::direct]; g < p.first_group[row_weight::count]; ++g) {
    const RowGroup& group = table_.groups_[g];
    work += (group.last - group.first) * of_row + (group.reach + 1) * values;
  }
  return work < of_bond * bonds;
}

}  // namespace talus
