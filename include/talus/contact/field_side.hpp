// One body sampled in the colour field of another: half of a field contact. (contact 14)-(contact 22).
//
// The normal force is the gradient of an energy of every evaluation point (contact 17): central between the point and
// each of its sources, so both momenta are exact. Friction and dashpots act once per point: on weighted sets of
// particles of both bodies that reproduce linear fields at the point of contact, so that the two sides see the same
// resultant and the same moment (contact 18).
#pragma once

#include "talus/contact/contact_watch.hpp"
#include "talus/contact/footprint.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/contact/tangential/stick_slip.hpp"

#include <vector>

namespace talus {

/// One evaluation point of the last evaluation. Forces are those on its own body.
struct FieldPoint {
  Index particle = 0;                ///< of its own body
  Vec3 x = Vec3::Zero();             ///< where it is [m]
  Real penetration = 0;              ///< delta [m]
  Real slope = 0;                    ///< lambda; zero: carries nothing [J]
  Vec3 gradient = Vec3::Zero();      ///< g [1/m]
  Real load = 0;                     ///< lambda |g| [N]
  Real stiffness = 0;                ///< of the load against motion along the normal [N/m]
  Vec3 normal = Vec3::Zero();        ///< N, out of the other body
  Vec3 place = Vec3::Zero();         ///< x_c, where the surfaces touch [m]
  Vec3 velocity = Vec3::Zero();      ///< relative to the other body [m/s]
  Vec3 friction = Vec3::Zero();      ///< [N]
  Vec3 damping = Vec3::Zero();       ///< [N]
};

class FieldSide {
 public:
  /// `young` is the harmonic mean of both moduli [Pa].
  FieldSide(SolidBody& own, SolidBody& other, const FieldBarrier& law, Real young);
  FieldSide(const FieldSide&) = delete;

  /// Brings lists and smoothing length up to date with what the step of `dt` [s] has moved.
  void update(Real dt);
  /// Normal forces of all points (contact 14-17).
  ContactSums press();
  /// Load, stiffness of all points.
  void add_load(ContactMotion& motion) const;
  /// Friction and dashpots of all points that carry load (contact 18-22).
  template <class Law>
  ContactSums rub(const Law& law, const ContactWatch& watch, Real dt);
  /// Velocity and spin of all points, relative to the other body.
  void add_motion(ContactMotion& motion, const Vec3& centre) const;
  /// Adds what points and sources feel to the bodies.
  void gather(bool with_friction);

  /// The field and its gradient at a place x, as the other body stands now (for placing bodies, not for steps).
  [[nodiscard]] BarrierAnswer probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const;
  [[nodiscard]] Real support() const { return kernel_.support(); }
  /// A point whose nearest source is farther carries nothing [m].
  [[nodiscard]] Real near() const { return near_; }

  /// Largest penetration so far over the touching distance [-].
  [[nodiscard]] Real deepest() const { return deepest_ / distance_; }

  [[nodiscard]] SolidBody& own() const { return own_; }
  [[nodiscard]] SolidBody& other() const { return other_; }
  [[nodiscard]] const Surface& surface() const { return surface_; }
  [[nodiscard]] const Footprint& footprint() const { return footprint_; }
  [[nodiscard]] const std::vector<FieldPoint>& points() const { return point_; }
  [[nodiscard]] bool sticks(Index p) const;
  [[nodiscard]] const TouchingField& touching() const { return touching_; }
  [[nodiscard]] const Barrier& barrier() const { return barrier_; }

 private:
  /// Weighted motion of one set: mean velocity and inverse mass.
  struct SetMotion {
    Vec3 velocity = Vec3::Zero();
    Real inverse_mass = 0;
  };

  /// What a source gathers from one entry: V_j W'/r (x_i - x_j) [1/m], and its exchange weight [-].
  struct alignas(32) Entry {
    Real slope[3];
    Real omega;
  };
  /// What the particles of a point's sets gather.
  struct PointForce {
    Real slope;             ///< lambda [J]
    Vec3 friction, damping; ///< on its own body [N]
  };

  void widen_field();
  /// Releases what points remember that are no longer near the other body.
  void forget_absent();
  void set_kernel();
  /// Evaluates point p; returns its energy [J].
  Real sample(Index p);
  /// Turns the raw weights of a set into linearly reproducing ones at the point of contact (contact 18).
  template <class Weight>
  [[nodiscard]] SetMotion reproduce(const SolidBody& body, const Index* member, const Real* raw, Index n,
                                    const Vec3& place, Weight&& set_weight) const;
  template <class Law>
  void rub_point(const Law& law, const ContactWatch& watch, Index p, Real dt, ContactSums& sums);
  template <class Weight>
  void gather_exchange(const Incidence& sets, Weight&& weight, Vec3 PointForce::*force, Real sign,
                       std::vector<Vec3>& on) const;
  void stick_slip(const CoulombStickSlip& law, const ContactWatch& watch, FieldPoint& point, FrictionHistory& h,
                  Real mass, Real dt, ContactSums& sums);
  [[nodiscard]] Vec3 dashpot(const ContactWatch& watch, const FieldPoint& point, bool slips, Real mass,
                             Real dt) const;

  SolidBody& own_;
  SolidBody& other_;
  FieldBarrier law_;
  Real young_;
  Real distance_;     ///< d between touching layers [m]
  Real widening_ = 1; ///< of the smoothing length, over that of the undeformed spacing [-]
  FieldKernel kernel_;
  TouchingField touching_;
  Barrier barrier_;
  Real near_ = 0;
  Surface surface_;
  Footprint footprint_;
  std::vector<Real> source_volume_;  ///< beta_j V_j of the other body [m^d]
  std::vector<FieldPoint> point_;
  std::vector<Entry> entry_;         ///< of every point and source
  std::vector<Real> raw_;            ///< V_j W of every entry [-]
  std::vector<PointForce> force_;    ///< of every point
  std::vector<Real> own_omega_;      ///< exchange weights of the surface's neighbour lists [-]
  std::vector<FrictionHistory> memory_; ///< of every surface particle
  Real lost_ = 0;                    ///< by such releases since the last step [J]
  parallel::Minimum softest_;        ///< of minus stiffness over mass of the points [1/s^2]
  parallel::Minimum highest_;        ///< of minus penetration [m]
  Real deepest_ = 0;                 ///< penetration of the run so far [m]
  Real lightest_;                    ///< smallest particle mass of both bodies [kg]
};

}  // namespace talus
