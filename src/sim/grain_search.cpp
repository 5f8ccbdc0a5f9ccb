// When pairs of grains are listed anew, and how.
#include <algorithm>
#include <cmath>

#include "talus/contact/facet_images.hpp"
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_filling.hpp"
#include "talus/dem/grain_travel.hpp"
#include "talus/diagnostics/search_time.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {
namespace {

/// A sphere is alone when nothing is within this many skins of it.
constexpr Real lonely_skins = 4;

/// Farthest point of a wall from its centre [m].
Real reach_of(const WallBody& wall) {
  return std::visit(
      [&](const auto& surface) -> Real {
        Real reach2 = 0;
        for (Index f = 0; f < surface.facet_count(); ++f) {
          const BoundingBox box = wall.pose.to_space(surface.bounds(f));
          const Vec3 low = (box.low - wall.half.centre).cwiseAbs(), high = (box.high - wall.half.centre).cwiseAbs();
          const Real corner2 = low.cwiseMax(high).squaredNorm();
          if (!std::isfinite(corner2)) return infinity;
          reach2 = std::max(reach2, corner2);
        }
        return std::sqrt(reach2);
      },
      wall.surface);
}

/// Corners of the box around all places that are some, the smallest and the largest radius [m].
struct Extent {
  Vec3 low = Vec3::Constant(infinity), high = Vec3::Constant(-infinity);
  Real smallest_radius = infinity, largest_radius = 0;

  void add(const Row& x) {
    smallest_radius = std::min(smallest_radius, x.w);
    largest_radius = std::max(largest_radius, x.w);
    if (!x.vec().allFinite()) return;
    low = low.cwiseMin(x.vec());
    high = high.cwiseMax(x.vec());
  }
  Extent& operator+=(const Extent& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
    smallest_radius = std::min(smallest_radius, other.smallest_radius);
    largest_radius = std::max(largest_radius, other.largest_radius);
    return *this;
  }
};

Extent extent_of(const std::vector<Row>& rows) {
  return parallel::reduce<Extent>(static_cast<Index>(rows.size()),
                                  [&](Index i, Extent& extent) { extent.add(rows[i]); });
}

}  // namespace

/// No point of the wall that a grain can reach is faster.
Real GrainSystem::wall_speed(const WallBody& wall) const {
  const Real speed = wall.half.velocity.norm();
  if (wall.half.spin.isZero()) return speed;
  const auto w = static_cast<std::size_t>(&wall - walls.data());
  const Real grains = (extent_centre_ - wall.half.centre).norm() + extent();
  return speed + wall.half.spin.norm() * std::min(grains, w < wall_reach_.size() ? wall_reach_[w] : infinity);
}

/// A bound on the way of the fastest tells cheaply that there is time left; where it does not, ways are measured.
bool GrainSystem::has_spent_skin() {
  if (path_ <= leave_) return false;
  leave_ = leave();
  path_ = 0;
  return leave_ < 0;
}

SphereTravel GrainSystem::travel() const {
  SphereTravel all;
  for (const auto& set : sets) all += travel_of(*set);
  return all;
}

/// How far all grains and walls may go on before a pair could be missed [m].
Real GrainSystem::leave() const {
  const SphereTravel gone = travel();
  return std::min(Real(0.5) * (skin - used_up(gone, wall_path_)), gone.alone);
}

/// Of the list as it stands.
ListUse GrainSystem::list_use() const {
  ListUse use;
  use.skin = skin;
  use.steps = static_cast<Real>(steps_listed_);
  if (steps_listed_ > 0) use.way = used_up(travel(), wall_path_);
  for (const auto& set : sets) use.spheres += static_cast<Real>(set->listed);
  use.spare_pairs = static_cast<Real>(spare_pairs_);
  return use;
}

/// For the next list. Images along periodic axes stay out of reach of each other.
void GrainSystem::choose_skin(const ListUse& use) {
  constexpr Real rounding = 1e-9;
  const Real room = (1 - rounding) * box().half_period() - 2 * largest_radius_;
  skin = next_skin(use, narrowest_skin * mean_diameter, std::min(widest_skin * mean_diameter, room));
}

void GrainSystem::find_pairs() {
  const SearchTime timed;
  std::vector<std::vector<Index>> far;
  for (const auto& set : sets) far.push_back(far_travelled(*set, skin));
  const ListUse use = list_use();
  for (GrainBody& body : bodies) wrap(body, box());
  find_extent();
  choose_skin(use);
  for (const auto& set : sets) {
    set->skin = skin;
    sort_into_grid(*set);
    set->note_gone();
    note_places(*set);
  }
  spare_pairs_ = 0;
  for (const auto& contact : contacts) {
    contact->find_pairs();
    spare_pairs_ += contact->spare_pairs();
  }
  release_lonely(far);
  path_ = wall_path_ = 0;
  steps_listed_ = 0;
  // Nothing has gone anywhere yet, and without those that are alone the skin says all.
  const bool none_far = std::ranges::all_of(far, [](const auto& of_set) { return of_set.empty(); });
  leave_ = none_far ? Real(0.5) * skin : leave();
  is_stale_ = false;
  ++searches;
}

/// Spheres that have gone far and that nothing is near get leave to go half of the gap around them.
void GrainSystem::release_lonely(const std::vector<std::vector<Index>>& far) {
  for (std::size_t b = 0; b < sets.size(); ++b) {
    SphereSet& set = *sets[b];
    if (far[b].empty()) continue;
    for (Index s = 0; s < static_cast<Index>(set.old_place.size()); ++s) {
      if (set.listed_at[s].w > 0 || !std::ranges::binary_search(far[b], set.old_place[s])) continue;  // or it is gone
      const Real gap = gap_around(set, s);
      if (gap >= lonely_skins * skin) set.listed_at[s].w = Real(0.5) * gap;
    }
  }
}

/// Free way from the surface of a sphere to what is nearest, or less than what makes it alone [m].
Real GrainSystem::gap_around(const SphereSet& set, Index s) const {
  Real gap = infinity;
  for (const auto& other : sets) {
    gap = std::min(gap, gap_to_spheres(set, s, *other, box(), lonely_skins * skin));
    if (gap < lonely_skins * skin) return gap;
  }
  return std::min(gap, gap_to_walls(set.rows().position[s]));
}

Real GrainSystem::gap_to_walls(const Row& sphere) const {
  Real gap = infinity;
  for (const WallBody& wall : walls) {
    if (!wall.present) continue;
    std::visit(
        [&](const auto& surface) {
          for (Index f = 0; f < surface.facet_count(); ++f) {
            // Some image is as near as half a period along each axis.
            for_each_image(box(), wall.pose.to_space(surface.bounds(f)), sphere.vec(), box().period().maxCoeff(),
                           [&](const Vec3& shift) {
                             const Vec3 x = wall.pose.to_wall(sphere.vec() + shift);
                             gap = std::min(gap, surface.clearance(f, x) - sphere.w);
                           });
          }
        },
        wall.surface);
  }
  return gap;
}

/// Puts the grains of a set into the order of space, which the grid may have found already.
void GrainSystem::put_in_order(SphereSet& set) {
  LevelGrid& grid = set.grid;
  if (!set.body.clumped && grid.follows_space()) {
    reorder(set.body, {grid.spheres(), static_cast<std::size_t>(grid.size())}, set.old_place);
    grid.number_by_slot();
  } else {
    reorder(set.body, space_order_.sort(set.body.grains.position, box()), set.old_place);
    grid.build(set.rows().position, skin, box());
  }
}

void GrainSystem::sort_into_grid(SphereSet& set) {
  const Index spheres = set.rows().size();
  const bool sorts = searches % searches_per_sort == 0 || spheres != set.listed;
  if (sorts) set.grid.number_along(space_order_.axes(set.rows().position, box()));
  set.grid.build(set.rows().position, skin, box());
  if (sorts) put_in_order(set);
  set.old_place.resize(spheres);
  parallel::for_each(spheres, [&](Index s) {
    const Index place = sorts ? set.old_place[s] : s;
    set.old_place[s] = place < set.listed ? place : -1;
  });
  set.listed = spheres;
}

void GrainSystem::find_extent() {
  Vec3 low = Vec3::Constant(infinity), high = -low;
  smallest_radius_ = infinity;
  largest_radius_ = 0;
  for (const GrainBody& body : bodies) {
    const Extent spheres = extent_of(body.spheres().position);  // clumps reach beyond their centres
    low = low.cwiseMin(spheres.low);
    high = high.cwiseMax(spheres.high);
    smallest_radius_ = std::min(smallest_radius_, spheres.smallest_radius);
    largest_radius_ = std::max(largest_radius_, spheres.largest_radius);
  }
  wall_reach_.clear();
  for (const WallBody& wall : walls) wall_reach_.push_back(reach_of(wall));
  if (!(low.x() <= high.x())) return;
  extent_centre_ = Real(0.5) * (low + high);
  extent_radius_ = Real(0.5) * (high - low).norm();
}

}  // namespace talus
