#include "talus/contact/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "talus/contact/outer_layer.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Corners ask for more than any neighbour can give: beta stays within these bounds.
constexpr Real least_share = 0.5;
constexpr Real largest_share = 3;

constexpr int most_sweeps = 200;
constexpr Real converged = 1e-6;

/// A particle of the outermost layer, and what the field sees where another body touches it.
struct TouchingPlace {
  Index particle;
  std::vector<std::pair<Index, Real>> seen{};  ///< particles with the kernel's value there

  [[nodiscard]] Real field(const std::vector<Real>& volume) const {
    Real sum = 0;
    for (const auto& [j, value] : seen) sum += volume[j] * value;
    return sum;
  }
};

/// Of each particle of the layer, whether all that the field sees there is a smooth and somewhere curved surface.
std::vector<char> see_curved(const std::vector<OuterParticle>& layer, const SolidBody& body, Real reach) {
  std::vector<Vec3> at;
  for (const OuterParticle& outer : layer) at.push_back(body.X[outer.particle]);
  CellGrid grid;
  grid.build(at, reach);
  std::vector<char> found(layer.size());
  parallel::for_each(static_cast<Index>(layer.size()), [&](Index k) {
    bool smooth = true, curved = false;
    grid.for_each_near(at[k], reach, [&](Index other, Real) {
      smooth = smooth && layer[other].smooth;
      curved = curved || layer[other].curved;
    });
    found[k] = smooth && curved ? 1 : 0;
  });
  return found;
}

/// Where another body at this distance touches the chosen particles of the layer.
std::vector<TouchingPlace> find_places(const SolidBody& body, const FieldKernel& kernel, Real distance,
                                       Calibration which) {
  const std::vector<OuterParticle> layer = find_outer_layer(body, Real(0.5) * kernel.support());
  const std::vector<char> chosen =
      which == Calibration::curved ? see_curved(layer, body, kernel.support()) : std::vector<char>(layer.size(), 1);
  std::vector<TouchingPlace> places;
  std::vector<Vec3> at;
  for (std::size_t k = 0; k < layer.size(); ++k) {
    const OuterParticle& outer = layer[k];
    if (chosen[k] == 0) continue;
    const Vec3 turned = outer.normal - outer.tilt[0] * outer.tangent[0] - outer.tilt[1] * outer.tangent[1];
    places.push_back({outer.particle});
    at.push_back(body.X[outer.particle] + distance * turned.normalized());
  }
  CellGrid grid;
  grid.build(body.X, kernel.support());
  parallel::for_each(static_cast<Index>(places.size()), [&](Index p) {
    grid.for_each_near(at[p], kernel.support(), [&](Index j, Real distance2) {
      places[p].seen.emplace_back(j, kernel.value(std::sqrt(distance2)));
    });
  });
  return places;
}

}  // namespace

std::vector<Real> calibrated_volumes(const SolidBody& body, const FieldKernel& kernel, const TouchingField& touching,
                                     Real distance, Calibration which) {
  std::vector<Real> volume = body.V;
  if (which == Calibration::none) return volume;
  const std::vector<TouchingPlace> places = find_places(body, kernel, distance, which);
  std::vector<Real> field(places.size());
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    Real worst = 0;
    for (std::size_t p = 0; p < places.size(); ++p) field[p] = places[p].field(volume);
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
