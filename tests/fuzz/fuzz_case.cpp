// Any text as a case: composed, read, checked, and written out with its defaults, which has to be a case again.
#include "fuzz/target.hpp"
#include "talus/core/error.hpp"
#include "talus/sim/case_reader.hpp"

#include <stdexcept>

namespace talus::fuzz {

void take(const std::string& bytes) {
  const MemoryFile file(bytes);
  const std::string resolved = resolved_case(read_case_file({file.path()}));
  const MemoryFile again(resolved);
  try {
    static_cast<void>(read_case_file({again.path()}));
  } catch (const Error& error) {
    throw std::logic_error(std::string("the resolved case is refused: ") + error.what() + "\n" + resolved);
  }
}

}  // namespace talus::fuzz
