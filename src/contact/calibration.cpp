#include "talus/contact/calibration.hpp"

#include "talus/numerics/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// A touching point nearer than this to another particle, over d, is not outside of the body.
constexpr Real outside = 0.99;

/// Corners ask for more than any neighbour can give: beta stays within these bounds.
constexpr Real least_share = 0.5;
constexpr Real largest_share = 3;

constexpr int most_sweeps = 200;
constexpr Real converged = 1e-6;

/// A particle of the outermost layer and the place where another body touches it.
struct TouchingPlace {
  Index particle;
  Vec3 place;
};

std::vector<TouchingPlace> touching_places(const SolidBody& body, const CellGrid& grid, const FieldKernel& kernel,
                                           Real distance) {
  std::vector<TouchingPlace> places;
  for (Index s = 0; s < body.size(); ++s) {
    Vec3 gradient = Vec3::Zero();
    grid.for_each_near(body.X[s], kernel.support(), [&](Index j, Real distance2) {
      gradient += body.V[j] * kernel.slope_over_r(std::sqrt(distance2)) * (body.X[s] - body.X[j]);
    });
    const Real size = gradient.norm();
    if (size * kernel.support() < Real(0.1)) continue;  // inside, where the field is flat
    const Vec3 place = body.X[s] - distance / size * gradient;
    bool free = true;
    grid.for_each_near(place, outside * distance, [&](Index, Real) { free = false; });
    if (free) places.push_back({s, place});
  }
  return places;
}

}  // namespace

std::vector<Real> calibrated_volumes(const SolidBody& body, const FieldKernel& kernel, const TouchingField& touching,
                                     Real distance) {
  CellGrid grid;
  grid.build(body.X, kernel.support());
  const std::vector<TouchingPlace> places = touching_places(body, grid, kernel, distance);
  std::vector<Real> volume = body.V, field(places.size());
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    Real worst = 0;
    for (std::size_t p = 0; p < places.size(); ++p) {
      field[p] = 0;
      grid.for_each_near(places[p].place, kernel.support(), [&](Index j, Real distance2) {
        field[p] += volume[j] * kernel.value(std::sqrt(distance2));
      });
    }
    for (std::size_t p = 0; p < places.size(); ++p) {
      const Index s = places[p].particle;
      const Real wanted = volume[s] * std::sqrt(touching.value / field[p]);
      const Real bounded = std::clamp(wanted, least_share * body.V[s], largest_share * body.V[s]);
      worst = std::max(worst, std::abs(bounded - volume[s]) / body.V[s]);
      volume[s] = bounded;
    }
    if (worst < converged) break;
  }
  return volume;
}

}  // namespace talus
