// Packs of pairs: every pair has one slot, and the rows that crossing pairs leave lead to their second spheres.
#include "talus/contact/pair_packs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "support/read_pairs.hpp"

namespace talus {
namespace {

/// Each sphere with the next one, with one two chunks on and with the last of all.
GrainPairs far_and_near(Index spheres) {
  std::vector<Index> i, j;
  for (Index s = 0; s + 1 < spheres; ++s) {
    for (const Index other : {s + 1, s + 2 * PairPacks::chunk_size, spheres - 1}) {
      if (other >= spheres || (!j.empty() && i.back() == s && j.back() == other)) continue;
      i.push_back(s), j.push_back(other);
    }
  }
  return pairs_of(spheres, i, j);
}

/// For every row of crossing pairs the sphere for which it is left, or -1 where it fills up.
std::vector<Index> second_of_rows(const PairPacks& packs) {
  std::vector<Index> second(packs.row_count(), -1);
  for (Index c = 0; c < packs.chunk_count(); ++c) {
    const PairPacks::Chunk& chunk = packs.chunk(c);
    for (Index pack = chunk.crossing; pack < chunk.distant; ++pack) {
      for (int l = 0; l < lanes; ++l) {
        const Index row = chunk.first_row + (pack - chunk.crossing) * lanes + l;
        if (packs.stands(pack)[l]) second[row] = packs.j(pack)[l];
      }
    }
  }
  return second;
}

void check_rows(const PairPacks& packs, Index spheres) {
  const std::vector<Index> second = second_of_rows(packs);
  Index rows = 0;
  for (Index j = 0; j < spheres; ++j) {
    for (Index k = packs.first_row(j); k < packs.first_row(j + 1); ++k, ++rows) {
      REQUIRE(packs.follower(k) == j);
      REQUIRE(second[packs.row(k)] == j);
      if (k > packs.first_row(j)) REQUIRE(packs.row(k) > packs.row(k - 1));
    }
  }
  CHECK(rows == static_cast<Index>(second.size() - std::ranges::count(second, -1)));
}

/// Who leads to whom among chunks, as pairs say.
void check_leads(const PairPacks& packs, const GrainPairs& pairs) {
  std::vector<std::set<Index>> led(packs.chunk_count());
  std::vector<Index> leaders(packs.chunk_count(), 0);
  for (Index c = 0; c < packs.chunk_count(); ++c) led[c].insert(c);
  for (Index p = 0; p < pairs.size(); ++p) {
    led[pairs.i()[p] / PairPacks::chunk_size].insert(pairs.j()[p] / PairPacks::chunk_size);
  }
  for (Index c = 0; c < packs.chunk_count(); ++c) {
    CHECK(std::ranges::equal(packs.led_by(c), led[c]));
    for (const Index k : led[c]) ++leaders[k];
  }
  for (Index c = 0; c < packs.chunk_count(); ++c) CHECK(packs.leader_count(c) == leaders[c]);
}

}  // namespace

TEST_CASE("pair packs: each pair has a slot of its own, in a pack of its chunk") {
  const Index spheres = 5 * PairPacks::chunk_size + 17;
  const GrainPairs pairs = far_and_near(spheres);
  PairPacks packs;
  packs.build(pairs, true, spheres, [](Index p) { return p % 3 != 0; });
  std::vector<int> taken(static_cast<std::size_t>(packs.size()) * lanes, 0);
  for (Index p = 0; p < pairs.size(); ++p) {
    const Index slot = packs.slot()[p], pack = slot / lanes, lane = slot % lanes;
    ++taken[slot];
    REQUIRE(packs.i(pack)[lane] == pairs.i()[p]);
    REQUIRE(packs.j(pack)[lane] == pairs.j()[p]);
    const PairPacks::Chunk& chunk = packs.chunk(pairs.i()[p] / PairPacks::chunk_size);
    REQUIRE((pack >= chunk.first && pack < chunk.end));
    REQUIRE((pack >= chunk.crossing && pack < chunk.distant) ==
            (pairs.i()[p] / PairPacks::chunk_size != pairs.j()[p] / PairPacks::chunk_size));
  }
  CHECK(std::ranges::count(taken, 1) == pairs.size());
}

TEST_CASE("pair packs: rows of crossing pairs lead to their second spheres, in order, also out of a checkpoint") {
  const Index spheres = 5 * PairPacks::chunk_size + 17;
  const GrainPairs pairs = far_and_near(spheres);
  PairPacks packs;
  packs.build(pairs, true, spheres, [](Index p) { return p % 3 != 0; });
  REQUIRE(packs.row_count() > spheres);
  check_rows(packs, spheres);
  check_leads(packs, pairs);
  const PairPacks back = written_and_read(packs);
  REQUIRE(back.fit(pairs, true, spheres));
  check_rows(back, spheres);
  check_leads(back, pairs);
}

}  // namespace talus
