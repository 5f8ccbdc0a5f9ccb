// A case made ready to run: bodies, solvers, contacts and boundaries, bound to each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "talus/boundary/active_boundary.hpp"
#include "talus/contact/fragment_contact.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/contact/solid_walls.hpp"
#include "talus/sim/case.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/contact_entries.hpp"
#include "talus/sim/grain_system.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {

/// What the log and the header say about a contact.
struct ContactFacts {
  Real alpha = 0;  ///< resolved strength over E [-]
  Real young = 0;  ///< harmonic mean of the two moduli [Pa]
  Real gap = 0;    ///< between the facing particle layers at the start, along gravity [m]; 0: not placed
  bool placed = false;
  Vec3 slope_shift = Vec3::Zero();  ///< by which it was moved where the two do not face each other along gravity [m]
};

struct Model {
  Case description;
  std::vector<SolidBody> bodies;  ///< never grows after building: the rest keeps references to its elements
  std::vector<std::unique_ptr<SolidSolver>> solvers;
  std::vector<std::unique_ptr<SolidContact>> contacts;
  std::vector<ContactFacts> contact_facts;
  std::vector<std::unique_ptr<FragmentContact>> fragments;  ///< per body; nullptr where nothing can break
  std::vector<ActiveBoundary> boundaries;
  GrainSystem grains;
  std::vector<std::unique_ptr<SolidWalls>> solid_walls;  ///< of the solids that meet walls
  std::vector<std::string> warnings;

  [[nodiscard]] Index body_index(const std::string& name) const;
};

/// Bodies whose particles come this near touch each other: their surfaces lie half a spacing outside [m].
[[nodiscard]] Real touching_distance(const SolidBody& a, const SolidBody& b);

/// True when particles of two bodies are nearer than `distance` [m].
[[nodiscard]] bool within(const SolidBody& a, const SolidBody& b, Real distance);

/// Builds everything and puts placed bodies where they rest. Throws CaseError.
[[nodiscard]] Model build_model(const Case& description);

/// Gravity at time t [m/s^2]; before t = 0, in the stages, it is that of t = 0.
[[nodiscard]] Vec3 gravity_at(const Case& description, Real t);

}  // namespace talus
