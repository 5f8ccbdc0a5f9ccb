#include "talus/numerics/space_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/core/parallel.hpp"

namespace talus {
namespace {

constexpr int bits_per_axis = 17;  // cells along each axis of the lattice …
constexpr int bits_within = 4;     // … and parts of a cell: together they fill 63 bits
constexpr int code_bits = 3 * (bits_per_axis + bits_within);
constexpr Real cells_per_axis = Real(1 << bits_per_axis);
constexpr std::uint64_t behind_all = std::uint64_t(1) << code_bits;

/// Sampled spheres: enough for a quarter and three quarters, whatever their number.
constexpr std::size_t sample_size = 1024;

/// Width of a cell over the mean distance of spheres: three or four of them share a cell.
constexpr Real spacings_per_cell = 1.5;

/// Puts two zero bits between any two bits of a number of four bits.
std::uint64_t spread(std::uint64_t n) {
  n = (n | n << 4) & 0x0c3U;
  n = (n | n << 2) & 0x249U;
  return n;
}

Real mean_radius(std::span<const Row> rows) {
  Real sum = 0;
  for (const Row& row : rows) sum += row.w;
  return sum / Real(rows.size());
}

}  // namespace

SpaceOrder::Lattice SpaceOrder::choose_lattice(std::span<const Row> rows, const PeriodicBox& box) {
  for (auto& along : sample_) along.clear();
  const std::size_t stride = rows.size() / sample_size + 1;
  for (std::size_t k = 0; k < rows.size(); k += stride) {
    const Vec3 x = box.wrap(rows[k].vec());
    if (!x.allFinite()) continue;
    for (int a = 0; a < 3; ++a) sample_[a].push_back(x[a]);
  }
  Lattice lattice;
  if (sample_[0].empty()) return lattice;
  // 1. The core between a quarter and three quarters along each axis, and how far its spheres are apart.
  Vec3 low, core;
  for (int a = 0; a < 3; ++a) {
    auto along = sample_[a];
    std::sort(along.begin(), along.end());
    const auto quantile = [&](Real q) { return along[static_cast<std::size_t>(q * Real(along.size() - 1))]; };
    lattice.origin[a] = quantile(0.5);
    low[a] = quantile(0.25);
    core[a] = quantile(0.75) - low[a];
    if (core[a] == 0) core[a] = along.back() - along.front();
  }
  Real inside = 0;
  for (std::size_t k = 0; k < sample_[0].size(); ++k) {
    const Vec3 above = Vec3(sample_[0][k], sample_[1][k], sample_[2][k]) - low;
    inside += (above.array() >= 0).all() && (above.array() <= core.array()).all() ? 1 : 0;
  }
  core = core.cwiseMax(2 * mean_radius(rows));  // one layer of spheres is as thick as they are
  const Real share = std::max(Real(1), inside) / Real(sample_[0].size());
  const Real spacing = std::cbrt(core.prod() / (share * Real(rows.size())));
  if (!(spacing > 0)) return lattice;
  // 2. Cells and axes.
  const Real width = spacings_per_cell * spacing;
  lattice.inverse_width = 1 / width;
  constexpr Real off_edges = 0.4;  // the place in the middle is a sphere's, and its images are it but for round-off
  lattice.origin.array() -= (0.5 * cells_per_axis + off_edges) * width;
  std::ranges::stable_sort(lattice.axis, [&](int a, int b) { return core[a] > core[b]; });
  return lattice;
}

/// Numbers of the cell, that along the longest axis first, and of the part of the cell.
std::uint64_t SpaceOrder::code_of(const Lattice& lattice, const Vec3& x) {
  const Vec3 place = (x - lattice.origin) * lattice.inverse_width;
  if (!place.allFinite()) return behind_all;
  std::array<std::uint64_t, 3> cell;
  std::uint64_t within = 0;
  for (int k = 0; k < 3; ++k) {
    constexpr Real parts = Real(1 << bits_within), last = cells_per_axis * parts - 1;
    const auto part = static_cast<std::uint64_t>(std::clamp(parts * place[lattice.axis[k]], Real(0), last));
    cell[k] = part >> bits_within;
    within |= spread(part & ((1 << bits_within) - 1)) << lattice.axis[k];
  }
  std::uint64_t code = cell[0];
  for (const int k : {1, 2}) code = code << bits_per_axis | cell[k];
  return code << (3 * bits_within) | within;
}

std::array<int, 3> SpaceOrder::axes(std::span<const Row> rows, const PeriodicBox& box) {
  const auto [longest, middle, shortest] = choose_lattice(rows, box).axis;
  return {shortest, middle, longest};
}

std::span<const Index> SpaceOrder::sort(std::span<const Row> rows, const PeriodicBox& box) {
  const Lattice lattice = choose_lattice(rows, box);
  entries_.resize(rows.size());
  parallel::for_each(static_cast<Index>(rows.size()), [&](Index k) {
    entries_[k] = {code_of(lattice, box.wrap(rows[k].vec())), k};
  });
  sort_entries();
  order_.resize(rows.size());
  parallel::for_each(static_cast<Index>(rows.size()), [&](Index k) { order_[k] = entries_[k].place; });
  return order_;
}

/// By digits of 11 bits from the last to the first: linear in their number, and stable.
void SpaceOrder::sort_entries() {
  constexpr int digit_bits = 11;
  constexpr std::size_t values = std::size_t(1) << digit_bits;
  scratch_.resize(entries_.size());
  for (int shift = 0; shift <= code_bits; shift += digit_bits) {
    const auto digit = [shift](const Entry& e) { return (e.code >> shift) & (values - 1); };
    std::array<Index, values> next{};
    for (const Entry& e : entries_) ++next[digit(e)];
    if (!entries_.empty() && next[digit(entries_.front())] == static_cast<Index>(entries_.size())) continue;
    Index start = 0;
    for (Index& count : next) start += std::exchange(count, start);
    for (const Entry& e : entries_) scratch_[next[digit(e)]++] = e;
    entries_.swap(scratch_);
  }
}

}  // namespace talus
