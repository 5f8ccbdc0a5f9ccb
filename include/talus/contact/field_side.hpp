// One body sampled in the colour field of another: half of a field contact. (contact 14)-(contact 22).
//
// The normal force is the gradient of an energy of every evaluation point (contact 17): central between the point and
// each of its sources, so both momenta are exact. Friction and dashpots act once per point: on weighted sets of
// particles of both bodies that reproduce linear fields at the point of contact, so that the two sides see the same
// resultant and the same moment (contact 18).
#pragma once

#include "talus/contact/contact_watch.hpp"
#include "talus/contact/sampled_side.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/contact/tangential/stick_slip.hpp"

#include <vector>

namespace talus {

class FieldSide final : public SampledSide {
 public:
  /// `young` is the harmonic mean of both moduli [Pa].
  FieldSide(SolidBody& own, SolidBody& other, const FieldBarrier& law, Real young);

  /// Brings lists and smoothing length up to date with what the step of `dt` [s] has moved.
  void update(Real dt);
  /// Normal forces of all points (contact 14-17).
  ContactSums press(Real dt);
  /// Load, stiffness of all points.
  void add_load(ContactMotion& motion) const;
  /// Friction and dashpots of all points that carry load (contact 18-22).
  template <class Law>
  ContactSums rub(const Law& law, const ContactWatch& watch, Real dt);
  /// Velocity and spin of all points, relative to the other body.
  void add_motion(ContactMotion& motion, const Vec3& centre) const;
  /// Adds what points and sources feel to the bodies.
  void gather(bool with_friction);

  [[nodiscard]] BarrierAnswer probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const override;
  [[nodiscard]] bool sticks(Index p) const override;
  [[nodiscard]] Real pressure(Index p) const override;
  void state(Archive& a) override;

 private:
  /// Releases what points remember that are no longer near the other body.
  void forget_absent();
  /// Evaluates point p; returns its energy [J].
  Real sample(Index p, Real dt);
  /// Tells how stiff point p is about to be, from how fast it comes nearer.
  void look_ahead(Index p, const FieldSampling::Reading& reading, const BarrierAnswer& barrier, Real dt);
  template <class Law>
  void rub_point(const Law& law, const ContactWatch& watch, Index p, Real dt, ContactSums& sums);
  void stick_slip(const CoulombStickSlip& law, const ContactWatch& watch, FieldPoint& point, FrictionHistory& h,
                  Real mass, Real dt, ContactSums& sums);
  [[nodiscard]] Vec3 dashpot(const ContactWatch& watch, const FieldPoint& point, bool slips, Real mass,
                             Real dt) const;

  FieldBarrier law_;
  Real young_;
  Barrier barrier_;
  std::vector<FrictionHistory> memory_; ///< of every surface particle
  std::vector<Index> loaded_before_;    ///< how many of the points before each carry load, and of all
  std::vector<Real> seen_;           ///< penetration of every surface particle in the last step [m]
  Real lost_ = 0;                    ///< by such releases since the last step [J]
  parallel::Minimum softest_;        ///< of minus stiffness over mass of the points [1/s^2]
  parallel::Minimum highest_;        ///< of minus penetration [m]
};

}  // namespace talus
