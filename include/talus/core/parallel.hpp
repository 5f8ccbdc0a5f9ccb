// The only file that knows OpenMP. Loops are split into fixed blocks and sums are added in block order, so a
// result has the same bits for any number of threads.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/core/team.hpp"
#include "talus/core/types.hpp"

namespace talus::parallel {

/// Particles per block: the unit of work and of every partial sum.
inline constexpr Index block_size = 128;

/// The same of what gathers from dozens of neighbours, as contact points do.
inline constexpr Index gathering_block = 16;

/// Loops with fewer blocks than this run on the calling thread: waking others would cost more.
inline constexpr Index serial_blocks = 2;
/// The same of particles.
inline constexpr Index serial_limit = serial_blocks * block_size;

inline int thread_count() { return omp_get_max_threads(); }

/// Particles that keep one more thread busy: below, threads wait for each other longer than they work. Two wait less
/// than many: as many particles have work for both.
inline constexpr Index particles_per_thread = 2000;

namespace detail {
inline bool threads_are_chosen = std::getenv("OMP_NUM_THREADS") != nullptr;
}  // namespace detail

/// What the user asks for; suit_threads() then leaves it alone.
inline void set_thread_count(int n) {
  detail::threads_are_chosen = true;
  omp_set_num_threads(n);
}

/// For a thread beside the solver's: its loops take no cores from them.
inline void stay_alone() { omp_set_num_threads(1); }

/// As many threads as a job of n particles feeds, unless the user has chosen (also by OMP_NUM_THREADS).
inline void suit_threads(Index n) {
  if (detail::threads_are_chosen) return;
  const int fed = n < particles_per_thread ? 1 : std::max<int>(2, n / particles_per_thread);
  omp_set_num_threads(std::min(fed, omp_get_num_procs()));
}

/// `size`: what is in a block, less than block_size where each of it is as much work as several particles.
constexpr Index block_count(Index n, Index size = block_size) { return (n + size - 1) / size; }

namespace detail {

/// Blocks [begin, end) of for_blocks(). A function of its own, so that the body is compiled once.
template <class Body>
[[gnu::noinline]] void go_through(Index begin, Index end, Index n, Index size, Body& body) {
  for (Index b = begin; b < end; ++b) body(b * size, std::min(n, (b + 1) * size), b);
}

/// First of [0, n) where a condition holds that holds from there on; n if nowhere.
template <class Condition>
Index first_where(Index n, Condition&& holds) {
  Index begin = 0;
  while (begin < n) {
    const Index middle = begin + (n - begin) / 2;
    if (holds(middle))
      n = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

/// Of the thread that leads one, outside of its loops.
inline thread_local Team* team = nullptr;

/// How often a thread that waits looks again before it sleeps: some milliseconds, as those of OpenMP do. Where another
/// program has one of the cores, a thread that sleeps gets it back late. Not at all where it would take the core of the
/// thread that it waits for, or where the user says so.
inline int patience() {
  static const char* policy = std::getenv("OMP_WAIT_POLICY");
  const bool sleeps =
      policy != nullptr && (std::string_view(policy) == "passive" || std::string_view(policy) == "PASSIVE");
  constexpr int looks = 300000;
  return sleeps || thread_count() > omp_get_num_procs() ? 0 : looks;
}

}  // namespace detail

/// Does a job of many loops, for which all threads stand by from its begin to its end.
template <class Job>
void with_team(Job&& job) {
  if (thread_count() == 1 || omp_in_parallel()) return job();
  static thread_local Team standing;
  Team& team = standing;  // that of this thread, also where others name it
  team.gather(thread_count(), detail::patience());
  std::exception_ptr thrown;
#pragma omp parallel
  {
    if (const int k = omp_get_thread_num(); k > 0) {
      team.serve(k);
    } else {
      team.count(omp_get_num_threads());
      detail::team = &team;
      try {
        job();
      } catch (...) {
        thrown = std::current_exception();
      }
      detail::team = nullptr;
      team.dismiss();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}

/// Work before item i of a loop whose items are all alike.
struct AllAlike {
  Index operator()(Index i) const { return i; }
};

/// Calls body(first, last, block) for every block of [0, n). Threads share blocks out by work: work_before(i) is that
/// of all items before i, in any unit.
template <class Body, class Work = AllAlike>
void for_blocks(Index n, Body&& body, Index size = block_size, Work&& work_before = {}) {
  const Index blocks = block_count(n, size);
  // A team of one would cost memory, and a call of the system to wake nobody: longer than many a loop takes.
  if (n < serial_blocks * size || thread_count() == 1) return detail::go_through(0, blocks, n, size, body);
  const auto take_part = [&](std::int64_t k, std::int64_t threads) {
    const auto begin_of = [&](std::int64_t part) {
      if (part == threads) return blocks;
      const std::int64_t all = work_before(n);
      return detail::first_where(blocks, [&](Index b) { return threads * work_before(b * size) >= part * all; });
    };
    detail::go_through(begin_of(k), begin_of(k + 1), n, size, body);
  };
  if (Team* const team = std::exchange(detail::team, nullptr)) {  // a loop inside of this one has no team
    auto work = [&](int k) { take_part(k, team->threads()); };
    team->call(work);
    detail::team = team;
    return;
  }
#pragma omp parallel
  take_part(omp_get_thread_num(), omp_get_num_threads());
}

/// Calls body(i) for every i in [0, n).
template <class Body, class Work = AllAlike>
void for_each(Index n, Body&& body, Index size = block_size, Work&& work_before = {}) {
  for_blocks(
      n,
      [&](Index first, Index last, Index) {
        for (Index i = first; i < last; ++i) body(i);
      },
      size, work_before);
}

/// Ordered sums of K numbers: body(i, partial) adds particle i's share to `partial`.
template <std::size_t K, class Body, class Work = AllAlike>
std::array<Real, K> sum(Index n, Body&& body, Index size = block_size, Work&& work_before = {}) {
  thread_local std::vector<std::array<Real, K>> storage;  // grows once, then no allocation
  storage.assign(static_cast<std::size_t>(block_count(n, size)), {});
  auto* partial = storage.data();
  for_blocks(
      n,
      [&](Index first, Index last, Index b) {
        std::array<Real, K> local{};
        for (Index i = first; i < last; ++i) body(i, local);
        partial[b] = local;
      },
      size, work_before);
  std::array<Real, K> total{};
  for (Index b = 0; b < block_count(n, size); ++b) {
    for (std::size_t k = 0; k < K; ++k) total[k] += partial[b][k];
  }
  return total;
}

/// The same for sums that are more than numbers: T() is zero and += adds. body(first, last, partial) adds a whole
/// block.
template <class T, class Body>
T reduce_blocks(Index n, Body&& body, Index size = block_size) {
  thread_local std::vector<T> storage;  // grows once, then no allocation
  storage.assign(static_cast<std::size_t>(block_count(n, size)), T());
  auto* partial = storage.data();
  for_blocks(
      n,
      [&](Index first, Index last, Index b) {
        T local;
        body(first, last, local);
        partial[b] = local;
      },
      size);
  T total;
  for (Index b = 0; b < block_count(n, size); ++b) total += partial[b];
  return total;
}

/// body(i, partial) adds particle i's share.
template <class T, class Body>
T reduce(Index n, Body&& body, Index size = block_size) {
  return reduce_blocks<T>(
      n,
      [&](Index first, Index last, T& partial) {
        for (Index i = first; i < last; ++i) body(i, partial);
      },
      size);
}

/// All that body(i, found) appends for i in [0, n), in order.
template <class T, class Body>
std::vector<T> collect(Index n, Body&& body, Index size = block_size) {
  std::vector<std::vector<T>> of_block(static_cast<std::size_t>(block_count(n, size)));
  for_blocks(
      n,
      [&](Index first, Index last, Index b) {
        for (Index i = first; i < last; ++i) body(i, of_block[b]);
      },
      size);
  std::size_t count = 0;
  for (const auto& found : of_block) count += found.size();
  std::vector<T> all;
  all.reserve(count);
  for (auto& found : of_block) {
    all.insert(all.end(), std::move_iterator(found.begin()), std::move_iterator(found.end()));
    std::vector<T>().swap(found);
  }
  return all;
}

/// Smallest of values that the particles of a loop hand in; independent of order. `size`: of its blocks.
class Minimum {
 public:
  explicit Minimum(Index n = 0, Index size = block_size) : size_(size) { reset(n); }
  void reset(Index n) { block_.assign(static_cast<std::size_t>(block_count(n, size_)), infinity); }
  void reset() { std::fill(block_.begin(), block_.end(), infinity); }
  void take(Index i, Real value) { block_[i / size_] = std::min(block_[i / size_], value); }
  /// Of what has come so far in the block of particle i: what is not below it changes nothing.
  [[nodiscard]] Real so_far(Index i) const { return block_[i / size_]; }
  [[nodiscard]] Real value() const {
    return block_.empty() ? infinity : *std::min_element(block_.begin(), block_.end());
  }

 private:
  Index size_;
  std::vector<Real> block_;
};

}  // namespace talus::parallel
