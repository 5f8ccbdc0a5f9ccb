// Contact of two solids, or of one with itself, by the colour-field barrier: each body sampled in the field of the
// other (contact 14)-(contact 24).
#pragma once

#include "talus/contact/field_side.hpp"
#include "talus/contact/sampled_contact.hpp"

#include <memory>
#include <vector>

namespace talus {

class FieldContact final : public SampledContact {
 public:
  /// `young` is the harmonic mean of both moduli [Pa]. The same body twice: contact with itself.
  FieldContact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
               const TangentialLaws::Variant& tangential);

  ContactSums compute(Real dt) override;
  void state(Archive& a) override;
  [[nodiscard]] std::size_t sides() const override { return side_.size(); }
  [[nodiscard]] const SampledSide& sampled(std::size_t s) const override { return *side_[s]; }
  [[nodiscard]] const FieldSide& side(std::size_t s) const { return *side_[s]; }
  /// kappa E: times (delta/d)^m it is the pressure that each side gives [Pa].
  [[nodiscard]] Real stiffness() const { return stiffness_; }

 private:
  ContactSums rub(Real dt);

  TangentialLaws::Variant tangential_;
  Real stiffness_;
  ContactWatch watch_;
  std::vector<std::unique_ptr<FieldSide>> side_;  ///< a in the field of b, then b in that of a; one for self-contact
};

}  // namespace talus
