#include "talus/output/file_queue.hpp"

#include <utility>

#include "talus/core/parallel.hpp"

namespace talus {

FileQueue::~FileQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FileQueue::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (error_) return;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = std::thread(&FileQueue::work, this);
}

void FileQueue::settle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.empty(); });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void FileQueue::work() {
  parallel::stay_alone();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    lock.unlock();
    std::exception_ptr error;
    try {
      job();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    jobs_.pop_front();
    if (error) {
      error_ = error;
      jobs_.clear();
    }
    changed_.notify_all();
  }
}

}  // namespace talus
