#include "talus/contact/waiting_contact.hpp"

#include <algorithm>
#include <utility>

#include "talus/contact/list_skin.hpp"
#include "talus/diagnostics/search_time.hpp"
#include "talus/numerics/bounding_box.hpp"

namespace talus {
namespace {

BoundingBox box_of(const SolidBody& body) {
  BoundingBox box;
  for (const Vec3& x : body.x) box.enclose(x);
  return box;
}

}  // namespace

bool could_meet(const SolidBody& a, const SolidBody& b, Real reach) {
  const SearchTime timed;
  const BoundingBox of_a = box_of(a), of_b = box_of(b);
  const Vec3 gap = (of_b.low - of_a.high).cwiseMax(of_a.low - of_b.high).cwiseMax(0);
  const Real near = reach + list_skin(a, b) + std::max(a.spacing, b.spacing);
  return !(gap.squaredNorm() > near * near);
}

WaitingContact::WaitingContact(SolidBody& a, SolidBody& b, ContactPlan plan)
    : SolidContact(a, b), plan_(std::move(plan)), skin_(list_skin(a, b)) {}

SolidContact& WaitingContact::made() const {
  if (!contact_) contact_ = plan_.make();
  return *contact_;
}

ContactSums WaitingContact::compute(Real dt) {
  if (contact_) return contact_->compute(dt);
  if (!is_due(dt)) {
    travelled_ = travelled_after(dt);
    return {};
  }
  travelled_ = 0;
  return could_meet(a_, b_, plan_.reach) ? made().compute(dt) : ContactSums{};
}

void WaitingContact::state(Archive& a) {
  bool is_there = is_made();
  a("travelled", travelled_);
  a("made", is_there);
  if (!is_there) contact_.reset();
  if (is_there) made().state(a);
}

bool WaitingContact::looks_at_gradient(Real dt) const {
  return contact_ ? contact_->looks_at_gradient(dt) : is_due(dt) && could_meet(a_, b_, plan_.reach);
}

Vec3 WaitingContact::normal_resultant(const Vec3& shift) const { return made().normal_resultant(shift); }

Real WaitingContact::potential_energy() const {
  return could_meet(a_, b_, plan_.reach) ? made().potential_energy() : 0;
}

void WaitingContact::for_each_line(const std::function<void(const ContactLine&)>& visit) const {
  if (contact_) contact_->for_each_line(visit);
}

void WaitingContact::mark_particles() const {
  if (contact_) contact_->mark_particles();
}

Resultants WaitingContact::resultants(const SolidBody& on, const Vec3& about) const {
  return contact_ ? contact_->resultants(on, about) : Resultants{};
}

}  // namespace talus
