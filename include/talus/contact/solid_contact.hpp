// Contact between two solids, or of one with itself: what the rest of the program asks of it. PairContact,
// FieldContact and LawContact answer. One object per pair of bodies; it is asked once per step, so the call may be
// virtual.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/core/archive.hpp"

namespace talus {

/// What the ledger books of one evaluation.
struct ContactSums {
  Real stored = 0;     ///< potential and elastic slip now [J]
  Real sliding = 0;    ///< lost by sliding in this step [J]
  Real scheme = 0;     ///< of the work of this step, neither stored nor lost [J]
  Real stiffness = 0;  ///< largest sum of stiffness over mass of any particle [1/s^2]
  Real plastic = 0;    ///< lost in this step by the normal law … [J]
  Real adhesive = 0;
  Real viscous = 0;  ///< … and by all of its dashpots and those of friction; others are booked by their force

  ContactSums& operator+=(const ContactSums& other) {
    stored += other.stored;
    sliding += other.sliding;
    scheme += other.scheme;
    stiffness = std::max(stiffness, other.stiffness);
    plastic += other.plastic;
    adhesive += other.adhesive;
    viscous += other.viscous;
    return *this;
  }
};

/// One line of the contact network.
struct ContactLine {
  Vec3 from, to;          ///< ends [m]; the forces act on the body of `from`
  Vec3 normal_force;      ///< [N]
  Vec3 tangential_force;  ///< [N]
  Real overlap;           ///< negative while the surfaces are apart [m]
  int stick;              ///< 1 slips, 2 sticks
  Index i = -1, j = -1;   ///< particles of a and b at the ends; -1 where an end is no particle
};

/// What a contact does to one of its bodies.
struct Resultants {
  Vec3 normal = Vec3::Zero();    ///< normal force with its dashpots [N]
  Vec3 friction = Vec3::Zero();  ///< [N]
  Vec3 moment = Vec3::Zero();    ///< of both [N m]
};

/// A particle sticks where all of its contacts stick.
inline void mark_stick(SolidBody& body, Index i, int stick) {
  const int before = body.stick[i];
  body.stick[i] = static_cast<std::int8_t>(before == 0 ? stick : std::min(before, stick));
}

/// Pressures of several contacts add up; the normal shown is that of the largest.
inline void add_pressure(SolidBody& body, Index i, Real pressure, const Vec3& normal) {
  if (pressure > body.contact_pressure[i]) body.contact_normal[i] = normal;
  body.contact_pressure[i] += pressure;
}

class SolidContact {
 public:
  SolidContact(SolidBody& a, SolidBody& b) : a_(a), b_(b) {}
  SolidContact(const SolidContact&) = delete;
  SolidContact& operator=(const SolidContact&) = delete;
  virtual ~SolidContact() = default;

  /// Adds contact, friction and dashpot forces to both bodies; velocities are those of the half step, `dt` [s] is how
  /// long the step lasted.
  virtual ContactSums compute(Real dt) = 0;
  /// Whether that looks at F of the bodies: at how the surface of a body with itself has turned, or how far it is
  /// stretched. Asked when the particles have moved by that step.
  [[nodiscard]] virtual bool looks_at_gradient(Real /*dt*/) const { return &a_ == &b_; }

  /// Resultant normal force on body a [N] if it were moved by `shift` [m]; does not touch any state.
  [[nodiscard]] virtual Vec3 normal_resultant(const Vec3& shift) const = 0;
  /// Energy of the normal forces as the bodies stand [J].
  [[nodiscard]] virtual Real potential_energy() const = 0;
  /// Distance between particles beyond which there is no force [m].
  [[nodiscard]] virtual Real range() const = 0;

  /// Forces of the last evaluation, contact by contact, for output.
  virtual void for_each_line(const std::function<void(const ContactLine&)>& visit) const = 0;
  /// Adds what the particles of both bodies show of this contact: `stick` (1 slips anywhere, 2 sticks everywhere),
  /// `penetration`, `contact_normal`, `contact_pressure`. They were zero before the first contact is asked.
  virtual void mark_particles() const = 0;
  /// Largest penetration of the run so far over the touching distance [-]; 0 for a law that knows none.
  [[nodiscard]] virtual Real deepest() const { return 0; }
  /// Contacts that carry load.
  [[nodiscard]] virtual Index loaded() const = 0;
  /// Forces of the last evaluation on one of the two bodies, and their moment about a point [m].
  [[nodiscard]] virtual Resultants resultants(const SolidBody& on, const Vec3& about) const = 0;

  /// The same on body a, without the moment.
  [[nodiscard]] Vec3 normal_force() const { return resultants(a_, Vec3::Zero()).normal; }
  [[nodiscard]] Vec3 friction_force() const { return resultants(a_, Vec3::Zero()).friction; }

  /// Sentences for the log: resolved parameters. Empty for a contact that others tell of.
  [[nodiscard]] virtual std::string facts() const { return {}; }

  /// For checkpoints: what contacts remember, and their lists as they stand.
  virtual void state(Archive& a) = 0;

  [[nodiscard]] SolidBody& a() const { return a_; }
  [[nodiscard]] SolidBody& b() const { return b_; }

 protected:
  SolidBody& a_;
  SolidBody& b_;
};

}  // namespace talus
