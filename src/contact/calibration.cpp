#include "talus/contact/calibration.hpp"

#include "talus/contact/outer_layer.hpp"
#include "talus/numerics/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

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

/// Whether all that the field sees at this particle is a smooth and somewhere curved surface.
bool sees_curved(const OuterParticle& outer, const std::vector<OuterParticle>& layer, const SolidBody& body, Real reach) {
  bool smooth = true, curved = false;
  for (const OuterParticle& other : layer) {
    if ((body.X[other.particle] - body.X[outer.particle]).squaredNorm() > reach * reach) continue;
    smooth = smooth && other.smooth;
    curved = curved || other.curved;
  }
  return smooth && curved;
}

}  // namespace

std::vector<Real> calibrated_volumes(const SolidBody& body, const FieldKernel& kernel, const TouchingField& touching,
                                     Real distance, Calibration which) {
  std::vector<Real> volume = body.V;
  if (which == Calibration::none) return volume;
  CellGrid grid;
  grid.build(body.X, kernel.support());
  const std::vector<OuterParticle> layer = find_outer_layer(body, Real(0.5) * kernel.support());
  std::vector<TouchingPlace> places;
  for (const OuterParticle& outer : layer) {
    if (which == Calibration::curved && !sees_curved(outer, layer, body, kernel.support())) continue;
    const Vec3 turned = outer.normal - outer.tilt[0] * outer.tangent[0] - outer.tilt[1] * outer.tangent[1];
    places.push_back({outer.particle, body.X[outer.particle] + distance * turned.normalized()});
  }
  std::vector<Real> field(places.size());
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
