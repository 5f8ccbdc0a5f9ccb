// Total-Lagrangian SPH for one solid body: stress from positions, forces from stress.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/core/parallel.hpp"
#include "talus/tlsph/hourglass_catalog.hpp"
#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/pairwise_forces.hpp"
#include "talus/tlsph/quadratic_fit.hpp"
#include "talus/tlsph/reference_state.hpp"
#include "talus/tlsph/release.hpp"
#include "talus/tlsph/shock_viscosity.hpp"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace talus {

/// Numerical choices for one body.
struct SolidNumerics {
  Kernels::Variant kernel{};
  Real smoothing = 0;            ///< h/dx; 0: the kernel's own
  Hourglasses::Variant hourglass{};
  Real viscosity = 0;            ///< linear artificial viscosity [-]
  Gradients::Variant gradient{};
  std::vector<SymmetryPlane> symmetry{};
  std::optional<Real> renewal{};  ///< smallest stretch at which the reference is renewed; none: never [-]
  std::optional<ShockViscosity> shock{};
};

/// Sums over the body that the energy ledger and the time step need.
struct StressSums {
  Real internal_work = 0;      ///< 1/2 (P + P'):(F' - F) V, this step [J]
  Real elastic_energy = 0;     ///< stored now [J]
  Real plastic_work = 0;       ///< 1/2 (sigma_y + sigma_y') d eps_p V, this step [J]
  Real viscous_work = 0;       ///< of the shock viscosity, this step [J]
  Real smallest_stretch = 1;   ///< over particles, less where a step has to be shorter for other reasons [-]
};

/// A reference that has been renewed (tlsph 26): how the body was then.
struct RenewedReference {
  SolidBody shape;        ///< X: places then; volumes, masses, spacing and material as from the start
  std::vector<Vec3> u;    ///< displacement then [m]
  std::vector<Mat3> F;    ///< deformation gradient then [-]
};

/// Motion around a particle since the reference that its bonds are of.
struct Kinematics {
  Mat3 H = Mat3::Zero();     ///< F - I [-]
  Mat3 rate = Mat3::Zero();  ///< dF/dt [1/s]
};

class SolidSolver {
 public:
  /// Finds bonds and moments; the body must be in its reference state. Keeps a reference to the body.
  SolidSolver(SolidBody& body, const SolidNumerics& numerics);

  /// Deformation, stress and stored energy from the current displacements; `dt` = 0 at the start.
  /// Throws RefusedDeformation when the material cannot follow; F of its particles is the refused one then.
  StressSums update_stress(Real dt);

  /// Forces of stress, hourglass control and artificial viscosity; velocities are those of the half step.
  void compute_forces();

  /// Between two steps: takes out what has failed and books what it lets go; forces have to be computed anew when
  /// particles were lost. The largest stable step becomes that of what is left, never longer than before.
  ReleaseSums release_failed();

  /// Between two steps: takes the body as it stands for its new reference if some stretch has fallen below the limit
  /// that the case gives; then forces have to be computed anew. Stress and stored energy stay as they are.
  bool renew_reference();
  /// How many times that has been done.
  [[nodiscard]] Index renewals() const { return renewals_; }

  /// dx sigma_min / c of the last update, times the largest stable fraction of this body's own operator [s].
  [[nodiscard]] Real stable_step(Real smallest_stretch) const;

  [[nodiscard]] const ReferenceState& reference() const { return reference_; }
  [[nodiscard]] const SolidBody& body() const { return body_; }
  [[nodiscard]] Real wave_speed() const { return wave_speed_; }
  /// Largest stable courant number of the reference operator, by power iteration [-].
  [[nodiscard]] Real stability_limit() const { return stability_limit_; }

 private:
  template <int D>
  StressSums update_stress_in(Nodes<D>& nodes, Real dt);
  /// Gradient around particle i and what the hourglass control brakes there; writes the control's part of the nodes.
  template <int D>
  Kinematics move_linear(Nodes<D>& nodes, Index i, Real dt);
  template <int D>
  Kinematics move_fitted(Nodes<D>& nodes, Index i);
  template <int D>
  void compute_forces_in(const Nodes<D>& nodes);
  /// Of all particles, or of `some` between two steps, where nothing has moved but bonds have gone.
  template <int D, class Material>
  StressSums respond(const Material& material, Nodes<D>& nodes, Real dt, const std::vector<Index>* some = nullptr);
  /// What the shock viscosity does to a particle.
  struct ShockStress {
    Mat3 P = Mat3::Zero();  ///< [Pa]
    Real work = 0;          ///< done against it in the step, which heats the particle [J/m^3]
    Real damping = 0;       ///< [-]
  };
  ShockStress brake_shock(Index i, const Mat3& F, Real dt);
  /// Renews the largest stable step for what cuts have left around the `changed` particles.
  void renew_stability(const std::vector<Index>& changed);
  void give_up(const std::vector<Index>& some);
  void report_failure() const;
  /// What bonds are found from: the body, or what it was at the last renewal.
  [[nodiscard]] const SolidBody& shape() const { return renewed_ ? renewed_->shape : body_; }
  /// Sizes and fills what depends on the reference.
  void prepare_nodes();

  SolidBody& body_;
  SolidNumerics numerics_;
  ReferenceState reference_;
  std::variant<Nodes<2>, Nodes<3>> nodes_;
  TargetGradient target_;     ///< only for the central hourglass control
  Real wave_speed_ = 0;       ///< sqrt((K + 4G/3)/rho) [m/s]
  Real alpha_ = 0;            ///< elastic hourglass stiffness [Pa]
  Real beta_ = 0;             ///< viscous hourglass coefficient [Pa s]
  Real tau_ = 0;              ///< relaxation time of the hourglass control [s]
  Real stability_limit_ = 1;
  parallel::Minimum stretch_;
  std::unique_ptr<RenewedReference> renewed_;
  Index renewals_ = 0;
  std::optional<FailedParticles> failed_;  ///< only for materials that can fail
  std::vector<std::uint8_t> refused_;  ///< particles whose deformation the material refused
  std::vector<Real> shock_;      ///< q of the shock viscosity, in the forces of the step behind … [Pa]
  std::vector<Real> new_shock_;  ///< … and of the step that runs, which may be taken back [Pa]
};

}  // namespace talus
