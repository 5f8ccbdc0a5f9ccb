// Any bytes as triangles.
#include "fuzz/target.hpp"
#include "talus/geometry/wall/stl.hpp"

namespace talus::fuzz {

void take(const std::string& bytes) {
  const MemoryFile file(bytes);
  static_cast<void>(read_stl(file.path()));
}

}  // namespace talus::fuzz
