// The grains of a case with the walls around them: bodies, contacts, sources, and one step of all of them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "talus/body/grain_body.hpp"
#include "talus/body/solid_body.hpp"
#include "talus/body/wall_body.hpp"
#include "talus/contact/grain_contact.hpp"
#include "talus/contact/skin_choice.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/contact/sphere_travel.hpp"
#include "talus/dem/clump.hpp"
#include "talus/dem/free_wall.hpp"
#include "talus/dem/grain_brake.hpp"
#include "talus/dem/grain_motion.hpp"
#include "talus/dem/held_grains.hpp"
#include "talus/geometry/grains/pour.hpp"
#include "talus/numerics/periodic_box.hpp"
#include "talus/numerics/space_order.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// A source that goes on during the run.
struct GrainSupply {
  Index body = 0;
  Pour pour;
  PourState state;
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< added to what the source says [m/s, 1/s]
};

/// What a half step of all grains and walls has done.
struct GrainStepWork {
  GrainWork grains;
  Real walls = 0;       ///< put into contact by walls [J]
  Real supplied = 0;    ///< kinetic energy of new grains, less that of walls that have been removed [J]
  Real taken_away = 0;  ///< stored in contacts of walls that have been removed [J]
  Real braked = 0;      ///< lost to the damping of a stage [J]
  Real driven = 0;      ///< kinetic energy given to held grains by who moves them [J]

  GrainStepWork& operator+=(const GrainStepWork& other) {
    grains += other.grains;
    walls += other.walls;
    supplied += other.supplied;
    taken_away += other.taken_away;
    braked += other.braked;
    driven += other.driven;
    return *this;
  }
};

class GrainSystem {
 public:
  std::vector<GrainBody> bodies;                 ///< never grows after building: contacts keep references
  std::vector<ClumpBody> kinds;                  ///< of each body
  std::vector<WallBody> walls;                   ///< never grows after building either
  std::vector<FreeWall> free_walls;              ///< those of them that move by their mass
  std::vector<HeldGrains> held;                  ///< bodies of grains that are held, now or ever
  std::vector<std::unique_ptr<SphereSet>> sets;  ///< of each body
  std::vector<std::unique_ptr<GrainContact>> contacts;
  std::vector<GrainSupply> supplies;
  std::unique_ptr<PeriodicBox> box_owner = std::make_unique<PeriodicBox>();  ///< contacts refer to it
  /// Of the spheres at the start, or of the first to be poured [m].
  Real mean_diameter = 0;
  std::span<const SolidBody> solids{};  ///< poured grains keep clear of them
  Real skin = 0;  ///< pairs are listed this much beyond touching [m]
  std::int64_t next_id = 0;
  std::int64_t searches = 0;  ///< how often pairs have been listed
  std::int64_t waits = 0;     ///< how often grains of a body have waited for their contacts, since this was built
  /// No grain moves by more than this share of the smallest radius in a step: so an encounter is seen however fast two
  /// meet, and however slightly they graze.
  static constexpr Real share_of_radius = 0.1;
  /// Grains are sorted in space once in so many searches: they move by half a skin between two, which hardly spoils the
  /// order.
  static constexpr int searches_per_sort = 8;

  [[nodiscard]] const PeriodicBox& box() const { return *box_owner; }
  [[nodiscard]] bool empty() const { return bodies.empty() && walls.empty(); }
  [[nodiscard]] Index size() const;
  [[nodiscard]] Index body_index(const std::string& name) const;  ///< -1: no such body of grains
  [[nodiscard]] Index wall_index(const std::string& name) const;  ///< -1: no such wall
  /// Nullptr for a body that is never held.
  [[nodiscard]] const HeldGrains* held_grains(Index body) const;
  /// At this moment.
  [[nodiscard]] bool is_held(Index body) const;

  /// First half of a step from `t` [s]: moves walls and grains to where they are at its end. Grains that touch nothing
  /// but each other and walls may wait for compute_contacts(), which moves them block by block when it needs them.
  GrainStepWork kick_and_drift(Real t, Real dt);
  /// Pours new grains, lists pairs anew where some grain or wall has moved far, and computes all forces. `dt` [s] is
  /// how long the step lasted, 0 at the start; `work` takes the energy of what came and went. Grains that have all
  /// their forces get the second half of the step at once, with the `gravity` of now [m/s^2].
  GrainContactSums compute_contacts(Real t, Real dt, const Vec3& gravity, GrainStepWork& work);
  /// Second half of the step for all that have not had it yet.
  GrainStepWork kick(Real dt, const Vec3& gravity);

  /// Before the first step: gravity of the first forces [m/s^2].
  void set_gravity(const Vec3& gravity);
  /// Brakes one body of grains from now on, and no other.
  void set_brake(Index body, const GrainBrake& brake);
  void release_brake() { set_brake(-1, {}); }
  /// Longest step that the brake allows [s].
  [[nodiscard]] Real brake_limit() const;
  /// Displacements of grains are counted from here on.
  void begin_travel();
  /// As grains and free walls stand [J].
  [[nodiscard]] GrainWork energies() const;

  /// Shortest duration of a linear contact [s]: of the stiffest one now, which has this squared frequency [1/s^2], or
  /// of one to be expected at present speeds.
  [[nodiscard]] Real contact_time(Real frequency2_now) const;
  /// The same of contacts that move neither partner, at `speed` [m/s]; infinite where nothing drives any of them [s].
  [[nodiscard]] Real held_contact_time(Real speed) const;
  [[nodiscard]] Real max_speed() const;
  /// How long the fastest grain or wall takes for a tenth of the smallest radius under `gravity` [m/s^2]; infinite
  /// where nothing can touch [s].
  [[nodiscard]] Real travel_time(const Vec3& gravity) const;
  /// From `t` on until the next grain is poured; infinite where none is to come [s].
  [[nodiscard]] Real arrival_time(Real t) const;
  /// Contacts of the last evaluation, less those with walls and solids.
  [[nodiscard]] Real touching_among_grains() const;
  /// Radius of a sphere around all grains until pairs are listed anew [m].
  [[nodiscard]] Real extent() const { return extent_radius_ + skin; }

  /// Pairs are listed anew before the next forces.
  void outdate_pairs() { is_stale_ = true; }
  /// Lists pairs anew, grains sorted in space.
  void find_pairs();

  /// What is there already, for a source of grains; refers to `balls`.
  [[nodiscard]] Surroundings surroundings(std::span<const Ball> balls) const;
  /// Spheres that reach within `margin` [m] of a box.
  [[nodiscard]] std::vector<Ball> balls_near(const BoundingBox& region, Real margin) const;

  void state(Archive& a);

 private:
  void check_state() const;
  [[nodiscard]] bool has_spent_skin();
  [[nodiscard]] Real leave() const;
  [[nodiscard]] SphereTravel travel() const;
  [[nodiscard]] ListUse list_use() const;
  void choose_skin(const ListUse& use);
  void put_in_order(SphereSet& set);
  void sort_into_grid(SphereSet& set);
  void find_extent();
  void release_lonely(const std::vector<std::vector<Index>>& far);
  [[nodiscard]] Real gap_around(const SphereSet& set, Index s) const;
  [[nodiscard]] Real gap_to_walls(const Row& sphere) const;
  [[nodiscard]] bool may_wait(const GrainBody& body) const;
  [[nodiscard]] bool can_go_on_waiting(Real t, Real dt) const;
  void drift(Index body);
  BrakeLoss apply_brake(Real dt, GrainStepWork& work);
  void note_way(Real dt);
  [[nodiscard]] bool comes_last(const GrainContact& contact) const;
  GrainContactSums compute_last(GrainContact& contact, Real dt, const Vec3& gravity);
  void add_sums(const GrainContact& contact, const GrainContactSums& of_contact, GrainContactSums& sums);
  bool supply(Real t, Real dt, const Vec3& gravity, GrainStepWork& work);
  void remove_walls(Real t, Real dt, GrainStepWork& work);
  void note_change_of_masses();
  void release_held(Real t);
  void end_held(Real dt, GrainStepWork& work);
  void move_walls(Real t, Real dt, GrainStepWork& work);
  void book_walls(Real dt, GrainStepWork& work) const;
  [[nodiscard]] Real wall_speed(const WallBody& wall) const;
  [[nodiscard]] bool is_clear_of_walls(const Ball& ball) const;

  std::vector<BlockDrift> drifts_;  ///< by body
  std::vector<BlockKick> kicks_;    ///< by body
  std::vector<bool> is_waiting_;    ///< by body: it has not got the first half of this step
  std::vector<bool> is_kicked_;     ///< by body: it has got the second half of this step
  std::vector<GrainContactSums> of_contact_;
  SpaceOrder space_order_;
  bool is_stale_ = true;               ///< pairs have to be listed before the next forces
  Vec3 extent_centre_ = Vec3::Zero();  ///< of all grains when pairs were listed [m]
  Real extent_radius_ = 0;             ///< [m]
  std::vector<Real> wall_reach_;       ///< farthest point of each wall from its centre then, may be infinite [m]
  Real smallest_radius_ = 0;           ///< of all spheres then [m]
  Real largest_radius_ = 0;            ///< the same [m]
  Index spare_pairs_ = 0;              ///< in the list, that did not even nearly touch then
  std::int64_t steps_listed_ = 0;      ///< that the list has lasted
  DashpotLoss dashpots_;
  Real time_ = 0;      ///< of the last forces [s]
  Index braked_ = -1;  ///< the body that a stage brakes; -1: none
  GrainBrake brake_;
  Real wall_path_ = 0;  ///< of the fastest wall since then, at most [m]
  Real path_ = 0;       ///< of the fastest grain or wall since ways were last measured, at most [m]
  Real leave_ = 0;      ///< how far all may go on from there [m]
};

/// Refuses a start whose overlaps would throw grains apart: `sums` is what contacts say at the start, `gravity` in
/// [m/s^2]. Throws CaseIssue.
void check_start(const GrainSystem& grains, const Case& description, const GrainContactSums& sums, const Vec3& gravity);

/// Builds grains, walls and contacts. Throws CaseIssue.
[[nodiscard]] GrainSystem build_grains(const Case& description, std::vector<std::string>& warnings);

}  // namespace talus
