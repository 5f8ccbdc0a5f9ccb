#include "talus/contact/pair_packs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

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
  return are_rows(reverse_first_, followers, reverse_row_.size()) && are_below(reverse_row_, row_count());
}

bool PairPacks::chunks_follow() const {
  Index packs = 0, rows = 0;
  for (const Chunk& c : chunk_) {
    if (c.first != packs || c.first_row != rows) return false;
    if (c.crossing < c.first || c.distant < c.crossing || c.end < c.distant) return false;
    if (c.end > static_cast<Index>(filled_.size())) return false;
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
  old_slot_.swap(slot_);
  slot_.resize(pairs.size());
}

/// Gives every chunk its packs, and every pair its slot.
void PairPacks::number(const GrainPairs& pairs, Index followers) {
  for_chunks([&](Index c) {
    std::array<Index, kinds> count;
    for (int k = 0; k < kinds; ++k) {
      count[k] = static_cast<Index>(
          std::count(kind_.begin() + first_pair(pairs, c), kind_.begin() + first_pair(pairs, c + 1), Kind(k)));
    }
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
  thread_local std::array<std::vector<Index>, kinds> storage;  // grows once, then no allocation
  auto& of_kind = storage;
  split(pairs, c, of_kind);
  Index pack = chunk_[c].first;
  for (const std::vector<Index>& some : of_kind) {
    Index slot = pack * lanes;
    for (const Index p : some) {
      slot_[p] = slot;
      i_[slot] = pairs.i()[p], j_[slot++] = pairs.j()[p];
    }
    const auto packs = static_cast<Index>((some.size() + lanes - 1) / lanes);
    std::fill_n(filled_.begin() + pack, packs, static_cast<std::int8_t>(lanes));
    pack += packs;
    if (slot < pack * lanes) filled_[pack - 1] = static_cast<std::int8_t>(slot % lanes);
    for (; slot < pack * lanes; ++slot) i_[slot] = i_[slot - 1], j_[slot] = j_[slot - 1];
  }
}

/// The pairs of a chunk by their kind, those that cross by their second sphere.
void PairPacks::split(const GrainPairs& pairs, Index c, std::array<std::vector<Index>, kinds>& of_kind) const {
  const Index begin = first_pair(pairs, c), end = first_pair(pairs, c + 1);
  for (auto& some : of_kind) some.resize(end - begin + 1);
  const auto next_of = [&](Kind kind) { return of_kind[kind].data(); };
  const auto finish = [&](Kind kind, const Index* next) { of_kind[kind].resize(next - of_kind[kind].data()); };
  // Each pair is written wherever it may belong, and counts where it does: nothing for the processor to guess.
  Index *near = next_of(close), *across = next_of(crossing), *far = next_of(distant);
  for (Index p = begin; p < end; ++p) {
    *near = *across = *far = p;
    near += kind_[p] == close, far += kind_[p] == distant;
    across += kind_[p] == crossing || kind_[p] == distant_crossing;
  }
  finish(close, near), finish(crossing, across), finish(distant, far);
  sort_by_part(pairs.j(), of_kind[crossing]);
  Index *kept = next_of(crossing), *moved = next_of(distant_crossing);
  for (const Index p : of_kind[crossing]) {
    *moved = *kept = p;
    kept += kind_[p] == crossing, moved += kind_[p] != crossing;
  }
  finish(crossing, kept), finish(distant_crossing, moved);
}

/// For every sphere the rows that crossing pairs leave for it, in their order. Some threads count a part of the chunks
/// each, and put it behind the parts before.
void PairPacks::follow(Index followers) {
  constexpr Index most_parts = 4;  // each asks for as much memory as there are followers
  const Index parts = std::min({most_parts, chunk_count(), Index(parallel::thread_count())});
  thread_local std::vector<Index> storage;  // grows once, then no allocation
  storage.assign(std::size_t(parts) * followers, 0);
  Index* const next = storage.data();
  const auto each_crossing = [&](auto&& visit) {
    parallel::for_blocks(parts * parallel::block_size, [&](Index, Index, Index k) {
      Index* const of_part = next + std::size_t(k) * followers;
      for (Index c = chunk_count() * k / parts; c < chunk_count() * (k + 1) / parts; ++c) {
        Index row = chunk_[c].first_row;
        for (Index pack = chunk_[c].crossing; pack < chunk_[c].distant; ++pack, row += lanes) {
          for (int l = 0; l < filled_[pack]; ++l) visit(of_part[j(pack)[l]], row + l, j(pack)[l]);
        }
      }
    });
  };
  each_crossing([](Index& count, Index, Index) { ++count; });
  reverse_first_.resize(static_cast<std::size_t>(followers) + 1);
  Index rows = 0;
  for (Index j = 0; j < followers; ++j) {
    reverse_first_[j] = rows;
    for (Index k = 0; k < parts; ++k) rows += std::exchange(next[std::size_t(k) * followers + j], rows);
  }
  reverse_first_[followers] = rows;
  reverse_row_.resize(rows);
  follower_.resize(rows);
  each_crossing([&](Index& place, Index row, Index j) {
    reverse_row_[place] = row;
    follower_[place++] = j;
  });
  find_led();
}

/// As rows say that were read.
void PairPacks::name_followers() {
  if (reverse_first_.empty() || !are_rows(reverse_first_, reverse_first_.size() - 1, reverse_row_.size())) return;
  follower_.resize(reverse_row_.size());
  parallel::for_each(static_cast<Index>(reverse_first_.size()) - 1, [&](Index j) {
    std::fill(follower_.begin() + first_row(j), follower_.begin() + first_row(j + 1), j);
  });
}

/// Which chunks of one set lead to which; nothing where the list that was read does not fit.
void PairPacks::find_led() {
  led_.resize(chunk_.size());
  leaders_.assign(chunk_.size(), 0);
  if (!one_set_ || chunk_.empty() || !chunks_follow()) return;
  if (i_.size() != std::size_t(size()) * lanes || j_.size() != i_.size()) return;
  for_chunks([&](Index c) { find_led_by(c); });
  for (Index c = 0; c < chunk_count(); ++c) {
    for (const Index k : led_[c]) ++leaders_[k];
  }
}

void PairPacks::find_led_by(Index c) {
  std::vector<Index>& led = led_[c];
  led.assign(1, c);
  for (Index pack = chunk_[c].crossing; pack < chunk_[c].distant; ++pack) {
    for (int l = 0; l < lanes; ++l) {
      const Index k = j(pack)[l] / chunk_size;
      if (k != led.back() && k > c && k < chunk_count() && std::ranges::find(led, k) == led.end()) led.push_back(k);
    }
  }
  std::ranges::sort(led);
}

}  // namespace talus
