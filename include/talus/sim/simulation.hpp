// The time loop: one step reads as its calls.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/diagnostics/energy_ledger.hpp"
#include "talus/diagnostics/phase_clock.hpp"
#include "talus/sim/leapfrog.hpp"
#include "talus/sim/model.hpp"
#include "talus/sim/saved_motion.hpp"
#include "talus/sim/watchdogs.hpp"

namespace talus {

class Simulation {
 public:
  /// A step grows by at most this factor, so that a sudden release does not outrun the waves.
  static constexpr Real largest_growth = 1.05;
  /// A step is at least this share of the wanted one. Runs with solids start with it: a body that is let go rings at
  /// its shortest waves.
  static constexpr Real shortest_share = 0.25;
  /// A step over the time in which the fastest grain or wall moves by a tenth of the smallest radius, as long as no
  /// contact has a stiffness [-].
  static constexpr Real unhindered_share = 0.01;

  /// Takes the model at the start of its first stage and computes the first forces.
  explicit Simulation(Model model);

  /// One step, of the largest stable length that does not pass `until` [s]. When a material refuses the deformation
  /// that the step would bring, the step is taken back and repeated with half its length, five times at most. Throws
  /// Stop when that does not help, or when there is no step that could be taken.
  void step(Real until);

  /// `foresight(t)`: whether anybody will read the stress of solids or the contacts of grains after the step that ends
  /// at t [s]. It is asked in every step but the last, before the forces: some results are kept for output alone.
  /// Unless it is set, all are kept.
  void set_foresight(std::function<bool(Real t)> foresight) { foresight_ = std::move(foresight); }
  /// Works out what has not been kept: to be called before it is read after a step that was not foreseen, which has to
  /// be the last one.
  void recall();

  [[nodiscard]] Real time() const { return time_; }
  [[nodiscard]] Real last_step() const { return dt_; }
  [[nodiscard]] std::int64_t steps() const { return steps_; }
  /// The end of the stage that runs now, or the end of the case.
  [[nodiscard]] Real segment_end() const;
  [[nodiscard]] Real end() const { return end_; }
  [[nodiscard]] bool finished() const { return time_ >= end_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const EnergyLedger& ledger() const { return ledger_; }
  /// Wall time by phase since the model was built; what happens between two steps counts as output.
  [[nodiscard]] const PhaseClock& clock() const { return clock_; }
  /// What limits the step now, in words.
  [[nodiscard]] const std::string& step_limit() const { return step_limit_; }
  [[nodiscard]] Index particle_count() const;
  /// Hash of positions, velocities and plastic state.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// For checkpoints, between two steps: all that decides how it goes on. Only a state of the same case can be read.
  void state(Archive& a);
  /// Lists all pairs of grains anew as if all had moved far, which no result shows: for measuring how long it takes.
  void list_grains_anew() { model_.grains.find_pairs(); }
  /// Refreshes what particles show of their contacts, for output.
  void mark_contacts();
  /// After every step: throws Stop when a watchdog (stop.hpp, watchdogs.hpp) finds that the run is not worth going on
  /// with. Those that look at every particle do so every 20 steps.
  void check_health();
  /// False where any watchdog would stop the run now: no later run should go on from such a state.
  [[nodiscard]] bool is_healthy() const;
  /// Whether the next step, or one of the two after it, would be cut to end at `until` [s].
  [[nodiscard]] bool is_near(Real until) const;
  /// Throws SimulationError when two bodies meet that have no entry in /contacts.
  void check_meetings() const;
  /// The largest stable step at this moment [s].
  [[nodiscard]] Real stable_step();
  /// The step that will be taken: a share of the stable one, and short enough to resolve contacts of grains [s].
  [[nodiscard]] Real wanted_step();
  /// The step that will be taken where nothing cuts it: the given one, or the wanted one as far as it may grow [s].
  [[nodiscard]] Real uncut_step();
  /// Shortest duration of a contact of grains [s]; infinite without grains.
  [[nodiscard]] Real grain_contact_time() const;
  /// Longest step in which no two bodies in contact, nor a body and a wall, can pass through each other's surfaces
  /// unseen [s].
  [[nodiscard]] Real meeting_time() const;
  [[nodiscard]] const GrainContactSums& grain_contacts() const { return grain_contact_; }

 private:
  void enter_stage();
  void brake_stage();
  [[nodiscard]] std::optional<Stop> find_fault() const;
  [[nodiscard]] std::optional<Stop> find_rare_fault() const;
  void take_step(Real until);
  StepWork move(Real until);
  void add_work(std::size_t body, StepWork more, StepWork& work) const;
  void keep_stress();
  void look_for_meetings();
  [[nodiscard]] bool is_endangered() const;
  [[nodiscard]] const Stage* stage() const;
  void update_stress(Real dt);
  StepWork compute_forces(Real dt);
  [[nodiscard]] bool is_kicked_with_stress(std::size_t body, Real dt) const;
  void brake();
  void compute_contacts(Real dt);
  void apply_boundaries();
  void apply_tow();
  [[nodiscard]] bool is_summed(Index body) const;
  void compute_grains(Real dt);
  void book(const StepWork& first, const StepWork& second);
  void book_grains();
  void release_failed();
  void renew_references();
  Real choose_step(Real until);
  /// The wanted step, as far as the last one lets it grow and what that left in the state ledger allows [s].
  [[nodiscard]] Real eased(Real wanted) const;

  Model model_;
  EnergyLedger ledger_;
  PhaseClock clock_;
  Real start_ = 0, time_ = 0, end_ = 0;
  Real dt_ = 0;
  std::int64_t steps_ = 0;
  std::size_t stage_ = 0;  ///< index of the running stage; number of stages after t = 0
  std::vector<Real> stage_end_;
  std::optional<ActiveBoundary> stage_damping_;
  std::vector<Real> smallest_stretch_;  ///< per body
  Real least_telling_energy_ = 0;       ///< [J]
  StartSphere start_sphere_;
  Real unseen_way_ = 0;  ///< by which two bodies may have come nearer since the last look whether they meet [m]
  int steps_of_loss_ = 0;           ///< in a row, with a state ledger that is off
  std::vector<Vec3> velocity_;      ///< at the end of the step, as dashpots see it [m/s]
  std::vector<SavedMotion> saved_;  ///< bodies before the step, kept only where it may be taken back
  StressSums stress_;               ///< over all bodies, last update
  ContactSums contact_;             ///< over all contacts, last update
  GrainContactSums grain_contact_;  ///< over all contacts of grains, last update
  GrainStepWork grain_work_;        ///< of the step that runs
  std::string step_limit_;
  std::function<bool(Real)> foresight_;
  bool is_looked_at_ = true;  ///< stress and contacts of grains have been kept
};

/// As the simulation stands, under the gravity at its time.
[[nodiscard]] std::optional<LeftGrains> find_left_grains(const Simulation& simulation);

}  // namespace talus
