// The facets of a body, found by how its particles are packed: a lattice, any packing in the plane, and what has the
// same cross-section all along.
#pragma once

#include <optional>
#include <vector>

#include "talus/boundary/face_mesh.hpp"

namespace talus {

/// At right angles to d in the plane, to its right.
[[nodiscard]] inline Vec3 right_of(const Vec3& d) { return {d.y(), -d.x(), 0}; }

struct Facets {
  std::vector<Vec3> places;   ///< of corners [m]
  std::vector<Facet> facets;  ///< of the whole surface
};

/// Faces of cells that no neighbour covers; none where particles form no lattice.
[[nodiscard]] std::optional<Facets> facets_of_lattice(const SolidBody& body);

/// Of a body in the plane: chains of the particles that a disc of a spacing touches as it rolls around. A chain is its
/// facets one after the other. Throws CaseError where it cannot be followed.
[[nodiscard]] Facets facets_of_outline(const SolidBody& body);

/// Of a body in space whose particles stand in rows along one direction, all alike: stretches of the outline of its
/// cross-section, from layer to layer, and triangles between the rings of its ends. None where it is not like that, or
/// where its cross-section is not one of rings.
[[nodiscard]] std::optional<Facets> facets_of_rows(const SolidBody& body);

}  // namespace talus
