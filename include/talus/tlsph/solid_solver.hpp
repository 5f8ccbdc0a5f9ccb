// Total-Lagrangian SPH for one solid body: stress from positions, forces from stress.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/work_shares.hpp"
#include "talus/tlsph/far_reads.hpp"
#include "talus/tlsph/hourglass_catalog.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/pairwise_forces.hpp"
#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/quadratic_fit.hpp"
#include "talus/tlsph/reference_state.hpp"
#include "talus/tlsph/release.hpp"
#include "talus/tlsph/shock_viscosity.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

template <int D>
struct GroupSums;

/// Numerical choices for one body.
struct SolidNumerics {
  Kernels::Variant kernel{};
  Real smoothing = 0;  ///< h/dx; 0: the kernel's own
  Hourglasses::Variant hourglass{};
  Real viscosity = 0;  ///< linear artificial viscosity [-]
  Gradients::Variant gradient{};
  std::vector<SymmetryPlane> symmetry{};
  std::optional<Real> renewal{};  ///< smallest stretch at which the reference is renewed; none: never [-]
  std::optional<ShockViscosity> shock{};
  bool shared_stencils = true;  ///< where the body's particles have them in common; false: bonds one by one
};

/// Sums over the body that the energy ledger and the time step need.
struct StressSums {
  Real internal_work = 0;     ///< 1/2 (P + P'):(F' - F) V, this step; unless the control tells its part [J]
  Real elastic_energy = 0;    ///< stored now [J]
  Real plastic_work = 0;      ///< 1/2 (sigma_y + sigma_y') d eps_p V, this step [J]
  Real viscous_work = 0;      ///< of the shock viscosity, this step [J]
  Real shared_work = 0;       ///< of both where the zero-energy control shares their force; the rest is its own [J]
  Real smallest_stretch = 1;  ///< over particles, less where a step has to be shorter for other reasons [-]
  Real control_work = 0;      ///< of the springs of the control, this step, where they tell it [J]
};

/// A reference that has been renewed (tlsph 26): how the body was then.
struct RenewedReference {
  SolidBody shape;      ///< X: places then; volumes, masses, spacing and material as from the start
  std::vector<Vec3> u;  ///< displacement then [m]
};

class SolidSolver {
 public:
  /// Finds bonds and moments; the body must be in its reference state. Keeps a reference to the body.
  SolidSolver(SolidBody& body, const SolidNumerics& numerics);

  /// Takes over where particles [first, last) are and how fast, for update_placed_stress(). Any thread may call it.
  void place(Index first, Index last);
  /// Deformation, stress and stored energy from the displacements that all particles were placed with; `dt` = 0 at the
  /// start. Throws RefusedDeformation when the material cannot follow; F of its particles is the refused one then.
  StressSums update_placed_stress(Real dt);
  /// The same from the current displacements.
  StressSums update_stress(Real dt);
  /// Whether the springs of the control tell their work by their energy (tlsph 37): the rest of what their common force
  /// does is that of stress. Nothing then asks for F and P of the step before.
  [[nodiscard]] bool tells_control_work() const { return tells_control_work_; }
  /// Whether somebody will look at F and P of the body after the next update: where nothing in a step needs them they
  /// are not kept otherwise.
  void keep_stress(bool is_looked_at) { is_looked_at_ = is_looked_at; }
  /// F and P of the body as it stands, where nobody was to look at them.
  void recall_stress();

  /// Called with the number of a block and its particles [first, last), from any thread.
  using ForcesOfBlock = std::function<void(Index block, Index first, Index last)>;
  /// Forces of stress, hourglass control and artificial viscosity; velocities are those of the half step. The merged
  /// control has its springs alone in it: see brake(). Calls `summed` for blocks of particles whose forces of stress
  /// stand, while these are in the nearest cache.
  void compute_forces(const ForcesOfBlock& summed = {});
  /// How many of these blocks there are.
  [[nodiscard]] Index force_blocks() const;

  /// Whether dashpots of the merged hourglass control act at the end of the step whose stress is known (tlsph 35).
  [[nodiscard]] bool brakes() const { return interval_ > 0 && step_ > 0 && step_ % interval_ == 0; }
  /// Their force as the hourglass one, for as many steps as there are from one time to the next; `velocity` is that at
  /// the end of the step as all other forces make it.
  void brake(const std::vector<Vec3>& velocity);
  /// Steps from one time to the next; 0 where there are no such dashpots.
  [[nodiscard]] Index braking_interval() const { return interval_; }

  /// Between two steps: takes out what has failed and books what it lets go; forces have to be computed anew when
  /// particles were lost. The largest stable step becomes that of what is left, never longer than before.
  ReleaseSums release_failed();

  /// Between two steps: takes the body as it stands for its new reference if some stretch has fallen below the limit
  /// that the case gives; then forces have to be computed anew. Stress and stored energy stay as they are.
  bool renew_reference();
  /// How many times that has been done.
  [[nodiscard]] Index renewals() const { return renewals_; }

  /// For checkpoints: what the body cannot tell. The body itself is read afterwards.
  void state(Archive& a);

  /// dx sigma_min / c of the last update, times the largest stable fraction of this body's own operator [s].
  [[nodiscard]] Real stable_step(Real smallest_stretch) const;

  /// Without bonds, corrections and fits where stencils() has them.
  [[nodiscard]] const ReferenceState& reference() const { return reference_; }
  /// Neighbours of all particles, twice for each pair.
  [[nodiscard]] std::size_t bond_count() const;
  /// Calls visit(neighbour) for all that particle i has a bond with, mirrored ones among them, in the order of numbers.
  void each_neighbour(Index i, const std::function<void(Index)>& visit) const;
  [[nodiscard]] const SolidBody& body() const { return body_; }
  /// What the loops take the bonds from, where particles side by side have theirs in common; else nullptr.
  [[nodiscard]] const StencilTable* stencils() const;
  [[nodiscard]] Real wave_speed() const { return wave_speed_; }
  /// Largest stable courant number of the reference operator, by Lanczos' method [-].
  [[nodiscard]] Real stability_limit() const { return stability_limit_; }

 private:
  /// Those of the control: its energy, and what softening takes of it when the step is over.
  enum : std::size_t { work, stored, plastic, refusals, viscous, control, softened, response_sums };
  /// Over particles, or lane by lane over packs of them.
  template <class T>
  using ResponseSumsOf = std::array<T, response_sums>;
  using ResponseSums = ResponseSumsOf<Real>;
  struct StepOfGroup {
    Real dt;
    Index block;  ///< of the loop
  };
  /// What the shock viscosity does to a particle.
  template <class T>
  struct ShockStress {
    Mat3Of<T> P;    ///< [Pa]; not set without such a viscosity
    T work = 0;     ///< done against it in the step, which heats the particle [J/m^3]
    T damping = 0;  ///< [-]
  };

  // One set for bodies with lists of bonds, one for those with stencils.
  template <int D>
  void place(Nodes<D>& nodes, Index first, Index last);
  template <int D>
  void place(StencilNodes<D>& nodes, Index first, Index last);
  template <int D>
  void reflect(Nodes<D>& nodes);
  template <int D>
  void reflect(StencilNodes<D>& /*nodes*/) {}
  /// Motion around particles; writes the part of the nodes that the springs of the control have.
  template <int D>
  LocalMotionOf<Real> deform_group(Nodes<D>& nodes, ParticleGroup<Real> at);
  template <int D>
  LocalMotionOf<Pack> deform_group(Nodes<D>& nodes, ParticleGroup<Pack> at, const GroupSums<D>& sums);
  template <int D>
  LocalMotionOf<Pack> deform_group(StencilNodes<D>& nodes, ParticleGroup<Pack> at,
                                   const PackMoments<D, ControlPart::elastic>& moments);
  /// dF/dt: in a step what F has changed by, else the gradient of the velocity [1/s].
  template <int D>
  Mat3Of<Pack> deformation_rate(const Nodes<D>& nodes, ParticleGroup<Pack> at, Real dt, const Mat3Of<Pack>& F,
                                const Mat3Of<Pack>& F_old) const;
  template <int D>
  void add_stress_of(Nodes<D>& nodes, ParticleGroup<Real> at, const Mat3& P);
  template <int D>
  void add_stress_of(Nodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P, const GroupSums<D>& sums);
  template <int D>
  void add_stress_of(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                     const PackMoments<D, ControlPart::elastic>& moments);
  template <int D>
  void finish(Nodes<D>& nodes);
  template <int D>
  void finish(StencilNodes<D>& /*nodes*/) {}
  template <int D>
  void compute_forces(const Nodes<D>& nodes, const ForcesOfBlock& summed);
  template <int D>
  void compute_forces(StencilNodes<D>& nodes, const ForcesOfBlock& summed);
  template <int D>
  void brake(Nodes<D>& nodes, const std::vector<Vec3>& velocity);
  template <int D>
  void brake(StencilNodes<D>& nodes, const std::vector<Vec3>& velocity);
  void keep_misfit(ParticleGroup<Pack> at, const Pack& found);
  /// Sums of what neighbours read of each other, calling `summed` as compute_forces() does.
  template <ControlPart part, int D>
  void sum_forces(const Nodes<D>& nodes, std::vector<Vec3>& force, const ForcesOfBlock& summed);
  template <ControlPart part, int D>
  void sum_forces(StencilNodes<D>& nodes, std::vector<Vec3>& force, const ForcesOfBlock& summed);
  /// beta of dashpots that act for all steps until they act again [Pa s].
  [[nodiscard]] Real braking() const { return static_cast<Real>(interval_) * beta_; }
  /// How many steps that may be (tlsph 35).
  [[nodiscard]] Index longest_interval(int most) const;

  /// Of all particles.
  template <class NodesOf, class Material>
  StressSums respond(const Material& material, NodesOf& nodes, Real dt);
  /// Calls body(piece) for all pieces of a loop over the body, which threads share as their cores are fast.
  template <class Body>
  void for_pieces(WorkShares& shares, Index pieces, Body&& body) const {
    if (body_.size() >= parallel::serial_limit) return shares.for_pieces(pieces, body);
    for (Index k = 0; k < pieces; ++k) body(k);
  }

  /// The same for blocks of the body, which are runs of packs where it has stencils.
  template <int D, class Body>
  void for_blocks(const Nodes<D>& nodes, WorkShares& shares, Body&& body) const {
    for_pieces(shares, blocks_of(nodes), body);
  }
  template <int D, class Body>
  void for_blocks(StencilNodes<D>& nodes, WorkShares& shares, Body&& body) const {
    const std::vector<Index>& order = nodes.table.order_for(parallel::thread_count());
    for_pieces(shares, blocks_of(nodes), [&](Index k) { body(order[k]); });
  }

  /// Blocks of packs that respond() goes through, and one of them.
  template <int D>
  [[nodiscard]] Index blocks_of(const Nodes<D>& nodes) const;
  template <int D>
  [[nodiscard]] Index blocks_of(const StencilNodes<D>& nodes) const;
  template <int D, class Material>
  void answer_block(const Material& material, Nodes<D>& nodes, StepOfGroup step, ResponseSumsOf<Pack>& sum);
  template <int D, class Material>
  void answer_block(const Material& material, StencilNodes<D>& nodes, StepOfGroup step, ResponseSumsOf<Pack>& sum);
  [[nodiscard]] ParticleGroup<Pack> pack_at(Index first) const {
    return {first, std::min<int>(lanes, body_.size() - first)};
  }
  template <int D, class Material>
  void call_ahead(const Material& material, const Nodes<D>& nodes, Index first, int l) const;
  template <int D, class Material>
  void call_ahead(const Material& material, const StencilNodes<D>& nodes, Index first) const;
  template <int D>
  std::pair<Pack, Pack> volume_of(const Nodes<D>& nodes, ParticleGroup<Pack> at) const;
  template <int D>
  std::pair<Pack, Pack> volume_of(const StencilNodes<D>& nodes, ParticleGroup<Pack> at) const;
  StressSums stress_sums(const ResponseSums& sums) const {
    const Real shared = body_.control_in_stress ? sums[work] + sums[viscous] : 0;
    const Real told = tells_control_work() ? sums[control] - control_energy_ : 0;
    return {sums[work], sums[stored], sums[plastic], sums[viscous], shared, stretch_.value(), told};
  }
  /// Between two steps: of those that have lost bonds. Refuses whose fit no material can follow.
  void carry_on(const std::vector<Index>& changed);
  template <int D>
  void carry_on(Nodes<D>& nodes, Index i);
  bool takes_reading(Index i, const Mat3& moved);
  /// Whether F and P are asked for.
  [[nodiscard]] bool looks_at_stress() const { return is_looked_at_ || always_looks_; }
  /// `moments`: of the motion around a pack.
  template <class NodesOf, class Material, class... Moments>
  void answer_group(const Material& material, NodesOf& nodes, ParticleGroup<Pack> at, StepOfGroup step,
                    ResponseSumsOf<Pack>& sum, const Moments&... moments);
  /// Their energy over -V/2, or over -1/2 where bonds are stored [Pa; J].
  template <int D>
  Pack pull_of_springs(const Nodes<D>& nodes, ParticleGroup<Pack> at, const LocalMotionOf<Pack>& motion,
                       const Pack& alpha, const GroupSums<D>& sums) const;
  template <int D>
  Pack pull_of_springs(const StencilNodes<D>& nodes, ParticleGroup<Pack> at, const LocalMotionOf<Pack>& motion,
                       const Pack& alpha, const PackMoments<D, ControlPart::elastic>& moments) const;
  template <class T>
  ShockStress<T> brake_shock(ParticleGroup<T> at, const Mat3Of<T>& F_old, const Mat3Of<T>& F, Real dt);
  /// Renews the largest stable step for what cuts have left around the `changed` particles.
  void renew_stability(const std::vector<Index>& changed);
  void give_up(const std::vector<Index>& some);
  [[noreturn]] void report_failure();
  /// What bonds are found from: the body, or what it was at the last renewal.
  [[nodiscard]] const SolidBody& shape() const { return renewed_ ? renewed_->shape : body_; }
  void state_of_renewal(Archive& a);
  void begin_renewal();
  /// Finds bonds and moments of what the body was at the last renewal.
  void find_renewed_bonds();
  /// From the reference, which may have been renewed.
  [[nodiscard]] Vec3 displacement(Index i) const { return renewed_ ? Vec3(body_.u[i] - renewed_->u[i]) : body_.u[i]; }
  void count_from_here();
  /// Sizes and fills what depends on the reference.
  void prepare_nodes();
  template <int D>
  void prepare_nodes_in();
  /// Whether nothing asks for bonds one by one.
  [[nodiscard]] bool has_central_control() const;
  [[nodiscard]] bool may_share_stencils() const;

  SolidBody& body_;
  SolidNumerics numerics_;
  ReferenceState reference_;
  FarReads far_reads_;  ///< where bonds are gone through one by one
  std::variant<Nodes<2>, Nodes<3>, StencilNodes<2>, StencilNodes<3>> nodes_;
  TargetGradient target_;  ///< only for the central hourglass control
  Real wave_speed_ = 0;    ///< sqrt((K + 4G/3)/rho) [m/s]
  Real alpha_ = 0;         ///< elastic hourglass stiffness [Pa]
  Real beta_ = 0;          ///< viscous hourglass coefficient [Pa s]
  Index interval_ = 0;     ///< steps from one time that dashpots act to the next
  Index step_ = 0;         ///< number of the step whose stress is known …
  Index stands_ = 0;       ///< … and of the last one that has not been taken back
  Real tau_ = 0;           ///< relaxation time of the hourglass control [s]
  Real stability_limit_ = 1;
  parallel::Minimum stretch_{0, 1};      ///< by blocks of respond()
  std::vector<ResponseSums> responses_;  ///< of the same
  WorkShares response_shares_, stress_shares_, curvature_shares_, direct_shares_, braking_shares_;
  std::unique_ptr<RenewedReference> renewed_;
  Index renewals_ = 0;
  std::optional<FailedParticles> failed_;  ///< only for materials that can fail
  std::vector<std::uint8_t> refused_;      ///< particles whose deformation the material refused, until that is told
  std::vector<Real> shock_;                ///< q of the shock viscosity, in the forces of the step behind … [Pa]
  std::vector<Real> new_shock_;            ///< … and of the step that runs, which may be taken back [Pa]
  /// sum_j V_j w_ij |e_ji|^2 when the dashpots last acted, for the books; with stored bonds V_i as much [-; m^d].
  std::vector<Real> misfit_;
  Real control_energy_ = 0;      ///< of the control's springs, where they tell it, as they are now … [J]
  Real new_control_energy_ = 0;  ///< … and when the step that runs is over [J]
  bool is_looked_at_ = true;     ///< F and P of the body, after the next update …
  bool always_looks_ = true;     ///< … and after all: for the books, or the law would not answer alike twice
  bool tells_control_work_ = false;
  Vec3 origin_ = Vec3::Zero();  ///< a displacement near to all of the body, which theirs are counted from [m]
  PackedRows<Mat3> base_;       ///< that fits of F are counted from (tlsph 26, 40); empty where it is I [-]
};

}  // namespace talus
