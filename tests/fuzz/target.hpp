// What every fuzz target has in common: any bytes may come in, and may be refused by the program's own errors alone.
//
// A crash, a finding of a sanitizer, another exception, a hang or a leak is a defect. tools/fuzz.sh builds the targets
// with libFuzzer and runs them; the tests replay the corpus through the same functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace talus::fuzz {

/// Takes what somebody else has written. Defined by each target.
void take(const std::string& bytes);

/// `bytes` as a file in memory, while this lives.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace talus::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
