#include "talus/boundary/active_boundary.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "talus/core/nearest_word.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

/// A prescribed displacement may begin this far from its particles: round-off of formulas [spacings].
constexpr Real start_slack = 1e-6;

Index number_of(const std::string& name, const std::vector<SolidBody>& bodies) {
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const SolidBody& b) { return b.name == name; });
  if (found != bodies.end()) return static_cast<Index>(found - bodies.begin());
  Words names;
  for (const SolidBody& body : bodies) names.push_back(body.name);
  refuse("there is no body \"", name, "\"", suggestion(name, names));
}

/// Throws CaseError when what is at X in the reference state and has come by u would jump to where it is wanted.
void check_start_of(const MotionConstraint& motion, const SolidBody& body, const Vec3& X, const Vec3& u, Real t) {
  const Vec3 begins = motion.target(X, t);
  for (int k = 0; k < body.dimension; ++k) {
    if (!motion.prescribes(k) || std::abs(begins[k] - u[k]) <= start_slack * body.spacing) continue;
    if (motion.turn) {
      refuse("prescribed_motion of body \"", body.name, "\": rotation/angle begins at ", motion.turn->motion(t),
             " rad, which puts the particle at ", in_brackets(X), " m by ", in_brackets(begins), " m, but it is at ",
             in_brackets(u),
             " m: it would jump there in the first step; let the angle begin where the particles are, as a table "
             "[[0, 0], [t, angle]] does, or prescribe a rate");
    }
    refuse("prescribed_motion of body \"", body.name, "\": displacement/", k, " begins at ", begins[k],
           " m, but the particle at ", in_brackets(X), " m at ", u[k],
           " m: it would jump there in the first step; let the displacement begin where the particles are, as a "
           "table [[0, 0], [t, value]] does, or prescribe a velocity");
  }
}

}  // namespace

ActiveBoundary activate(const Boundaries::Variant& boundary, const std::vector<SolidBody>& bodies) {
  return std::visit(
      [&](const auto& entry) {
        try {
          const Index number = number_of(entry.body, bodies);
          return ActiveBoundary(number, entry.resolve(bodies[number]));
        } catch (const CaseError& error) {
          refuse(entry.name, " of body \"", entry.body, "\": ", error.what());
        }
      },
      boundary);
}

void check_start(const ActiveBoundary& boundary, const SolidBody& body, Real t) {
  const auto* motion = std::get_if<MotionConstraint>(&boundary.action());
  if (!motion || motion->kind != PathKind::displacement) return;
  for (const Index i : motion->particles) check_start_of(*motion, body, body.X[i], body.u[i], t);
  for (const HeldPlace& place : motion->places) {
    check_start_of(*motion, body, place.of(body.X), place.of(body.u), t);
  }
}

void check_disjoint(const std::vector<ActiveBoundary>& boundaries, const std::vector<SolidBody>& bodies) {
  for (std::size_t number = 0; number < bodies.size(); ++number) {
    const SolidBody& body = bodies[number];
    std::vector<std::uint8_t> taken(body.X.size(), 0);
    for (const ActiveBoundary& boundary : boundaries) {
      const auto* constraint = std::get_if<MotionConstraint>(&boundary.action());
      if (!constraint || boundary.body() != static_cast<Index>(number)) continue;
      for (const Index i : constraint->held_particles()) {
        if ((taken[i] & constraint->components) != 0) {
          refuse("two boundaries prescribe the same component of the particle of \"", body.name, "\" at ",
                 in_brackets(body.X[i]), " m",
                 constraint->places.empty() ? "" : "; a face that is held at its surface takes five layers along");
        }
        taken[i] |= constraint->components;
      }
    }
  }
}

}  // namespace talus
