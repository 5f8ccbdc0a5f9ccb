// Contact of two solids, or of one with itself, by the colour-field barrier: each body sampled in the field of the
// other (contact 14)-(contact 24).
#pragma once

#include "talus/contact/field_side.hpp"
#include "talus/contact/solid_contact.hpp"

#include <memory>
#include <vector>

namespace talus {

class FieldContact final : public SolidContact {
 public:
  /// `young` is the harmonic mean of both moduli [Pa]. The same body twice: contact with itself.
  FieldContact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
               const TangentialLaws::Variant& tangential);

  ContactSums compute(Real dt) override;
  [[nodiscard]] Vec3 normal_resultant(const Vec3& shift) const override;
  [[nodiscard]] Real potential_energy() const override;
  [[nodiscard]] Real range() const override;
  void for_each_line(const std::function<void(const ContactLine&)>& visit) const override;
  void mark_particles() const override;
  [[nodiscard]] Real deepest() const override;
  [[nodiscard]] Index loaded() const override;
  /// The two bodies see opposite forces and opposite moments about the same point.
  [[nodiscard]] Resultants resultants(const SolidBody& on, const Vec3& about) const override;

  [[nodiscard]] const FieldSide& side(std::size_t s) const { return *side_[s]; }
  [[nodiscard]] std::size_t sides() const { return side_.size(); }
  /// kappa E: times (delta/d)^m it is the pressure that each side gives [Pa].
  [[nodiscard]] Real stiffness() const { return stiffness_; }
  /// Distance between the particle layers of touching surfaces [m].
  [[nodiscard]] Real touching_distance() const { return Real(0.5) * (a_.spacing + b_.spacing); }

 private:
  ContactSums rub(Real dt);

  TangentialLaws::Variant tangential_;
  Real stiffness_;
  ContactWatch watch_;
  std::vector<std::unique_ptr<FieldSide>> side_;  ///< a in the field of b, then b in that of a; one for self-contact
};

}  // namespace talus
