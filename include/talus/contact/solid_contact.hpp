// Contact between the particles of two solids: kernel potential along the line of centres (contact 1-3), friction in
// the plane of contact (contact 4-7), and dashpots that bring bodies to rest (contact 8, 9).
//
// One object per pair of bodies: besides the history of every pair of particles it remembers how long the bodies have
// been in contact and where they slide, because dashpots spare impacts and steady sliding. Laws are chosen once per
// call, the loops are plain.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/contact/pair_list.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/contact/sliding_sense.hpp"

#include <functional>
#include <vector>

namespace talus {

/// What the ledger books of one evaluation.
struct ContactSums {
  Real stored = 0;     ///< potential and elastic slip now [J]
  Real sliding = 0;    ///< lost by sliding in this step [J]
  Real stiffness = 0;  ///< largest sum of stiffness over mass of any particle [1/s^2]
};

/// What a pair of particles remembers.
struct PairHistory {
  SlidingHistory sliding;
  Vec3 normal = Vec3::Zero();
  Real k = 0;  ///< tangential stiffness of the last step [N/m]
};

/// One line of the contact network.
struct ContactLine {
  Index i, j;
  Vec3 normal_force;      ///< on i [N]
  Vec3 tangential_force;  ///< on i [N]
  Real overlap;           ///< of spheres of diameter dx: negative while the bodies float apart [m]
  int stick;              ///< 1 slips, 2 sticks
};

class SolidContact {
 public:
  /// `strength` = alpha E [Pa] of the kernel potential.
  SolidContact(SolidBody& a, SolidBody& b, const KernelPotential& normal, Real strength,
               const TangentialLaws::Variant& tangential);

  /// Adds contact, friction and dashpot forces to both bodies; velocities are those of the half step, `dt` [s] is how
  /// long the step lasted. The dashpots see the path of the step before.
  ContactSums compute(Real dt);

  /// Resultant normal force on body a [N] if it were moved by `shift` [m]; does not touch any state.
  [[nodiscard]] Vec3 normal_resultant(const Vec3& shift) const;
  /// Energy of the potential as the bodies stand [J].
  [[nodiscard]] Real potential_energy() const;
  /// Distance at which particles stop feeling each other [m].
  [[nodiscard]] Real range() const { return range_; }

  /// Forces of the last evaluation, pair by pair, for output.
  void for_each_line(const std::function<void(const ContactLine&)>& visit) const;
  /// Sets `stick` of the particles of both bodies: 1 any of its pairs slips, 2 all stick.
  void mark_stick() const;
  /// Pairs that carry load.
  [[nodiscard]] Index loaded_pairs() const;
  /// Resultants of the last evaluation on body a [N].
  [[nodiscard]] Vec3 normal_force() const;
  [[nodiscard]] Vec3 friction_force() const;

  [[nodiscard]] SolidBody& a() const { return a_; }
  [[nodiscard]] SolidBody& b() const { return b_; }
  [[nodiscard]] const PairList& pairs() const { return list_; }
  [[nodiscard]] const std::vector<PairHistory>& history() const { return history_; }

 private:
  struct PairForce {
    Vec3 direction = Vec3::Zero();   ///< from j to i
    Real normal = 0;                 ///< repulsive [N]
    Real stiffness = 0;              ///< [N/m]
    Vec3 tangential = Vec3::Zero();  ///< on i [N]
    Vec3 damping = Vec3::Zero();     ///< on i [N]
  };
  struct TangentialSums {
    Real stored = 0, sliding = 0;
    Vec3 path = Vec3::Zero();  ///< load-weighted sum of relative velocities [N m/s]
  };

  void resize_for_list();
  void gather_normal(ContactSums& sums);
  template <class Law>
  TangentialSums tangential_forces(const Law& law, Real dt);
  void gather_tangential();
  [[nodiscard]] Vec3 contact_normal(Index slot_a, Index p) const;
  /// What dashpots go by: how long the bodies have been in contact, and where they slide.
  void watch_contact(Real load, Real stiffness, Real dt);
  void follow_path(const Vec3& weighted_velocity, Real load, Real dt);
  [[nodiscard]] Vec3 dashpot(const CoulombStickSlip& law, const PairForce& pair, bool slips, Real m_eff, Real dt,
                             const Vec3& N, const Vec3& v) const;
  TangentialSums stick_slip(const CoulombStickSlip& law, Index slot_a, Index p, Real dt);

  SolidBody& a_;
  SolidBody& b_;
  KernelPotential normal_;
  TangentialLaws::Variant tangential_;
  Real strength_;
  Real length_;  ///< h_c [m]
  Real range_;
  Real reduced_mass_;  ///< of the two bodies [kg]
  PairList list_;
  Real bounce_rate_ = 0;               ///< of the bodies on each other [1/s]
  Real bounces_ = 0;                   ///< periods of that bounce since they touched [-]
  Vec3 mean_velocity_ = Vec3::Zero();  ///< of the bodies against each other, over about a bounce [m/s]
  Real mean_square_ = 0;               ///< of the same velocity [m^2/s^2]
  Vec3 path_ = Vec3::Zero();           ///< of steady sliding: mean over rms of it, at most a unit vector [-]
  std::vector<PairForce> force_;
  std::vector<PairHistory> history_, old_history_;
  parallel::Minimum softest_;                    ///< of minus stiffness over mass of the active particles [1/s^2]
  std::vector<Vec3> resultant_a_, resultant_b_;  ///< normal force on each active particle [N]
};

}  // namespace talus
