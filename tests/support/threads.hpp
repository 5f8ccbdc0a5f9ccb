// So many threads while this lives.
#pragma once

#include "talus/core/parallel.hpp"

namespace talus {

class Threads {
 public:
  explicit Threads(int n) { parallel::set_thread_count(n); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { parallel::set_thread_count(before_); }

 private:
  int before_ = parallel::thread_count();
};

}  // namespace talus
