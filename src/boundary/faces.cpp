#include "talus/boundary/faces.hpp"

#include <algorithm>

#include "talus/geometry/refuse.hpp"

namespace talus {
namespace {

/// Cosine of the largest angle between a facet's normal and the direction that is asked for.
constexpr Real least_cosine = 0.5;

/// What the selection says about the direction of facets; a layer has its own.
std::optional<Vec3> direction_of(const FaceSelection& faces, const SolidBody& target) {
  if (faces.facing) return faces.facing->stableNormalized();
  if (faces.where.layer && !faces.towards && !faces.away_from)
    return Vec3(target.turn * outward(*faces.where.layer, target.dimension));
  return std::nullopt;
}

}  // namespace

FaceMesh FaceSelection::faces(const SolidBody& target) const {
  std::vector<bool> selected(target.X.size(), false);
  for (const Index i : where.resolve(target.X, target.spacing, target.dimension, target.turn)) selected[i] = true;
  FaceMesh mesh = surface_of(target);
  std::vector<Vec3> corners;
  mesh.place(target.X, corners);
  const auto direction = direction_of(*this, target);
  std::erase_if(mesh.facets, [&](const Facet& facet) {
    if (!selected[facet.particle]) return true;
    const Vec3 area = mesh.area(facet, corners);
    if (direction) return area.dot(*direction) < least_cosine * area.norm();
    const Vec3 middle = mesh.middle(facet, corners);
    if (towards) return area.dot(*towards - middle) <= 0;
    return away_from && area.dot(middle - *away_from) <= 0;
  });
  if (mesh.facets.empty())
    refuse(
        "no part of the surface is selected: none of these particles has a facet that looks "
        "this way");
  return mesh;
}

}  // namespace talus
