#include "talus/contact/pair_packs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "talus/core/archive_checks.hpp"

namespace talus {

namespace {

/// And one more for the end.
std::size_t chunks_for(Index spheres) {
  constexpr Index size = PairPacks::chunk_size;
  return static_cast<std::size_t>((spheres + size - 1) / size) + 1;
}

/// Sorts pairs by the part of the list of spheres that their second sphere is of: as well as by the sphere itself,
/// where all that matters is what is near, and quicker.
void sort_by_part(std::span<const Index> second, std::vector<Index>& pairs) {
  constexpr int part_bits = 9;
  if (pairs.empty()) return;
  const auto [low, high] = std::ranges::minmax(pairs, {}, [&](Index p) { return second[p]; });
  const auto range = static_cast<std::uint32_t>(second[high] - second[low]);
  const int shift = std::max(0, static_cast<int>(std::bit_width(range)) - part_bits);
  const auto part = [&, first = second[low]](Index p) { return (second[p] - first) >> shift; };
  std::array<Index, (1 << part_bits) + 1> next{};
  for (const Index p : pairs) ++next[part(p) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  thread_local std::vector<Index> sorted;
  sorted.resize(pairs.size());
  for (const Index p : pairs) sorted[next[part(p)]++] = p;
  pairs.swap(sorted);
}

}  // namespace

bool PairPacks::fit(const GrainPairs& pairs, bool one_set, Index followers) const {
  if (spheres_ != static_cast<Index>(pairs.first().size()) - 1 || one_set_ != one_set) return false;
  if (chunk_.size() != chunks_for(spheres_) || !chunks_follow()) return false;
  const std::size_t slots = std::size_t(size()) * lanes;
  if (i_.size() != slots || j_.size() != slots || filled_.size() != static_cast<std::size_t>(size())) return false;
  if (slot_.size() != static_cast<std::size_t>(pairs.size()) || !are_below(slot_, slots)) return false;
  for (Index c = 0; c < chunk_count(); ++c) {
    if (!pairs_fit(c, followers)) return false;
  }
  return are_rows(reverse_first_, followers + 1, reverse_row_.size()) && are_below(reverse_row_, row_count());
}

bool PairPacks::chunks_follow() const {
  Index packs = 0, rows = 0;
  for (const Chunk& c : chunk_) {
    if (c.first != packs || c.first_row != rows) return false;
    if (c.crossing < c.first || c.distant < c.crossing || c.end < c.distant) return false;
    if (c.end > static_cast<Index>(filled_.size())) return false;
    if (c.earliest < 0 || c.earliest > &c - chunk_.data()) return false;
    rows += (c.distant - c.crossing) * lanes;
    packs = c.end;
  }
  return packs == chunk_.back().first;
}

/// Both spheres of a pair belong to its chunk, unless it crosses.
bool PairPacks::pairs_fit(Index c, Index followers) const {
  const Index begin = c * chunk_size, end = std::min(spheres_, begin + chunk_size);
  const auto is_in = [](Index sphere, Index from, Index to) { return sphere >= from && sphere < to; };
  for (Index pack = chunk_[c].first; pack < chunk_[c].end; ++pack) {
    const bool crosses = pack >= chunk_[c].crossing && pack < chunk_[c].distant;
    if (!is_in(filled_[pack], 1, lanes + 1)) return false;
    for (int l = 0; l < lanes; ++l) {
      if (!is_in(i(pack)[l], begin, end)) return false;
      if (!(crosses ? is_in(j(pack)[l], 0, followers) : is_in(j(pack)[l], begin, end))) return false;
    }
  }
  return true;
}

void PairPacks::begin(const GrainPairs& pairs, bool one_set) {
  spheres_ = static_cast<Index>(pairs.first().size()) - 1;
  one_set_ = one_set;
  chunk_.resize(chunks_for(spheres_));
  kind_.resize(pairs.size());
  slot_.resize(pairs.size());
}

/// Gives every chunk its packs, and every pair its slot.
void PairPacks::number(const GrainPairs& pairs, Index followers) {
  for_chunks([&](Index c) {
    std::array<Index, kinds> count{};
    for (Index p = first_pair(pairs, c); p < first_pair(pairs, c + 1); ++p) ++count[kind_[p]];
    const auto packs = [&](Kind kind) { return (count[kind] + lanes - 1) / lanes; };
    chunk_[c].crossing = packs(close);
    chunk_[c].distant = chunk_[c].crossing + packs(crossing) + packs(distant_crossing);
    chunk_[c].end = chunk_[c].distant + packs(distant);
  });
  Index packs = 0, rows = 0;
  for (Chunk& c : chunk_) {
    if (&c == &chunk_.back()) c = {};
    c.first_row = rows;
    rows += (c.distant - c.crossing) * lanes;
    for (Index* pack : {&c.first, &c.crossing, &c.distant, &c.end}) *pack += packs;
    c.earliest = static_cast<Index>(&c - chunk_.data());
    packs = c.end;
    c.first = &c == chunk_.data() ? 0 : (&c)[-1].end;
  }
  i_.resize(std::size_t(packs) * lanes);
  j_.resize(i_.size());
  filled_.resize(packs);
  for_chunks([&](Index c) { fill(pairs, c); });
  follow(followers);
}

void PairPacks::fill(const GrainPairs& pairs, Index c) {
  const Chunk& chunk = chunk_[c];
  Index crossing_near = 0;
  for (Index p = first_pair(pairs, c); p < first_pair(pairs, c + 1); ++p) crossing_near += kind_[p] == crossing;
  const Index middle = chunk.crossing + (crossing_near + lanes - 1) / lanes;
  const std::array<Index, kinds + 1> begin{chunk.first * lanes, chunk.crossing * lanes, middle * lanes,
                                           chunk.distant * lanes, chunk.end * lanes};
  std::array<Index, kinds + 1> next = begin;
  const auto place = [&](Index p) {
    const Index slot = slot_[p] = next[kind_[p]]++;
    i_[slot] = pairs.i()[p], j_[slot] = pairs.j()[p];
  };
  thread_local std::vector<Index> crossing_pairs;
  crossing_pairs.clear();
  for (Index p = first_pair(pairs, c); p < first_pair(pairs, c + 1); ++p) {
    if (kind_[p] == crossing || kind_[p] == distant_crossing)
      crossing_pairs.push_back(p);
    else
      place(p);
  }
  sort_by_part(pairs.j(), crossing_pairs);
  for (const Index p : crossing_pairs) place(p);
  for (Index pack = chunk.first; pack < chunk.end; ++pack) filled_[pack] = lanes;
  for (int kind = close; kind <= distant; ++kind) {
    Index slot = next[kind];
    if (slot < begin[kind + 1]) filled_[slot / lanes] = static_cast<std::int8_t>(slot % lanes);
    for (; slot < begin[kind + 1]; ++slot) i_[slot] = i_[slot - 1], j_[slot] = j_[slot - 1];
  }
}

/// For every sphere the rows that crossing pairs leave for it, in their order.
void PairPacks::follow(Index followers) {
  reverse_first_.assign(static_cast<std::size_t>(followers) + 2, 0);
  const auto each_crossing = [&](auto&& visit) {
    for (Index c = 0; c < chunk_count(); ++c) {
      Index row = chunk_[c].first_row;
      for (Index pack = chunk_[c].crossing; pack < chunk_[c].distant; ++pack, row += lanes) {
        for (int l = 0; l < filled_[pack]; ++l) visit(c, j(pack)[l], row + l);
      }
    }
  };
  // Counted two places ahead, so that filling in moves each start to where it belongs.
  each_crossing([&](Index c, Index j, Index) {
    ++reverse_first_[j + 2];
    if (one_set_) chunk_[j / chunk_size].earliest = std::min(chunk_[j / chunk_size].earliest, c);
  });
  for (Index j = 0; j < followers; ++j) reverse_first_[j + 2] += reverse_first_[j + 1];
  reverse_row_.resize(reverse_first_.back());
  each_crossing([&](Index, Index j, Index row) { reverse_row_[reverse_first_[j + 1]++] = row; });
}

}  // namespace talus
