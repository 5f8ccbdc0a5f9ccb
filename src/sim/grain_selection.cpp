#include "talus/sim/grain_selection.hpp"

#include "talus/sim/case_issue.hpp"

#include <algorithm>

namespace talus {
namespace {

[[noreturn]] void refuse_region(const std::string& name, const std::string& sentence) {
  throw CaseIssue(Fault::contradiction, "/output/history/columns/" + name + "/where", sentence);
}

/// Number of the grain whose centre is nearest to a point; of equally near ones the lowest.
std::int64_t nearest_grain(const GrainBody& body, const PeriodicBox& box, const Vec3& point) {
  const auto distance = [&](Index i) { return box.nearest(Vec3(body.grains.position[i].vec() - point)).norm(); };
  Index best = 0;
  for (Index i = 1; i < body.size(); ++i) {
    const Real d = distance(i), d_best = distance(best);
    if (d < d_best || (d == d_best && body.id[i] < body.id[best])) best = i;
  }
  return body.id[best];
}

bool goes_on_growing(const GrainSystem& grains, Index body) {
  return std::ranges::any_of(grains.supplies, [body](const GrainSupply& s) { return s.body == body; });
}

}  // namespace

GrainSelection::GrainSelection(const std::string& name, const std::optional<Selection>& where,
                               const GrainSystem& grains, Index body)
    : body_(body) {
  if (!where || where->all) return;
  const GrainBody& b = grains.bodies[body];
  if (where->box) {
    if ((where->box->min.array() > where->box->max.array()).any()) refuse_region(name, "box: min has to lie below max");
    box_ = where->box;
  } else if (where->nearest) {
    if (b.size() == 0) refuse_region(name, "nearest: there are no grains yet at the start; take a box, or their id");
    ids_ = {nearest_grain(b, grains.box(), *where->nearest)};
  } else if (where->id) {
    if (where->id->empty()) refuse_region(name, "id: the list is empty");
    ids_.emplace(where->id->begin(), where->id->end());
    std::ranges::sort(*ids_);
    for (const std::int64_t id : *ids_) {
      if (goes_on_growing(grains, body) || std::ranges::find(b.id, id) != b.id.end()) continue;
      const auto [low, high] = std::ranges::minmax(b.id);
      refuse_region(name, "id: body \"" + b.name + "\" has no grain " + std::to_string(id) + "; its numbers go from " +
                       std::to_string(low) + " to " + std::to_string(high) + ", as in the array id of the frames");
    }
  }
}

std::vector<Index> GrainSelection::rows(const GrainSystem& grains) const {
  const GrainBody& body = grains.bodies[body_];
  std::vector<Index> found;
  for (Index i = 0; i < body.size(); ++i) {
    if (ids_ && !std::ranges::binary_search(*ids_, body.id[i])) continue;
    if (box_) {
      const Vec3 x = grains.box().wrap(body.grains.position[i].vec());
      if ((x.array() < box_->min.array()).any() || (x.array() > box_->max.array()).any()) continue;
    }
    found.push_back(i);
  }
  return found;
}

}  // namespace talus
