// Any bytes as a table of particles.
#include "fuzz/target.hpp"
#include "talus/geometry/particle_file.hpp"

namespace talus::fuzz {

void take(const std::string& bytes) {
  const MemoryFile file(bytes);
  for (const int dimension : {2, 3}) static_cast<void>(ParticleFile{file.path()}.fill(0.1, dimension));
}

}  // namespace talus::fuzz
