#include "talus/sim/grain_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "talus/core/error.hpp"

namespace talus {
namespace {

/// Radius of the ball (disc) of that volume.
Real radius_of(Real volume, int dimension) {
  constexpr Real pi = std::numbers::pi;
  return dimension == 2 ? std::sqrt(volume / pi) : std::cbrt(3 * volume / (4 * pi));
}

void add_grains(const GrainBody& body, BulkSample& sample) {
  for (Index i = 0; i < body.size(); ++i) {
    const Row& x = body.grains.position[i];
    const Vec3 v = body.grains.rate[i].velocity.vec();
    const Real radius = body.clumped ? radius_of(body.volume[i], body.dimension) : x.w;
    sample.grains.push_back({x.vec(), v, body.grains.inertia[i].mass, body.volume[i], radius, body.id[i]});
  }
}

/// Lines of one contact of bodies, whose first rows in the sample are `a` and `b`; -1: not looked at.
class ContactRows {
 public:
  ContactRows(const GrainContact& contact, Index a, Index b, BulkSample& sample)
      : contact_(contact), a_(a), b_(b), sample_(sample) {}

  void add() {
    contact_.for_each_line([&](const GrainContactLine& line) {
      const Index i = a_ < 0 ? -1 : a_ + line.i;
      const Index j = b_ < 0 || line.j < 0 ? -1 : b_ + line.j;
      if (i < 0 && j < 0) return;
      const Vec3 force = line.normal_force + line.tangential_force;
      BulkContact& seen = sample_.contacts.emplace_back();
      if (i >= 0) {
        seen = {.centre = centre(i, line.from), .force = force, .normal = line.normal, .i = i, .j = j};
        seen.branch = seen.centre - (j < 0 ? line.point : centre(j, line.to));
      } else {
        seen = {.centre = centre(j, line.to), .force = -force, .normal = -line.normal, .i = j};
        seen.branch = seen.centre - line.point;
      }
      seen.point = line.point;
      seen.touches = line.bond < 0;
    });
  }

 private:
  /// Of the grain, in the image where its sphere is at `sphere`.
  [[nodiscard]] Vec3 centre(Index row, const Vec3& sphere) const {
    return sphere + sample_.box.nearest(Vec3(sample_.grains[row].x - sphere));
  }

  const GrainContact& contact_;
  Index a_, b_;
  BulkSample& sample_;
};

}  // namespace

GrainChoice::GrainChoice(const GrainNames& of, const GrainSystem& grains) {
  for (const std::string& name : of.names) {
    const Index body = grains.body_index(name);
    invariant(body >= 0, "the names of bodies of grains are checked when the case is read");
    bodies_.push_back(body);
  }
  if (of.names.empty()) {
    bodies_.resize(grains.bodies.size());
    std::iota(bodies_.begin(), bodies_.end(), 0);
  }
  std::ranges::sort(bodies_);
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
}

BulkSample GrainChoice::sample(const GrainSystem& grains, bool contacts) const {
  BulkSample sample;
  sample.box = grains.box();
  std::vector<Index> first(grains.bodies.size(), -1);
  for (const Index b : bodies_) {
    const GrainBody& body = grains.bodies[b];
    sample.dimension = body.dimension;
    first[b] = static_cast<Index>(sample.grains.size());
    add_grains(body, sample);
  }
  if (!contacts) return sample;
  const auto row_of = [&](const std::string& name) {
    const Index body = grains.body_index(name);
    return body < 0 ? -1 : first[body];
  };
  for (const auto& contact : grains.contacts) {
    ContactRows(*contact, row_of(contact->a()), row_of(contact->b()), sample).add();
  }
  count_contacts(sample);
  return sample;
}

}  // namespace talus
