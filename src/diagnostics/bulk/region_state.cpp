#include "talus/diagnostics/bulk/region_state.hpp"

#include "talus/diagnostics/bulk/cut/region_cut.hpp"

namespace talus {
namespace {

/// A grain, or an image of it, of which something lies inside.
struct Inside {
  const BulkGrain* grain;
  Vec3 x;            ///< of the image [m]
  Real mass;         ///< inside [kg]
  bool is_centred;   ///< its centre lies inside
};

std::vector<Inside> grains_inside(const BulkSample& sample, const Chosen<Regions>& region) {
  const BoxRegion bounds = region_bounds(region, sample.dimension);
  std::vector<Inside> inside;
  for (const BulkGrain& grain : sample.grains) {
    const Vec3 reach = Vec3::Constant(grain.radius);
    for_each_image(sample.box, sample.dimension, grain.x - reach, grain.x + reach, bounds.min, bounds.max,
                   [&](const Vec3& shift) {
                     const Vec3 x = grain.x + shift;
                     const Real share = share_inside(region, x, grain.radius, sample.dimension);
                     const bool is_centred = contains(region, x, sample.dimension);
                     if (share > 0 || is_centred) inside.push_back({&grain, x, share * grain.mass, is_centred});
                   });
  }
  return inside;
}

/// (bulk 3) and (bulk 4)
void measure_amounts(const std::vector<Inside>& inside, RegionState& state) {
  Real mass = 0, solid = 0, contacts = 0, loaded = 0, loaded_contacts = 0;
  for (const Inside& part : inside) {
    mass += part.mass;
    solid += part.mass / part.grain->mass * part.grain->volume;
    if (!part.is_centred) continue;
    const Real z = part.grain->contacts;
    ++state.number;
    contacts += z;
    if (z >= 2) ++loaded, loaded_contacts += z;
  }
  state.density = mass / state.volume;
  state.solid_fraction = solid / state.volume;
  if (state.number > 0) state.coordination = contacts / state.number;
  if (loaded > 0) state.loaded_coordination = loaded_contacts / loaded;
}

/// (bulk 5) to (bulk 7)
void measure_motion(const std::vector<Inside>& inside, int dimension, RegionState& state) {
  Real mass = 0;
  Vec3 momentum = Vec3::Zero(), moment = Vec3::Zero();
  for (const Inside& part : inside) {
    mass += part.mass;
    momentum += part.mass * part.grain->v;
    moment += part.mass * part.x;
  }
  if (!(mass > 0)) return;
  state.velocity = momentum / mass;
  const Vec3 centre = moment / mass;
  Mat3 agitation = Mat3::Zero(), shear = Mat3::Zero(), spread = Mat3::Zero();
  for (const Inside& part : inside) {
    const Vec3 v = part.grain->v - state.velocity, r = part.x - centre;
    agitation += part.mass * v * v.transpose();
    shear += part.mass * v * r.transpose();
    spread += part.mass * r * r.transpose();
  }
  state.kinetic_stress = agitation / state.volume;
  state.temperature = agitation.trace() / (dimension * mass);
  // In the plane nothing spreads along z, where nothing changes either.
  if (dimension == 2) spread(2, 2) = spread.trace();
  // Grains on one line or in one plane do not tell all gradients: 1 is an even spread, 0 a flat one.
  constexpr Real flat = 1e-12;
  const Real mean = spread.trace() / 3;
  if (spread.determinant() > flat * mean * mean * mean) state.velocity_gradient = shear * spread.inverse();
}

/// (bulk 8) and (bulk 9)
void measure_contacts(const BulkSample& sample, const Chosen<Regions>& region, RegionState& state) {
  const BoxRegion bounds = region_bounds(region, sample.dimension);
  Mat3 fabric = Mat3::Zero();
  Real contacts = 0;
  for (const BulkContact& contact : sample.contacts) {
    const Vec3 start = contact.centre - contact.branch;
    const Vec3 low = contact.point.cwiseMin(contact.centre).cwiseMin(start);
    const Vec3 high = contact.point.cwiseMax(contact.centre).cwiseMax(start);
    for_each_image(sample.box, sample.dimension, low, high, bounds.min, bounds.max, [&](const Vec3& shift) {
      const Stretch branch = stretch_inside(region, start + shift, contact.branch, sample.dimension);
      state.contact_stress += branch.length() * contact.force * contact.branch.transpose();
      if (!contact.touches || !contains(region, contact.point + shift, sample.dimension)) return;
      fabric += contact.normal * contact.normal.transpose();
      ++contacts;
    });
  }
  state.contact_stress /= state.volume;
  if (contacts > 0) state.fabric = fabric / contacts;
}

}  // namespace

RegionState measure_region(const BulkSample& sample, const Chosen<Regions>& region) {
  RegionState state;
  state.volume = std::visit([&](const auto& r) { return r.volume(sample.dimension); }, region.entry);
  const std::vector<Inside> inside = grains_inside(sample, region);
  measure_amounts(inside, state);
  measure_motion(inside, sample.dimension, state);
  measure_contacts(sample, region, state);
  return state;
}

Real pressure_of(const Mat3& stress, int dimension) { return stress.trace() / dimension; }

Real deviator_of(const Mat3& stress, int dimension) {
  Mat3 s = (stress + stress.transpose()) / 2;
  s.topLeftCorner(dimension, dimension).diagonal().array() -= pressure_of(stress, dimension);
  return std::sqrt(Real(dimension) / (dimension - 1) * s.squaredNorm());
}

}  // namespace talus
