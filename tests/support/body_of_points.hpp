// A solid body at rest, of the points with which a shape is filled.
#pragma once

#include <utility>

#include "talus/body/solid_body.hpp"
#include "talus/geometry/catalog.hpp"

namespace talus {

/// With a density of 1000 kg/m^3.
inline SolidBody body_of(PointCloud points, Real spacing, int dimension) {
  SolidBody body;
  body.dimension = dimension;
  body.spacing = spacing;
  body.X = std::move(points.X);
  body.V = std::move(points.V);
  body.reset_state(1000);
  return body;
}

}  // namespace talus
