#include "talus/numerics/space_order.hpp"

#include "talus/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace talus {
namespace {

constexpr int bits_per_axis = 21;  // three of them fill a code of 63 bits
constexpr Real cells_per_axis = Real(1 << bits_per_axis);
constexpr std::uint64_t behind_all = std::uint64_t(1) << (3 * bits_per_axis);

/// Sampled spheres: enough for a quarter and three quarters, whatever their number.
constexpr std::size_t sample_size = 1024;

/// Cells between these quarters. The rest of the lattice lies around them, so that it takes a quarter of all spheres
/// far away to make it coarse.
constexpr Real cells_in_core = Real(1 << 14);

/// Puts two zero bits between any two bits of a number of 21 bits.
std::uint64_t spread(std::uint64_t n) {
  n = (n | n << 32) & 0x001f00000000ffffU;
  n = (n | n << 16) & 0x001f0000ff0000ffU;
  n = (n | n << 8) & 0x100f00f00f00f00fU;
  n = (n | n << 4) & 0x10c30c30c30c30c3U;
  n = (n | n << 2) & 0x1249249249249249U;
  return n;
}

bool is_number(const Vec3& x) { return !std::isnan(x.x() + x.y() + x.z()); }

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
  Real core = 0, largest = 0;
  for (int a = 0; a < 3; ++a) {
    std::sort(sample_[a].begin(), sample_[a].end());
    const auto quantile = [&](Real q) { return sample_[a][static_cast<std::size_t>(q * Real(sample_[a].size() - 1))]; };
    lattice.origin[a] = quantile(0.5);
    core = std::max(core, quantile(0.75) - quantile(0.25));
    largest = std::max(largest, sample_[a].back() - sample_[a].front());
  }
  if (core == 0) core = largest;
  if (core == 0) return lattice;
  lattice.inverse_width = cells_in_core / core;
  lattice.origin.array() -= 0.5 * cells_per_axis / lattice.inverse_width;
  return lattice;
}

std::span<const Index> SpaceOrder::sort(std::span<const Row> rows, const PeriodicBox& box) {
  const Lattice lattice = choose_lattice(rows, box);
  entries_.resize(rows.size());
  parallel::for_each(static_cast<Index>(rows.size()), [&](Index k) {
    const Vec3 cell = (box.wrap(rows[k].vec()) - lattice.origin) * lattice.inverse_width;
    std::uint64_t code = behind_all;
    if (is_number(cell)) {
      const auto along = [&](int a) {
        return spread(static_cast<std::uint64_t>(std::clamp(cell[a], Real(0), cells_per_axis - 1)));
      };
      code = along(0) | along(1) << 1 | along(2) << 2;
    }
    entries_[k] = {code, k};
  });
  sort_entries();
  order_.resize(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) order_[k] = entries_[k].place;
  return order_;
}

/// By digits of 11 bits from the last to the first: linear in their number, and stable.
void SpaceOrder::sort_entries() {
  constexpr int digit_bits = 11;
  constexpr std::size_t values = std::size_t(1) << digit_bits;
  scratch_.resize(entries_.size());
  for (int shift = 0; shift <= 3 * bits_per_axis; shift += digit_bits) {
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
