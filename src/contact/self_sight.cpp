#include "talus/contact/self_sight.hpp"

#include "talus/contact/outer_layer.hpp"
#include "talus/numerics/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// Surfaces face each other when their normals enclose more than a right angle, and by this cosine more [-].
constexpr Real opposed = 0.2;
/// A particle between two surfaces belongs to both when they are equally far, within this many spacings: the middle
/// layer of three.
constexpr Real tie = 0.3;
/// Smoothing length of the field whose slope is the normal, in spacings.
constexpr Real normal_smoothing = 1.75;

}  // namespace

SelfSight::SelfSight(const SolidBody& body, Real reach) : body_(body), reach2_(reach * reach) {
  std::vector<Vec3> places;
  for (const OuterParticle& outer : find_outer_layer(body, normal_smoothing * body.spacing)) {
    outer_.push_back(outer.particle);
    normal_.push_back(outer.normal);
    places.push_back(body.X[outer.particle]);
  }
  // Particles deeper than this are never the nearest thing that contact sees.
  const Real deep = reach + body.spacing;
  CellGrid grid;
  grid.build(places, deep);
  first_.push_back(0);
  for (Index i = 0; i < body.size(); ++i) {
    Real nearest2 = deep * deep;
    grid.for_each_near(body.X[i], deep, [&](Index, Real distance2) { nearest2 = std::min(nearest2, distance2); });
    const Real reached = std::sqrt(nearest2) + tie * body.spacing;
    const auto start = static_cast<std::ptrdiff_t>(facing_.size());
    grid.for_each_near(body.X[i], std::min(reached, deep), [&](Index k, Real) { facing_.push_back(k); });
    std::sort(facing_.begin() + start, facing_.end());
    first_.push_back(static_cast<Index>(facing_.size()));
  }
}

Vec3 SelfSight::normal_now(Index outer) const {
  const Mat3& F = body_.F[outer_[outer]];
  return (F.inverse().transpose() * normal_[outer]).normalized();
}

bool SelfSight::face_each_other(Index i, Index j) const {
  const Vec3 way = body_.x[j] - body_.x[i];
  for (Index a = first_[i]; a < first_[i + 1]; ++a) {
    const Vec3 here = normal_now(facing_[a]);
    if (here.dot(way) <= 0) continue;
    for (Index b = first_[j]; b < first_[j + 1]; ++b) {
      if (here.dot(normal_now(facing_[b])) < -opposed) return true;
    }
  }
  return false;
}

void SelfSight::Judged::clear() {
  row.clear();
  first.assign(1, 0);
  other.clear();
  seen.clear();
}

void SelfSight::begin() {
  std::swap(judged_, before_);
  judged_.clear();
  if (before_.first.empty()) before_.clear();
  at_ = 0;
}

void SelfSight::filter(Index row, Index i, std::vector<Index>& near) {
  while (at_ < before_.row.size() && before_.row[at_] < row) ++at_;
  const bool known = at_ < before_.row.size() && before_.row[at_] == row;
  Index q = known ? before_.first[at_] : 0;
  const Index end = known ? before_.first[at_ + 1] : 0;
  std::size_t kept = 0;
  for (const Index j : near) {
    if ((body_.X[i] - body_.X[j]).squaredNorm() <= reach2_) continue;
    while (q < end && before_.other[q] < j) ++q;
    const bool seen = q < end && before_.other[q] == j ? before_.seen[q] != 0 : face_each_other(i, j);
    judged_.other.push_back(j);
    judged_.seen.push_back(seen ? 1 : 0);
    if (seen) near[kept++] = j;
  }
  near.resize(kept);
  if (static_cast<Index>(judged_.other.size()) == judged_.first.back()) return;
  judged_.row.push_back(row);
  judged_.first.push_back(static_cast<Index>(judged_.other.size()));
}

}  // namespace talus
