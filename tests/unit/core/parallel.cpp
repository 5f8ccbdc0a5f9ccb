// Loops over blocks: every block once, whatever the number of threads, and on the calling thread alone where waking
// others would not pay.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/threads.hpp"

using namespace talus;

namespace {

template <class Work = parallel::AllAlike>
std::vector<int> visits(Index n, Index size, Work&& work_before = {}) {
  std::vector<int> count(static_cast<std::size_t>(n), 0);
  parallel::for_blocks(
      n,
      [&](Index first, Index last, Index block) {
        CHECK(first == block * size);
        CHECK(last == std::min(n, first + size));
        for (Index i = first; i < last; ++i) ++count[i];
      },
      size, work_before);
  return count;
}

}  // namespace

TEST_CASE("parallel: every particle has its turn once, with any number of threads") {
  for (const int threads : {1, 2, 3, 7}) {
    const Threads set(threads);
    for (const Index n : {0, 1, 31, 32, 33, 64, 100, 1000}) {
      CAPTURE(threads);
      CAPTURE(n);
      CHECK(visits(n, 32) == std::vector<int>(static_cast<std::size_t>(n), 1));
    }
  }
}

TEST_CASE("parallel: work is shared out, not items, and every item still has its turn once") {
  for (const int threads : {1, 2, 3, 7}) {
    const Threads set(threads);
    for (const Index n : {0, 64, 100, 1000}) {
      const std::vector<int> once(static_cast<std::size_t>(n), 1);
      CHECK(visits(n, 32, [](Index i) { return i * i; }) == once);
      CHECK(visits(n, 32, [](Index i) { return i < 40 ? 0 : 7; }) == once);
      CHECK(visits(n, 32, [](Index) { return 0; }) == once);
    }
  }
  constexpr Index n = 100 * parallel::block_size, heavy = 80 * parallel::block_size;
  const Threads two(2);
  const std::thread::id own = std::this_thread::get_id();
  std::vector<std::thread::id> who(100);
  parallel::for_blocks(
      n, [&](Index, Index, Index block) { who[block] = std::this_thread::get_id(); }, parallel::block_size,
      [&](Index i) { return std::max<Index>(0, i - heavy); });
  for (Index block = 0; block < 100; ++block) CHECK((who[block] == own) == (block < 90));
}

TEST_CASE("parallel: one thread, or too little work for two, stays with who calls") {
  const auto own = [](Index n) {
    std::vector<std::thread::id> who(static_cast<std::size_t>(parallel::block_count(n)));
    parallel::for_blocks(n, [&](Index, Index, Index block) { who[block] = std::this_thread::get_id(); });
    return std::ranges::all_of(who, [](std::thread::id id) { return id == std::this_thread::get_id(); });
  };
  {
    const Threads one(1);
    CHECK(own(100 * parallel::block_size));
  }
  const Threads two(2);
  CHECK(own(parallel::serial_limit - 1));
  CHECK(!own(100 * parallel::block_size));
}

TEST_CASE("parallel: what blocks collect stands in the order of a plain loop") {
  constexpr Index n = 1000;
  std::vector<Index> plain;
  for (Index i = 0; i < n; ++i) plain.insert(plain.end(), static_cast<std::size_t>(i % 4), i);
  for (const int threads : {1, 2, 3, 7}) {
    const Threads set(threads);
    CAPTURE(threads);
    CHECK(parallel::collect<Index>(n, [](Index i, std::vector<Index>& found) {
            found.insert(found.end(), static_cast<std::size_t>(i % 4), i);
          }) == plain);
  }
}

TEST_CASE("parallel: loops of a job with a team do what loops by themselves do") {
  for (const int threads : {1, 2, 3, 7}) {
    CAPTURE(threads);
    const Threads set(threads);
    Index jobs_done = 0;
    for (int job = 0; job < 20; ++job) {
      parallel::with_team([&] {
        for (const Index n : {0, 1, 33, 64, 1000}) CHECK(visits(n, 32) == std::vector<int>(n, 1));
        const auto sum = parallel::sum<1>(
            1000, [](Index i, std::array<Real, 1>& part) { part[0] += i; }, 32);
        CHECK(sum[0] == 499500);
        ++jobs_done;
      });
    }
    CHECK(jobs_done == 20);
  }
}

TEST_CASE("parallel: a loop in a loop of a team stays with its thread") {
  const Threads set(2);
  std::vector<int> count(64 * 64, 0);
  parallel::with_team([&] {
    parallel::for_each(
        64,
        [&](Index i) {
          const auto who = std::this_thread::get_id();
          parallel::for_each(
              64, [&](Index k) { count[64 * i + k] += std::this_thread::get_id() == who ? 1 : 100; }, 8);
        },
        8);
  });
  CHECK(count == std::vector<int>(64 * 64, 1));
}

TEST_CASE("parallel: what a job throws comes out of its team, and the next job finds one") {
  const Threads set(2);
  for (int job = 0; job < 3; ++job) {
    CHECK_THROWS_AS(parallel::with_team([&] {
                      CHECK(visits(1000, 32) == std::vector<int>(1000, 1));
                      throw std::domain_error("of a job");
                    }),
                    std::domain_error);
  }
  std::vector<std::thread::id> who(100);
  parallel::with_team([&] {
    parallel::for_each(
        100, [&](Index i) { who[i] = std::this_thread::get_id(); }, 10);
  });
  CHECK(who.front() == std::this_thread::get_id());
  CHECK(who.back() != who.front());
}

TEST_CASE("team: every call is answered once by every thread, whether they look out for it or sleep") {
  for (const int patience : {0, 1, 1000000}) {
    CAPTURE(patience);
    parallel::Team team;
    team.gather(3, patience);
    std::vector<std::thread> others;
    for (int k : {1, 2}) others.emplace_back([&team, k] { team.serve(k); });
    team.count(3);
    std::array<int, 3> answers{};
    for (int call = 1; call <= 1000; ++call) {
      auto work = [&](int k) { answers[k] += k + 1; };
      team.call(work);
      if (answers != std::array<int, 3>{call, 2 * call, 3 * call}) break;
    }
    CHECK(answers == std::array<int, 3>{1000, 2000, 3000});
    team.dismiss();
    for (std::thread& other : others) other.join();
  }
}
