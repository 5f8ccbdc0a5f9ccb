// The energy ledger: the only place where energies are added up.
//
// For kick-drift-kick with any forces and any steps (tlsph 12)
//   KE' - KE = 1/2 (f + f').dx + dt^2/(8m) (|f'|^2 - |f|^2),
// so the kinetic energy plus the work of every force plus the scheme's own term stays constant to round-off:
// the *work ledger* (tlsph 13). What the laws say they stored and lost is held against the same work: the *state
// ledger* (tlsph 14).
#pragma once

#include <array>
#include <string_view>

#include "talus/core/types.hpp"

namespace talus {

enum class Channel : std::size_t {
  kinetic,
  rotational,
  elastic,
  plastic,
  fracture,
  hourglass,
  bulk_viscous,
  contact_stored,
  contact_plastic,
  contact_adhesive,
  contact_viscous,
  sliding,
  rolling,
  twisting,
  contact_fracture,
  body_force,
  boundary,
  scheme,
  state_residual,
  count
};
inline constexpr std::size_t channel_count = static_cast<std::size_t>(Channel::count);
inline constexpr std::array<std::string_view, channel_count> channel_names{
    "kinetic",         "rotational",   "elastic",        "plastic",         "fracture",
    "hourglass",       "bulk_viscous", "contact_stored", "contact_plastic", "contact_adhesive",
    "contact_viscous", "sliding",      "rolling",        "twisting",        "contact_fracture",
    "body_force",      "boundary",     "scheme",         "state_residual"};

/// Of energies: per metre of thickness in two dimensions.
constexpr std::string_view energy_unit(int dimension) { return dimension == 2 ? "J/m" : "J"; }

/// Energies in J (J per metre of thickness in 2-D). A channel grows by what has gone into it.
class EnergyLedger {
 public:
  /// Opens the books with what is there before the first step.
  void open(Real kinetic, Real elastic, Real contact_stored, Real rotational = 0);

  /// State functions: the value now.
  void set(Channel channel, Real value) { value_[index(channel)] = value; }
  /// Flows: what this step has put in. Also the second part of a state function.
  void add(Channel channel, Real amount) { value_[index(channel)] += amount; }

  /// Work of stress and of contact on the particles, against which the state ledger holds the laws' own account.
  void add_law_work(Real work) { law_work_ += work; }

  /// Closes a step: the state residual and the largest sum of |channels|.
  void close_step();

  [[nodiscard]] Real operator[](Channel channel) const { return value_[index(channel)]; }
  /// |KE + all work - KE0| over the largest sum of |channels| so far [-].
  [[nodiscard]] Real work_residual() const;
  /// |what the laws say - work of their forces| over the same sum [-].
  [[nodiscard]] Real state_residual() const;
  /// What the last step alone has added to it or taken from it [J].
  [[nodiscard]] Real state_defect() const { return state_defect_; }
  /// Largest sum of |channels| so far, the scale of the residuals [J].
  [[nodiscard]] Real largest_sum() const { return largest_sum_; }
  /// Most that elastic energy and plastic work have been together [J].
  [[nodiscard]] Real largest_internal() const { return largest_internal_; }
  /// Largest of the run over the largest sum of the run [-]. The sum of its own moment would be the wrong measure: at
  /// the first touch of what is driven from rest nothing but that contact is in the books yet.
  [[nodiscard]] Real largest_work_residual() const { return relative(largest_work_residual_); }
  [[nodiscard]] Real largest_state_residual() const { return relative(largest_state_residual_); }

 private:
  static std::size_t index(Channel channel) { return static_cast<std::size_t>(channel); }
  [[nodiscard]] Real law_account() const;
  [[nodiscard]] Real missing() const;
  [[nodiscard]] Real relative(Real energy) const { return largest_sum_ > 0 ? energy / largest_sum_ : 0; }

  std::array<Real, channel_count> value_{};
  Real start_sum_ = 0;      ///< sum of all channels when the books were opened
  Real start_account_ = 0;  ///< the laws' account then
  Real law_work_ = 0;
  Real state_defect_ = 0;   ///< [J]
  Real largest_sum_ = 0, largest_internal_ = 0;
  Real largest_work_residual_ = 0;   ///< [J]
  Real largest_state_residual_ = 0;  ///< [J]
};

}  // namespace talus
