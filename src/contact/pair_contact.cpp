#include "talus/contact/pair_contact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <type_traits>

#include "talus/body/material_fields.hpp"
#include "talus/contact/list_skin.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

Real harmonic_mean(Real a, Real b) { return 2 * a * b / (a + b); }
Real effective_mass(Real a, Real b) { return a * b / (a + b); }

Real mass_of(const SolidBody& body) { return std::accumulate(body.m.begin(), body.m.end(), Real(0)); }

}  // namespace

PairContact::PairContact(SolidBody& a, SolidBody& b, const KernelPotential& normal, Real strength,
                         const TangentialLaws::Variant& tangential)
    : SolidContact(a, b),
      normal_(normal),
      tangential_(tangential),
      share_(&a == &b ? 0.5 : 1),
      pair_(kernel_pair(normal, share_ * strength, normal.smoothing * Real(0.5) * (a.spacing + b.spacing))),
      range_(std::visit([](const auto& pair) { return pair.range(); }, pair_)),
      list_(range_, list_skin(a, b)),
      watch_(effective_mass(mass_of(a), mass_of(b))) {}

ContactSums PairContact::compute(Real dt) {
  if (list_.update(a_, b_, dt)) resize_for_list();
  ContactSums sums;
  if (list_.size() == 0) {
    watch_.forget();
    return sums;
  }
  enum : std::size_t { energy, load, stiffness };
  const auto total = std::visit(
      [&](const auto& pair) {
        return parallel::sum<3>(
            static_cast<Index>(list_.active_a().size()),
            [&](Index s, std::array<Real, 3>& sum) {
              const Index i = list_.active_a()[s];
              for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
                const Index j = list_.j(p);
                const Vec3 d = a_.x[i] - b_.x[j];
                const Real r = d.norm();
                nearest_.take(static_cast<Index>(s), r);
                const PairPotential f = pair.at(r, harmonic_mean(a_.V[i], b_.V[j]));
                force_[p].direction = r > 0 ? Vec3(d / r) : Vec3::Zero();  // coincident particles push nowhere
                force_[p].normal = f.force;
                force_[p].stiffness = f.stiffness;
                sum[energy] += f.energy;
                sum[load] += f.force;
                sum[stiffness] += f.stiffness;
              }
            },
            parallel::gathering_block);
      },
      pair_);
  deepest_ = std::max(deepest_, touching_distance() - nearest_.value());
  sums.stored = total[energy];
  watch_.follow_load(total[load], total[stiffness], dt);
  gather_normal(sums);
  const TangentialSums tangential =
      std::visit([&](const auto& law) { return tangential_forces(law, dt); }, tangential_);
  if (!std::holds_alternative<Frictionless>(tangential_)) {
    gather_tangential();
    warm_particles();
  }
  sums.stored += tangential.stored;
  sums.sliding = tangential.sliding;
  sums.scheme = tangential.scheme;
  watch_.follow_motion(tangential.path, Vec3::Zero(), total[load], dt);
  return sums;
}

void PairContact::resize_for_list() {
  force_.assign(list_.size(), PairForce{});
  old_history_.swap(history_);
  history_.assign(list_.size(), FrictionHistory{});
  for (Index p = 0; p < list_.size(); ++p) {
    const Index before = list_.previous()[p];
    if (before >= 0) history_[p] = old_history_[before];
  }
  resize_for_active();
}

void PairContact::resize_for_active() {
  resultant_a_.resize(list_.active_a().size());
  resultant_b_.resize(list_.active_b().size());
  const auto most = static_cast<Index>(std::max(resultant_a_.size(), resultant_b_.size()));
  softest_ = parallel::Minimum(most, parallel::gathering_block);
  nearest_ = parallel::Minimum(static_cast<Index>(resultant_a_.size()), parallel::gathering_block);
}

void PairContact::state(Archive& a) {
  a("list", list_);
  a("watch", watch_);
  a("force", force_);
  a("history", history_);
  a("deepest", deepest_);
  if (!a.reads()) return;
  expect(are_below(list_.active_a(), a_.X.size()), "active of first");
  expect(are_below(list_.active_b(), b_.X.size()), "active of second");
  for (Index p = 0; p < list_.size(); ++p) expect(are_below({{list_.j(p)}}, b_.X.size()), "partner");
  expect(force_.size() == static_cast<std::size_t>(list_.size()) && history_.size() == force_.size(), "force");
  resize_for_active();
}

void PairContact::gather_normal(ContactSums& sums) {
  softest_.reset();
  auto& contact_a = a_.open(ForceKind::contact);
  auto& contact_b = b_.open(ForceKind::contact);
  parallel::for_each(
      static_cast<Index>(list_.active_a().size()),
      [&](Index s) {
        Vec3 f = Vec3::Zero();
        Real stiffness = 0;
        for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
          f += force_[p].normal * force_[p].direction;
          stiffness += force_[p].stiffness;
        }
        const Index i = list_.active_a()[s];
        resultant_a_[s] = f;
        contact_a[i] += f;
        softest_.take(s, -stiffness / a_.m[i]);
      },
      parallel::gathering_block);
  parallel::for_each(
      static_cast<Index>(list_.active_b().size()),
      [&](Index s) {
        Vec3 f = Vec3::Zero();
        Real stiffness = 0;
        for (Index q = list_.first_of_b(s); q < list_.first_of_b(s + 1); ++q) {
          const PairForce& pair = force_[list_.pair_of_b(q)];
          f -= pair.normal * pair.direction;
          stiffness += pair.stiffness;
        }
        const Index j = list_.active_b()[s];
        resultant_b_[s] = f;
        contact_b[j] += f;
        softest_.take(s, -stiffness / b_.m[j]);
      },
      parallel::gathering_block);
  sums.stiffness = std::max(Real(0), -softest_.value()) / share_;  // of a body with itself both halves act
}

/// Normal of the contact plane at a pair, from the resultants of the normal forces (contact 5).
Vec3 PairContact::contact_normal(Index slot_a, Index p) const {
  const Vec3 d = resultant_a_[slot_a] - resultant_b_[list_.slot_b(p)];
  const Real size = d.norm();
  return size > 0 ? Vec3(d / size) : force_[p].direction;
}

template <class Law>
PairContact::TangentialSums PairContact::tangential_forces(const Law& law, Real dt) {
  if constexpr (std::is_same_v<Law, Frictionless> || !Law::for_solids) {
    return {};
  } else {
    const auto sums = parallel::sum<6>(
        static_cast<Index>(list_.active_a().size()),
        [&](Index s, std::array<Real, 6>& sum) {
          const Index i = list_.active_a()[s];
          for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
            PairForce& pair = force_[p];
            if constexpr (std::is_same_v<Law, CoulombStickSlip>) {
              const TangentialSums one = stick_slip(law, s, p, dt);
              sum[0] += one.stored;
              sum[1] += pair.heat = one.sliding;
              sum[2] += one.scheme;
              for (int c = 0; c < 3; ++c) sum[3 + c] += one.path[c];
            } else {
              constexpr bool pairwise = std::is_same_v<Law, CoulombPairwise>;
              const Vec3 v = a_.v[i] - b_.v[list_.j(p)];
              const Vec3 N = pairwise ? pair.direction : contact_normal(s, p);
              const Real load = std::max(Real(0), pair.normal * pair.direction.dot(N));
              const Vec3 slip = v - N * N.dot(v);
              const Real speed = slip.norm();
              pair.tangential = speed > 0 ? Vec3(-(law.dynamic_limit() * load / speed) * slip) : Vec3::Zero();
              sum[1] += pair.heat = loss_without_spring(history_[p], pair.tangential, dt * v);
            }
          }
        },
        parallel::gathering_block);
    return {sums[0], sums[1], sums[2], {sums[3], sums[4], sums[5]}};
  }
}

/// (contact 6)-(contact 8): the sliding sense with a stiffness that follows the load, and the dashpot.
PairContact::TangentialSums PairContact::stick_slip(const CoulombStickSlip& law, Index slot_a, Index p, Real dt) {
  const Index i = list_.active_a()[slot_a];
  const Index j = list_.j(p);
  PairForce& pair = force_[p];
  FrictionHistory& h = history_[p];
  pair.tangential.setZero();
  pair.damping.setZero();
  const Vec3 N = contact_normal(slot_a, p);
  const Real load = std::max(Real(0), pair.normal * pair.direction.dot(N));
  const Real mu = law.static_limit();
  if (load <= 0 || mu <= 0) return {0, h.release()};

  const Real m_eff = share_ * effective_mass(a_.m[i], b_.m[j]);
  const Real xi_c = law.elastic_slip * std::min(a_.spacing, b_.spacing);
  const Real carried = carry_friction_of_pair(h, N, friction_stiffness(mu * load, xi_c, m_eff, dt));
  const Vec3 v = a_.v[i] - b_.v[j];
  pair.damping = dashpot(pair, h.sliding.slip, m_eff, dt, N, v);
  const Real pressed = std::max(Real(0), load + pair.damping.dot(N));  // friction feels the dashpot
  const SlidingAnswer answer = rub_contact(h, law, pressed, m_eff, v, dt);
  pair.tangential = answer.force;
  return {answer.stored, carried + answer.sliding_loss + answer.viscous_loss, answer.scheme, load * v};
}

/// Force on i of the dashpot of a loaded pair, never pulling harder than contact pushes (contact 8). It acts once the
/// bodies have stayed in contact for a while, which leaves impacts alone. A pair that sticks is damped along its
/// normal. One that slips is damped across the path of the bodies only: its normal nods as lattice passes lattice, and
/// a dashpot along it would drag.
Vec3 PairContact::dashpot(const PairForce& pair, bool slips, Real m_eff, Real dt, const Vec3& N, const Vec3& v) const {
  if (watch_.bounces() < normal_.quiet_bounces) return Vec3::Zero();
  const Real ratio = slips ? normal_.slip_damping : normal_.stick_damping;
  const Vec3 path = watch_.path();
  const Vec3 direction = slips ? Vec3(N - N.dot(path) * path) : N;
  const Real c = std::min(2 * ratio * std::sqrt(pair.stiffness * m_eff), explicit_stability * m_eff / dt);
  const Real force = -c * direction.dot(v);
  return std::max(force, -pair.normal) * direction;
}

/// One half to either particle, where its material carries a temperature (contact 52).
void PairContact::warm_particles() {
  const auto warm_all = [&](SolidBody& body, auto&& particle) {
    if (!has_temperature(body)) return;
    for (std::size_t s = 0; s < list_.active_a().size(); ++s) {
      for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
        warm(body, particle(s, p), frictional_share * force_[p].heat);
      }
    }
  };
  warm_all(a_, [&](std::size_t s, Index) { return list_.active_a()[s]; });
  warm_all(b_, [&](std::size_t, Index p) { return list_.j(p); });
}

void PairContact::gather_tangential() {
  auto& friction_a = a_.open(ForceKind::friction);
  auto& friction_b = b_.open(ForceKind::friction);
  auto& damping_a = a_.open(ForceKind::contact_viscous);
  auto& damping_b = b_.open(ForceKind::contact_viscous);
  parallel::for_each(
      static_cast<Index>(list_.active_a().size()),
      [&](Index s) {
        const Index i = list_.active_a()[s];
        for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
          friction_a[i] += force_[p].tangential;
          damping_a[i] += force_[p].damping;
        }
      },
      parallel::gathering_block);
  parallel::for_each(
      static_cast<Index>(list_.active_b().size()),
      [&](Index s) {
        const Index j = list_.active_b()[s];
        for (Index q = list_.first_of_b(s); q < list_.first_of_b(s + 1); ++q) {
          friction_b[j] -= force_[list_.pair_of_b(q)].tangential;
          damping_b[j] -= force_[list_.pair_of_b(q)].damping;
        }
      },
      parallel::gathering_block);
}

Vec3 PairContact::normal_resultant(const Vec3& shift) const {
  return std::visit(
      [&](const auto& pair) {
        CellGrid grid;
        grid.build(b_.x, range_);
        Vec3 sum = Vec3::Zero();
        for (Index i = 0; i < a_.size(); ++i) {
          const Vec3 x = a_.x[i] + shift;
          grid.for_each_near(x, range_, [&](Index j, Real distance2) {
            const Real r = std::sqrt(distance2);
            if (r > 0) sum += pair.at(r, harmonic_mean(a_.V[i], b_.V[j])).force / r * (x - b_.x[j]);
          });
        }
        return sum;
      },
      pair_);
}

Real PairContact::potential_energy() const {
  if (&a_ == &b_) return 0;  // a body at the start has no contact with itself
  return std::visit(
      [&](const auto& pair) {
        CellGrid grid;
        grid.build(b_.x, range_);
        Real sum = 0;
        for (Index i = 0; i < a_.size(); ++i) {
          grid.for_each_near(a_.x[i], range_, [&](Index j, Real distance2) {
            sum += pair.at(std::sqrt(distance2), harmonic_mean(a_.V[i], b_.V[j])).energy;
          });
        }
        return sum;
      },
      pair_);
}

void PairContact::for_each_line(const std::function<void(const ContactLine&)>& visit) const {
  for (std::size_t s = 0; s < list_.active_a().size(); ++s) {
    const Index i = list_.active_a()[s];
    for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
      const PairForce& pair = force_[p];
      if (pair.normal <= 0) continue;
      const Index j = list_.j(p);
      visit({a_.x[i], b_.x[j], pair.normal * pair.direction + pair.damping, pair.tangential,
             touching_distance() - (a_.x[i] - b_.x[j]).norm(), history_[p].k > 0 && !history_[p].sliding.slip ? 2 : 1,
             i, j});
    }
  }
}

/// The pressure of a particle is its resultant over its cross-section, along that resultant.
void PairContact::mark_particles() const {
  for_each_line([&](const ContactLine& line) {
    mark_stick(a_, line.i, line.stick);
    mark_stick(b_, line.j, line.stick);
    for (Real* overlap : {&a_.penetration[line.i], &b_.penetration[line.j]}) {
      *overlap = *overlap == 0 ? line.overlap : std::max(*overlap, line.overlap);
    }
  });
  const auto mark = [](SolidBody& body, Index i, const Vec3& force) {
    const Real size = force.norm();
    if (size > 0) add_pressure(body, i, size / (body.V[i] / body.spacing), force / size);
  };
  for (std::size_t s = 0; s < resultant_a_.size(); ++s) mark(a_, list_.active_a()[s], resultant_a_[s]);
  for (std::size_t s = 0; s < resultant_b_.size(); ++s) mark(b_, list_.active_b()[s], resultant_b_[s]);
}

Index PairContact::loaded() const {
  return static_cast<Index>(std::count_if(force_.begin(), force_.end(), [](const auto& f) { return f.normal > 0; }));
}

Resultants PairContact::resultants(const SolidBody& on, const Vec3& about) const {
  const bool on_a = &on == &a_;
  const Real sign = on_a ? 1 : -1;
  Resultants sum;
  if (&a_ == &b_) return sum;  // a body's forces on itself cancel
  for (std::size_t s = 0; s < list_.active_a().size(); ++s) {
    const Vec3& x_i = a_.x[list_.active_a()[s]];
    for (Index p = list_.first_of(s); p < list_.first_of(s + 1); ++p) {
      const Vec3 normal = sign * (force_[p].normal * force_[p].direction + force_[p].damping);
      const Vec3 friction = sign * force_[p].tangential;
      sum.normal += normal;
      sum.friction += friction;
      sum.moment += ((on_a ? x_i : b_.x[list_.j(p)]) - about).cross(normal + friction);
    }
  }
  return sum;
}

}  // namespace talus
