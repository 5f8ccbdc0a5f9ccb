#include "talus/boundary/face_mesh.hpp"

#include <algorithm>
#include <utility>

#include "talus/body/mirrored_particles.hpp"
#include "talus/boundary/corner_weights.hpp"
#include "talus/boundary/facets.hpp"
#include "talus/core/parallel.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {
namespace {

Facets facets_of(const SolidBody& body) {
  if (auto found = facets_of_lattice(body)) return *found;
  if (body.dimension == 2) return facets_of_outline(body);
  if (auto found = facets_of_rows(body)) return *found;
  refuse(
      "its surface is known on a lattice and of rings along an axis only, and this body is neither: use the packing ",
      "\"lattice\"");
}

/// A mirrored body with its images behind it: what a surface is made of.
SolidBody whole_of(const SolidBody& part) {
  SolidBody whole;
  whole.dimension = part.dimension;
  whole.spacing = part.spacing;
  whole.X = MirroredParticles(part).places(part.X);
  whole.V = part.V;
  whole.outward_area = part.outward_area;
  for (const Reflection& image : part.images) {
    whole.V.insert(whole.V.end(), part.V.begin(), part.V.end());
    for (const Vec3& a : part.outward_area) whole.outward_area.push_back(image.R * a);
  }
  return whole;
}

/// The facets of a mirrored body itself, of those of the whole.
FaceMesh surface_of_part(const SolidBody& part) {
  FaceMesh mesh = surface_of(whole_of(part));
  std::erase_if(mesh.facets, [&](const Facet& facet) { return facet.particle >= part.size(); });
  mesh.reflections = part.images;
  for (Index& i : mesh.particle) {
    mesh.image.push_back(i / part.size());
    i %= part.size();
  }
  return mesh;
}

}  // namespace

void FaceMesh::place(const std::vector<Vec3>& x, std::vector<Vec3>& corners) const {
  corners.resize(first.size() - 1);
  parallel::for_each(corner_count(), [&](Index c) {
    Vec3 sum = Vec3::Zero();
    for (Index e = first[c]; e < first[c + 1]; ++e) {
      sum += part_of(e, x[particle[e]]);
      if (!image.empty() && image[e] != 0) sum += weight[e] * reflections[image[e] - 1].shift;
    }
    corners[c] = sum;
  });
}

Vec3 FaceMesh::area(const Facet& facet, const std::vector<Vec3>& corners) const {
  const auto& [a, b, c, d] = facet.corners;
  if (facet.corner_count == 2) return right_of(corners[b] - corners[a]);
  if (facet.corner_count == 3) return Real(0.5) * (corners[b] - corners[a]).cross(corners[c] - corners[a]);
  return Real(0.5) * (corners[c] - corners[a]).cross(corners[d] - corners[b]);
}

Vec3 FaceMesh::middle(const Facet& facet, const std::vector<Vec3>& corners) const {
  Vec3 sum = Vec3::Zero();
  for (const Index c : facet.own_corners()) sum += corners[c];
  return sum / facet.corner_count;
}

std::array<Vec3, 4> FaceMesh::shares(const Facet& facet, const std::vector<Vec3>& corners) const {
  if (facet.corner_count < 4) {
    const Vec3 share = area(facet, corners) / facet.corner_count;
    return {share, share, facet.corner_count == 3 ? share : Vec3::Zero(), Vec3::Zero()};
  }
  // Both ways to cut a quadrangle into two triangles count by half; each triangle is shared by its three corners.
  const auto sixth = [&](int i, int j, int k) {
    const Vec3 &a = corners[facet.corners[i]], &b = corners[facet.corners[j]], &c = corners[facet.corners[k]];
    return Vec3((b - a).cross(c - a) / 12);
  };
  const Vec3 abc = sixth(0, 1, 2), acd = sixth(0, 2, 3), abd = sixth(0, 1, 3), bcd = sixth(1, 2, 3);
  return {abc + acd + abd, abc + abd + bcd, abc + acd + bcd, acd + abd + bcd};
}

ParticleShares FaceMesh::find_shares_of_particles() const {
  ParticleShares shares;
  std::vector<Index> next(1 + (particle.empty() ? 0 : std::ranges::max(particle)), 0);  // how many, then where
  for (const Index i : particle) ++next[i];
  Index count = 0;
  shares.first.push_back(0);
  for (Index i = 0; i < static_cast<Index>(next.size()); ++i) {
    if (next[i] == 0) continue;
    shares.particle.push_back(i);
    shares.first.push_back(count + next[i]);
    count += std::exchange(next[i], count);
  }
  shares.entry.resize(particle.size());
  shares.corner.resize(particle.size());
  for (Index c = 0; c < corner_count(); ++c) {
    for (Index e = first[c]; e < first[c + 1]; ++e) {
      const Index share = next[particle[e]]++;
      shares.entry[share] = e;
      shares.corner[share] = c;
    }
  }
  return shares;
}

Vec3 FaceMesh::hand_over(const std::vector<Vec3>& on_corners, std::vector<Vec3>& on_particles) const {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& f : on_corners) sum += f;
  const ParticleShares& shares = shares_of_particles;
  parallel::for_each(static_cast<Index>(shares.particle.size()), [&](Index n) {
    Vec3 force = Vec3::Zero();
    for (Index k = shares.first[n]; k < shares.first[n + 1]; ++k) {
      force += part_of(shares.entry[k], on_corners[shares.corner[k]]);
    }
    on_particles[shares.particle[n]] += force;
  });
  return sum;
}

FaceMesh surface_of(const SolidBody& body) {
  if (!body.images.empty()) return surface_of_part(body);
  Facets found = facets_of(body);
  FaceMesh mesh;
  mesh.dimension = body.dimension;
  mesh.facets = std::move(found.facets);
  carry_corners(body, found.places, mesh);
  return mesh;
}

}  // namespace talus
