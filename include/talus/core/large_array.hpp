// Memory in pages of 2 MB where the system grants them: loops that read many arrays at once else spend their time on
// looking up where 4 kB pages are.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "talus/core/types.hpp"

namespace talus {

/// Numbers that start as zero.
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    const std::size_t wanted = size * sizeof(Real), unit = wanted < small ? line : page;
    const std::size_t bytes = (wanted + unit - 1) / unit * unit;
    values_ = static_cast<Real*>(std::aligned_alloc(unit, bytes));
    if (values_ == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    if (unit == page) madvise(values_, bytes, MADV_HUGEPAGE);  // a wish: without it the array is only slower
#endif
    std::memset(values_, 0, size * sizeof(Real));
  }
  LargeArray(const LargeArray& other) : LargeArray(other.size_) {
    if (size_ > 0) std::memcpy(values_, other.values_, size_ * sizeof(Real));
  }
  LargeArray(LargeArray&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeArray& operator=(const LargeArray& other) {
    if (size_ != other.size_) return *this = LargeArray(other);
    if (size_ > 0) std::memcpy(values_, other.values_, size_ * sizeof(Real));
    return *this;
  }
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~LargeArray() { std::free(values_); }

  [[nodiscard]] Real* data() { return values_; }
  [[nodiscard]] const Real* data() const { return values_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  /// What is smaller would waste most of a page, and there may be hundreds of small bodies.
  static constexpr std::size_t small = std::size_t(1) << 17;
  static constexpr std::size_t line = 64, page = std::size_t(1) << 21;
  Real* values_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace talus
