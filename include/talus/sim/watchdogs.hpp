// Reasons to stop a run beside those of stop.hpp: surfaces that are in each other too deeply, particles that are lost,
// steps that have become too short, and grains that have left for good.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "talus/contact/grain_contact.hpp"
#include "talus/sim/stop.hpp"

namespace talus {

/// A sphere around all that a case places: its centre and radius [m].
struct StartSphere {
  Vec3 centre = Vec3::Zero();
  Real radius = 0;
};
[[nodiscard]] StartSphere sphere_around(const Model& model);

/// A contact that is deeper than `limits` allow: of grains, by the sums of their last evaluation, or of two solids.
/// Cheap enough for every step: contacts are gone through only once one is too deep.
[[nodiscard]] std::optional<Stop> find_deep_contact(const Model& model, const GrainContactSums& grains, Real time);

/// The same of solids in walls, which a wall with one side may push back for long. What an unstable step has thrown
/// into a wall is left to the material, which refuses it in the next step.
[[nodiscard]] std::optional<Stop> find_deep_in_walls(const Model& model, Real time);

/// A particle outside of limits.region, or so far from the start that its place has lost the digits contact needs.
[[nodiscard]] std::optional<Stop> find_lost_particle(const Model& model, const StartSphere& start, Real time);

/// Particles outside of limits.region now; the sentence goes on from their names.
[[nodiscard]] std::optional<Stop> find_outside(const Model& model, const std::string& sentence);

/// A run of more steps than this never ends: a month of the smallest case.
inline constexpr Real most_run_steps = 1e12;

/// A step below limits.step, or so short that the run would never end; `span` is that of the whole run [s].
[[nodiscard]] std::optional<Stop> find_short_step(const Model& model, const std::string& limit, Real time, Real step,
                                                  Real span);

/// Grains that fly where nothing is that they could meet: no wall, no solid, no grain that is held, wherever these go
/// until the end of the run, and gravity does not bring them back. A grain that is bonded to one that stays has not
/// left.
struct LeftGrains {
  std::int64_t count = 0;
  Stop first{"", "", {}};  ///< a sentence about those of one body, all of them culprits
};
[[nodiscard]] std::optional<LeftGrains> find_left_grains(const Model& model, const Vec3& gravity, Real time);

/// Lets those of them go that touch nobody and have no bonds: from now on they fly on alone, through each other, and
/// neither steps nor lists of pairs follow their speed. The case has to allow for it, with a gravity that stays.
void release_left_grains(Model& model, const Vec3& gravity, Real time);

}  // namespace talus
