#include "talus/boundary/held_face.hpp"

#include <algorithm>
#include <cmath>

#include "talus/body/mirrored_particles.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Layers are next to each other up to this many spacings: cells may be stretched by a tenth.
constexpr Real next_reach = 1.2;
/// Cosine from which on a neighbour is straight behind a particle.
constexpr Real straight = 1 - 1e-6;
/// Particles in line that a face needs: those of one that is held on the other side are never the same.
constexpr int fewest_in_line = 6;
/// Of the area of a cell: a column with less has no face there.
constexpr Real some_area = 0.2;

/// Particles, and images, straight behind one; at most as many as tell how deep a place may go.
std::vector<Index> line_behind(const std::vector<Vec3>& places, const CellGrid& grid, Real reach, Index i,
                               const Vec3& in) {
  std::vector<Index> line{i};
  while (line.size() < 2 * HeldPlace::most_layers) {
    const Vec3& from = places[line.back()];
    Index next = -1;
    Real nearest = infinity;
    grid.for_each_near(from, reach, [&](Index j, Real distance2) {
      if (distance2 == 0 || distance2 >= nearest) return;
      if ((places[j] - from).dot(in) < straight * std::sqrt(distance2)) return;
      next = j;
      nearest = distance2;
    });
    if (next < 0) break;
    line.push_back(next);
  }
  return line;
}

HeldPlace place_before(const SolidBody& body, const std::vector<Index>& line, const Vec3& out) {
  HeldPlace place{.layers = static_cast<int>(line.size() / 2)};
  Real area = 0;
  for (int l = 0; l < place.layers; ++l) {
    place.particle[l] = line[l];
    place.weight[l] = body.outward_area[line[l]].dot(out);
    area += place.weight[l];
  }
  if (area < some_area * std::pow(body.spacing, body.dimension - 1)) {
    refuse("at: there is no face in front of the particle at ", in_brackets(body.X[line[0]]),
           " m, as at the edge of a step; hold \"particles\"");
  }
  Real mobility = 0;
  for (int l = 0; l < place.layers; ++l) {
    place.weight[l] /= area;
    mobility += place.weight[l] * place.weight[l] / body.m[place.particle[l]];
  }
  place.mass = 1 / mobility;
  return place;
}

}  // namespace

std::vector<HeldPlace> places_of_face(const SolidBody& body, const Selection& where) {
  if (!where.layer || where.layers != 1) {
    refuse("at: \"surface\" is that of one layer, so `where` has to be a \"layer\", without \"layers\"");
  }
  const Vec3 out = body.turn * outward(*where.layer, body.dimension);
  const std::vector<Vec3> places = MirroredParticles(body).places(body.X);
  const Real reach = next_reach * body.spacing;
  CellGrid grid;
  grid.build(places, reach);
  std::vector<HeldPlace> face;
  for (const Index i : where.resolve(body.X, body.spacing, body.dimension, body.turn)) {
    const std::vector<Index> line = line_behind(places, grid, reach, i, -out);
    if (static_cast<int>(line.size()) < fewest_in_line) {
      refuse("at: \"surface\" needs ", fewest_in_line, " particles in line behind each of the layer, as in blocks and ",
             "ends of bars, but behind the one at ", in_brackets(body.X[i]), " m there are ", line.size(),
             " with itself; hold \"particles\", or use a finer spacing");
    }
    face.push_back(place_before(body, line, out));
  }
  return face;
}

}  // namespace talus
