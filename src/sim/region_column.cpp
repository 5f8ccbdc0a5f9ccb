#include "talus/sim/region_column.hpp"

namespace talus {
namespace {

bool is_tensor(BulkQuantity q) {
  using Q = BulkQuantity;
  return q == Q::stress || q == Q::contact_stress || q == Q::kinetic_stress || q == Q::fabric ||
         q == Q::velocity_gradient;
}

}  // namespace

Contradiction RegionColumn::contradiction() const {
  const bool tensor = is_tensor(quantity);
  if (along && along->isZero(0)) return {"along", "a direction has a length: write [0, 0, 1]"};
  if (across && across->isZero(0)) return {"across", "a direction has a length: write [0, 0, 1]"};
  if (along && !tensor && quantity != BulkQuantity::velocity) return {"along", "this quantity has no direction"};
  if (across && !tensor) return {"across", "only tensors have a second direction"};
  if (!along && tensor) {
    return {"quantity", "a tensor has components: give \"along\", and \"across\" for those off the diagonal"};
  }
  return {};
}

std::string RegionColumn::unit() const {
  switch (quantity) {
    case BulkQuantity::density: return "kg/m^3";
    case BulkQuantity::velocity: return "m/s";
    case BulkQuantity::velocity_gradient: return "1/s";
    case BulkQuantity::temperature: return "m^2/s^2";
    case BulkQuantity::stress:
    case BulkQuantity::contact_stress:
    case BulkQuantity::kinetic_stress:
    case BulkQuantity::pressure:
    case BulkQuantity::deviator: return "Pa";
    default: return "-";
  }
}

}  // namespace talus
