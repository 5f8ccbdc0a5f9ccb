#include "talus/contact/field_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "talus/body/material_fields.hpp"
#include "talus/contact/outer_layer.hpp"

namespace talus {
namespace {

/// Waves need steps that are stable, a barrier steps that resolve it: what the trapezium gets wrong where particles are
/// stopped, it does not get back when they rest or leave slowly. Squares of frequencies count this many times.
constexpr Real resolved = 4;
/// Of a point that has not been seen near the other body.
constexpr Real unseen = std::numeric_limits<Real>::max();

}  // namespace

FieldSide::FieldSide(SolidBody& own, SolidBody& other, const FieldBarrier& law, Real young)
    : SampledSide(own, other, law.smoothing, law.calibrate,
                  is_curved(own, law.smoothing * own.spacing) || is_curved(other, law.smoothing * other.spacing)),
      law_(law),
      young_(young),
      barrier_(law, young, sampling_.distance(), sampling_.touching()),
      memory_(surface().size()),
      seen_(surface().size(), unseen) {}

void FieldSide::update(Real dt) {
  if (!sampling_.update(dt)) return;
  barrier_ = Barrier(law_, young_, sampling_.distance(), sampling_.touching());
  forget_absent();
  point_.resize(sampling_.size());
  softest_ = highest_ = parallel::Minimum(sampling_.size(), parallel::gathering_block);
}

void FieldSide::state(Archive& a) {
  SampledSide::state(a);
  a.fixed("memory", memory_);
  a.fixed("seen", seen_);
  a("lost", lost_);
  if (!a.reads()) return;
  barrier_ = Barrier(law_, young_, sampling_.distance(), sampling_.touching());
  softest_ = highest_ = parallel::Minimum(sampling_.size(), parallel::gathering_block);
}

void FieldSide::forget_absent() {
  Index p = 0;
  for (Index slot = 0; slot < surface().size(); ++slot) {
    if (p < sampling_.size() && footprint().slot(p) == slot) {
      ++p;
      continue;
    }
    seen_[slot] = unseen;
    if (memory_[slot].k > 0) {
      const Real lost = memory_[slot].release();
      lost_ += lost;
      if (has_temperature(own())) warm(own(), surface().particle[slot], lost);
    }
  }
}

Real FieldSide::sample(Index p, Real dt) {
  FieldPoint& point = point_[p];
  const Index slot = footprint().slot(p);
  const FieldSampling::Reading reading = sampling_.read(p);
  point = FieldPoint{};
  point.particle = surface().particle[slot];
  point.x = reading.x;
  point.gradient = reading.gradient;
  const BarrierAnswer barrier = barrier_.at(reading.value, surface().area[slot]);
  point.penetration = barrier.penetration;
  highest_.take(p, -point.penetration);
  look_ahead(p, reading, barrier, dt);
  const Real size = point.gradient.norm();
  if (barrier.slope <= 0 || size <= 0) return barrier.energy;
  point.slope = barrier.slope;
  point.normal = -point.gradient / size;
  point.load = barrier.slope * size;
  point.stiffness = barrier.curvature * size * size;
  point.place = place_of(point);
  return barrier.energy;
}

/// The step has to be short before surfaces meet, not after: a point that will have gone in by the next step counts
/// with its stiffness where it comes to a stop.
void FieldSide::look_ahead(Index p, const FieldSampling::Reading& reading, const BarrierAnswer& barrier, Real dt) {
  const Index slot = footprint().slot(p);
  const Real now = barrier.penetration;
  const Real gone = std::max(Real(0), now - std::exchange(seen_[slot], now));
  if (now + gone <= 0) return;
  Real curvature = barrier.curvature;
  if (gone > 0 && dt > 0) {
    const Real speed = gone / dt;
    const Real mass = Real(0.5) * own().m[point_[p].particle];               // reduced
    const Real energy = barrier.energy + Real(0.25) * mass * speed * speed;  // half of it for either side
    curvature = barrier_.curvature_at_energy(energy, surface().area[slot]);
  }
  const Real size = reading.gradient.norm();
  softest_.take(p, -2 * resolved * curvature * size * (size + reading.steep) / sampling_.lightest());
}

ContactSums FieldSide::press(Real dt) {
  softest_.reset();
  highest_.reset();
  const auto total = parallel::sum<1>(
      sampling_.size(), [&](Index p, std::array<Real, 1>& sum) { sum[0] += sample(p, dt); }, parallel::gathering_block,
      [&](Index p) { return footprint().first(p); });
  ContactSums sums;
  deepest_ = std::max(deepest_, -highest_.value());
  sums.stored = total[0];
  sums.stiffness = std::max(Real(0), -softest_.value());
  return sums;
}

void FieldSide::add_load(ContactMotion& motion) const {
  for (const FieldPoint& point : point_) {
    motion.load += point.load;
    motion.stiffness += point.stiffness;
  }
}

void FieldSide::add_motion(ContactMotion& motion, const Vec3& centre) const {
  for (const FieldPoint& point : point_) {
    motion.velocity += point.load * point.velocity;
    motion.spin += (point.place - centre).cross(point.load * point.velocity);
  }
}

template <class Law>
void FieldSide::rub_point(const Law& law, const ContactWatch& watch, Index p, Real dt, ContactSums& sums) {
  FieldPoint& point = point_[p];
  const Index slot = footprint().slot(p);
  if (point.load <= 0) {
    sums.sliding += memory_[slot].release();
    return;
  }
  const FieldSampling::Exchange exchange = sampling_.exchange(p, point.place);
  point.velocity = exchange.velocity;
  if constexpr (std::is_same_v<Law, CoulombStickSlip>) {
    stick_slip(law, watch, point, memory_[slot], exchange.mass, dt, sums);
  } else {
    const Vec3 slip = point.velocity - point.normal.dot(point.velocity) * point.normal;
    const Real speed = slip.norm();
    if (speed > 0) point.friction = -(law.dynamic_limit() * point.load / speed) * slip;
    sums.sliding += loss_without_spring(memory_[slot], point.friction, dt * point.velocity);
  }
}

/// The sliding sense with a stiffness that follows the load; friction feels what the dashpot adds (contact 19-22).
void FieldSide::stick_slip(const CoulombStickSlip& law, const ContactWatch& watch, FieldPoint& point,
                           FrictionHistory& h, Real mass, Real dt, ContactSums& sums) {
  const Real explicit_mass = std::min(mass, own().m[point.particle]);
  const Real xi_c = law.elastic_slip * std::min(own().spacing, other().spacing);
  const Real k = friction_stiffness(law.static_limit() * point.load, xi_c, explicit_mass, dt);
  sums.sliding += carry_friction(h, point.normal, k);
  point.damping = dashpot(watch, point, h.sliding.slip, mass, dt);
  const Real pressed = std::max(Real(0), point.load + point.damping.dot(point.normal));
  const SlidingAnswer answer = rub_contact(h, law, pressed, explicit_mass, point.velocity, dt);
  point.friction = answer.force;
  sums.stored += answer.stored;
  sums.sliding += answer.sliding_loss + answer.viscous_loss;
  sums.scheme += answer.scheme;
}

/// Never pulls harder than contact pushes (contact 21).
Vec3 FieldSide::dashpot(const ContactWatch& watch, const FieldPoint& point, bool slips, Real mass, Real dt) const {
  if (watch.bounces() < law_.quiet_bounces || dt <= 0) return Vec3::Zero();
  const Real ratio = (1 - watch.rolling()) * (slips ? law_.slip_damping : law_.stick_damping);
  const Vec3 path = watch.path();
  const Vec3 direction = slips ? Vec3(point.normal - point.normal.dot(path) * path) : point.normal;
  const Real limit = explicit_stability * std::min(mass, own().m[point.particle]) / dt;
  const Real c = std::min(2 * ratio * std::sqrt(point.stiffness * mass), limit);
  return std::max(-c * direction.dot(point.velocity), -point.load) * direction;
}

template <class Law>
ContactSums FieldSide::rub(const Law& law, const ContactWatch& watch, Real dt) {
  loaded_before_.assign(1, 0);
  for (const FieldPoint& point : point_) loaded_before_.push_back(loaded_before_.back() + (point.load > 0 ? 1 : 0));
  const auto total = parallel::sum<3>(
      sampling_.size(),
      [&](Index p, std::array<Real, 3>& sum) {
        ContactSums one;
        rub_point(law, watch, p, dt, one);
        point_[p].heat = one.sliding;
        sum[0] += one.stored;
        sum[1] += one.sliding;
        sum[2] += one.scheme;
      },
      parallel::gathering_block, [&](Index p) { return loaded_before_[p]; });
  return {.stored = total[0], .sliding = total[1] + std::exchange(lost_, 0), .scheme = total[2]};
}

template ContactSums FieldSide::rub(const CoulombProjected&, const ContactWatch&, Real);
template ContactSums FieldSide::rub(const CoulombStickSlip&, const ContactWatch&, Real);

void FieldSide::gather(bool with_friction) {
  bool damped = false;
  for (Index p = 0; p < sampling_.size(); ++p) {
    const FieldPoint& point = point_[p];
    sampling_.force(p) = {point.friction, point.slope, point.damping, point.heat};
    damped = damped || point.damping != Vec3::Zero();
  }
  sampling_.push_points([&](Index p) { return point_[p].gradient; });
  sampling_.push_sets({with_friction, with_friction && damped});
  if (with_friction) sampling_.warm_particles();
}

BarrierAnswer FieldSide::probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const {
  return barrier_.at(sampling_.probe(others, x, gradient), surface().area[slot]);
}

bool FieldSide::sticks(Index p) const {
  const FrictionHistory& h = memory_[footprint().slot(p)];
  return h.k > 0 && !h.sliding.slip;
}

Real FieldSide::pressure(Index p) const { return barrier_.pressure(point_[p].penetration); }

}  // namespace talus
