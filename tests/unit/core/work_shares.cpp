#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "support/threads.hpp"
#include "talus/core/work_shares.hpp"

using namespace talus;

namespace {

/// Parts follow each other, have something each, and are all of it.
bool covers(const WorkShares& shares, Index pieces) {
  Index next = 0;
  for (Index k = 0; k < shares.count(); ++k) {
    if (shares[k].begin != next || shares[k].end <= shares[k].begin) return false;
    next = shares[k].end;
  }
  return next == pieces;
}

}  // namespace

TEST_CASE("threads of equal speed have equal parts, and never more parts than pieces") {
  const Threads four(4);
  WorkShares shares;
  for (const Index pieces : {0, 1, 3, 4, 100, 1001}) {
    CAPTURE(pieces);
    shares.share_out(pieces);
    CHECK(shares.count() == std::min<Index>(pieces, 4));
    CHECK(covers(shares, pieces));
    for (Index k = 0; k < shares.count(); ++k) {
      CHECK(std::abs(shares[k].end - shares[k].begin - pieces / shares.count()) <= 1);
    }
  }
}

TEST_CASE("parts become as long as what each thread gets done") {
  const Threads three(3);
  constexpr Index pieces = 6000;
  WorkShares shares;
  shares.share_out(pieces);
  for (int step = 0; step < 12; ++step) {
    shares.balance(std::array<Index, 3>{3000, 2000, 1000});  // by threads that were equally long at it
    shares.share_out(pieces);                                // the next step of the same job
    REQUIRE(covers(shares, pieces));
  }
  CHECK(shares[0].end == 3000);
  CHECK(shares[1].end == 5000);
}

TEST_CASE("parts go half of the way at once") {
  const Threads two(2);
  WorkShares shares;
  shares.share_out(1000);
  shares.balance(std::array<Index, 2>{750, 250});
  CHECK(shares[0].end == 625);
  shares.share_out(200);  // another job of the same threads
  CHECK(shares[0].end == 125);
}

TEST_CASE("a thread that is held up keeps a piece, and gets its part back") {
  const Threads two(2);
  WorkShares shares;
  shares.share_out(10);
  for (int step = 0; step < 40; ++step) shares.balance(std::array<Index, 2>{0, 10});
  CHECK(shares[0].end == 1);
  CHECK(covers(shares, 10));
  for (int step = 0; step < 10; ++step) shares.balance(std::array<Index, 2>{5, 5});
  CHECK(shares[0].end == 5);
}

TEST_CASE("every piece is worked on once, whoever does it") {
  const Threads three(3);
  WorkShares shares;
  for (const Index pieces : {0, 1, 2, 3, 50, 1000}) {
    for (int step = 0; step < 20; ++step) {
      std::vector<int> times(static_cast<std::size_t>(pieces), 0);
      shares.for_pieces(pieces, [&](Index piece) { ++times[piece]; });
      REQUIRE(std::ranges::all_of(times, [](int n) { return n == 1; }));
    }
  }
}

TEST_CASE("threads that are done do what another has not begun, from the end of its part") {
  const Threads two(2);
  WorkShares shares;
  constexpr Index pieces = 102;
  std::atomic<bool> is_begun = false;
  std::atomic<Index> done = 0;
  std::vector<std::thread::id> by(pieces);
  // The first of all is begun before any other is finished, and not finished before all others are: its thread can do
  // no other, and no other thread can do it, however late one of them starts.
  shares.for_pieces(pieces, [&](Index piece) {
    by[piece] = std::this_thread::get_id();
    if (piece == 0) {
      is_begun = true;
      while (done < pieces - 1) std::this_thread::yield();
    }
    while (!is_begun) std::this_thread::yield();
    ++done;
  });
  CHECK(std::ranges::count(by, by[0]) == 1);
  CHECK(shares[0].end == 26);  // half of the way from 51 to 1
}
