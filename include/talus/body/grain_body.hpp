// Rigid grains as data: spheres, discs in two dimensions, or clumps of them. No behaviour.
//
// A *grain* moves; a *sphere* touches. Where every grain is one sphere they are the same rows; a clump has several
// spheres, which follow it. Contact reads and writes spheres only, motion grains only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "talus/core/row.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

/// What contact needs to know of the material of grains and walls.
struct GrainMaterial {
  Real density = 0;  ///< [kg/m^3]
  Real young = 0;    ///< [Pa]
  Real poisson = 0;  ///< [-]
};

/// How a grain moves, in one line of the caches.
struct alignas(2 * sizeof(Row)) RateRows {
  Row velocity, spin;
};

/// What acts on a grain, the same way.
struct alignas(2 * sizeof(Row)) LoadRows {
  Row force;   ///< {contact force, number of contacts} [N; N/m in 2-D]
  Row torque;  ///< {contact torque about the centre, -} [N m; N in 2-D]
};

/// What a grain resists with.
struct Inertia {
  Real mass = 0;    ///< [kg; kg/m in 2-D]
  Real moment = 0;  ///< of a sphere or disc, of inertia [kg m^2; kg m]
};

/// Rows of round things that touch.
struct SphereRows {
  std::vector<Row> position;  ///< {x, radius} [m]
  /// {v, inverse mass of the grain, 0 where it is held}, {omega, inverse moment of inertia of a sphere}: of the moment
  /// between steps, and of the middle of the step, of which displacements are made, from the drift to the kick; of the
  /// spheres of clumps always of the middle [1/kg; m/kg in 2-D]
  std::vector<RateRows> rate;
  std::vector<Inertia> inertia;
  std::vector<LoadRows> load;
  /// {v, -}, {omega, -} ahead of the force while forces are computed, for bonds and for what lies on solids; empty
  /// unless they ask for it.
  std::vector<RateRows> ahead;
  bool keeps_ahead = false;

  [[nodiscard]] Index size() const { return static_cast<Index>(position.size()); }
  void resize(Index n) {
    position.resize(n);
    rate.resize(n);
    inertia.resize(n);
    load.resize(n);
    if (keeps_ahead) ahead.resize(n);
  }
  void keep_ahead() {
    keeps_ahead = true;
    ahead = rate;
  }
};

/// What a clump has beyond a sphere.
struct ClumpState {
  std::vector<Vec3> inertia;           ///< principal moments [kg m^2]
  std::vector<Vec3> angular_momentum;  ///< about the centre, in space [kg m^2/s]
  std::vector<Index> first;            ///< spheres of grain g are [first[g], first[g + 1])
  std::vector<Index> owner;            ///< grain of each sphere
  std::vector<Vec3> arm;               ///< centre of each sphere in the frame of the principal axes [m]
  SphereRows spheres;
};

struct GrainBody {
  std::string name;
  int dimension = 3;  ///< 2: discs per metre of depth, z frozen
  GrainMaterial material;

  SphereRows grains;                    ///< of clumps the radius is that of the sphere around it
  std::vector<Quaternion> orientation;  ///< body to space
  std::vector<std::int64_t> id;         ///< stays with a grain however rows are sorted
  std::vector<Real> volume;             ///< [m^3; m^2 in 2-D]
  std::vector<std::uint8_t> left;       ///< 1: it flies off for good, touches nobody and holds nobody up; empty: none
  bool clumped = false;
  bool counts_turns = true;             ///< of spheres; else their orientation stays what it was at the start
  ClumpState clumps;                    ///< empty unless `clumped`
  std::vector<std::int64_t> sphere_id;  ///< of the spheres of clumps, stable

  /// Means of the spheres that a source is going to pour: laws are made ready for them while there are none [m, kg].
  Real expected_radius = 0, expected_mass = 0;
  /// The smallest of them, and the mass of its grain: how short steps will be [m, kg].
  Real least_radius = 0, least_mass = 0;

  Vec3 gravity = Vec3::Zero();  ///< with which the last forces go [m/s^2]
  Real max_speed = 0;  ///< of the last step, or at the start, of grains that have not left; of clumps with the spin of
                       ///< the surface [m/s]

  Vec3 period = Vec3::Zero();  ///< of the box through which grains go round; 0 along other axes [m]
  std::vector<Vec3> origin;    ///< where their displacements are counted from [m]
  /// How often they have gone over the high border of the box since then, less how often over the low one; empty
  /// unless some axis repeats.
  std::vector<std::array<std::int32_t, 3>> rounds;

  [[nodiscard]] Index size() const { return grains.size(); }
  [[nodiscard]] SphereRows& spheres() { return clumped ? clumps.spheres : grains; }
  [[nodiscard]] const SphereRows& spheres() const { return clumped ? clumps.spheres : grains; }
  [[nodiscard]] std::span<const std::int64_t> sphere_ids() const { return clumped ? sphere_id : id; }
  [[nodiscard]] bool has_left(Index grain) const { return !left.empty() && left[grain] != 0; }
  [[nodiscard]] bool goes_round() const { return !period.isZero(0); }
  [[nodiscard]] Index owner(Index sphere) const { return clumped ? clumps.owner[sphere] : sphere; }
};

}  // namespace talus
