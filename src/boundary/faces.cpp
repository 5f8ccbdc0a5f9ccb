#include "talus/boundary/faces.hpp"

#include <algorithm>
#include <utility>

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

/// Corners in their order, without those of facets that are not meant: nobody has to place them, or to ask what a
/// formula says of them.
FaceMesh with_own_corners(FaceMesh mesh) {
  std::vector<bool> is_used(mesh.corner_count(), false);
  for (const Facet& facet : mesh.facets) {
    for (const Index c : facet.own_corners()) is_used[c] = true;
  }
  FaceMesh own;
  own.dimension = mesh.dimension;
  own.reflections = mesh.reflections;
  own.first.push_back(0);
  std::vector<Index> number(is_used.size(), 0);
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    if (!is_used[c]) continue;
    number[c] = own.corner_count();
    for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) {
      own.particle.push_back(mesh.particle[e]);
      own.weight.push_back(mesh.weight[e]);
      if (!mesh.image.empty()) own.image.push_back(mesh.image[e]);
    }
    own.first.push_back(static_cast<Index>(own.particle.size()));
  }
  own.facets = std::move(mesh.facets);
  for (Facet& facet : own.facets) {
    for (int k = 0; k < facet.corner_count; ++k) facet.corners[k] = number[facet.corners[k]];
  }
  own.shares_of_particles = own.find_shares_of_particles();
  return own;
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
  return with_own_corners(std::move(mesh));
}

}  // namespace talus
