#include "talus/contact/field_sampling.hpp"

#include "talus/core/archive_checks.hpp"
#include "talus/body/material_fields.hpp"
#include "talus/contact/calibration.hpp"
#include "talus/numerics/linear_weights.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// Beyond this stretch of the surface the undeformed smoothing length no longer smooths it: h follows (contact 20).
constexpr Real followed_stretch = 1.6;
/// It follows in jumps of this share, because every jump rebuilds the lists.
constexpr Real widening_step = 0.01;
/// Sources of a point grow with the cube of it: far beyond, what a body is torn into would fill the memory with lists.
constexpr Real most_stretch = 10;

/// Points look for sources up to the distance of a hollow between touching lattices, times this: into a concave corner
/// or a strongly stretched surface they fall deeper.
constexpr Real hollow_margin = 1.35;

Real lightest_particle(const SolidBody& body) { return *std::min_element(body.m.begin(), body.m.end()); }

Real largest_stretch(const Mat3& F) {
  return std::sqrt(Eigen::SelfAdjointEigenSolver<Mat3>(F.transpose() * F, Eigen::EigenvaluesOnly).eigenvalues()[2]);
}

}  // namespace

FieldSampling::FieldSampling(SolidBody& own, SolidBody& other, Real smoothing, Calibration calibrate, bool refine)
    : own_(own),
      other_(other),
      smoothing_(smoothing),
      distance_(Real(0.5) * (own.spacing + other.spacing)),
      kernel_(smoothing * other.spacing, own.dimension),
      surface_(find_surface(own, smoothing * own.spacing, refine)),
      footprint_(own, other, surface_),
      own_omega_(surface_.neighbour.size()),
      lightest_(std::min(lightest_particle(own), lightest_particle(other))) {
  set_kernel();
  source_volume_ = calibrated_volumes(other, kernel_, touching_, distance_, calibrate);
}

void FieldSampling::set_kernel() {
  kernel_ = FieldKernel(widening_ * smoothing_ * other_.spacing, own_.dimension);
  touching_ = touching_field(kernel_, other_.spacing, distance_, own_.dimension);
  const Real beside = Real(0.5) * std::sqrt(Real(own_.dimension - 1)) * widening_ * other_.spacing;
  near_ = hollow_margin * std::hypot(distance_, beside);
  footprint_.set_reach(kernel_.support(), near_);
}

bool FieldSampling::update(Real dt) {
  if (!footprint_.update(dt)) return false;
  widen_field();
  const auto entries = static_cast<std::size_t>(footprint_.entries());
  force_.resize(footprint_.size());
  entry_.resize(entries);
  raw_.resize(entries);
  return true;
}

void FieldSampling::widen_field() {
  Real stretch = 1;
  const Incidence& sources = footprint_.by_source();
  for (Index s = 0; s < sources.size(); ++s) {
    const Index j = sources.particle(s);
    stretch = std::max(stretch, largest_stretch(other_.F[j]));
    if (stretch > most_stretch) throw TornSurface(other_, j, stretch, most_stretch);
  }
  if (stretch / followed_stretch <= (1 + widening_step) * widening_) return;
  widening_ = stretch / followed_stretch;
  set_kernel();
  footprint_.update(0);
}

void FieldSampling::state(Archive& a) {
  a("widening", widening_);
  if (a.reads()) set_kernel();
  a("footprint", footprint_);
  a("entry", entry_);
  a("raw weight", raw_);
  a("point force", force_);
  a.fixed("own weight", own_omega_);
  if (!a.reads()) return;
  const auto entries = static_cast<std::size_t>(footprint_.entries());
  expect(entry_.size() == entries && raw_.size() == entries, "entry");
  expect(force_.size() == static_cast<std::size_t>(size()), "point force");
}

FieldSampling::Reading FieldSampling::read(Index p) {
  Reading reading;
  reading.x = surface_.place(footprint_.slot(p), own_.x);
  for (Index e = footprint_.first(p); e < footprint_.first(p + 1); ++e) {
    const Index j = footprint_.source(e);
    const Vec3 d = reading.x - other_.x[j];
    const Real r = d.norm();
    const FieldKernel::Sample W = kernel_.at(r);  // zero beyond the support
    const Real V = source_volume_[j];
    const Vec3 g = V * W.slope_over_r * d;
    raw_[e] = V * W.value;
    entry_[e] = {{g[0], g[1], g[2]}, 0};
    reading.value += raw_[e];
    reading.gradient += g;
    reading.steep -= V * W.slope_over_r * r;
  }
  return reading;
}

Real FieldSampling::rate(Index p) const {
  const Vec3 v = surface_.place(footprint_.slot(p), own_.v);
  Real sum = 0;
  for (Index e = footprint_.first(p); e < footprint_.first(p + 1); ++e) {
    sum += Eigen::Map<const Vec3>(entry_[e].slope).dot(v - other_.v[footprint_.source(e)]);
  }
  return sum;
}

template <class Weight>
FieldSampling::SetMotion FieldSampling::reproduce(const SolidBody& body, const Index* member, const Real* raw, Index n,
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

FieldSampling::Exchange FieldSampling::exchange(Index p, const Vec3& place) {
  const Index slot = footprint_.slot(p);
  const Index own = surface_.first[slot], other = footprint_.first(p);
  const SetMotion here =
      reproduce(own_, &surface_.neighbour[own], &surface_.weight[own], surface_.first[slot + 1] - own, place,
                [&](Index k, Real omega) { own_omega_[own + k] = omega; });
  const SetMotion there =
      reproduce(other_, footprint_.sources() + other, &raw_[other], footprint_.first(p + 1) - other, place,
                [&](Index k, Real omega) { entry_[other + k].omega = omega; });
  return {here.velocity - there.velocity, 1 / (here.inverse_mass + there.inverse_mass)};
}

void FieldSampling::push_sources() {
  const Incidence& sources = footprint_.by_source();
  auto& contact = other_.open(ForceKind::contact);
  parallel::for_each(sources.size(), [&](Index s) {
    Vec3 sum = Vec3::Zero();
    for (Index q = sources.first(s); q < sources.first(s + 1); ++q) {
      const auto [entry, row] = sources.place(q);
      sum += force_[row].slope * Eigen::Map<const Vec3>(entry_[entry].slope);
    }
    contact[sources.particle(s)] += sum;
  });
}

void FieldSampling::warm_particles() {
  const bool warms_other = has_temperature(other_);
  if (has_temperature(own_)) {
    for (Index p = 0; p < size(); ++p) warm(own_, surface_.particle[footprint_.slot(p)], frictional_share * force_[p].heat);
  }
  if (!warms_other) return;
  for (Index p = 0; p < size(); ++p) {
    if (force_[p].heat == 0) continue;
    Real sum = 0;
    for (Index e = footprint_.first(p); e < footprint_.first(p + 1); ++e) sum += raw_[e];
    for (Index e = footprint_.first(p); e < footprint_.first(p + 1) && sum > 0; ++e) {
      warm(other_, footprint_.source(e), frictional_share * force_[p].heat * raw_[e] / sum);
    }
  }
}

void FieldSampling::exchange_forces(Vec3 PointForce::*force, ForceKind kind) {
  gather(
      footprint_.by_source(), [&](Index e) { return entry_[e].omega; }, force, -1, other_.open(kind));
  gather(
      footprint_.by_neighbour(), [&](Index e) { return own_omega_[e]; }, force, 1, own_.open(kind));
}

template <class Weight>
void FieldSampling::gather(const Incidence& sets, Weight&& weight, Vec3 PointForce::*force, Real sign,
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

Real FieldSampling::probe(const CellGrid& others, const Vec3& x, Vec3& gradient) const {
  Real c = 0;
  gradient.setZero();
  others.for_each_near(x, kernel_.support(), [&](Index j, Real distance2) {
    const Real r = std::sqrt(distance2);
    c += source_volume_[j] * kernel_.value(r);
    gradient += source_volume_[j] * kernel_.slope_over_r(r) * (x - other_.x[j]);
  });
  return c;
}

}  // namespace talus
