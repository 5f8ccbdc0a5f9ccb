#include "talus/diagnostics/bulk/plane_flow.hpp"

#include "talus/diagnostics/bulk/cut/region_cut.hpp"

#include <array>
#include <limits>

namespace talus {

void Gate::check(int dimension) const {
  if (normal.isZero(0)) refuse("the plane's normal has no length: give the direction that counts as plus");
  if (dimension == 2 && normal.z() != 0) refuse("in two dimensions the plane's normal has no third component");
  if (within) std::visit([&](const auto& region) { region.check(dimension); }, within->entry);
}

int GateCount::passage(const Vec3& from, const Vec3& way, const BulkSample& sample) const {
  const Real before = (from - gate_.point).dot(gate_.normal);
  const Real after = (from + way - gate_.point).dot(gate_.normal);
  // On the plane counts as beyond it, so that a grain that stops there passes once.
  if ((before < 0) == (after < 0)) return 0;
  const int direction = before < 0 ? 1 : -1;
  if (!gate_.within) return direction;
  Vec3 at = from + before / (before - after) * way;
  const Vec3 wrapped = sample.box.wrap(at);
  for (int a = 0; a < 3; ++a) {
    if (gate_.normal[a] == 0) at[a] = wrapped[a];
  }
  return contains(*gate_.within, at, sample.dimension) ? direction : 0;
}

int GateCount::passages(const Vec3& from, const Vec3& way, const BulkSample& sample) const {
  // The way may lead out of the periodic box, and there through an image of the plane. Images along the plane are the
  // plane itself.
  std::array<int, 3> images{};
  for (int a = 0; a < 3; ++a) images[a] = sample.box.periodic(a) && gate_.normal[a] != 0 ? 1 : 0;
  int sum = 0;
  for (int z = -images[2]; z <= images[2]; ++z) {
    for (int y = -images[1]; y <= images[1]; ++y) {
      for (int x = -images[0]; x <= images[0]; ++x) {
        sum += passage(from + sample.box.period().cwiseProduct(Vec3(x, y, z)), way, sample);
      }
    }
  }
  return sum;
}

void GateCount::look(const BulkSample& sample) {
  for (const BulkGrain& grain : sample.grains) {
    const auto id = static_cast<std::size_t>(grain.id);
    if (id >= last_.size()) last_.resize(id + 1, Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
    const Vec3 from = last_[id], way = sample.box.nearest(Vec3(grain.x - from));
    last_[id] = grain.x;
    if (!way.allFinite()) continue;  // not seen before
    const int count = passages(from, way, sample);
    number_ += count;
    mass_ += count * grain.mass;
  }
}

}  // namespace talus
