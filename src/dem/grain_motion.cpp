#include "talus/dem/grain_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/dem/rigid_motion.hpp"
#include "talus/numerics/pack_lanes.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {
namespace {

/// Sums of a loop: those of products of vectors are kept by component, what goes and what turns side by side, which
/// spares adding them up for every grain.
struct Sums {
  RowPairLanes contact{}, weight{}, held{}, scheme{}, kinetic{};
  Real turning = 0;  ///< rotational energy of clumps
  Real fastest2 = 0;

  Sums& operator+=(const Sums& other) {
    contact += other.contact, weight += other.weight, held += other.held, scheme += other.scheme;
    kinetic += other.kinetic;
    turning += other.turning;
    fastest2 = std::max(fastest2, other.fastest2);
    return *this;
  }
};

Real total(const RowLanes& v) { return v[0] + v[1] + v[2]; }
Real total(const RowPairLanes& v) { return total(first_of(v)) + total(second_of(v)); }
Vec3 vec(const RowLanes& v) { return {v[0], v[1], v[2]}; }

/// `share`: sign and factor of the scheme's term.
GrainWork to_work(const Sums& s, Real dt, Real share) {
  const Real half = Real(0.5) * dt;
  return {-half * total(s.contact),
          -half * total(s.weight),
          half * total(s.held),
          share * dt * dt / 8 * total(s.scheme),
          Real(0.5) * total(first_of(s.kinetic)),
          Real(0.5) * total(second_of(s.kinetic)) + s.turning};
}

RowPairLanes no_lanes() { return lanes_of(LoadRows{}); }
/// The vectors of both rows, and zero behind them.
template <TwoRows T>
RowPairLanes vectors_of(const T& rows) {
  return with_last(lanes_of(rows), no_lanes());
}
/// Sets the vectors of both rows, and keeps what is behind them.
template <TwoRows T>
void set_vectors(const RowPairLanes& v, T& rows) {
  put(with_last(v, lanes_of(rows)), rows);
}

/// Rows of grains, looked up once: after each number that is stored they might lie elsewhere, for all the compiler
/// knows.
struct GrainRows {
  Row* position;
  RateRows* rate;
  const Inertia* inertia;
  LoadRows* load;
  RateRows* ahead;  ///< or nullptr

  explicit GrainRows(SphereRows& rows)
      : position(rows.position.data()),
        rate(rows.rate.data()),
        inertia(rows.inertia.data()),
        load(rows.load.data()),
        ahead(rows.keeps_ahead ? rows.ahead.data() : nullptr) {}

  /// Asks for those of grains that come after i.
  [[gnu::always_inline]] void call_after(Index i) const {
    constexpr Index later = 24;
    prefetch_later(load + i, later);
    prefetch_later(rate + i, later);
  }
};

/// Mass and moment of inertia beside what goes and what turns.
RowPairLanes lanes_of(const Inertia& inertia) {
  const auto everywhere = [](Real v) { return RowLanes{v, v, v, v}; };
  return row_pair(everywhere(inertia.mass), everywhere(inertia.moment));
}

/// Gravity, which turns nothing.
RowPairLanes lanes_of_gravity(const Vec3& gravity) { return row_pair(lanes_of(Row(gravity)), lanes_of(Row())); }

/// Inverse inertia in space on a vector, of grain `i`.
Vec3 over_inertia(const GrainBody& body, Index i, const Vec3& L) {
  return angular_velocity(body.orientation[i], L, body.clumps.inertia[i]);
}

/// What acts on a grain, and what it makes of it: force and torque, acceleration and that of the spin.
struct Load {
  RowPairLanes push;             ///< of contacts
  RowPairLanes whole, speed_up;  ///< gravity included
  RowPairLanes mass;             ///< and moment of inertia of a sphere
};

template <bool clumped>
Load load_of(const GrainBody& body, const GrainRows& g, Index i, const RowPairLanes& falling) {
  Load load;
  load.push = vectors_of(g.load[i]);
  load.mass = lanes_of(g.inertia[i]);
  load.whole = load.push + load.mass * falling;
  load.speed_up = last_of_each(lanes_of(g.rate[i])) * load.whole;
  if constexpr (clumped) {
    const Vec3 spin_up = over_inertia(body, i, g.load[i].torque.vec());
    load.speed_up = row_pair(first_of(load.speed_up), lanes_of(Row(spin_up)));
  }
  return load;
}

/// Half of the step's work of what acts on grain i while it moves with `v`, velocity and spin. A call would pass all of
/// that through memory.
[[gnu::always_inline]] inline void book(const GrainRows& g, Index i, const Load& load, const RowPairLanes& falling,
                                        const RowPairLanes& v, Sums& sum) {
  const RowPairLanes done = load.push * v;
  sum.contact += done;
  if (g.rate[i].velocity.w == 0) [[unlikely]]
    sum.held += done;
  else
    sum.weight += load.mass * falling * v;
  sum.scheme += load.speed_up * load.whole;
}

/// Half a step of torque; of held ones nobody asks for the sum.
void turn_up(GrainBody& body, Index i, Real half) {
  const SphereRows& g = body.grains;
  if (g.rate[i].velocity.w > 0) body.clumps.angular_momentum[i] += half * g.load[i].torque.vec();
}

/// Returns the spin ahead.
Vec3 turn_clump(GrainBody& body, Index i, Real dt) {
  SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Vec3 before = g.rate[i].spin.vec();
  rotate_free(body.orientation[i], c.angular_momentum[i], c.inertia[i], dt);
  const Vec3 after = over_inertia(body, i, c.angular_momentum[i]);
  g.rate[i].spin.set(Real(0.5) * (before + after));
  const Vec3 ahead = c.angular_momentum[i] + Real(0.5) * dt * g.load[i].torque.vec();
  return over_inertia(body, i, ahead);
}

/// Kinetic energy between steps.
template <bool clumped>
void add_energy(const GrainBody& body, Index i, Sums& sum) {
  const RateRows& rate = body.grains.rate[i];
  const RowPairLanes v = vectors_of(rate), energy = lanes_of(body.grains.inertia[i]) * v * v;
  if constexpr (clumped) {
    sum.kinetic += row_pair(first_of(energy), lanes_of(Row()));
    sum.turning += Real(0.5) * rate.spin.vec().dot(body.clumps.angular_momentum[i]);
  } else {
    sum.kinetic += energy;
  }
}

/// The spheres of clump i where it is now, without forces, at the velocity that took them there; `v` and `spin`: ahead.
void carry_spheres(GrainBody& body, Index i, Real dt, const Vec3& v, const Vec3& spin) {
  const SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Mat3 R = body.orientation[i].toRotationMatrix();
  for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
    const Vec3 arm = R * c.arm[s];
    const Vec3 x = g.position[i].vec() + arm;
    const Vec3 moved = x - c.spheres.position[s].vec();
    c.spheres.position[s].set(x);
    c.spheres.rate[s].velocity.set(dt > 0 ? Vec3(moved / dt) : Vec3(v + spin.cross(arm)));
    c.spheres.rate[s].spin.set(g.rate[i].spin.vec());
    if (c.spheres.keeps_ahead) c.spheres.ahead[s] = {Row(v + spin.cross(arm)), Row(spin)};
    c.spheres.load[s] = {};
  }
}

/// Zero in the lanes of grains that have left. Apart, as nearly all bodies are whole: lanes are looked at in memory.
[[gnu::noinline]] Pack of_those_here(const GrainBody& body, const std::array<Index, lanes>& at, Pack squares) {
  for (int l = 0; l < lanes; ++l) {
    if (body.left[at[l]] != 0) squares.set(l, 0);
  }
  return squares;
}

/// Largest of what square(at) tells for grains [from, to): of as many as a pack has lanes, `at` being their numbers.
/// Grains that have left do not count.
template <class Square>
Real largest_square(const GrainBody& body, Index from, Index to, Square&& square) {
  Pack largest = 0;
  for (Index i = from; i < to; i += lanes) {
    std::array<Index, lanes> at;
    for (int l = 0; l < lanes; ++l) at[l] = std::min(i + l, to - 1);
    const Pack squares = square(at.data());
    largest = max(largest, body.left.empty() ? squares : of_those_here(body, at, squares));
  }
  return -lane_min(-largest);
}

/// Velocities of grains at[0], at[1], ...
Vec3Of<Pack> velocities(const RateRows* rates, const Index* at) {
  return load_rows([&](int l) { return &rates[at[l]].velocity.x; }).vec();
}

/// kick_and_drift() of some spheres or clumps.
template <bool clumped>
Sums begin_step(GrainBody& body, const Vec3& gravity, Real dt, Index from, Index to) {
  const GrainRows g(body.grains);
  const RowPairLanes falling = lanes_of_gravity(gravity);
  const Real half = Real(0.5) * dt;
  Sums sum;
  for (Index i = from; i < to; ++i) {
    g.call_after(i);
    const Load load = load_of<clumped>(body, g, i, falling);
    const RowPairLanes kick = half * load.speed_up, v = vectors_of(g.rate[i]) + kick, ahead = v + kick;
    book(g, i, load, falling, v, sum);
    set_vectors(v, g.rate[i]);
    put(lanes_of(g.position[i]) + dt * first_of(v), g.position[i]);
    if constexpr (clumped) {
      turn_up(body, i, half);
      carry_spheres(body, i, dt, vec(first_of(ahead)), turn_clump(body, i, dt));
      const Real speed = vec(first_of(v)).norm() + g.position[i].w * vec(second_of(v)).norm();
      if (!body.has_left(i)) sum.fastest2 = std::max(sum.fastest2, speed * speed);
    } else if (g.ahead != nullptr) {
      put(ahead, g.ahead[i]);
    }
    g.load[i] = {};
  }
  if constexpr (!clumped) {
    sum.fastest2 =
        largest_square(body, from, to, [&](const Index* at) { return velocities(g.rate, at).squaredNorm(); });
    if (body.counts_turns) {
      rotate_spheres(
          std::span(body.orientation).subspan(from, to - from),
          [&](std::size_t k) -> const Row& { return g.rate[from + k].spin; }, dt);
    }
  }
  return sum;
}

/// kick() of some spheres or clumps; they drift next for `longest` [s] at most, spheres no faster than `fastest2` says.
template <bool clumped>
Sums end_step(GrainBody& body, Real dt, Real longest, Index from, Index to) {
  const GrainRows g(body.grains);
  const RowPairLanes falling = lanes_of_gravity(body.gravity);
  const Real half = Real(0.5) * dt;
  Sums sum;
  const auto end_one = [&](Index i) {
    g.call_after(i);
    const Load load = load_of<clumped>(body, g, i, falling);
    RowPairLanes v = vectors_of(g.rate[i]);  // the spin of a sphere does not change on the way
    if constexpr (clumped) {
      v = row_pair(first_of(v), lanes_of(Row(over_inertia(body, i, body.clumps.angular_momentum[i]))));
      turn_up(body, i, half);
    }
    book(g, i, load, falling, v, sum);
    v += half * load.speed_up;
    set_vectors(v, g.rate[i]);
    add_energy<clumped>(body, i, sum);
  };
  if constexpr (clumped) {
    for (Index i = from; i < to; ++i) end_one(i);
  } else {
    // Next speeds are between these two, being a convex function of the next step's length.
    const Real growth = dt > 0 ? longest / dt : 0;
    sum.fastest2 = largest_square(body, from, to, [&](const Index* at) {
      const Vec3Of<Pack> middle = velocities(g.rate, at);
      for (Index i = at[0]; i <= at[lanes - 1]; ++i) end_one(i);
      const Vec3Of<Pack> now = velocities(g.rate, at);
      return max(now.squaredNorm(), Vec3Of<Pack>(now + growth * (now - middle)).squaredNorm());
    });
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
  gravity_ = body.gravity;
  dt_ = dt;
  work_.resize(static_cast<std::size_t>(parallel::block_count(body.size())));
  fastest_.resize(work_.size());
}

void BlockDrift::drift(Index block) {
  const Index from = block * parallel::block_size, to = std::min(body_->size(), from + parallel::block_size);
  const Sums sums = body_->clumped ? begin_step<true>(*body_, gravity_, dt_, from, to)
                                   : begin_step<false>(*body_, gravity_, dt_, from, to);
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

void BlockKick::begin(GrainBody& body, Real dt, const Vec3& gravity) {
  body.gravity = gravity;
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
  return is_known ? largest(speed_ahead_) : infinity;
}

GrainWork kick(GrainBody& body, Real dt, const Vec3& gravity) {
  thread_local BlockKick blocks;  // grows once, then no allocation
  BlockKick& all = blocks;
  all.begin(body, dt, gravity);
  parallel::for_blocks(body.size(), [&](Index, Index, Index block) { all.kick(block); });
  return all.work();
}

GrainWork energies(const GrainBody& body) {
  const auto sums = parallel::reduce<Sums>(body.size(), [&](Index i, Sums& sum) {
    body.clumped ? add_energy<true>(body, i, sum) : add_energy<false>(body, i, sum);
  });
  return to_work(sums, 0, 0);
}

void place_grains(GrainBody& body, Index first) {
  SphereRows& g = body.grains;
  for (Index i = first; i < body.size(); ++i) {
    const Vec3 v = g.rate[i].velocity.vec(), spin = g.rate[i].spin.vec();
    if (body.clumped) carry_spheres(body, i, 0, v, spin);
    const Real arm = body.clumped ? g.position[i].w : 0;
    body.max_speed = std::max(body.max_speed, v.norm() + arm * spin.norm());
  }
}

GrainWork begin_within_step(GrainBody& body, Index first, Real dt, const Vec3& gravity) {
  SphereRows& g = body.grains;
  const Vec3 kick = Real(0.5) * dt * gravity;
  GrainWork against;
  for (Index i = first; i < body.size(); ++i) {
    if (g.rate[i].velocity.w == 0) continue;
    const Real mass = g.inertia[i].mass;
    const Vec3 half = g.rate[i].velocity.vec() - kick;
    g.rate[i].velocity.set(half);
    against.body_force += mass * kick.dot(half);
    against.scheme += Real(0.5) * mass * kick.squaredNorm();
  }
  return against;
}

}  // namespace talus
