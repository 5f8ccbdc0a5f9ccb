// Why a run cannot go on, at which particles, and the picture of it.
//
// Each reason is a sentence: what went wrong, where and when, by how much, what the likely cause is and what to change.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "talus/contact/field_sampling.hpp"
#include "talus/core/error.hpp"
#include "talus/diagnostics/energy_ledger.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/model.hpp"
#include "talus/tlsph/refusal.hpp"

namespace talus {

struct Stop : SimulationError {
  Stop(const std::string& message, std::string of, std::vector<Index> which)
      : SimulationError(message), body(std::move(of)), culprits(std::move(which)) {}
  std::string body;             ///< a solid or grains
  std::vector<Index> culprits;  ///< its particles
  /// With what a run may go on from before that, after "talus resume … goes on, "; empty: by smaller steps.
  std::string remedy{};
};

/// "by smaller steps with --set /time/courant=0.4": half of what the steps of this case follow.
[[nodiscard]] std::string by_smaller_steps(const Model& model);

/// "particle 3 and 2 more of body "block" (reference place …, now …)"; of grains by their ids.
[[nodiscard]] std::string particles_text(const SolidBody& body, const std::vector<Index>& which);
[[nodiscard]] std::string particles_text(const GrainBody& body, const std::vector<Index>& which);
/// " at t = 1 ms"
[[nodiscard]] std::string when(Real time);

/// A material has refused a step that was halved `halvings` times before, or could not be taken back.
[[nodiscard]] Stop stop_at_refusal(const Model& model, const RefusedDeformation& refused, Real time, Real step,
                                   int halvings);

/// A body is drawn out farther than contact follows its surface.
[[nodiscard]] Stop stop_at_torn_surface(const TornSurface& torn, Real time);

/// A particle squeezed to this has collapsed: steps follow its stretch [-].
inline constexpr Real collapsed_stretch = 1e-3;

/// A body is squeezed so flat that steps, which follow its thinnest particle, have shrunk to nothing; or they have for
/// another reason. `stretch` is the smallest one of every body, `limit` what limits the step, in words. Looks
/// at F of a body that has collapsed.
[[nodiscard]] std::optional<Stop> find_collapsed_step(const Model& model, const std::vector<Real>& stretch,
                                                      const std::string& limit, Real time, Real step);

/// About the fastest particle of all, and others of its body that are not much slower: a phrase with its speed.
[[nodiscard]] Stop stop_at_fastest(const Model& model);

/// Something is no longer a number.
[[nodiscard]] std::optional<Stop> find_lost_numbers(const Model& model, Real time);

/// The books are no numbers any more, although every particle is one.
[[nodiscard]] Stop stop_at_lost_books(const Model& model, Real time);

/// What stress and contact did has not been what their laws say, step after step: the run has blown up.
[[nodiscard]] Stop stop_at_lost_energy(const Model& model, const EnergyLedger& ledger, Real time, Real step);

/// Energies below this say nothing: that of all solids at a strain of 1e-6 [J].
[[nodiscard]] Real least_telling_energy(const Model& model);

/// Writes failure.vtp: the body of the culprits with all arrays of its frames, and `culprit`, 1 at these particles.
/// Particles that are nowhere stand at their reference place. Returns the file.
std::filesystem::path write_failure(const ResultFolder& folder, const Model& model, const Stop& stop, Real time);

}  // namespace talus
