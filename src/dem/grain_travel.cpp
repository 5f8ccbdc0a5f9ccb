#include "talus/dem/grain_travel.hpp"

#include <algorithm>
#include <cmath>

#include "talus/core/parallel.hpp"
#include "talus/dem/grain_filling.hpp"

namespace talus {

void wrap(GrainBody& body, const PeriodicBox& box) {
  if (!box.any()) return;
  parallel::for_each(body.size(), [&](Index i) {
    const Vec3 x = body.grains.position[i].vec();
    const Vec3 wrapped = box.wrap(x);
    if (wrapped == x) return;
    shift(body, i, wrapped - x);
    for (int a = 0; a < 3; ++a) {
      if (!box.periodic(a)) continue;
      body.rounds[i][a] += static_cast<std::int32_t>(std::lround((x[a] - wrapped[a]) / box.period()[a]));
    }
  });
}

void begin_travel(GrainBody& body) {
  for (Index i = 0; i < body.size(); ++i) body.origin[i] = body.grains.position[i].vec();
  std::ranges::fill(body.rounds, std::array<std::int32_t, 3>{});
}

}  // namespace talus
