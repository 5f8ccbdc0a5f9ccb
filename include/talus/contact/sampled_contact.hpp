// What all contacts of solids whose sides are sampled in each other's field have in common: what they show.
#pragma once

#include "talus/contact/sampled_side.hpp"
#include "talus/contact/solid_contact.hpp"

#include <cstddef>

namespace talus {

class SampledContact : public SolidContact {
 public:
  using SolidContact::SolidContact;

  /// a in the field of b, then b in that of a; one for self-contact.
  [[nodiscard]] virtual std::size_t sides() const = 0;
  [[nodiscard]] virtual const SampledSide& sampled(std::size_t s) const = 0;

  /// When lists are made anew.
  [[nodiscard]] bool looks_at_gradient(Real dt) const override;
  [[nodiscard]] Vec3 normal_resultant(const Vec3& shift) const override;
  [[nodiscard]] Real potential_energy() const override;
  [[nodiscard]] Real range() const override;
  void for_each_line(const std::function<void(const ContactLine&)>& visit) const override;
  void mark_particles() const override;
  [[nodiscard]] Real deepest() const override;
  [[nodiscard]] Index loaded() const override;
  /// The two bodies see opposite forces and opposite moments about the same point.
  [[nodiscard]] Resultants resultants(const SolidBody& on, const Vec3& about) const override;

  /// Distance between the particle layers of touching surfaces [m].
  [[nodiscard]] Real touching_distance() const { return Real(0.5) * (a_.spacing + b_.spacing); }
};

}  // namespace talus
