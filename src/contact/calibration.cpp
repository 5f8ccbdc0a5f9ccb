#include "talus/contact/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>
#include <vector>

#include "talus/contact/outer_layer.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Corners ask for more than any neighbour can give: beta stays within these bounds.
constexpr Real least_share = 0.5;
constexpr Real largest_share = 3;

/// Flat faces of a lattice are even within 3e-4 of c_t, ends of rings within 6e-2: loads so light that the barrier
/// gives way by less rest on the few places that are higher.
constexpr Real even = 5e-3;

constexpr int most_sweeps = 200;
constexpr Real converged = 1e-6;

/// A particle of the outermost layer, and what the field sees where another body touches it.
struct TouchingPlace {
  Index particle;
  bool flat = false;
  std::vector<std::pair<Index, Real>> seen{};  ///< particles with the kernel's value there

  [[nodiscard]] Real field(const std::vector<Real>& volume) const {
    Real sum = 0;
    for (const auto& [j, value] : seen) sum += volume[j] * value;
    return sum;
  }
};

/// What the field sees of a surface around a place.
enum class Sight : char { broken, flat, curved };

/// Of each particle of the layer: whether all around it is smooth, and some of it curved.
std::vector<Sight> look_around(const std::vector<OuterParticle>& layer, const SolidBody& body, Real reach) {
  std::vector<Vec3> at;
  for (const OuterParticle& outer : layer) at.push_back(body.X[outer.particle]);
  CellGrid grid;
  grid.build(at, reach);
  std::vector<Sight> found(layer.size());
  parallel::for_each(static_cast<Index>(layer.size()), [&](Index k) {
    bool smooth = true, curved = false;
    grid.for_each_near(at[k], reach, [&](Index other, Real) {
      smooth = smooth && layer[other].smooth;
      curved = curved || layer[other].curved;
    });
    found[k] = !smooth ? Sight::broken : curved ? Sight::curved : Sight::flat;
  });
  return found;
}

/// Where another body at this distance touches the chosen particles of the layer.
std::vector<TouchingPlace> find_places(const SolidBody& body, const FieldKernel& kernel, Real distance,
                                       Calibration which) {
  const std::vector<OuterParticle> layer = find_outer_layer(body, Real(0.5) * kernel.support());
  const std::vector<Sight> sight = look_around(layer, body, kernel.support());
  std::vector<TouchingPlace> places;
  std::vector<Vec3> at;
  for (std::size_t k = 0; k < layer.size(); ++k) {
    const OuterParticle& outer = layer[k];
    if (which == Calibration::smooth && sight[k] == Sight::broken) continue;
    const Vec3 turned = outer.normal - outer.tilt[0] * outer.tangent[0] - outer.tilt[1] * outer.tangent[1];
    places.push_back({outer.particle, which == Calibration::smooth && sight[k] == Sight::flat});
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
  std::vector<TouchingPlace> places = find_places(body, kernel, distance, which);
  const bool uneven = std::ranges::any_of(places, [&](const TouchingPlace& place) {
    return place.flat && std::abs(place.field(volume) / touching.value - 1) > even;
  });
  if (!uneven) std::erase_if(places, [](const TouchingPlace& place) { return place.flat; });
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

namespace {

/// Largest value of the field of a body over where surfaces touch, at some of its particles; as soon as it is `enough`.
Real highest_share(const SolidBody& body, const FieldKernel& kernel, const TouchingField& touching,
                   const std::vector<Real>& volume, Real enough) {
  Real highest = 0;
  for (Index i = 0; i < body.size() && highest < enough; i += 1 + body.size() / 64) {
    Real field = 0;
    for (Index j = 0; j < body.size(); ++j) field += volume[j] * kernel.value((body.X[i] - body.X[j]).norm());
    highest = std::max(highest, field / touching.value);
  }
  return highest;
}

}  // namespace

Real felt_share(const SolidBody& body, Real distance, const FieldBarrier& law) {
  constexpr Real surely = 1.5;
  const FieldKernel kernel(law.smoothing * body.spacing, body.dimension);
  const TouchingField touching = touching_field(kernel, body.spacing, distance, body.dimension);
  const Real plain = highest_share(body, kernel, touching, body.V, surely);
  if (plain >= surely) return plain;
  return highest_share(body, kernel, touching, calibrated_volumes(body, kernel, touching, distance, law.calibrate),
                       surely);
}

Real FeltShares::of(const SolidBody& body, Real distance, const FieldBarrier& law) {
  const auto same = [&](const Known& k) {
    return k.body == &body && k.distance == distance && k.smoothing == law.smoothing && k.calibrate == law.calibrate;
  };
  if (const auto found = std::find_if(known_.begin(), known_.end(), same); found != known_.end()) return found->share;
  known_.push_back({&body, distance, law.smoothing, law.calibrate, felt_share(body, distance, law)});
  return known_.back().share;
}

void refuse_unfelt(const SolidBody& a, const SolidBody& b, const FieldBarrier& law, FeltShares& shares) {
  constexpr Real felt = 1.1;
  const Real distance = Real(0.5) * (a.spacing + b.spacing);
  const Real of_a = shares.of(a, distance, law);
  if (of_a >= felt) return;
  const Real of_b = shares.of(b, distance, law);
  if (of_b >= felt) return;
  std::ostringstream sentence;
  sentence << std::setprecision(2) << "both bodies are too thin for contact that sees fields: that of "
           << std::quoted(a.name) << " reaches " << of_a << " of what it is where surfaces touch, that of "
           << std::quoted(b.name) << " " << of_b
           << ". Give one of them more particles across, or take \"kernel_potential\", which acts between particles";
  throw CaseError(sentence.str());
}

}  // namespace talus
