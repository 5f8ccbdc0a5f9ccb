// Weights of the corners of a surface: what an even pressure hands to each particle, and who carries what.
#include "talus/boundary/corner_weights.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "talus/geometry/catalog.hpp"
#include "talus/tlsph/outward_areas.hpp"

namespace talus {
namespace {

SolidBody body_of(const PointCloud& cloud, Real spacing, int dimension) {
  SolidBody body;
  body.dimension = dimension;
  body.spacing = spacing;
  body.X = cloud.X;
  body.V = cloud.V;
  NeoHookean rubber;
  rubber.density = 1000;
  rubber.young = 1e6;
  rubber.poisson = 0.3;
  body.material = rubber;
  body.reset_state(rubber.density);
  SolidSolver solver(body, {});
  body.outward_area = outward_areas(body, solver);
  return body;
}

/// With a notch and a corner that is missing.
SolidBody stepped(int dimension) {
  Block block;
  block.size = {1.2, 1.0, 0.9};
  block.cuts = {{{-0.06, -0.06, -0.06}, {0.06, 0.6, 0.6}}, {{-0.7, -0.6, -0.6}, {-0.3, -0.2, 0.1}}};
  return body_of(block.fill(0.1, dimension), 0.1, dimension);
}

/// Of sum w_ci N_c from a_i, over the largest a_i.
Real largest_error(const SolidBody& body, const FaceMesh& mesh) {
  std::vector<Vec3> corners;
  mesh.place(body.X, corners);
  std::vector<Vec3> area(corners.size(), Vec3::Zero()), left = body.outward_area;
  for (const Facet& facet : mesh.facets) {
    const auto shares = mesh.shares(facet, corners);
    for (int k = 0; k < facet.corner_count; ++k) area[facet.corners[k]] += shares[k];
  }
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) left[mesh.particle[e]] -= mesh.weight[e] * area[c];
  }
  Real worst = 0, largest = 0;
  for (Index i = 0; i < body.size(); ++i) {
    worst = std::max(worst, left[i].norm());
    largest = std::max(largest, body.outward_area[i].norm());
  }
  return worst / largest;
}

TEST_CASE("corner weights: an even pressure hands each particle its outward area") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody body = stepped(dimension);
    // In space not to the end: bonds reach across the notch, carriers of corners do not.
    CHECK(largest_error(body, surface_of(body)) < (dimension == 2 ? 1e-4 : 4e-3));
    SolidBody without = body;
    without.outward_area.clear();
    CHECK(largest_error(body, surface_of(without)) > 0.02);
  }
}

TEST_CASE("corner weights: their sum is one and their corner where it was") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody body = stepped(dimension);
    const FaceMesh mesh = surface_of(body);
    std::vector<Vec3> corners;
    mesh.place(body.X, corners);
    for (Index c = 0; c < mesh.corner_count(); ++c) {
      Real sum = 0;
      for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) sum += mesh.weight[e];
      CHECK(std::abs(sum - 1) < 1e-12);
      for (int k = 0; k < dimension; ++k) {  // half a spacing from all particles
        const Real half_cells = 2 * (corners[c][k] - body.X[0][k]) / body.spacing;
        CHECK(std::abs(half_cells - std::round(half_cells)) < 1e-9);
        CHECK(std::lround(half_cells) % 2 != 0);
      }
    }
  }
}

TEST_CASE("corner weights: nobody carries a corner across a gap") {
  Block block;
  block.size = {1.2, 1.0, 0};
  block.cuts = {{{-0.5, -0.31, 0}, {0.5, -0.09, 0}}};  // below it a wall of two layers
  const SolidBody body = body_of(block.fill(0.1, 2), 0.1, 2);
  const FaceMesh mesh = surface_of(body);
  std::vector<Vec3> corners;
  mesh.place(body.X, corners);
  int below = 0;
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    if (corners[c].y() > -0.49 || std::abs(corners[c].x()) > 0.25) continue;
    ++below;
    for (Index e = mesh.first[c]; e < mesh.first[c + 1]; ++e) CHECK(body.X[mesh.particle[e]].y() < -0.3);
  }
  CHECK(below > 3);
}

}  // namespace
}  // namespace talus
