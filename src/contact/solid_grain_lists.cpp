#include "talus/contact/solid_grain_lists.hpp"

#include <algorithm>
#include <cmath>

#include "talus/contact/solid_grain_footprint.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {
namespace {

/// Over the spacing of the solid: a compromise between long lists and many of them.
constexpr Real skin_share = 0.3;
/// Width of the cells over the spacing: they hold a few particles each.
constexpr Real cell_share = 2;

/// Longest way of any of n things [m].
template <class Way>
Real longest(Index n, Way&& way) {
  parallel::Minimum shortest(n);
  parallel::for_each(n, [&](Index i) { shortest.take(i, -way(i).squaredNorm()); });
  return n > 0 ? std::sqrt(-shortest.value()) : 0;
}

}  // namespace

SolidGrainLists::SolidGrainLists(const SphereSet& spheres, const SolidBody& solid)
    : spheres_(spheres), solid_(solid), skin_(skin_share * solid.spacing) {}

void SolidGrainLists::update(Real dt) {
  if (travelled_ >= 0) {
    travelled_ += (spheres_.body.max_speed + solid_.max_speed) * dt;
    if (travelled_ <= skin_) return;
    travelled_ = measured_travel();
    if (travelled_ <= skin_) return;
  }
  build();
  travelled_ = 0;
}

Real SolidGrainLists::measured_travel() const {
  const auto& position = spheres_.rows().position;
  return longest(static_cast<Index>(sphere_at_.size()),
                 [&](Index s) { return Vec3(position[s].vec() - sphere_at_[s]); }) +
         longest(solid_.size(), [&](Index j) { return Vec3(solid_.x[j] - particle_at_[j]); });
}

void SolidGrainLists::state(Archive& a) {
  a("travelled", travelled_);
  a("first", first_);
  a("particle", particle_);
  a("sphere at", sphere_at_);
  a("particle at", particle_at_);
  a("by particle", by_particle_);
  if (!a.reads()) return;
  const Index spheres = spheres_.rows().size();
  expect(are_rows(first_, spheres, particle_.size()) && are_below(particle_, solid_.X.size()), "particle");
  expect(sphere_at_.size() == static_cast<std::size_t>(spheres) && particle_at_.size() == solid_.X.size(), "sphere at");
  expect(by_particle_.fits(solid_.size(), entries(), spheres), "by particle");
}

void SolidGrainLists::build() {
  const SearchTime timed;
  const SphereRows& rows = spheres_.rows();
  particle_at_ = solid_.x;
  grid_.build(particle_at_, cell_share * solid_.spacing);
  first_.assign(1, 0);
  particle_.clear();
  sphere_at_.clear();
  for (const Row& x : rows.position) {
    sphere_at_.push_back(x.vec());
    const Real reach = SolidGrainFootprint::reach(x.w, solid_) + skin_;
    grid_.for_each_near(x.vec(), reach, [&](Index j, Real) { particle_.push_back(j); });
    first_.push_back(static_cast<Index>(particle_.size()));
  }
  by_particle_.build(
      solid_.size(), particle_, rows.size(), [&](Index s) { return first_[s]; },
      [&](Index s) { return first_[s + 1]; });
}

}  // namespace talus
