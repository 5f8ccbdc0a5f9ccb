#include "talus/diagnostics/machine_limits.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "talus/core/parallel.hpp"

namespace talus {
namespace {

constexpr Index triad_length = 8'000'000;  ///< three arrays of 64 MB
constexpr int repeats = 7;                 ///< of which the best counts: others may use the machine too
constexpr int multiply_add_rounds = 300'000;
constexpr int chains = 16;  ///< more than latency times width of any unit

template <class Work>
Real seconds_of(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
}

Real triad_bandwidth() {
  std::vector<Real> a(triad_length), b(triad_length), c(triad_length);
  parallel::for_blocks(triad_length, [&](Index first, Index last, Index) {  // each thread touches its own pages
    for (Index i = first; i < last; ++i) a[i] = 0, b[i] = 1, c[i] = 2;
  });
  Real best = 0;
  for (int k = 0; k < repeats; ++k) {
    const Real seconds = seconds_of([&] {
      parallel::for_blocks(triad_length, [&](Index first, Index last, Index) {
        for (Index i = first; i < last; ++i) a[i] = b[i] + Real(0.5) * c[i];
      });
    });
    best = std::max(best, 3 * sizeof(Real) * static_cast<Real>(triad_length) / seconds);
  }
  return best;
}

#if defined(__AVX512F__)
constexpr int lane_bytes = 64;
#elif defined(__AVX__)
constexpr int lane_bytes = 32;
#else
constexpr int lane_bytes = 16;
#endif
using Lanes = Real __attribute__((vector_size(lane_bytes)));

/// Keeps the compiler from folding the chains; the sum is of no interest.
Real multiply_add(Real factor) {
  Lanes sum[chains];
  for (int k = 0; k < chains; ++k) sum[k] = Lanes{} + Real(k);
  const Lanes x = Lanes{} + factor, y = Lanes{} + Real(1e-9);
  for (int n = 0; n < multiply_add_rounds; ++n) {
#pragma GCC unroll 16
    for (Lanes& s : sum) s = s * x + y;
  }
  Real total = 0;
  for (const Lanes& s : sum) total += s[0];
  return total;
}

Real multiply_add_rate() {
  const int threads = parallel::thread_count();
  std::vector<Real> result(threads);
  volatile Real factor = 0.999;
  Real best = 0;
  for (int k = 0; k < repeats; ++k) {
    const Real seconds = seconds_of([&] {
      parallel::for_blocks(threads * parallel::block_size,
                           [&](Index, Index, Index block) { result[block] = multiply_add(factor); });
    });
    constexpr Real lanes = lane_bytes / sizeof(Real);
    best = std::max(best, 2 * lanes * chains * multiply_add_rounds * static_cast<Real>(threads) / seconds);
  }
  volatile Real sink = result.front();
  static_cast<void>(sink);
  return best;
}

}  // namespace

MachineLimits measure_machine() { return {triad_bandwidth(), multiply_add_rate()}; }

}  // namespace talus
