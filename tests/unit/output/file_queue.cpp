#include "talus/output/file_queue.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "talus/core/error.hpp"

namespace talus {

TEST_CASE("file queue: jobs run in order, and settle waits for all of them") {
  std::vector<int> done;
  FileQueue queue;
  queue.settle();
  for (int k = 0; k < 100; ++k) queue.add([&done, k] { done.push_back(k); });
  queue.settle();
  REQUIRE(done.size() == 100);
  for (int k = 0; k < 100; ++k) CHECK(done[k] == k);
  queue.add([&done] { done.push_back(100); });
  queue.settle();
  CHECK(done.size() == 101);
}

TEST_CASE("file queue: an error comes out once, and what waits behind it is dropped") {
  int done = 0;
  FileQueue queue;
  queue.add([] { throw FileError("disk full"); });
  for (int k = 0; k < 10; ++k) queue.add([&] { ++done; });
  CHECK_THROWS_AS(queue.settle(), FileError);
  CHECK(done == 0);
  queue.settle();
  queue.add([&] { ++done; });
  queue.settle();
  CHECK(done == 1);
}

TEST_CASE("file queue: what was added is finished before it goes away") {
  int done = 0;
  {
    FileQueue queue;
    for (int k = 0; k < 10; ++k) queue.add([&done] { ++done; });
  }
  CHECK(done == 10);
}

}  // namespace talus
