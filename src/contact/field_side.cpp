#include "talus/contact/field_side.hpp"

#include "talus/contact/calibration.hpp"
#include "talus/contact/linear_weights.hpp"
#include "talus/contact/outer_layer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace talus {
namespace {

/// Beyond this stretch of the surface the undeformed smoothing length no longer smooths it: h follows (contact 20).
constexpr Real followed_stretch = 1.6;
/// It follows in jumps of this share, because every jump rebuilds the lists.
constexpr Real widening_step = 0.01;

/// Points look for sources up to the distance of a hollow between touching lattices, times this: into a concave corner
/// or a strongly stretched surface they fall deeper.
constexpr Real hollow_margin = 1.35;

Real lightest_particle(const SolidBody& body) { return *std::min_element(body.m.begin(), body.m.end()); }

Real largest_stretch(const Mat3& F) {
  return std::sqrt(Eigen::SelfAdjointEigenSolver<Mat3>(F.transpose() * F, Eigen::EigenvaluesOnly).eigenvalues()[2]);
}

}  // namespace

FieldSide::FieldSide(SolidBody& own, SolidBody& other, const FieldBarrier& law, Real young)
    : own_(own),
      other_(other),
      law_(law),
      young_(young),
      distance_(Real(0.5) * (own.spacing + other.spacing)),
      kernel_(law.smoothing * other.spacing, own.dimension),
      barrier_(law, young, distance_, touching_),
      surface_(find_surface(own, law.smoothing * own.spacing,
                            is_curved(own, law.smoothing * own.spacing) ||
                                is_curved(other, law.smoothing * other.spacing))),
      footprint_(own, other, surface_),
      own_omega_(surface_.neighbour.size()),
      memory_(surface_.size()),
      lightest_(std::min(lightest_particle(own), lightest_particle(other))) {
  set_kernel();
  source_volume_ = calibrated_volumes(other, kernel_, touching_, distance_, law.calibrate);
}

void FieldSide::set_kernel() {
  kernel_ = FieldKernel(widening_ * law_.smoothing * other_.spacing, own_.dimension);
  touching_ = touching_field(kernel_, other_.spacing, distance_, own_.dimension);
  barrier_ = Barrier(law_, young_, distance_, touching_);
  const Real beside = Real(0.5) * std::sqrt(Real(own_.dimension - 1)) * widening_ * other_.spacing;
  near_ = hollow_margin * std::hypot(distance_, beside);
  footprint_.set_reach(kernel_.support(), near_);
}

void FieldSide::update(Real dt) {
  if (!footprint_.update(dt)) return;
  widen_field();
  forget_absent();
  const auto entries = static_cast<std::size_t>(footprint_.entries());
  point_.resize(footprint_.size());
  force_.resize(footprint_.size());
  entry_.resize(entries);
  raw_.resize(entries);
  softest_ = highest_ = parallel::Minimum(footprint_.size());
}

void FieldSide::widen_field() {
  Real stretch = 1;
  const Incidence& sources = footprint_.by_source();
  for (Index s = 0; s < sources.size(); ++s) stretch = std::max(stretch, largest_stretch(other_.F[sources.particle(s)]));
  if (stretch / followed_stretch <= (1 + widening_step) * widening_) return;
  widening_ = stretch / followed_stretch;
  set_kernel();
  footprint_.update(0);
}

void FieldSide::forget_absent() {
  Index p = 0;
  for (Index slot = 0; slot < surface_.size(); ++slot) {
    if (p < footprint_.size() && footprint_.slot(p) == slot) {
      ++p;
    } else if (memory_[slot].k > 0) {
      lost_ += memory_[slot].release();
    }
  }
}

Real FieldSide::sample(Index p) {
  FieldPoint& point = point_[p];
  const Index slot = footprint_.slot(p);
  point = FieldPoint{};
  point.particle = surface_.particle[slot];
  point.x = surface_.place(slot, own_.x);
  Real c = 0, steep = 0;
  for (Index e = footprint_.first(p); e < footprint_.first(p + 1); ++e) {
    const Index j = footprint_.source(e);
    const Vec3 d = point.x - other_.x[j];
    const Real r = d.norm();
    const FieldKernel::Sample W = kernel_.at(r);  // zero beyond the support
    const Real V = source_volume_[j];
    const Vec3 g = V * W.slope_over_r * d;
    raw_[e] = V * W.value;
    entry_[e] = {{g[0], g[1], g[2]}, 0};
    c += raw_[e];
    point.gradient += g;
    steep -= V * W.slope_over_r * r;
  }
  const BarrierAnswer barrier = barrier_.at(c, surface_.area[slot]);
  point.penetration = barrier.penetration;
  highest_.take(p, -point.penetration);
  const Real size = point.gradient.norm();
  if (barrier.slope <= 0 || size <= 0) return barrier.energy;
  point.slope = barrier.slope;
  point.normal = -point.gradient / size;
  point.load = barrier.slope * size;
  point.stiffness = barrier.curvature * size * size;
  point.place = point.x - Real(0.5) * own_.spacing * point.normal;
  softest_.take(p, -2 * barrier.curvature * size * (size + steep) / lightest_);
  return barrier.energy;
}

ContactSums FieldSide::press() {
  softest_.reset();
  highest_.reset();
  const auto total = parallel::sum<1>(footprint_.size(), [&](Index p, std::array<Real, 1>& sum) {
    sum[0] += sample(p);
  });
  ContactSums sums;
  deepest_ = std::max(deepest_, -highest_.value());
  sums.stored = total[0];
  sums.stiffness = std::max(Real(0), -softest_.value());
  return sums;
}

template <class Weight>
FieldSide::SetMotion FieldSide::reproduce(const SolidBody& body, const Index* member, const Real* raw, Index n,
                                          const Vec3& place, Weight&& set_weight) const {
  LinearWeights weights(place, kernel_.support());
  for (Index k = 0; k < n; ++k) weights.add(body.x[member[k]], raw[k]);
  weights.solve();
  SetMotion motion;
  for (Index k = 0; k < n; ++k) {
    const Index j = member[k];
    const Real omega = weights.at(body.x[j], raw[k]);
    motion.velocity += omega * body.v[j];
    motion.inverse_mass += omega * omega / body.m[j];
    set_weight(k, omega);
  }
  return motion;
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
  const Index slot = footprint_.slot(p);
  if (point.load <= 0) {
    sums.sliding += memory_[slot].release();
    return;
  }
  const Index own = surface_.first[slot], other = footprint_.first(p);
  const SetMotion here =
      reproduce(own_, &surface_.neighbour[own], &surface_.weight[own], surface_.first[slot + 1] - own, point.place,
                [&](Index k, Real omega) { own_omega_[own + k] = omega; });
  const SetMotion there =
      reproduce(other_, footprint_.sources() + other, &raw_[other], footprint_.first(p + 1) - other, point.place,
                [&](Index k, Real omega) { entry_[other + k].omega = omega; });
  point.velocity = here.velocity - there.velocity;
  if constexpr (std::is_same_v<Law, CoulombStickSlip>) {
    stick_slip(law, watch, point, memory_[slot], 1 / (here.inverse_mass + there.inverse_mass), dt, sums);
  } else {
    const Vec3 slip = point.velocity - point.normal.dot(point.velocity) * point.normal;
    const Real speed = slip.norm();
    if (speed > 0) point.friction = -(law.dynamic_limit() * point.load / speed) * slip;
    sums.sliding -= point.friction.dot(slip) * dt;
  }
}

/// The sliding sense with a stiffness that follows the load; friction feels what the dashpot adds (contact 19-22).
void FieldSide::stick_slip(const CoulombStickSlip& law, const ContactWatch& watch, FieldPoint& point,
                           FrictionHistory& h, Real mass, Real dt, ContactSums& sums) {
  const Real explicit_mass = std::min(mass, own_.m[point.particle]);
  const Real xi_c = law.elastic_slip * std::min(own_.spacing, other_.spacing);
  const Real k = friction_stiffness(law.static_limit() * point.load, xi_c, explicit_mass, dt);
  sums.sliding += carry_friction(h, point.normal, k);
  point.damping = dashpot(watch, point, h.sliding.slip, mass, dt);
  const Real pressed = std::max(Real(0), point.load + point.damping.dot(point.normal));
  const SlidingAnswer answer = rub_contact(h, law, pressed, explicit_mass, point.velocity, dt);
  point.friction = answer.force;
  sums.stored += answer.stored;
  sums.sliding += answer.sliding_loss + answer.viscous_loss;
}

/// Never pulls harder than contact pushes (contact 21).
Vec3 FieldSide::dashpot(const ContactWatch& watch, const FieldPoint& point, bool slips, Real mass, Real dt) const {
  if (watch.bounces() < law_.quiet_bounces || dt <= 0) return Vec3::Zero();
  const Real ratio = (1 - watch.rolling()) * (slips ? law_.slip_damping : law_.stick_damping);
  const Vec3 path = watch.path();
  const Vec3 direction = slips ? Vec3(point.normal - point.normal.dot(path) * path) : point.normal;
  const Real limit = explicit_stability * std::min(mass, own_.m[point.particle]) / dt;
  const Real c = std::min(2 * ratio * std::sqrt(point.stiffness * mass), limit);
  return std::max(-c * direction.dot(point.velocity), -point.load) * direction;
}

template <class Law>
ContactSums FieldSide::rub(const Law& law, const ContactWatch& watch, Real dt) {
  const auto total = parallel::sum<2>(footprint_.size(), [&](Index p, std::array<Real, 2>& sum) {
    ContactSums one;
    rub_point(law, watch, p, dt, one);
    sum[0] += one.stored;
    sum[1] += one.sliding;
  });
  return {total[0], total[1] + std::exchange(lost_, 0), 0};
}

template ContactSums FieldSide::rub(const CoulombProjected&, const ContactWatch&, Real);
template ContactSums FieldSide::rub(const CoulombStickSlip&, const ContactWatch&, Real);

void FieldSide::gather(bool with_friction) {
  auto& own_contact = own_.of(ForceKind::contact);
  bool damped = false;
  for (Index p = 0; p < footprint_.size(); ++p) {
    const FieldPoint& point = point_[p];
    force_[p] = {point.slope, point.friction, point.damping};
    damped = damped || point.damping != Vec3::Zero();
    if (point.slope <= 0) continue;
    const Index slot = footprint_.slot(p);
    for (Index e = surface_.anchor_first[slot]; e < surface_.anchor_first[slot + 1]; ++e) {
      own_contact[surface_.anchor[e]] -= surface_.anchor_weight[e] * point.slope * point.gradient;
    }
  }
  const Incidence& sources = footprint_.by_source();
  auto& contact = other_.of(ForceKind::contact);
  parallel::for_each(sources.size(), [&](Index s) {
    Vec3 sum = Vec3::Zero();
    for (Index q = sources.first(s); q < sources.first(s + 1); ++q) {
      const auto [entry, row] = sources.place(q);
      sum += force_[row].slope * Eigen::Map<const Vec3>(entry_[entry].slope);
    }
    contact[sources.particle(s)] += sum;
  });
  if (!with_friction) return;
  const auto weight_of_source = [&](Index e) { return entry_[e].omega; };
  const auto weight_of_neighbour = [&](Index e) { return own_omega_[e]; };
  gather_exchange(sources, weight_of_source, &PointForce::friction, -1, other_.of(ForceKind::friction));
  gather_exchange(footprint_.by_neighbour(), weight_of_neighbour, &PointForce::friction, 1,
                  own_.of(ForceKind::friction));
  if (!damped) return;
  gather_exchange(sources, weight_of_source, &PointForce::damping, -1, other_.of(ForceKind::contact_viscous));
  gather_exchange(footprint_.by_neighbour(), weight_of_neighbour, &PointForce::damping, 1,
                  own_.of(ForceKind::contact_viscous));
}

/// Hands the forces of points to their sets, by weight. A point that carries nothing has none, whatever its weights.
template <class Weight>
void FieldSide::gather_exchange(const Incidence& sets, Weight&& weight, Vec3 PointForce::*force, Real sign,
                                std::vector<Vec3>& on) const {
  parallel::for_each(sets.size(), [&](Index s) {
    Vec3 sum = Vec3::Zero();
    for (Index q = sets.first(s); q < sets.first(s + 1); ++q) {
      const auto [entry, row] = sets.place(q);
      sum += weight(entry) * (force_[row].*force);
    }
    on[sets.particle(s)] += sign * sum;
  });
}

BarrierAnswer FieldSide::probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const {
  Real c = 0;
  gradient.setZero();
  others.for_each_near(x, kernel_.support(), [&](Index j, Real distance2) {
    const Real r = std::sqrt(distance2);
    c += source_volume_[j] * kernel_.value(r);
    gradient += source_volume_[j] * kernel_.slope_over_r(r) * (x - other_.x[j]);
  });
  return barrier_.at(c, surface_.area[slot]);
}

bool FieldSide::sticks(Index p) const {
  const FrictionHistory& h = memory_[footprint_.slot(p)];
  return h.k > 0 && !h.sliding.slip;
}

}  // namespace talus
