// Yes or no inside what an Archive takes byte by byte: of a bool that comes out of a file with any other byte than 0 or
// 1 nothing may be asked, of this the answer is yes.
#pragma once

#include <cstdint>

namespace talus {

class Flag {
 public:
  constexpr Flag(bool is = false) : byte_(is ? 1 : 0) {}
  constexpr operator bool() const { return byte_ != 0; }

 private:
  std::uint8_t byte_;
};

}  // namespace talus
