#include "talus/geometry/initial_stretch.hpp"

namespace talus {

void Codec<InitialStretch>::read(const Cursor& at, const Rule& rule, InitialStretch& out) {
  Codec<Vec3>::read(at, rule, out.factors);
  if (at.value().array() && at.value().array()->size() == 2) out.factors.z() = 1;
}

}  // namespace talus
