// Which triangle of a mesh a sphere touches, and where.
#include <algorithm>
#include <cmath>

#include "talus/geometry/wall/triangle_surface.hpp"

namespace talus {

namespace {

/// A face and an edge beside it whose squared distances differ by less than this share are equally near.
constexpr Real equal_share = 1e-8;

}  // namespace

Real TriangleSurface::clearance(Index facet, const Vec3& x) const {
  return std::sqrt(nearest(facets_[facet], x).distance2);
}

/// Never inlined: which facet hides which is decided twice, from both sides, and both must see the same bits.
[[gnu::noinline, gnu::noclone]] TriangleSurface::Hit TriangleSurface::nearest(const Facet& f, const Vec3& x) const {
  std::array<Real, 3> inside;
  for (int k = 0; k < 3; ++k) inside[k] = (x - f.corner[k]).dot(f.inwards[k]);
  const Real margin = std::min({inside[0], inside[1], inside[2]});
  if (margin >= -round_off_) {
    const Real height = (x - f.corner[0]).dot(f.normal);
    return {x - height * f.normal, height * height, margin, Feature::face, 0};
  }
  // The nearest point is on a side beyond which the foot lies, or at one of its ends.
  Hit best{x, infinity, margin, Feature::vertex, 0};
  for (int k = 0; k < 3; ++k) {
    if (inside[k] >= 0) continue;
    const int next = (k + 1) % 3;
    const Real along = (x - f.corner[k]).dot(f.corner[next] - f.corner[k]);
    Hit hit{f.corner[k], 0, margin, Feature::vertex, k};
    if (along >= f.length2[k]) {
      hit.point = f.corner[next];
      hit.which = next;
    } else if (along > 0) {
      hit.point += along / f.length2[k] * (f.corner[next] - f.corner[k]);
      hit.feature = Feature::edge;
    }
    hit.distance2 = (x - hit.point).squaredNorm();
    if (hit.distance2 < best.distance2) best = hit;
  }
  return best;
}

bool TriangleSurface::touch_near(Index facet, const Vec3& x, Real radius, Touch& touch) const {
  const Facet& f = facets_[facet];
  const Hit hit = nearest(f, x);
  if (hit.distance2 >= radius * radius) return false;
  const Real height = (x - f.corner[0]).dot(f.normal);
  const bool valley = height >= 0 ? f.valley_in_front : f.valley_behind;
  const bool alone = hit.feature == Feature::face && hit.margin > clear_of_edge_ && !valley;
  if (!alone && is_hidden(facet, hit, x)) return false;

  const Real distance = std::sqrt(hit.distance2);
  const bool on_face = hit.feature == Feature::face || distance <= same_point_;
  Vec3 normal = on_face ? Vec3(height >= 0 ? f.normal : -f.normal) : Vec3((x - hit.point) / distance);
  const bool behind = side_ != MeshSide::both && (on_face ? height < 0 : normal.dot(outward(facet, hit)) < 0);
  if (behind && at_rim(facet, hit)) return false;
  if (behind) normal = -normal;
  touch = {behind ? -distance : distance, normal, hit.point, hit.feature};
  return true;
}

bool TriangleSurface::is_hidden(Index facet, const Hit& hit, const Vec3& x) const {
  if (hit.feature == Feature::edge) {
    // Most often it is the triangle beyond that edge.
    const Index beyond = across_[facet][hit.which];
    if (beyond != facet && hides(beyond, facet, hit, x)) return true;
  }
  for (const Index v : mesh_.triangles[facet]) {
    for (Index k = fan_first_[v]; k < fan_first_[v + 1]; ++k) {
      if (fan_[k] != facet && hides(fan_[k], facet, hit, x)) return true;
    }
  }
  return false;
}

/// Distances of points 1e-8 r apart are equal to round-off: there a) asks for places only, and in c) a face goes first.
bool TriangleSurface::hides(Index other, Index facet, const Hit& hit, const Vec3& x) const {
  if (hit.feature == Feature::face) {  // only a facet as near can hide it, and none is nearer than its plane
    const Real height = (x - facets_[other].corner[0]).dot(facets_[other].normal);
    if (height * height > (1 + equal_share) * hit.distance2) return false;
  }
  const Hit theirs = nearest(facets_[other], x);
  const bool nearer = theirs.distance2 < hit.distance2 || (theirs.distance2 == hit.distance2 && other < facet);
  const bool same_point = (theirs.point - hit.point).squaredNorm() <= same_point_ * same_point_;
  if (same_point) return nearer;
  if (has_feature(other, facet, hit)) return true;
  if (theirs.feature != Feature::face) return false;
  const bool both_faces = hit.feature == Feature::face;
  if (both_faces ? !nearer : theirs.distance2 > (1 + equal_share) * hit.distance2) return false;
  return (x - theirs.point).dot(x - hit.point) > smooth_cosine_ * std::sqrt(theirs.distance2 * hit.distance2);
}

/// Whether the edge or corner of `facet` that is nearest belongs to `other`, too.
bool TriangleSurface::has_feature(Index other, Index facet, const Hit& hit) const {
  if (hit.feature == Feature::face) return false;
  const auto& theirs = mesh_.triangles[other];
  const auto has = [&](Index v) { return std::ranges::find(theirs, v) != theirs.end(); };
  const auto& own = mesh_.triangles[facet];
  return has(own[hit.which]) && (hit.feature == Feature::vertex || has(own[(hit.which + 1) % 3]));
}

const Vec3& TriangleSurface::outward(Index facet, const Hit& hit) const {
  if (hit.feature == Feature::edge) return edge_outward_[facet][hit.which];
  return vertex_outward_[mesh_.triangles[facet][hit.which]];
}

bool TriangleSurface::at_rim(Index facet, const Hit& hit) const {
  if (hit.feature == Feature::edge) return across_[facet][hit.which] == facet;
  return hit.feature == Feature::vertex && rim_vertex_[mesh_.triangles[facet][hit.which]];
}

}  // namespace talus
