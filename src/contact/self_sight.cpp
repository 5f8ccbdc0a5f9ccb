#include "talus/contact/self_sight.hpp"

#include <algorithm>
#include <cmath>

#include "talus/core/archive_checks.hpp"
#include "talus/contact/outer_layer.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Surfaces face each other when their normals enclose more than a right angle, and by this cosine more [-].
constexpr Real opposed = 0.2;
/// A particle between two surfaces belongs to both when they are equally far, within this many spacings: the middle
/// layer of three.
constexpr Real tie = 0.3;
/// At a corner a particle belongs to the faces next to it as well: to outer particles so many spacings farther than the
/// nearest one whose normals are within a right angle of its own, less this cosine.
constexpr Real beside = 1.5, same_side = 0.3;
/// Normals closer than this cosine count as one.
constexpr Real parallel_normals = 0.95;
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
  now_ = normal_;
  first_.push_back(0);
  std::vector<std::pair<Real, Index>> near;
  for (Index i = 0; i < body.size(); ++i) {
    near.clear();
    grid.for_each_near(body.X[i], deep, [&](Index k, Real distance2) { near.emplace_back(std::sqrt(distance2), k); });
    std::sort(near.begin(), near.end());
    add_surfaces(near);
    first_.push_back(static_cast<Index>(facing_.size()));
  }
}

/// Of the outer particles around one of the body, by distance, those whose normals are its own.
void SelfSight::add_surfaces(const std::vector<std::pair<Real, Index>>& near) {
  const auto start = static_cast<std::ptrdiff_t>(facing_.size());
  const auto none_of = [&](std::ptrdiff_t end, Real cosine, const Vec3& normal) {
    return std::none_of(facing_.begin() + start, facing_.begin() + end,
                        [&](Index k) { return normal_[k].dot(normal) > cosine; });
  };
  const auto end = [&] { return static_cast<std::ptrdiff_t>(facing_.size()); };
  std::ptrdiff_t nearest = start;
  for (const auto& [distance, k] : near) {
    const Real farther = (distance - near.front().first) / body_.spacing;
    if (farther > beside) return;
    if (!none_of(end(), parallel_normals, normal_[k])) continue;
    if (farther > tie && none_of(nearest, same_side, normal_[k])) continue;
    facing_.push_back(k);
    if (farther <= tie) nearest = end();
  }
}

bool SelfSight::face_each_other(Index i, Index j) const {
  for (Index a = first_[i]; a < first_[i + 1]; ++a) {
    const Vec3& here = now_[facing_[a]];
    const Vec3& place = body_.x[outer_[facing_[a]]];
    for (Index b = first_[j]; b < first_[j + 1]; ++b) {
      const Vec3& there = now_[facing_[b]];
      const Vec3 way = body_.x[outer_[facing_[b]]] - place;
      if (here.dot(way) > 0 && there.dot(way) < 0 && here.dot(there) < -opposed) return true;
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

void SelfSight::state(Archive& a) {
  a.fixed("normals now", now_);
  a("judged row", judged_.row);
  a("judged first", judged_.first);
  a("judged other", judged_.other);
  a("judged seen", judged_.seen);
  if (!a.reads()) return;
  expect(are_rows(judged_.first, judged_.row.size(), judged_.other.size()), "judged first");
  expect(judged_.seen.size() == judged_.other.size(), "judged seen");
}

void SelfSight::begin() {
  std::swap(judged_, before_);
  judged_.clear();
  if (before_.first.empty()) before_.clear();
  at_ = 0;
  for (std::size_t k = 0; k < outer_.size(); ++k) {
    now_[k] = (body_.F[outer_[k]].inverse().transpose() * normal_[k]).normalized();
  }
}

void SelfSight::filter(Index row, Index i, std::vector<Index>& near) {
  while (at_ < before_.row.size() && before_.row[at_] < row) ++at_;
  const bool known = at_ < before_.row.size() && before_.row[at_] == row;
  Index q = known ? before_.first[at_] : 0;
  const Index end = known ? before_.first[at_ + 1] : 0;
  std::size_t kept = 0;
  for (const Index j : near) {
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
