// Contact of two solids that are far apart and may never meet. It costs next to nothing until they come near: then the
// contact is made that the case asks for, with the surfaces and memories of two bodies, and does all the work.
//
// It looks whether they are near exactly when a contact that had been made at once would have listed near particles
// anew. So all results have the same bits: the lists of such a contact would have been empty until then.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "talus/contact/solid_contact.hpp"

namespace talus {

/// A contact that can be made at any time.
struct ContactPlan {
  Real reach = 0;     ///< particles farther apart do not know of each other [m]
  std::string facts;  ///< what the contact will say of itself
  std::function<std::unique_ptr<SolidContact>()> make;
};

/// Whether two bodies are so near that lists of a contact of this reach [m] could have something in them: told by their
/// boxes, with some room for points of a surface that lie outside of all particles.
[[nodiscard]] bool could_meet(const SolidBody& a, const SolidBody& b, Real reach);

class WaitingContact final : public SolidContact {
 public:
  /// Of two different bodies; `plan` is for them, in this order.
  WaitingContact(SolidBody& a, SolidBody& b, ContactPlan plan);

  ContactSums compute(Real dt) override;
  void state(Archive& a) override;
  [[nodiscard]] bool looks_at_gradient(Real dt) const override;
  [[nodiscard]] Vec3 normal_resultant(const Vec3& shift) const override;
  [[nodiscard]] Real potential_energy() const override;
  [[nodiscard]] Real range() const override { return contact_ ? contact_->range() : plan_.reach; }
  void for_each_line(const std::function<void(const ContactLine&)>& visit) const override;
  void mark_particles() const override;
  [[nodiscard]] Real deepest() const override { return contact_ ? contact_->deepest() : 0; }
  [[nodiscard]] Index loaded() const override { return contact_ ? contact_->loaded() : 0; }
  [[nodiscard]] Resultants resultants(const SolidBody& on, const Vec3& about) const override;
  [[nodiscard]] std::string facts() const override { return plan_.facts; }

  [[nodiscard]] bool is_made() const { return contact_ != nullptr; }

 private:
  [[nodiscard]] Real travelled_after(Real dt) const { return travelled_ + dt * (a_.max_speed + b_.max_speed); }
  [[nodiscard]] bool is_due(Real dt) const { return travelled_ < 0 || !(travelled_after(dt) < skin_); }
  [[nodiscard]] SolidContact& made() const;

  ContactPlan plan_;
  Real skin_;            ///< [m]
  Real travelled_ = -1;  ///< bound on the approach since the last look [m]; negative: none yet
  mutable std::unique_ptr<SolidContact> contact_;  ///< also made where somebody asks about it before the first step
};

}  // namespace talus
