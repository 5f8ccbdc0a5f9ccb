// Contact between the particles of two solids: kernel potential along the line of centres (contact 1-3), friction in
// the plane of contact (contact 4-7), and dashpots that bring bodies to rest (contact 8, 9).
//
// One object per pair of bodies: besides the history of every pair of particles it remembers how long the bodies have
// been in contact and where they slide, because dashpots spare impacts and steady sliding. Laws are chosen once per
// call, the loops are plain.
#pragma once

#include <algorithm>
#include <vector>

#include "talus/contact/contact_watch.hpp"
#include "talus/contact/pair_list.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/contact/tangential/stick_slip.hpp"

namespace talus {

class PairContact final : public SolidContact {
 public:
  /// `strength` = alpha E [Pa] of the kernel potential. The same body twice: contact with itself.
  PairContact(SolidBody& a, SolidBody& b, const KernelPotential& normal, Real strength,
              const TangentialLaws::Variant& tangential);

  ContactSums compute(Real dt) override;
  void state(Archive& a) override;
  [[nodiscard]] Vec3 normal_resultant(const Vec3& shift) const override;
  [[nodiscard]] Real potential_energy() const override;
  [[nodiscard]] Real range() const override { return range_; }
  void for_each_line(const std::function<void(const ContactLine&)>& visit) const override;
  void mark_particles() const override;
  [[nodiscard]] Real deepest() const override { return std::max(Real(0), deepest_ / touching_distance()); }
  [[nodiscard]] Index loaded() const override;
  /// Forces act at the particles: about their own centre the two bodies see moments that do not cancel.
  [[nodiscard]] Resultants resultants(const SolidBody& on, const Vec3& about) const override;

  [[nodiscard]] const PairList& pairs() const { return list_; }
  [[nodiscard]] const std::vector<FrictionHistory>& history() const { return history_; }

 private:
  struct PairForce {
    Vec3 direction = Vec3::Zero();   ///< from j to i
    Real normal = 0;                 ///< repulsive [N]
    Real stiffness = 0;              ///< [N/m]
    Vec3 tangential = Vec3::Zero();  ///< on i [N]
    Vec3 damping = Vec3::Zero();     ///< on i [N]
    Real heat = 0;                   ///< of friction in this step [J]
  };
  struct TangentialSums {
    Real stored = 0, sliding = 0, scheme = 0;
    Vec3 path = Vec3::Zero();  ///< load-weighted sum of relative velocities [N m/s]
  };

  [[nodiscard]] Real touching_distance() const { return Real(0.5) * (a_.spacing + b_.spacing); }
  void resize_for_list();
  void resize_for_active();
  void gather_normal(ContactSums& sums);
  template <class Law>
  TangentialSums tangential_forces(const Law& law, Real dt);
  void gather_tangential();
  void warm_particles();
  [[nodiscard]] Vec3 contact_normal(Index slot_a, Index p) const;
  [[nodiscard]] Vec3 dashpot(const PairForce& pair, bool slips, Real m_eff, Real dt, const Vec3& N,
                             const Vec3& v) const;
  TangentialSums stick_slip(const CoulombStickSlip& law, Index slot_a, Index p, Real dt);

  KernelPotential normal_;
  TangentialLaws::Variant tangential_;
  Real share_;  ///< of what a pair gives; a body with itself lists each pair twice
  KernelPairs pair_;
  Real range_;
  PairList list_;
  ContactWatch watch_;
  std::vector<PairForce> force_;
  std::vector<FrictionHistory> history_, old_history_;
  parallel::Minimum softest_;                    ///< of minus stiffness over mass of the active particles [1/s^2]
  parallel::Minimum nearest_;                    ///< distance of the pairs of the last evaluation [m]
  Real deepest_ = -infinity;                     ///< penetration of the run so far, negative: apart [m]
  std::vector<Vec3> resultant_a_, resultant_b_;  ///< normal force on each active particle [N]
};

}  // namespace talus
