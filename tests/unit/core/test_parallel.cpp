// Loops over blocks: every block once, whatever the number of threads, and on the calling thread alone where waking
// others would not pay.
#include <doctest/doctest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "support/threads.hpp"

using namespace talus;

namespace {

std::vector<int> visits(Index n, Index size) {
  std::vector<int> count(static_cast<std::size_t>(n), 0);
  parallel::for_blocks(
      n,
      [&](Index first, Index last, Index block) {
        CHECK(first == block * size);
        CHECK(last == std::min(n, first + size));
        for (Index i = first; i < last; ++i) ++count[i];
      },
      size);
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
