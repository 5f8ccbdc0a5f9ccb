#include "fuzz/target.hpp"

#include "talus/core/error.hpp"

#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace talus::fuzz {

MemoryFile::MemoryFile(const std::string& bytes) : descriptor_(memfd_create("fuzz", 0)) {
  if (descriptor_ < 0 || write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("no file in memory");
  }
}

MemoryFile::~MemoryFile() { close(descriptor_); }

}  // namespace talus::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    talus::fuzz::take({reinterpret_cast<const char*>(data), size});
  } catch (const talus::Error&) {  // refused in words: as it should be
  }
  return 0;
}
