#include "talus/contact/field_sampling.hpp"

#include "talus/core/archive_checks.hpp"
#include "talus/body/material_fields.hpp"
#include "talus/contact/calibration.hpp"
#include "talus/numerics/linear_weights.hpp"
#include "talus/numerics/row_packs.hpp"
#include "talus/numerics/stretch.hpp"

#include <algorithm>
#include <array>
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

/// Calls body(k, numbers, count) for each pack of `all`, the first of which is number k; where they are fewer than
/// lanes, the last stands in for the rest.
template <class Body>
void for_packs(std::span<const Index> all, Body&& body) {
  const auto n = static_cast<Index>(all.size());
  Index k = 0;
  for (; k + lanes <= n; k += lanes) body(k, all.data() + k, lanes);
  if (k == n) return;
  std::array<Index, lanes> some;
  for (int l = 0; l < lanes; ++l) some[l] = all[std::min(k + l, n - 1)];
  body(k, some.data(), static_cast<int>(n - k));
}

/// The first `count` numbers from there on, and zeros.
Pack take(const Real* from, int count) {
  if (count == lanes) return load(from);
  Pack a = 0;
  for (int l = 0; l < count; ++l) a.set(l, from[l]);
  return a;
}
void put(Pack a, Real* to, int count) {
  if (count == lanes) return store(to, a);
  for (int l = 0; l < count; ++l) to[l] = a[l];
}

Vec3Of<Pack> everywhere(const Vec3& v) { return {v[0], v[1], v[2]}; }

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
  const bool is_new = footprint_.update(dt);
  if (is_new) {
    widen_field();
    const auto entries = static_cast<std::size_t>(footprint_.entries());
    force_.resize(footprint_.size());
    entry_.resize(entries);
    raw_.resize(entries);
    list_rows();
  }
  sources_.collect(other_, footprint_.by_source());
  neighbours_.collect(own_, footprint_.by_neighbour());
  return is_new;
}

void FieldSampling::list_rows() {
  sources_.list(other_, footprint_.by_source(), static_cast<std::size_t>(footprint_.entries()),
                [&](Index j) { return source_volume_[j]; });
  neighbours_.list(own_, footprint_.by_neighbour(), surface_.neighbour.size(), [](Index) { return 0; });
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
  list_rows();
  const auto entries = static_cast<std::size_t>(footprint_.entries());
  expect(entry_.size() == entries && raw_.size() == entries, "entry");
  expect(force_.size() == static_cast<std::size_t>(size()), "point force");
}

FieldSampling::Reading FieldSampling::read(Index p) {
  Reading reading;
  reading.x = surface_.place(footprint_.slot(p), own_.x);
  const Vec3Of<Pack> x = everywhere(reading.x);
  Vec3Of<Pack> gradient = Vec3Of<Pack>::Zero();
  Pack value = 0, steep = 0;
  Entry nowhere;
  for_packs({sources_.rows(footprint_.first(p)), sources_.rows(footprint_.first(p + 1))},
            [&](Index k, const Index* s, int count) {
              const Index e = footprint_.first(p) + k;
              const RowPack source = load_rows(sources_.place(), s);
              const Pack V = select(first_lanes(count), source.w, 0);
              const Vec3Of<Pack> d = x - source.vec();
              const Pack r = sqrt(d.squaredNorm());
              const FieldKernel::Sample<Pack> W = kernel_.at(r);  // zero beyond the support
              const Pack raw = V * W.value, slope = V * W.slope_over_r;
              const Vec3Of<Pack> g = slope * d;
              put(raw, raw_.data() + e, count);
              store_rows({g, 0}, [&](int l) { return l < count ? entry_[e + l].slope : nowhere.slope; });
              value += raw;
              gradient += g;
              steep -= slope * r;
            });
  const auto sums = lane_sums(std::array{value, gradient[0], gradient[1], gradient[2], steep});
  reading.value = sums[0];
  reading.gradient = {sums[1], sums[2], sums[3]};
  reading.steep = sums[4];
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

template <int D, class SetWeights>
FieldSampling::SetMotion FieldSampling::reproduce(const SetRows& rows, std::span<const Index> member, const Real* raw,
                                                  const Vec3& place, SetWeights&& set_weights) const {
  struct Member {
    LinearWeightsOf<Pack, D>::Offset y;
    Pack raw;
  };
  thread_local std::vector<Member> storage;  // grows once, then no allocation
  storage.resize(std::max(storage.size(), member.size() / lanes + 1));
  Member* const packs = storage.data();
  LinearWeightsOf<Pack, D> weights(place, kernel_.support());
  for_packs(member, [&](Index k, const Index* s, int count) {
    Member& m = packs[k / lanes] = {weights.offset(load_rows(rows.place(), s).vec()), take(raw + k, count)};
    weights.add_at(m.y, m.raw);
  });
  weights.solve();
  Vec3Of<Pack> velocity = Vec3Of<Pack>::Zero();
  Pack inverse_mass = 0;
  for_packs(member, [&](Index k, const Index* s, int count) {
    const Pack omega = weights.weight_at(packs[k / lanes].y, packs[k / lanes].raw);
    const RowPack motion = load_rows(rows.motion(), s);
    velocity += omega * motion.vec();
    inverse_mass += omega * omega * motion.w;
    set_weights(k, omega, count);
  });
  const auto sums = lane_sums(std::array{velocity[0], velocity[1], velocity[2], inverse_mass});
  return {{sums[0], sums[1], sums[2]}, sums[3]};
}

template <int D>
FieldSampling::Exchange FieldSampling::exchange_in(Index p, const Vec3& place) {
  const Index slot = footprint_.slot(p);
  const Index own = surface_.first[slot], other = footprint_.first(p);
  const SetMotion here =
      reproduce<D>(neighbours_, {neighbours_.rows(own), neighbours_.rows(surface_.first[slot + 1])},
                   surface_.weight.data() + own, place,
                   [&](Index k, Pack omega, int count) { put(omega, own_omega_.data() + own + k, count); });
  const SetMotion there =
      reproduce<D>(sources_, {sources_.rows(other), sources_.rows(footprint_.first(p + 1))}, raw_.data() + other, place,
                   [&](Index k, Pack omega, int count) {
                     for (int l = 0; l < count; ++l) entry_[other + k + l].omega = omega[l];
                   });
  return {here.velocity - there.velocity, 1 / (here.inverse_mass + there.inverse_mass)};
}

FieldSampling::Exchange FieldSampling::exchange(Index p, const Vec3& place) {
  return own_.dimension == 2 ? exchange_in<2>(p, place) : exchange_in<3>(p, place);
}

void FieldSampling::push_sets(Exchanged exchanged) {
  const bool rubs = exchanged.friction, brakes = exchanged.damping;
  const Incidence& sources = footprint_.by_source();
  auto& contact = other_.open(ForceKind::contact);
  auto* const friction = rubs ? &other_.open(ForceKind::friction) : nullptr;
  auto* const viscous = brakes ? &other_.open(ForceKind::contact_viscous) : nullptr;
  parallel::for_each(
      sources.size(),
      [&](Index s) {
        RowLanes pressed{}, rubbed{}, braked{};  // and a fourth number that nobody asks for
        for (Index q = sources.first(s); q < sources.first(s + 1); ++q) {
          const auto [entry, row] = sources.place(q);
          const PointForce& force = force_[row];
          pressed += force.slope * row_at(entry_[entry].slope);
          if (rubs) rubbed += entry_[entry].omega * row_at(force.friction.data());
          if (brakes) braked += entry_[entry].omega * row_at(force.damping.data());
        }
        const Index j = sources.particle(s);
        contact[j] += vector_of(pressed);
        if (rubs) (*friction)[j] -= vector_of(rubbed);
        if (brakes) (*viscous)[j] -= vector_of(braked);
      },
      parallel::gathering_block, [&](Index s) { return sources.first(s) + s; });
  if (rubs || brakes) push_neighbours(exchanged);
}

void FieldSampling::push_neighbours(Exchanged exchanged) {
  const bool rubs = exchanged.friction, brakes = exchanged.damping;
  const Incidence& neighbours = footprint_.by_neighbour();
  auto* const friction = rubs ? &own_.open(ForceKind::friction) : nullptr;
  auto* const viscous = brakes ? &own_.open(ForceKind::contact_viscous) : nullptr;
  parallel::for_each(
      neighbours.size(),
      [&](Index s) {
        RowLanes rubbed{}, braked{};
        for (Index q = neighbours.first(s); q < neighbours.first(s + 1); ++q) {
          const auto [entry, row] = neighbours.place(q);
          if (rubs) rubbed += own_omega_[entry] * row_at(force_[row].friction.data());
          if (brakes) braked += own_omega_[entry] * row_at(force_[row].damping.data());
        }
        const Index i = neighbours.particle(s);
        if (rubs) (*friction)[i] += vector_of(rubbed);
        if (brakes) (*viscous)[i] += vector_of(braked);
      },
      parallel::gathering_block, [&](Index s) { return neighbours.first(s) + s; });
}

void FieldSampling::warm_particles() {
  const bool warms_other = has_temperature(other_);
  if (has_temperature(own_)) {
    for (Index p = 0; p < size(); ++p)
      warm(own_, surface_.particle[footprint_.slot(p)], frictional_share * force_[p].heat);
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
