// Threads that stand by for the loops of a job, and hear of each by one line of the cache. To begin a parallel region
// for every loop takes several times as long: as long as many a loop of a small case.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace talus::parallel {

class Team {
 public:
  /// Before others serve: at most so many threads, and how often each looks for what it waits for before it sleeps.
  void gather(int most_threads, int patience) {
    if (done_.size() < static_cast<std::size_t>(most_threads)) done_ = std::vector<Done>(most_threads);
    patience_ = patience;
    first_ = call_.number.load() + 1;
  }
  /// As many as have come; before the first call.
  void count(int threads) { threads_ = threads; }
  [[nodiscard]] int threads() const { return threads_; }

  /// Calls work(k) once on every thread k of the team; the caller is thread 0. Returns when all are done.
  template <class Work>
  void call(Work& work) noexcept {
    call_.run = [](void* what, int k) { (*static_cast<Work*>(what))(k); };
    call_.work = &work;
    const std::uint32_t number = announce();
    work(0);
    for (int k = 1; k < threads_; ++k) await(done_[k].number, number);
  }
  /// Lets the others go.
  void dismiss() {
    call_.run = nullptr;
    announce();
  }

  /// What thread k > 0 does until then.
  void serve(int k) noexcept {
    for (std::uint32_t number = first_;; ++number) {
      await(call_.number, number);
      if (call_.run == nullptr) return;
      call_.run(call_.work, k);
      put(done_[k].number, number);
    }
  }

 private:
  using Number = std::atomic<std::uint32_t>;
  struct alignas(64) Call {
    Number number{0};
    void (*run)(void* work, int thread) = nullptr;
    void* work = nullptr;
  };
  /// The last call that a thread has answered.
  struct alignas(64) Done {
    Number number{0};
  };

  std::uint32_t announce() {
    const std::uint32_t number = call_.number.load(std::memory_order_relaxed) + 1;
    put(call_.number, number);
    return number;
  }
  static void put(Number& to, std::uint32_t number) {
    to.store(number);
    to.notify_all();
  }
  void await(const Number& at, std::uint32_t number) const {
    for (int looks = 0; looks < patience_; ++looks) {
      if (at.load(std::memory_order_acquire) == number) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    for (std::uint32_t now = at.load(); now != number; now = at.load()) at.wait(now);
  }

  Call call_;
  std::vector<Done> done_;
  std::uint32_t first_ = 1;
  int threads_ = 1, patience_ = 0;
};

}  // namespace talus::parallel
