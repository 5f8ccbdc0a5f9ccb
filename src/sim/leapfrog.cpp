#include "talus/sim/leapfrog.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/particle_group.hpp"

namespace talus {
namespace {

constexpr std::size_t reaction = static_cast<std::size_t>(ForceKind::reaction);
constexpr std::size_t internal = static_cast<std::size_t>(ForceKind::internal);
constexpr std::size_t scheme = force_kind_count;
constexpr std::size_t kinetic = force_kind_count + 1;
constexpr std::size_t sum_count = force_kind_count + 2;
constexpr std::size_t nothing = force_kind_count;

/// The kinds of force that act on a body, without one of them.
class ActingKinds {
 public:
  ActingKinds(const SolidBody& body, std::size_t without) {
    for (std::size_t k = 0; k < force_kind_count; ++k) {
      if (body.acts[k] && k != without) kind_[count_++] = k;
    }
  }
  /// Those whose work forces tell. Stress has its own books, unless the control is part of it.
  static ActingKinds booked(const SolidBody& body) { return {body, body.control_in_stress ? nothing : internal}; }
  [[nodiscard]] const std::size_t* begin() const { return kind_.data(); }
  [[nodiscard]] const std::size_t* end() const { return kind_.data() + count_; }

 private:
  std::array<std::size_t, force_kind_count> kind_{};
  std::size_t count_ = 0;
};

/// Sums over particles and the largest squared speed of one.
template <class T>
struct StepSumsOf {
  std::array<T, sum_count> of{};
  T largest_speed2 = 0;

  StepSumsOf& operator+=(const StepSumsOf& other) {
    for (std::size_t k = 0; k < sum_count; ++k) of[k] += other.of[k];
    largest_speed2 = max(largest_speed2, other.largest_speed2);
    return *this;
  }
};
using StepSums = StepSumsOf<Real>;

/// Of step(group, sums) for all particles of a block.
template <class Step>
StepSums sums_of(Index first, Index last, Step&& step) {
  StepSumsOf<Pack> packs;
  StepSums sums;
  for_groups(first, last, [&]<class T>(ParticleGroup<T> at) {
    if constexpr (std::is_same_v<T, Pack>)
      step(at, packs);
    else
      step(at, sums);
  });
  for (std::size_t k = 0; k < sum_count; ++k) sums.of[k] += lane_sum(packs.of[k]);
  sums.largest_speed2 = max(sums.largest_speed2, -lane_min(-packs.largest_speed2));
  return sums;
}

template <class T>
NumbersOf<T> sum_of(const SolidBody& body, const ActingKinds& kinds, ParticleGroup<T> at) {
  NumbersOf<T> f = NumbersOf<T>::Constant(T(0));
  for (const std::size_t k : kinds) f += numbers(body.force[k], at);
  return f;
}

/// What moves the particles of a body: all forces that act on it …
class AllForces {
 public:
  explicit AllForces(const SolidBody& body) : body_(body), acting_(body, nothing), booked_(ActingKinds::booked(body)) {}
  /// Summed here: nearly all of them are read for their work.
  template <class T>
  [[nodiscard]] NumbersOf<T> on(ParticleGroup<T> at) const {
    return sum_of(body_, acting_, at);
  }
  /// Adds half of the work of the kinds whose forces tell it.
  template <class T>
  void book_work(ParticleGroup<T> at, const NumbersOf<T>& half_dx, StepSumsOf<T>& sum) const {
    for (const std::size_t k : booked_) sum.of[k] -= (numbers(body_.force[k], at) * half_dx).sum();
  }

 private:
  const SolidBody& body_;
  ActingKinds acting_, booked_;
};

/// … or those of stress, with the control in them, where nothing else acts: one array is read instead of two, and the
/// sums stay in registers.
class InternalForces {
 public:
  explicit InternalForces(const SolidBody& body) : force_(body.force[internal]) {}
  template <class T>
  [[nodiscard]] NumbersOf<T> on(ParticleGroup<T> at) const {
    return numbers(force_, at);
  }
  template <class T>
  void book_work(ParticleGroup<T> at, const NumbersOf<T>& half_dx, StepSumsOf<T>& sum) const {
    sum.of[internal] -= (numbers(force_, at) * half_dx).sum();
  }

 private:
  const std::vector<Vec3>& force_;
};

/// What `step` makes of the forces on a body.
auto with_forces(const SolidBody& body, auto&& step) {
  return stress_acts_alone(body) ? step(InternalForces(body)) : step(AllForces(body));
}

StepWork to_step_work(const StepSums& sum) {
  StepWork result;
  for (std::size_t k = 0; k < force_kind_count; ++k) result.work[k] = sum.of[k];
  result.scheme = sum.of[scheme];
  result.kinetic = sum.of[kinetic];
  return result;
}

/// Asks for fields of particles that come later: these loops have so little to do that they mostly wait for memory.
template <class T, class... Fields>
void call_after(ParticleGroup<T> at, const Fields&... fields) {
  constexpr Index ahead = 4 * lanes;
  if constexpr (std::is_same_v<T, Pack>) (prefetch_later(fields.data() + at.first, ahead, lanes), ...);
}

template <class Forces, class T>
void kick_group(SolidBody& body, Real dt, const Forces& forces, ParticleGroup<T> at, StepSumsOf<T>& sum) {
  call_after(at, body.v, body.m);
  const NumbersOf<T> f = forces.on(at);
  const T m = take(body.m, at);
  const NumbersOf<T> gain = for_each_number(T(Real(0.5) * dt / m)) * f;
  const NumbersOf<T> before = numbers(body.v, at), v = before + gain;
  forces.book_work(at, NumbersOf<T>(T(Real(0.5) * dt) * before), sum);
  sum.of[scheme] -= Real(0.25) * dt * (gain * f).sum();
  sum.of[kinetic] += Real(0.5) * (for_each_number(m) * v * v).sum();
  put_numbers(body.v, at, v);
}

template <class Forces, class T>
void kick_and_drift_group(SolidBody& body, Real dt, const Forces& forces, ParticleGroup<T> at, StepSumsOf<T>& sum) {
  call_after(at, body.force[internal], body.m, body.v, body.u, body.X, body.x);
  const NumbersOf<T> f = forces.on(at);
  const NumbersOf<T> gain = for_each_number(T(Real(0.5) * dt / take(body.m, at))) * f;
  const NumbersOf<T> v = numbers(body.v, at) + gain;
  forces.book_work(at, NumbersOf<T>(T(Real(0.5) * dt) * v), sum);
  sum.of[scheme] += Real(0.25) * dt * (gain * f).sum();
  sum.largest_speed2 = max(sum.largest_speed2, vectors_of(NumbersOf<T>(v * v)).sum());
  const NumbersOf<T> u = numbers(body.u, at) + T(dt) * v;
  put_numbers(body.v, at, v);
  put_numbers(body.u, at, u);
  put_numbers(body.x, at, numbers(body.X, at) + u);
}

}  // namespace

bool stress_acts_alone(const SolidBody& body) {
  const ActingKinds others(body, internal);
  return body.control_in_stress && body.acts[internal] && others.begin() == others.end();
}

StepWork& StepWork::operator+=(const StepWork& other) {
  for (std::size_t k = 0; k < force_kind_count; ++k) work[k] += other.work[k];
  of_told_control += other.of_told_control;
  scheme += other.scheme;
  kinetic += other.kinetic;
  return *this;
}

void clear_added_forces(SolidBody& body) {
  using enum ForceKind;
  const auto acts = [&](ForceKind kind) -> Flag& { return body.acts[static_cast<std::size_t>(kind)]; };
  std::array<Vec3*, force_kind_count> added;
  std::size_t kinds = 0;
  for (const ForceKind kind : {contact, contact_viscous, friction, boundary, load}) {
    if (acts(kind)) added[kinds++] = body.open(kind).data();
  }
  if (body.control_in_stress && acts(hourglass)) {
    added[kinds++] = body.open(hourglass).data();
    acts(hourglass) = false;  // in most steps stress acts alone, which is faster
  }
  if (kinds == 0) return;
  parallel::for_blocks(body.size(), [&](Index first, Index last, Index) {
    for (std::size_t k = 0; k < kinds; ++k) std::fill(added[k] + first, added[k] + last, Vec3::Zero());
  });
}

void sum_forces(SolidBody& body) {
  const ActingKinds kinds(body, reaction);
  parallel::for_blocks(body.size(), [&](Index first, Index last, Index) {
    for_groups(first, last, [&](auto at) { put_numbers(body.total_force, at, sum_of(body, kinds, at)); });
  });
}

StepWork kick_and_drift(SolidBody& body, Real dt, const std::function<void(Index, Index)>& moved) {
  const StepSums sums = with_forces(body, [&](const auto& forces) {
    return parallel::reduce_blocks<StepSums>(body.size(), [&](Index first, Index last, StepSums& sum) {
      sum = sums_of(first, last, [&](auto at, auto& some) { kick_and_drift_group(body, dt, forces, at, some); });
      moved(first, last);
    });
  });
  body.max_speed = std::sqrt(sums.largest_speed2);
  return to_step_work(sums);
}

StepWork kick(SolidBody& body, Real dt) {
  const Index n = body.size();
  return kick(body, dt, parallel::block_count(n), [n](const KickOfBlock& kick_block) {
    parallel::for_blocks(n, [&](Index first, Index last, Index block) { kick_block(block, first, last); });
  });
}

StepWork kick(SolidBody& body, Real dt, Index blocks, const std::function<void(const KickOfBlock&)>& go_through) {
  thread_local std::vector<StepSums> storage;  // grows once, then no allocation
  storage.assign(static_cast<std::size_t>(blocks), {});
  StepSums* const of_block = storage.data();
  with_forces(body, [&](const auto& forces) {
    go_through([&, of_block](Index block, Index first, Index last) {
      of_block[block] = sums_of(first, last, [&](auto at, auto& sum) { kick_group(body, dt, forces, at, sum); });
    });
  });
  StepSums total;
  for (Index b = 0; b < blocks; ++b) total += of_block[b];
  return to_step_work(total);
}

void velocity_after_kick(const SolidBody& body, Real dt, std::vector<Vec3>& velocity) {
  velocity.resize(body.v.size());
  with_forces(body, [&](const auto& forces) {
    parallel::for_blocks(body.size(), [&](Index first, Index last, Index) {
      for_groups(first, last, [&]<class T>(ParticleGroup<T> at) {
        const NumbersOf<T> gain = for_each_number(T(Real(0.5) * dt / take(body.m, at))) * forces.on(at);
        put_numbers(velocity, at, numbers(body.v, at) + gain);
      });
    });
  });
}

Real kinetic_energy(const SolidBody& body) {
  return parallel::sum<1>(body.size(), [&](Index i, std::array<Real, 1>& sum) {
    sum[0] += Real(0.5) * body.m[i] * body.v[i].squaredNorm();
  })[0];
}

Vec3 linear_momentum(const SolidBody& body) {
  const auto p = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    for (int a = 0; a < 3; ++a) sum[a] += body.m[i] * body.v[i][a];
  });
  return {p[0], p[1], p[2]};
}

Vec3 angular_momentum(const SolidBody& body) {
  const auto L = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const Vec3 l = body.m[i] * body.x[i].cross(body.v[i]);
    for (int a = 0; a < 3; ++a) sum[a] += l[a];
  });
  return {L[0], L[1], L[2]};
}

Real total_mass(const SolidBody& body) {
  return parallel::sum<1>(body.size(), [&](Index i, std::array<Real, 1>& sum) { sum[0] += body.m[i]; })[0];
}

}  // namespace talus
