#include "talus/contact/solid_grain_footprint.hpp"

#include <algorithm>
#include <cmath>

#include "talus/body/material_fields.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/linear_weights.hpp"

namespace talus {
namespace {

/// How far from the surface of a sphere particles count as a patch, over the spacing: two layers and a half, so that a
/// linear field can be told from them.
constexpr Real patch_depth = 2.5;

Real square(Real a) { return a * a; }

/// Moments of a set of points about an axis through their centre, and what they turn like.
struct Turning {
  Mat3 inertia = Mat3::Zero();
  Vec3 momentum = Vec3::Zero(), momentum_ahead = Vec3::Zero();

  void add(Real w, const Vec3& y, const Vec3& v, const Vec3& ahead) {
    inertia += w * (y.squaredNorm() * Mat3::Identity() - y * y.transpose());
    momentum += w * y.cross(v);
    momentum_ahead += w * y.cross(ahead);
  }
  /// Points on a line cannot be turned about it.
  [[nodiscard]] Mat3 inverse() const {
    constexpr Real regularisation = 1e-10;
    const Real size = inertia.trace();
    if (!(size > 0)) return Mat3::Zero();
    return Mat3(inertia + regularisation * size * Mat3::Identity()).inverse();
  }
};

}  // namespace

Real SolidGrainFootprint::reach(Real radius, const SolidBody& solid) {
  return std::max(kernel(radius, solid).range(), radius + patch_depth * solid.spacing);
}

Real SolidGrainFootprint::largest_share(Real radius) const {
  const SolidGrainKernel k = kernel(radius, solid_);
  const Real z = k.touching(), volume = std::pow(solid_.spacing, solid_.dimension);
  return 2 * volume * k.steepness(k.nearness(z * z)) * z / k.profile(z).slope;
}

void SolidGrainFootprint::update(Real dt) {
  dt_ = dt;
  lists_.update(dt);
  for (auto* values : {&slope_, &steep_, &raw_, &weight_, &stiffness_, &damping_}) values->resize(lists_.entries());
  force_.resize(lists_.entries());
  carries_.assign(spheres_.rows().size(), 0);
  heat_.assign(spheres_.rows().size(), 0);
}

SolidGrainFootprint::Reading SolidGrainFootprint::read(Index s) {
  Reading reading;
  const SolidGrainKernel k = kernel(spheres_.rows().position[s].w, solid_);
  Real colour = 0;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    const Vec3 d = apart(s, e);
    const Real rho2 = d.squaredNorm(), B = k.nearness(rho2);
    slope_[e] = steep_[e] = 0;
    if (B <= 0) continue;
    const Real V = solid_.V[lists_.particle(e)], B2 = B * B;
    colour += V * B2 * B2 * B;
    slope_[e] = 2 * V * k.steepness(B);
    steep_[e] = 8 * rho2 / (k.range2() * B) * slope_[e];
    reading.slope += slope_[e] * d;
  }
  reading.feels = colour > 0;
  const Real z = k.distance(colour);
  reading.overlap = k.touching() - z;
  const Real per_slope = reading.feels ? 1 / k.profile(z).slope : 0;
  reading.slope *= per_slope;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    slope_[e] *= per_slope;
    steep_[e] *= per_slope;
  }
  return reading;
}

Real SolidGrainFootprint::closing(Index s) const {
  const Vec3 v = spheres_.rows().ahead[s].velocity.vec();
  Real rate = 0;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    if (slope_[e] > 0) rate += slope_[e] * apart(s, e).dot(v - velocity_ahead(lists_.particle(e)));
  }
  return rate;
}

/// Raw weights fall off along the surface as the footprint ends, and across it with the depth below the sphere; the
/// linear ones follow from them.
void SolidGrainFootprint::weigh(Index s, const Reading& reading, const Vec3& normal, const Vec3& place) {
  const Real radius = spheres_.rows().position[s].w;
  const SolidGrainKernel k = kernel(radius, solid_);
  const Real width2 = k.range2() - square(k.touching() - reading.overlap), depth = patch_depth * solid_.spacing;
  Real sum = 0;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    const Vec3 d = apart(s, e);
    const Real rho2 = d.squaredNorm(), aside2 = rho2 - square(d.dot(normal));
    const Real across = (std::sqrt(rho2) - radius + Real(0.5) * reading.overlap) / depth;
    const Real near = std::max(Real(0), 1 - aside2 / width2) * std::max(Real(0), 1 - across * across);
    raw_[e] = solid_.V[lists_.particle(e)] * near * near;
    sum += raw_[e];
  }
  if (!(sum > 0)) {  // a spike that the sphere touches from the side: what presses also rubs
    for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) raw_[e] = slope_[e];
  }
  LinearWeights weights(place, std::sqrt(width2));
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    if (raw_[e] > 0) weights.add(solid_.x[lists_.particle(e)], raw_[e]);
  }
  weights.solve();
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    weight_[e] = raw_[e] > 0 ? weights.at(solid_.x[lists_.particle(e)], raw_[e]) : 0;
  }
}

SolidGrainFootprint::Patch SolidGrainFootprint::patch(Index s, const Reading& reading, const Vec3& normal,
                                                      const Vec3& place) {
  weigh(s, reading, normal, place);
  Patch patch;
  Real sum = 0;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    if (raw_[e] == 0) continue;
    const Index j = lists_.particle(e);
    patch.place += weight_[e] * solid_.x[j];
    patch.velocity += weight_[e] * solid_.v[j];
    patch.velocity_ahead += weight_[e] * velocity_ahead(j);
    patch.absolute += std::abs(weight_[e]);
    patch.centre += raw_[e] * solid_.x[j];
    sum += raw_[e];
  }
  patch.centre /= sum;
  Turning turning;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    if (raw_[e] == 0) continue;
    const Index j = lists_.particle(e);
    turning.add(raw_[e], solid_.x[j] - patch.centre, solid_.v[j], velocity_ahead(j));
  }
  patch.per_inertia = turning.inverse();
  patch.spin = patch.per_inertia * turning.momentum;
  patch.spin_ahead = patch.per_inertia * turning.momentum_ahead;
  return patch;
}

SolidGrainFootprint::Effect SolidGrainFootprint::hand_out(Index s, const Patch& patch, const Load& load) {
  Effect effect;
  const Vec3 twist = patch.per_inertia * load.torque;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
    const Vec3 d = apart(s, e);
    Vec3 rubs = Vec3::Zero();
    if (raw_[e] > 0) {
      rubs = -weight_[e] * load.tangential - raw_[e] * twist.cross(solid_.x[lists_.particle(e)] - patch.centre);
    }
    force_[e] = Row(rubs, load.normal * slope_[e]);
    effect.force -= rubs + force_[e].w * d;
    effect.torque -= d.cross(rubs);
    const Real pressed = load.stiffness * slope_[e] * d.norm() + std::abs(load.normal) * steep_[e];
    const Real rubbed = load.stiffness * std::abs(weight_[e]) * Real(0.5) * (1 + patch.absolute);
    stiffness_[e] = 2 * std::max(pressed, rubbed);
    damping_[e] = load.damping * slope_[e] * d.norm();
  }
  carries_[s] = 1;
  return effect;
}

void SolidGrainFootprint::warm_patch(Index s, Real loss) {
  if (loss == 0 || !has_temperature(solid_)) return;
  Real sum = 0;
  for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) sum += raw_[e];
  if (sum > 0) heat_[s] = frictional_share * loss / sum;
}

Real SolidGrainFootprint::push_particles() {
  const auto rubs = [](Real heat) { return heat != 0; };
  if (std::ranges::find(carries_, char(1)) == carries_.end() && std::ranges::none_of(heat_, rubs)) return 0;
  const Incidence& sets = lists_.by_particle();
  auto& contact = solid_.open(ForceKind::contact);
  auto& friction = solid_.open(ForceKind::friction);
  parallel::Minimum softest(sets.size());
  parallel::for_each(sets.size(), [&](Index k) {
    const Index j = sets.particle(k);
    Vec3 pressed = Vec3::Zero(), rubbed = Vec3::Zero();
    Real stiffness = 0, damping = 0;
    for (Index q = sets.first(k); q < sets.first(k + 1); ++q) {
      const auto [e, s] = sets.place(q);
      if (heat_[s] != 0) warm(solid_, j, heat_[s] * raw_[e]);
      if (!carries_[s]) continue;
      pressed += force_[e].w * apart(s, e);
      rubbed += force_[e].vec();
      stiffness += stiffness_[e];
      damping += damping_[e];
    }
    contact[j] += pressed;
    friction[j] += rubbed;
    // A dashpot that sees a velocity carried half a step ahead is stable up to a step of m/damping.
    const Real rate = damping / solid_.m[j];
    softest.take(k, -stiffness / solid_.m[j] - 4 * rate * rate);
  });
  return std::max(Real(0), -softest.value());
}

}  // namespace talus
