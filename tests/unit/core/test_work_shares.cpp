#include <doctest/doctest.h>

#include <algorithm>
#include <array>
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

TEST_CASE("parts end where threads of different speed come to their end together") {
  const Threads three(3);
  constexpr Index pieces = 6000;
  constexpr std::array<Real, 3> speed{3000, 2000, 1000};  // pieces per second
  WorkShares shares;
  shares.share_out(pieces);
  Real apart = 1;  // longest over shortest time, less 1
  for (int step = 0; step < 12; ++step) {
    std::array<Real, 3> seconds{};
    for (Index k = 0; k < 3; ++k) seconds[k] = (shares[k].end - shares[k].begin) / speed[k];
    apart = std::ranges::max(seconds) / std::ranges::min(seconds) - 1;
    shares.balance(seconds);
    shares.share_out(pieces);  // the next step of the same job
    REQUIRE(covers(shares, pieces));
  }
  CHECK(apart < 0.005);
  CHECK(std::abs(shares[0].end - 3000) <= 5);
  CHECK(std::abs(shares[1].end - 5000) <= 5);
}

TEST_CASE("parts go half of the way at once") {
  const Threads two(2);
  WorkShares shares;
  shares.share_out(1000);
  shares.balance(std::array<Real, 2>{1, 3});  // wanted: 750
  CHECK(shares[0].end == 625);
  shares.balance(std::array<Real, 2>{0, 3});  // the clock has stood still
  CHECK(shares[0].end == 625);
  shares.share_out(200);  // another job of the same threads
  CHECK(shares[0].end == 125);
}

TEST_CASE("a thread that is held up keeps a piece, and gets its part back") {
  const Threads two(2);
  WorkShares shares;
  shares.share_out(10);
  for (int step = 0; step < 40; ++step) shares.balance(std::array<Real, 2>{1e6, 1e-6});
  CHECK(shares[0].end == 1);
  CHECK(covers(shares, 10));
  for (int step = 0; step < 80; ++step) {
    shares.balance(std::array<Real, 2>{Real(shares[0].end), Real(10 - shares[0].end)});
  }
  CHECK(shares[0].end == 5);
}

TEST_CASE("every part is called once, timed or not") {
  const Threads three(3);
  WorkShares shares;
  shares.share_out(1000);
  for (int step = 0; step < 20; ++step) {
    std::vector<int> times(1000, 0);
    const auto count = [&](const WorkShares::Part& part) {
      for (Index i = part.begin; i < part.end; ++i) ++times[i];
    };
    shares.for_timed_parts(count);
    shares.for_parts(count);
    REQUIRE(std::ranges::all_of(times, [](int n) { return n == 2; }));
  }
}
