// Writes files on a thread of its own while the run goes on.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace talus {

class FileQueue {
 public:
  /// Holds all that it writes: what it came from may have changed by then.
  using Job = std::function<void()>;

  FileQueue() = default;
  FileQueue(const FileQueue&) = delete;
  FileQueue& operator=(const FileQueue&) = delete;
  /// Finishes what was added. Errors that nobody has asked for are lost.
  ~FileQueue();

  /// Jobs are done one after the other, in this order; after one that has thrown the others are dropped.
  void add(Job job);
  /// Waits until all is written. Throws the error of the job that could not, once.
  void settle();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;  ///< the first of them is being done
  std::exception_ptr error_;
  bool closing_ = false;
  std::thread thread_;  ///< started by the first job
};

}  // namespace talus
