#include "talus/dem/grain_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/dem/rigid_motion.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {
namespace {

/// Sums of a loop. Those of products of vectors are kept by component, which spares adding them up for every grain.
struct Sums {
  RowLanes contact{}, weight{}, held{}, scheme{}, kinetic{}, rotational{};
  Real turning = 0;  ///< rotational energy of clumps
  Real fastest2 = 0;

  Sums& operator+=(const Sums& other) {
    contact += other.contact, weight += other.weight, held += other.held, scheme += other.scheme;
    kinetic += other.kinetic, rotational += other.rotational;
    turning += other.turning;
    fastest2 = std::max(fastest2, other.fastest2);
    return *this;
  }
};

Real total(const RowLanes& v) { return v[0] + v[1] + v[2]; }
Vec3 vec(const RowLanes& v) { return {v[0], v[1], v[2]}; }

/// `share`: sign and factor of the scheme's term.
GrainWork to_work(const Sums& s, Real dt, Real share) {
  const Real half = Real(0.5) * dt;
  return {-half * total(s.contact),     -half * total(s.weight),
          half * total(s.held),         share * dt * dt / 8 * total(s.scheme),
          Real(0.5) * total(s.kinetic), Real(0.5) * total(s.rotational) + s.turning};
}

/// The vector of a row, and zero behind it.
RowLanes vector_of(const Row& row) { return RowLanes{1, 1, 1, 0} * lanes_of(row); }
/// Sets the vector of a row, and keeps what is behind it.
void set_vector(const RowLanes& v, Row& row) { put(RowLanes{v[0], v[1], v[2], row.w}, row); }

/// Inverse inertia in space on a vector, of grain `i`.
Vec3 over_inertia(const GrainBody& body, Index i, const Vec3& L) {
  return angular_velocity(body.orientation[i], L, body.clumps.inertia[i]);
}
template <bool clumped>
RowLanes over_inertia(const GrainBody& body, Index i, const RowLanes& L) {
  if constexpr (clumped) return lanes_of(Row(over_inertia(body, i, vec(L))));
  return body.grains.half_spin[i].w * L;
}

/// What acts on a grain, and what it makes of it.
struct Load {
  RowLanes push;                 ///< of contacts
  RowLanes force, acceleration;  ///< gravity included
  RowLanes torque, spin_up;
};

template <bool clumped>
Load load_of(const GrainBody& body, Index i, const RowLanes& weight) {
  const SphereRows& g = body.grains;
  Load load;
  load.push = vector_of(g.force[i]);
  load.force = load.push + g.velocity[i].w * weight;
  load.acceleration = g.half_velocity[i].w * load.force;
  load.torque = vector_of(g.torque[i]);
  load.spin_up = over_inertia<clumped>(body, i, load.torque);
  return load;
}

/// Half of the step's work of what acts on grain i while it moves with `v` and turns with `omega`.
void book(const GrainBody& body, Index i, const Load& load, const RowLanes& weight, const RowLanes& v,
          const RowLanes& omega, Sums& sum) {
  const SphereRows& g = body.grains;
  const RowLanes done = load.push * v + load.torque * omega;
  const Real held = g.half_velocity[i].w == 0 ? 1 : 0;
  sum.contact += done;
  sum.held += held * done;
  sum.weight += (1 - held) * g.velocity[i].w * weight * v;
  sum.scheme += load.acceleration * load.force + load.torque * load.spin_up;
}

void turn_clump(GrainBody& body, Index i, Real dt) {
  SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Vec3 before = g.half_spin[i].vec();
  rotate_free(body.orientation[i], c.angular_momentum[i], c.inertia[i], dt);
  const Vec3 after = over_inertia(body, i, c.angular_momentum[i]);
  g.half_spin[i].set(Real(0.5) * (before + after));
  const Vec3 ahead = c.angular_momentum[i] + Real(0.5) * dt * g.torque[i].vec();
  g.spin[i].set(over_inertia(body, i, ahead));
}

/// Kinetic energy at the end of a step.
template <bool clumped>
void add_energy(const GrainBody& body, Index i, Sums& sum) {
  const Row &v = body.grains.velocity[i], &omega = body.grains.spin[i];
  sum.kinetic += v.w * vector_of(v) * vector_of(v);
  if constexpr (clumped) {
    sum.turning += Real(0.5) * omega.vec().dot(body.clumps.angular_momentum[i]);
  } else {
    sum.rotational += omega.w * vector_of(omega) * vector_of(omega);
  }
}

/// The spheres of clump i where it is now, without forces; their half velocity is what took them there.
void carry_spheres(GrainBody& body, Index i, Real dt) {
  const SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Mat3 R = body.orientation[i].toRotationMatrix();
  for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
    const Vec3 arm = R * c.arm[s];
    const Vec3 x = g.position[i].vec() + arm;
    const Vec3 moved = x - c.spheres.position[s].vec();
    c.spheres.position[s].set(x);
    c.spheres.half_velocity[s].set(dt > 0 ? Vec3(moved / dt)
                                          : Vec3(g.half_velocity[i].vec() + g.half_spin[i].vec().cross(arm)));
    c.spheres.half_spin[s].set(g.half_spin[i].vec());
    c.spheres.velocity[s].set(g.velocity[i].vec() + g.spin[i].vec().cross(arm));
    c.spheres.spin[s].set(g.spin[i].vec());
    c.spheres.force[s] = c.spheres.torque[s] = Row();
  }
}

/// kick_and_drift() of some spheres or clumps.
template <bool clumped>
Sums begin_step(GrainBody& body, Real dt, Index from, Index to) {
  SphereRows& g = body.grains;
  const RowLanes weight = lanes_of(Row(body.weight));
  const Real half = Real(0.5) * dt;
  Sums sum;
  for (Index i = from; i < to; ++i) {
    const Load load = load_of<clumped>(body, i, weight);
    const RowLanes kick = half * load.acceleration, turn_kick = half * load.spin_up;
    const RowLanes v = vector_of(g.velocity[i]) + kick, omega = vector_of(g.spin[i]) + turn_kick;
    book(body, i, load, weight, v, omega, sum);
    set_vector(v, g.half_velocity[i]);
    set_vector(omega, g.half_spin[i]);
    set_vector(v + kick, g.velocity[i]);
    put(lanes_of(g.position[i]) + dt * v, g.position[i]);
    Real speed2 = total(v * v);
    if constexpr (clumped) {
      body.clumps.angular_momentum[i] += half * vec(load.torque);
      turn_clump(body, i, dt);
      carry_spheres(body, i, dt);
      const Real speed = std::sqrt(speed2) + g.position[i].w * vec(omega).norm();
      speed2 = speed * speed;
    } else {
      set_vector(omega + turn_kick, g.spin[i]);
    }
    g.force[i] = g.torque[i] = Row();
    sum.fastest2 = std::max(sum.fastest2, speed2);
  }
  if constexpr (!clumped) {
    const auto some = [&](auto& all) { return std::span(all).subspan(from, to - from); };
    rotate_spheres(some(body.orientation), some(g.half_spin), dt);
  }
  return sum;
}

/// kick() of some spheres or clumps; they drift next for `longest` [s] at most.
template <bool clumped>
Sums end_step(GrainBody& body, Real dt, Real longest, Index from, Index to) {
  SphereRows& g = body.grains;
  const RowLanes weight = lanes_of(Row(body.weight));
  const Real half = Real(0.5) * dt;
  Sums sum;
  for (Index i = from; i < to; ++i) {
    const Load load = load_of<clumped>(body, i, weight);
    const RowLanes v = vector_of(g.half_velocity[i]);
    RowLanes omega = vector_of(g.half_spin[i]);  // that of a sphere does not change on the way
    if constexpr (clumped) {
      omega = lanes_of(Row(over_inertia(body, i, body.clumps.angular_momentum[i])));
      body.clumps.angular_momentum[i] += half * vec(load.torque);
    }
    book(body, i, load, weight, v, omega, sum);
    const RowLanes now = v + half * load.acceleration, next = now + Real(0.5) * longest * load.acceleration;
    // Between the two speeds are a convex function of the next step's length.
    sum.fastest2 = std::max({sum.fastest2, total(now * now), total(next * next)});
    set_vector(now, g.velocity[i]);
    set_vector(omega + half * load.spin_up, g.spin[i]);
    add_energy<clumped>(body, i, sum);
  }
  return sum;
}

GrainWork sum_of(std::span<const GrainWork> work) {
  GrainWork sum;
  for (const GrainWork& one : work) sum += one;
  return sum;
}

Real largest(std::span<const Real> values) { return values.empty() ? 0 : std::ranges::max(values); }

}  // namespace

GrainWork& GrainWork::operator+=(const GrainWork& other) {
  contact += other.contact;
  body_force += other.body_force;
  held += other.held;
  scheme += other.scheme;
  kinetic += other.kinetic;
  rotational += other.rotational;
  return *this;
}

void BlockDrift::begin(GrainBody& body, Real dt) {
  body_ = &body;
  dt_ = dt;
  work_.resize(static_cast<std::size_t>(parallel::block_count(body.size())));
  fastest_.resize(work_.size());
}

void BlockDrift::drift(Index block) {
  const Index from = block * parallel::block_size, to = std::min(body_->size(), from + parallel::block_size);
  const Sums sums = body_->clumped ? begin_step<true>(*body_, dt_, from, to) : begin_step<false>(*body_, dt_, from, to);
  work_[block] = to_work(sums, dt_, 1);
  fastest_[block] = std::sqrt(sums.fastest2);
}

GrainWork BlockDrift::work() const { return sum_of(work_); }

Real BlockDrift::max_speed() const { return largest(fastest_); }

GrainWork kick_and_drift(GrainBody& body, Real dt) {
  thread_local BlockDrift blocks;  // grows once, then no allocation
  BlockDrift& all = blocks;
  all.begin(body, dt);
  parallel::for_blocks(body.size(), [&](Index, Index, Index block) { all.drift(block); });
  body.max_speed = all.max_speed();
  return all.work();
}

void BlockKick::begin(GrainBody& body, Real dt, const Vec3& weight) {
  body.weight = weight;
  body_ = &body;
  dt_ = dt;
  work_.resize(static_cast<std::size_t>(parallel::block_count(body.size())));
  speed_ahead_.resize(work_.size());
}

void BlockKick::kick(Index block) {
  const Index from = block * parallel::block_size, to = std::min(body_->size(), from + parallel::block_size);
  const Real longest = largest_growth * dt_;
  const Sums sums =
      body_->clumped ? end_step<true>(*body_, dt_, longest, from, to) : end_step<false>(*body_, dt_, longest, from, to);
  work_[block] = to_work(sums, dt_, -1);
  speed_ahead_[block] = std::sqrt(sums.fastest2);
}

GrainWork BlockKick::work() const { return sum_of(work_); }

Real BlockKick::speed_ahead(Real dt) const {
  const bool is_known = body_ != nullptr && !body_->clumped && dt <= largest_growth * dt_;
  return is_known ? largest(speed_ahead_) : std::numeric_limits<Real>::infinity();
}

GrainWork kick(GrainBody& body, Real dt, const Vec3& weight) {
  thread_local BlockKick blocks;  // grows once, then no allocation
  BlockKick& all = blocks;
  all.begin(body, dt, weight);
  parallel::for_blocks(body.size(), [&](Index, Index, Index block) { all.kick(block); });
  return all.work();
}

GrainWork energies(const GrainBody& body) {
  const auto sums = parallel::reduce<Sums>(body.size(), [&](Index i, Sums& sum) {
    body.clumped ? add_energy<true>(body, i, sum) : add_energy<false>(body, i, sum);
  });
  return to_work(sums, 0, 0);
}

void clear_forces(GrainBody& body) {
  const auto clear = [](SphereRows& rows) {
    parallel::for_each(rows.size(), [&](Index i) { rows.force[i] = rows.torque[i] = Row(); });
  };
  clear(body.grains);
  if (body.clumped) clear(body.clumps.spheres);
}

void gather_clumps(GrainBody& body) {
  if (!body.clumped) return;
  SphereRows& g = body.grains;
  const ClumpState& c = body.clumps;
  parallel::for_each(body.size(), [&](Index i) {
    Vec3 F = Vec3::Zero(), T = Vec3::Zero();
    Real contacts = 0;
    for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
      const Vec3 f = c.spheres.force[s].vec();
      F += f;
      T += c.spheres.torque[s].vec() + (c.spheres.position[s].vec() - g.position[i].vec()).cross(f);
      contacts += c.spheres.force[s].w;
    }
    g.force[i] = Row(F, contacts);
    g.torque[i] = Row(T);
  });
}

void place_grains(GrainBody& body, Index first) {
  SphereRows& g = body.grains;
  for (Index i = first; i < body.size(); ++i) {
    g.half_velocity[i].set(g.velocity[i].vec());
    g.half_spin[i].set(g.spin[i].vec());
    if (body.clumped) carry_spheres(body, i, 0);
    const Real arm = body.clumped ? g.position[i].w : 0;
    body.max_speed = std::max(body.max_speed, g.velocity[i].vec().norm() + arm * g.spin[i].vec().norm());
  }
}

Vec3 linear_momentum(const GrainBody& body) {
  const auto p = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const Row& v = body.grains.velocity[i];
    sum[0] += v.w * v.x, sum[1] += v.w * v.y, sum[2] += v.w * v.z;
  });
  return {p[0], p[1], p[2]};
}

Vec3 angular_momentum(const GrainBody& body) {
  const auto L = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const SphereRows& g = body.grains;
    const Vec3 own = body.clumped ? body.clumps.angular_momentum[i] : Vec3(g.spin[i].w * g.spin[i].vec());
    const Vec3 l = g.velocity[i].w * g.position[i].vec().cross(g.velocity[i].vec()) + own;
    for (int a = 0; a < 3; ++a) sum[a] += l[a];
  });
  return {L[0], L[1], L[2]};
}

Real total_mass(const GrainBody& body) {
  return parallel::sum<1>(body.size(),
                          [&](Index i, std::array<Real, 1>& sum) { sum[0] += body.grains.velocity[i].w; })[0];
}

}  // namespace talus
