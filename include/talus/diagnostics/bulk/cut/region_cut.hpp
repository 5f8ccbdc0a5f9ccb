// What a region of the catalogue contains: points, parts of balls, parts of straight lines. A new region adds its own
// file with these three functions beside the others:
//   bool contains(const R&, const Vec3& x, int dimension);
//   Real ball_inside(const R&, const Vec3& centre, Real radius, int dimension);                 [m^3; m^2 in 2-D]
//   Stretch stretch_inside(const R&, const Vec3& from, const Vec3& along, int dimension);
#pragma once

#include "talus/diagnostics/bulk/cut/box_cut.hpp"
#include "talus/diagnostics/bulk/cut/cylinder_cut.hpp"
#include "talus/diagnostics/bulk/cut/sphere_cut.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"

namespace talus {

inline bool contains(const Chosen<Regions>& region, const Vec3& x, int dimension) {
  return std::visit([&](const auto& r) { return contains(r, x, dimension); }, region.entry);
}

/// Part of a ball's volume that lies inside, 0 to 1.
[[nodiscard]] inline Real share_inside(const Chosen<Regions>& region, const Vec3& centre, Real radius, int dimension) {
  const auto share = [&](const auto& r) {
    if (r.holds({centre, radius}, {dimension})) return Real(1);
    return std::min(Real(1), ball_inside(r, centre, radius, dimension) / GrainTemplate{dimension}.volume(radius));
  };
  return std::visit(share, region.entry);
}

[[nodiscard]] inline Stretch stretch_inside(const Chosen<Regions>& region, const Vec3& from, const Vec3& along,
                                            int dimension) {
  return std::visit([&](const auto& r) { return stretch_inside(r, from, along, dimension); }, region.entry);
}

/// True when two regions are the same piece of space, said in the same way.
[[nodiscard]] inline bool is_same(const Chosen<Regions>& a, const Chosen<Regions>& b) {
  if (a.entry.index() != b.entry.index()) return false;
  const auto same = [&]<class R>(const R& first) {
    const R& second = std::get<R>(b.entry);
    return R::options().apply([&](const auto&... row) { return ((first.*row.member == second.*row.member) && ...); });
  };
  return std::visit(same, a.entry);
}

}  // namespace talus
