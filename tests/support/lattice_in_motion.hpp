// Bodies of a lattice whose particles share stencils.
#pragma once

#include "support/draw.hpp"
#include "support/sample_body.hpp"
#include "support/sample_material.hpp"

namespace talus {

/// A lattice in large, rough motion, with velocities to match: yielding in places.
inline SolidBody lattice_in_motion(const Materials::Variant& material, int dimension, int cells_along = 21) {
  SolidBody body = sample_body(material, {.dimension = dimension, .cells = {cells_along, 9, 7}, .jitter = 0});
  Draw draw(7);
  for (Vec3& v : body.v) v = draw.vector(dimension, 1);
  return body;
}

/// Cells along a body whose packs follow each other with the same neighbours, so that those are summed by rows; with
/// the other some packs begin in one row and end in the next.
inline constexpr int many_cells = 48, uneven_cells = 66;

}  // namespace talus
