// Contact of grains with grains or with a wall: what the rest of the program asks of it. One object per pair of bodies;
// it is asked once per step, so the calls may be virtual. SphereContact and WallContact answer.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "talus/body/grain_body.hpp"
#include "talus/body/wall_body.hpp"
#include "talus/core/archive.hpp"

namespace talus {

/// What the ledger books of one evaluation, and what the step has to know.
struct GrainContactSums {
  Real stored = 0;   ///< in all springs now [J]
  Real plastic = 0;  ///< lost in this step by … [J]
  Real adhesive = 0;
  Real viscous = 0;  ///< of contacts that know the power at the last evaluation themselves, see DashpotLoss
  Real sliding = 0;
  Real rolling = 0;
  Real twisting = 0;
  Real scheme = 0;                  ///< of the work of this step, neither stored nor lost [J]
  Real viscous_power = 0;           ///< of all dashpots now [W]
  Real fracture = 0;                ///< lost in this step by bonds that broke [J]
  Real broken = 0;                  ///< how many did
  Real touching = 0;                ///< contacts with an overlap
  Real begun = 0;                   ///< of those, new in this step
  Real frequency2 = 0;              ///< largest stiffness over mass of any contact, all senses [1/s^2]
  Real bond_frequency2 = 0;         ///< the same of bonds [1/s^2]
  Real particle_frequency2 = 0;     ///< largest sum of stiffness over mass of a particle of a solid [1/s^2]
  Real overlap_ratio = 0;           ///< largest overlap over the smaller radius [-]
  Real ejection2 = 0;               ///< square of the fastest speed that the energy of one contact can give [m^2/s^2]
  Vec3 wall_force = Vec3::Zero();   ///< on the wall, where there is one [N]
  Vec3 wall_moment = Vec3::Zero();  ///< of it about the wall's centre [N m]
  Vec3 wall_normal_force = Vec3::Zero();  ///< part of it along the normals [N]
  Vec3 wall_friction_moment = Vec3::Zero();  ///< WallBody::friction_moment [N m]

  GrainContactSums& operator+=(const GrainContactSums& other) {
    stored += other.stored;
    plastic += other.plastic;
    adhesive += other.adhesive;
    viscous += other.viscous;
    viscous_power += other.viscous_power;
    sliding += other.sliding;
    rolling += other.rolling;
    twisting += other.twisting;
    scheme += other.scheme;
    fracture += other.fracture;
    broken += other.broken;
    touching += other.touching;
    begun += other.begun;
    frequency2 = std::max(frequency2, other.frequency2);
    bond_frequency2 = std::max(bond_frequency2, other.bond_frequency2);
    particle_frequency2 = std::max(particle_frequency2, other.particle_frequency2);
    overlap_ratio = std::max(overlap_ratio, other.overlap_ratio);
    ejection2 = std::max(ejection2, other.ejection2);
    wall_force += other.wall_force;
    wall_moment += other.wall_moment;
    wall_normal_force += other.wall_normal_force;
    wall_friction_moment += other.wall_friction_moment;
    return *this;
  }
};

/// What dashpots lose in a step: by the trapezium from their power at its ends, as the step counts work. That of all of
/// them together is enough: whose contact has ended, or is gone, has none now.
class DashpotLoss {
 public:
  /// In the step of `dt` [s] that ends with `power` [W]; 0 at the start [J].
  Real take(Real power, Real dt) { return Real(0.5) * (std::exchange(power_, power) + power) * dt; }
  void state(Archive& a) { a("power", power_); }

 private:
  Real power_ = 0;  ///< at the last evaluation [W]
};

/// One contact of the network, or one bond.
struct GrainContactLine {
  Vec3 from, to;          ///< centres, or centre and point on the wall [m]; forces act on the grain of `from`
  Vec3 point;             ///< of contact, where forces act: half of the overlap below the surface [m]
  Vec3 normal;            ///< into the grain of `from`
  Vec3 normal_force;      ///< [N]
  Vec3 tangential_force;  ///< [N]
  Vec3 rolling_torque = Vec3::Zero();   ///< [N m]
  Vec3 twisting_torque = Vec3::Zero();  ///< [N m]
  Real overlap = 0;                     ///< [m]
  Real loss = 0;                        ///< since the contact began [J]
  int stick = 0;                        ///< 1 slips, 2 sticks
  Index i = -1, j = -1;                 ///< grains (not spheres); j = -1 at a wall
  Index bond = -1;                      ///< number of the bond that this is; -1: surfaces that touch
  Real stress_ratio = 0;                ///< of a bond, to its strength [-]

  /// Of the sphere whose centre is `from` or `to` [m]: the point of contact lies half of the overlap below its surface.
  [[nodiscard]] Real radius_at(const Vec3& centre) const { return (point - centre).norm() + Real(0.5) * overlap; }
};

/// What has become of the bonds of two bodies.
struct BondCount {
  bool made = false;  ///< the time for it has come
  Real gap = 0;       ///< of surfaces that were bonded, at most [m]
  Index all = 0, broken = 0;

  [[nodiscard]] Index intact() const { return all - broken; }
};

class GrainContact {
 public:
  GrainContact(std::string a, std::string b) : a_(std::move(a)), b_(std::move(b)) {}
  GrainContact(const GrainContact&) = delete;
  GrainContact& operator=(const GrainContact&) = delete;
  virtual ~GrainContact() = default;

  /// Lists all pairs anew; what contacts remember goes with them, also when grains have been sorted in between.
  virtual void find_pairs() = 0;

  /// Grains are held from now on, or let go: what is lightest among those who may move is found anew with the pairs.
  virtual void forget_masses() {}

  /// Time t [s] has come, before its forces and after find_pairs().
  virtual void reach(Real /*t*/) {}

  /// Whether the next evaluations keep what only for_each_line() shows, as by default. Large beds are limited by
  /// memory, and few steps are looked at.
  void keep_lines(bool kept) { keeps_lines_ = kept; }

  /// Adds forces and torques to the spheres' rows; `dt` [s] is how long the step lasted that led here, 0 at the start.
  virtual GrainContactSums compute(Real dt) = 0;

  /// What is done with a block of spheres (of parallel::block_size), from any thread.
  using BlockVisit = std::function<void(Index block)>;
  /// Spheres of one body touch each other: such a contact can come last in a step, and go through blocks of them.
  [[nodiscard]] virtual bool can_come_last() const { return false; }
  /// compute(), where nothing else acts on these spheres in this step. Calls take_up(block), if there is one, for every
  /// block before any row of it is read, and hand_over(block) when it has all its loads, while its rows are still near.
  virtual GrainContactSums compute_last(Real dt, const BlockVisit& /*take_up*/, const BlockVisit& /*hand_over*/) {
    return compute(dt);
  }

  /// Works out what the last evaluation has not kept, with dashpots at the velocities that the rows have now. Only
  /// after the last step of a run: nothing may go on from there.
  virtual void recall_lines() {}

  /// Contacts of the last evaluation that touch, bonds that hold.
  virtual void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const = 0;

  /// Stiffness over reduced mass of the stiffest branch that an impact at `speed` [m/s] meets, for the lightest
  /// partners there can be; 0 where neither gives way [1/s^2].
  [[nodiscard]] virtual Real expected_frequency2(Real speed) const = 0;

  /// The same with partners that are still to be poured: what steps will be, not what they are.
  [[nodiscard]] virtual Real foreseen_frequency2(Real speed) const { return expected_frequency2(speed); }

  /// Speed of the fastest of what is neither grain nor wall [m/s].
  [[nodiscard]] virtual Real partner_speed() const { return 0; }

  /// Adds what the particles of a solid show of this contact; they were cleared before the first contact is asked.
  virtual void mark_particles() const {}

  /// Sentences for the log: resolved parameters, effective restitution.
  [[nodiscard]] virtual std::string facts() const = 0;

  [[nodiscard]] virtual Index pair_count() const = 0;
  /// How many of them did not even nearly touch when find_pairs() listed them; asked right after it.
  [[nodiscard]] virtual Index spare_pairs() const { return 0; }

  /// Nothing where grains touch without being bonded.
  [[nodiscard]] virtual std::optional<BondCount> bonds() const { return std::nullopt; }

  /// For checkpoints: what contacts remember, and their lists as they stand.
  virtual void state(Archive& a) = 0;

  /// expected_frequency2() where neither partner gives way, as if both were free; 0 where one does [1/s^2].
  [[nodiscard]] virtual Real held_frequency2(Real /*speed*/) const { return 0; }

  [[nodiscard]] const std::string& a() const { return a_; }
  [[nodiscard]] const std::string& b() const { return b_; }

 protected:
  [[nodiscard]] bool keeps_lines() const { return keeps_lines_; }

 private:
  std::string a_, b_;
  bool keeps_lines_ = true;
};

/// The same with a wall.
class FacetContact : public GrainContact {
 public:
  using GrainContact::GrainContact;

  /// compute() in parts: first begin(), then compute_block() of every block of spheres (of parallel::block_size) in any
  /// order and from any thread, last sums().
  virtual void begin(Real dt) = 0;
  /// Asks for all that is kept of the pairs of a block, which lies far from what its spheres keep.
  virtual void call_up(Index block) const = 0;
  virtual void compute_block(Index block) = 0;
  [[nodiscard]] virtual GrainContactSums sums() const = 0;

  /// Between the two halves of a step of `dt` [s], when the wall is taken away: forgets everything. Returns what goes
  /// with it of the energy that was stored when the step began; the forces of then have acted for half of it [J].
  virtual Real release(Real dt) = 0;

  /// Pairs of sphere s in the list: [first[s], first[s + 1]).
  [[nodiscard]] virtual std::span<const Index> first() const = 0;
  /// Of the normal law in a shallow contact, over critical damping of a sphere [-].
  [[nodiscard]] virtual Real damping_ratio() const = 0;
  /// What friction of spheres has lost in the last step [J], also where a contact has just ended.
  virtual void for_each_slide(const std::function<void(Index sphere, Real loss)>& visit) const = 0;
};

}  // namespace talus
