// A sorted list of pairs in packs: as many pairs side by side as a pack has lanes.
//
// Spheres are taken in chunks, and a chunk has packs for the pairs that its spheres lead: first those of two spheres of
// the chunk that touch or nearly do, then *crossing* pairs, whose second sphere belongs to another chunk, with those
// that touch or nearly do in front, last the rest of its own. Packs of what does not touch have mostly nothing to do.
// Pairs that cross go by their second sphere: those lie far, and what is needed of one is then fetched, and left for
// it, in one place. What the last pack of a kind has too many repeats a pair and counts for nothing. The place of a
// pair is its slot: slot / lanes is its pack, slot % lanes its lane.
//
// What a pair does can be added to spheres of its chunk at once, by the thread that works on the chunk. What crosses is
// left in a row, and spheres gather these in their order when all chunks are done. Chunks depend on the list only, so
// sums have the same bits for any number of threads.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "talus/contact/grain_pairs.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/pack.hpp"
#include "talus/numerics/prefetch.hpp"

namespace talus {

class PairPacks {
 public:
  /// Spheres of a chunk: many enough that few pairs cross, few enough that their rows stay in the second-level cache
  /// and that threads find something to share.
  static constexpr Index chunk_size = 8 * parallel::block_size;

  /// `one_set`: both spheres of a pair are of the same set. `followers`: how many may stand second. near(p): pair p
  /// touches or nearly does.
  template <class Near>
  void build(const GrainPairs& pairs, bool one_set, Index followers, Near&& near) {
    begin(pairs, one_set);
    for_chunks([&](Index chunk) {
      const Index end = first_pair(pairs, chunk + 1), own = one_set ? (chunk + 1) * chunk_size : 0;
      const Index* const second = pairs.j().data();
      Kind* const kind = kind_.data();
      for (Index p = first_pair(pairs, chunk); p < end; ++p) {
        const bool is_near = near(p);
        kind[p] = second[p] >= own ? (is_near ? crossing : distant_crossing) : (is_near ? close : distant);
      }
    });
    number(pairs, followers);
  }

  struct Chunk {
    Index first = 0, crossing = 0, distant = 0, end = 0;  ///< packs of each kind begin here, up to `end`
    Index first_row = 0;                                  ///< of its first crossing pack
  };

  /// Calls body(c) for the number of every chunk, in parallel.
  template <class Body>
  void for_chunks(Body&& body) const {
    parallel::for_blocks(chunk_count() * parallel::block_size, [&](Index, Index, Index c) { body(c); });
  }
  /// Pairs that spheres of a chunk lead are [first_pair(c), first_pair(c + 1)).
  [[nodiscard]] Index first_pair(const GrainPairs& pairs, Index c) const {
    return pairs.first()[std::min(spheres_, c * chunk_size)];
  }
  [[nodiscard]] Index chunk_count() const { return static_cast<Index>(chunk_.size()) - 1; }
  [[nodiscard]] const Chunk& chunk(Index c) const { return chunk_[c]; }

  /// Of one set: chunk c itself and all others with second spheres of its pairs, upwards.
  [[nodiscard]] std::span<const Index> led_by(Index c) const { return led_[c]; }
  /// How many chunks lead to chunk c, itself included.
  [[nodiscard]] Index leader_count(Index c) const { return leaders_[c]; }

  /// All packs.
  [[nodiscard]] Index size() const { return chunk_.back().first; }
  /// Partners of the pairs of a pack, one for each lane.
  [[nodiscard]] const Index* i(Index pack) const { return i_.data() + std::size_t(pack) * lanes; }
  [[nodiscard]] const Index* j(Index pack) const { return j_.data() + std::size_t(pack) * lanes; }
  /// Asks for partners of packs that come later.
  [[gnu::always_inline]] void call_partners_after(Index pack) const {
    constexpr Index ahead = 16;  // packs
    prefetch_later(i(pack), ahead * lanes);
    prefetch_later(j(pack), ahead * lanes);
  }
  /// Where a pack stands for pairs and does not fill up.
  [[nodiscard]] Mask stands(Index pack) const { return first_lanes(filled_[pack]); }
  /// By pair.
  [[nodiscard]] std::span<const Index> slot() const { return slot_; }
  /// By pair of the list before, until the next one is built.
  [[nodiscard]] std::span<const Index> old_slot() const { return old_slot_; }

  /// Rows that crossing pairs leave.
  [[nodiscard]] Index row_count() const { return chunk_.back().first_row; }
  /// Rows for sphere j: row(k) for k in [first_row(j), first_row(j + 1)), where follower(k) is j.
  [[nodiscard]] Index first_row(Index j) const { return reverse_first_[j]; }
  [[nodiscard]] Index row(Index k) const { return reverse_row_[k]; }
  [[nodiscard]] Index follower(Index k) const { return follower_[k]; }
  /// Asks for what the last two say of rows that come later.
  [[gnu::always_inline]] void call_rows_after(Index k) const {
    constexpr Index ahead = 96;
    prefetch_later(&reverse_row_[k], ahead);
    prefetch_later(&follower_[k], ahead);
  }

  /// Whether these are packs of these pairs, of which so many spheres may stand second.
  [[nodiscard]] bool fit(const GrainPairs& pairs, bool one_set, Index followers) const;

  void state(Archive& a) {
    a("spheres", spheres_);
    a("one set", one_set_);
    a("chunk", chunk_);
    a("i", i_);
    a("j", j_);
    a("filled", filled_);
    a("slot", slot_);
    a("reverse first", reverse_first_);
    a("reverse row", reverse_row_);
    if (!a.reads()) return;
    name_followers();
    find_led();
  }

 private:
  enum Kind : std::uint8_t { close, crossing, distant_crossing, distant };
  static constexpr int kinds = 4;

  [[nodiscard]] bool chunks_follow() const;
  [[nodiscard]] bool pairs_fit(Index chunk, Index followers) const;
  void begin(const GrainPairs& pairs, bool one_set);
  void number(const GrainPairs& pairs, Index followers);
  void fill(const GrainPairs& pairs, Index chunk);
  void split(const GrainPairs& pairs, Index chunk, std::array<std::vector<Index>, kinds>& of_kind) const;
  void follow(Index followers);
  void name_followers();
  void find_led();
  void find_led_by(Index chunk);

  Index spheres_ = 0;  ///< that lead pairs
  bool one_set_ = false;
  std::vector<Chunk> chunk_{{}};         ///< and one more for the end
  std::vector<std::vector<Index>> led_;  ///< by chunk
  std::vector<Index> leaders_;           ///< by chunk
  std::vector<Index> i_, j_;             ///< by slot
  std::vector<std::int8_t> filled_;      ///< by pack
  std::vector<Kind> kind_;               ///< by pair
  std::vector<Index> slot_, old_slot_;   ///< the same
  std::vector<Index> reverse_first_, reverse_row_;
  std::vector<Index> follower_;  ///< of reverse rows: so one loop adds them up, without an end to guess per sphere
};

}  // namespace talus
