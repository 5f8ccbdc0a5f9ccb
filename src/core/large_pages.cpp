// Large blocks of memory in pages of 2 MB where the system grants them: loops that stream through many arrays at once
// else spend part of their time on looking up where pages of 4 kB are, and on fetching the start of each. Stands in for
// the standard library's operator new, so that every std::vector has it; operator delete is free(), as it was.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t page = std::size_t(1) << 21;

void* allocate(std::size_t bytes, std::size_t alignment) {
  while (true) {
    void* block = nullptr;
    if (bytes >= page) {
      const std::size_t whole = (bytes + page - 1) / page * page;
      block = whole < bytes ? nullptr : std::aligned_alloc(std::max(alignment, page), whole);
      if (block != nullptr) madvise(block, whole, MADV_HUGEPAGE);  // a wish: without it all is only slower
    } else if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
      const std::size_t padded = std::max(bytes, std::size_t(1)) + alignment - 1;
      block = std::aligned_alloc(alignment, padded / alignment * alignment);
    } else {
      block = std::malloc(std::max(bytes, std::size_t(1)));
    }
    if (block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept { std::free(block); }

#endif
