#include "talus/contact/fragment_contact.hpp"

#include <algorithm>
#include <cmath>

#include "talus/core/archive_checks.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {
namespace {

/// Pairs are kept this much farther than they act, in spacings.
constexpr Real skin = 0.3;

/// At this overlap over dx a pair is as stiff as the material (contact 49).
constexpr Real full_stiffness = 0.1;

Real harmonic_mean(Real a, Real b) { return 2 * a * b / (a + b); }

}  // namespace

FragmentContact::FragmentContact(SolidBody& body, Real young, Bonded bonded)
    : body_(body),
      young_(young),
      bonded_(std::move(bonded)),
      loose_(body.size(), 0),
      softest_(body.size()),
      least_(body.size()) {}

void FragmentContact::loosen(const std::vector<Index>& particles) {
  for (const Index i : particles) loose_[i] = 1;
  any_ = any_ || !particles.empty();
  stale_ = true;
}

/// True when two particles may have come nearer by the skin; what all of them do together counts for nothing.
bool FragmentContact::is_outdated() const {
  if (stale_) return true;
  const Index n = body_.size();
  const auto sum = parallel::sum<3>(n, [&](Index i, std::array<Real, 3>& s) {
    for (int a = 0; a < 3; ++a) s[a] += body_.x[i][a] - found_at_[i][a];
  });
  const Vec3 drift = Vec3(sum[0], sum[1], sum[2]) / n;
  parallel::Minimum farthest(n);
  parallel::for_each(n, [&](Index i) { farthest.take(i, -(body_.x[i] - found_at_[i] - drift).squaredNorm()); });
  return 2 * std::sqrt(-farthest.value()) > skin * body_.spacing;
}

void FragmentContact::find_pairs() {
  const SearchTime timed;
  const Index n = body_.size();
  const Real reach = (1 + skin) * body_.spacing;
  found_at_ = body_.x;
  grid_.build(found_at_, reach);
  pairs_.collect(parallel::block_count(n));
  parallel::for_blocks(n, [&](Index first, Index last, Index block) {
    for (Index i = first; i < last; ++i) {
      grid_.for_each_near(found_at_[i], reach, [&](Index j, Real) {
        if (j != i && (loose_[i] || loose_[j]) && !bonded_(i, j)) pairs_.block(block).push_back({i, j});
      });
    }
  });
  pairs_.assemble(n);
  pairs_.carry({}, {}, false);
  old_reach_.swap(reach_);
  reach_.resize(pairs_.size());
  for (Index p = 0; p < pairs_.size(); ++p) {
    const Index before = pairs_.carried().previous[p];
    reach_[p] = before >= 0 ? old_reach_[before] : 0;  // new: as near as it is
  }
  stale_ = false;
}

ContactSums FragmentContact::compute() {
  ContactSums sums;
  if (!any_) return sums;
  if (is_outdated()) find_pairs();
  const Index n = body_.size();
  force_.assign(n, Vec3::Zero());
  depth_.assign(n, 0);
  softest_.reset();
  least_.reset();
  auto& contact = body_.open(ForceKind::contact);
  const Real dx = body_.spacing;
  sums.stored = parallel::sum<1>(n, [&](Index i, std::array<Real, 1>& stored) {
    Vec3 f = Vec3::Zero();
    Real stiffness = 0;
    for (Index p = pairs_.first()[i]; p < pairs_.first()[i + 1]; ++p) {
      const Index j = pairs_.j()[p];
      const Vec3 d = body_.x[i] - body_.x[j];
      const Real r = d.norm();
      least_.take(i, r);
      reach_[p] = std::min(dx, std::max(reach_[p], r));
      const Real overlap = reach_[p] - r;
      if (!(overlap > 0) || r == 0) continue;
      const Real k = young_ * harmonic_mean(body_.V[i], body_.V[j]) / (2 * full_stiffness * dx * dx);
      const Real depth = overlap / dx;
      f += k * depth * overlap / r * d;
      stiffness += 2 * k * depth;
      depth_[i] = std::max(depth_[i], overlap);
      stored[0] += k * depth * overlap * overlap / 6;  // the other half stands in the row of j
    }
    force_[i] = f;
    contact[i] += f;
    softest_.take(i, -stiffness / body_.m[i]);
  })[0];
  sums.stiffness = std::max(Real(0), -softest_.value());
  nearest_ = std::min(Real(1), least_.value() / dx);
  return sums;
}

void FragmentContact::state(Archive& a) {
  a.fixed("loose", loose_);
  a("any", any_);
  a("stale", stale_);
  a("found at", found_at_);
  a("pairs", pairs_);
  a("reach", reach_);
  a("force", force_);
  a("depth", depth_);
  a("nearest", nearest_);
  if (!a.reads() || (!any_ && found_at_.empty())) return;
  const auto n = body_.X.size();
  expect(pairs_.size() == 0 || are_rows(pairs_.first(), n, pairs_.j().size()), "first");
  expect(stale_ || are_rows(pairs_.first(), n, pairs_.j().size()), "first");
  expect(are_below(pairs_.i(), n) && are_below(pairs_.j(), n) && pairs_.i().size() == pairs_.j().size(), "pairs");
  expect(reach_.size() == pairs_.j().size(), "reach");
  expect((stale_ && found_at_.empty()) || found_at_.size() == n, "found at");
  expect(force_.size() == depth_.size() && (force_.empty() || force_.size() == n), "force");
}

void FragmentContact::mark_particles() const {
  for (std::size_t i = 0; i < force_.size(); ++i) {
    const Real size = force_[i].norm();
    if (size == 0) continue;
    const auto particle = static_cast<Index>(i);
    mark_stick(body_, particle, 1);
    body_.penetration[i] = std::max(body_.penetration[i], depth_[i]);
    add_pressure(body_, particle, size / (body_.V[i] / body_.spacing), force_[i] / size);
  }
}

}  // namespace talus
