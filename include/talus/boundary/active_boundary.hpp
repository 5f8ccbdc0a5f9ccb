// A boundary of the case, bound to its body and ready to run: one visit per boundary and call, plain loops inside.
//
// In a kick-drift-kick step from t to t + dt:
//   begin_step(body, t, dt)   total_force: all forces but reactions at t;          writes reactions r0
//   ... half kick, drift; zero ForceKind::boundary and load; other forces at t + dt ...
//   apply(body, t + dt)       v: velocity at half step;                            adds to one of these two
//   end_step(body, t, dt)     total_force: all forces but reactions at t + dt;     writes reactions r1
// A boundary that leaves the run (the end of a stage) leaves its reactions: zero them there.
#pragma once

#include <variant>
#include <vector>

#include "talus/boundary/catalog.hpp"
#include "talus/core/archive.hpp"

namespace talus {

class ActiveBoundary {
 public:
  using Action =
      std::variant<MotionConstraint, PlaneForce, SpringForce, LoadForce, TractionForce, PressureForce, DampingForce>;

  /// `body`: the caller's number of the body that this boundary acts on.
  ActiveBoundary(Index body, Action action) : body_(body), action_(std::move(action)) {}

  [[nodiscard]] Index body() const { return body_; }
  [[nodiscard]] const Action& action() const { return action_; }

  void begin_step(SolidBody& body, Real t, Real dt) {
    std::visit([&](auto& a) { a.begin_step(body, t, dt); }, action_);
  }
  void apply(SolidBody& body, Real t) {
    std::visit([&](auto& a) { a.apply(body, t); }, action_);
  }
  void end_step(SolidBody& body, Real t, Real dt) {
    std::visit([&](auto& a) { a.end_step(body, t, dt); }, action_);
  }
  /// Force on the body, of the last call [N; N/m in 2-D].
  [[nodiscard]] Vec3 resultant(const SolidBody& body) const {
    return std::visit([&](const auto& a) { return a.resultant(body); }, action_);
  }
  /// Largest step that it allows by itself [s].
  [[nodiscard]] Real time_limit(const SolidBody& body) const {
    return std::visit([&](const auto& a) { return a.time_limit(body); }, action_);
  }

  /// For checkpoints: nothing but what the last call has found.
  void state(Archive& a) {
    std::visit(
        [&](auto& action) {
          if constexpr (requires { action.force; }) a("force", action.force);
        },
        action_);
  }

 private:
  Index body_;
  Action action_;
};

/// Binds a boundary to the body that it names. Throws CaseError when there is none, with the names that there are.
[[nodiscard]] ActiveBoundary activate(const Boundaries::Variant& boundary, const std::vector<SolidBody>& bodies);

/// Throws CaseError when a prescribed displacement is not where its particles are at the start of the run, t [s]: the
/// first step would make them jump there.
void check_start(const ActiveBoundary& boundary, const SolidBody& body, Real t);

/// Throws CaseError when two boundaries prescribe the same component of the same particle.
void check_disjoint(const std::vector<ActiveBoundary>& boundaries, const std::vector<SolidBody>& bodies);

}  // namespace talus
