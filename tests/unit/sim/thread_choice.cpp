// How many threads a case gets where nobody has chosen: as many as its largest loops feed.
#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/written_case.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

/// As if nobody had chosen, while this lives.
class NoChoice {
 public:
  NoChoice() { parallel::detail::threads_are_chosen = false; }
  NoChoice(const NoChoice&) = delete;
  NoChoice& operator=(const NoChoice&) = delete;
  ~NoChoice() {
    omp_set_num_threads(count_);
    parallel::detail::threads_are_chosen = chosen_;
  }

 private:
  bool chosen_ = parallel::detail::threads_are_chosen;
  int count_ = parallel::thread_count();
};

int threads_of(int dimension, const std::string& bodies, const std::string& contacts = "") {
  const NoChoice none;
  simulate_written(
      R"({"talus": 1, "title": "threads", "time": {"end": 1}, "dimension": )" + std::to_string(dimension) +
      R"(, "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},)" +
      R"("bodies": {)" + bodies + R"(}, "contacts": [)" + contacts + "]}");
  return parallel::thread_count();
}

/// Of equal blocks with so many particles along each edge.
int threads_of_blocks(int count, const std::vector<int>& edges) {
  std::string size, bodies;
  for (const int edge : edges) size += (size.empty() ? "" : ", ") + std::to_string(edge);
  for (int b = 0; b < count; ++b) {
    bodies += (b == 0 ? "\"" : ", \"") + std::to_string(b) +
              R"(": {"solver": "tlsph", "material": "rubber", "spacing": 1, )" +
              R"("shape": {"model": "block", "size": [)" + size + R"(]}, "position": [)" + std::to_string(1000 * b) +
              (edges.size() == 3 ? ", 0, 0]}" : ", 0]}");
  }
  return threads_of(static_cast<int>(edges.size()), bodies);
}

/// Of equal beds of 10 x 10 grains with so many layers.
int threads_of_beds(int count, int layers) {
  std::string bodies, contacts;
  for (int b = 0; b < count; ++b) {
    for (int other = 0; other <= b; ++other) {
      contacts += (contacts.empty() ? "" : ", ") + std::string(R"({"between": [")") + std::to_string(other) + "\", \"" +
                  std::to_string(b) + R"("], "normal": "none"})";
    }
    const auto corner = [&](int x, int y, int z) {
      return "[" + std::to_string(1000 * b + x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "]";
    };
    bodies += (b == 0 ? "\"" : ", \"") + std::to_string(b) +
              R"(": {"solver": "dem", "material": "rubber", "grains": {)" +
              R"("model": "lattice", "spacing": 1, "sizes": {"model": "uniform_radius", "radius": 0.4}, "region": )" +
              R"({"model": "box", "min": )" + corner(0, 0, 0) + R"(, "max": )" + corner(10, 10, layers) + "}}}";
  }
  return threads_of(3, bodies, contacts);
}

}  // namespace

TEST_CASE("a second thread needs 2000 particles in the loop over one body, twice as many in the plane") {
  const int two = std::min(2, omp_get_num_procs());
  CHECK(threads_of_blocks(1, {10, 10, 19}) == 1);
  CHECK(threads_of_blocks(1, {10, 10, 21}) == two);
  CHECK(threads_of_blocks(2, {10, 10, 11}) == 1);  // loops go through one after the other
  CHECK(threads_of_blocks(2, {10, 10, 21}) == two);
  CHECK(threads_of_blocks(1, {50, 78}) == 1);
  CHECK(threads_of_blocks(1, {50, 82}) == two);
  CHECK(threads_of_blocks(1, {100, 122}) == std::min(3, omp_get_num_procs()));
}

TEST_CASE("a second thread needs 2000 grains, of whatever bodies") {
  CHECK(threads_of_beds(1, 19) == 1);
  CHECK(threads_of_beds(2, 11) == std::min(2, omp_get_num_procs()));
}

}  // namespace talus
