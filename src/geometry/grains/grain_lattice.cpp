#include "talus/geometry/grains/grain_lattice.hpp"

#include <array>
#include <cmath>

#include "talus/core/machine_memory.hpp"

namespace talus {

namespace {

/// Lattice points in rows along x: distances of points, rows and layers, and how odd rows and layers are shifted.
struct RowLattice {
  Vec3 step;             ///< [m]
  Vec3 odd_row_shift;    ///< [m]
  Vec3 odd_layer_shift;  ///< [m]
};

RowLattice row_lattice(GrainOrder order, Real a) {
  const Real half = a / 2, edge = a * std::sqrt(Real(2));
  switch (order) {
    case GrainOrder::hexagonal:
      return {{a, half * std::sqrt(Real(3)), a * std::sqrt(Real(2) / 3)},
              {half, 0, 0},
              {half, half / std::sqrt(Real(3)), 0}};
    case GrainOrder::fcc:
      return {{edge, edge / 2, edge / 2}, {edge / 2, 0, 0}, {edge / 2, 0, 0}};
    case GrainOrder::cubic:
      break;
  }
  return {Vec3::Constant(a), Vec3::Zero(), Vec3::Zero()};
}

/// An odd row of an odd layer would be shifted twice; where that is a whole step, it is not shifted at all.
Vec3 shift_of(const RowLattice& rows, Index row, Index layer) {
  Vec3 shift = (row % 2) * rows.odd_row_shift + (layer % 2) * rows.odd_layer_shift;
  if (shift.x() >= rows.step.x() * (1 - edge_slack)) shift.x() -= rows.step.x();
  return shift;
}

/// Centres of all lattice points whose ball of radius spacing/2 lies in the region.
std::vector<Vec3> lattice_points(const GrainLattice& lattice, const RegionFrame& frame) {
  constexpr Real most_points = 50e6;
  const BoxRegion bounds = region_bounds(lattice.region, frame.dimension);
  const RowLattice rows = row_lattice(lattice.order, lattice.spacing);
  std::array<Index, 3> count{1, 1, 1};
  Real total = 1;
  for (int k = 0; k < frame.dimension; ++k) {
    const Real along = std::floor((bounds.max[k] - bounds.min[k]) / rows.step[k]) + 2;
    if ((total *= along) > most_points)
      refuse("the lattice would have more than ", most_points, " points: take a larger spacing");
    count[k] = static_cast<Index>(along);
  }
  refuse_memory(bytes_per_sphere * total, "the lattice of " + std::to_string(static_cast<Index>(total)) + " points",
                "take a larger spacing");
  Vec3 first = bounds.min + Vec3::Constant(lattice.spacing / 2);
  if (frame.dimension == 2) first.z() = 0;
  std::vector<Vec3> points;
  for (Index layer = 0; layer < count[2]; ++layer) {
    for (Index row = 0; row < count[1]; ++row) {
      for (Index i = 0; i < count[0]; ++i) {
        const Vec3 at = first + rows.step.cwiseProduct(Vec3(i, row, layer)) + shift_of(rows, row, layer);
        const Ball cell{frame.dimension == 2 ? Vec3(at.x(), at.y(), 0) : at, lattice.spacing / 2};
        if (std::visit([&](const auto& r) { return r.holds(cell, frame); }, lattice.region.entry)) {
          points.push_back(cell.centre);
        }
      }
    }
  }
  return points;
}

}  // namespace

std::vector<GrainSeed> GrainLattice::place(const GrainTemplate& grain, const Surroundings& around) const {
  const RegionFrame frame{grain.dimension, around.period};
  if (order == GrainOrder::fcc && frame.dimension == 2)
    refuse("an fcc lattice needs three dimensions; in two take hexagonal");
  motion.check(frame.dimension);
  check_region(region, spacing / 2, frame);
  Random random(seed);
  std::vector<GrainSeed> seeds;
  for (const Vec3& point : lattice_points(*this, frame)) {
    GrainSeed& placed = seeds.emplace_back();
    placed.centre = point;
    if (jitter > 0) placed.centre += jitter * random.in_ball(frame.dimension);
    placed.radius = draw_size(sizes, random, grain);
    placed.orientation = random_orientation(grain, random);
    motion.give(placed, random, frame.dimension);
  }
  remove_mean_agitation(seeds, grain, motion);
  return seeds;
}

}  // namespace talus
