#include "talus/sim/leapfrog.hpp"

#include <cmath>

#include "talus/core/parallel.hpp"

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

/// Adds particle i's half of the work of some kinds.
void book_work(const SolidBody& body, const ActingKinds& kinds, Index i, Real dt, std::array<Real, sum_count>& sum) {
  const Vec3 half_dx = (Real(0.5) * dt) * body.v[i];
  for (const std::size_t k : kinds) sum[k] -= body.force[k][i].dot(half_dx);
}

/// total_force and what holds prescribed particles.
Vec3 whole_force(const SolidBody& body, Index i) {
  if (!body.acts[reaction]) return body.total_force[i];
  return body.total_force[i] + body.force[reaction][i];
}

StepWork to_step_work(const std::array<Real, sum_count>& sum) {
  StepWork result;
  for (std::size_t k = 0; k < force_kind_count; ++k) result.work[k] = sum[k];
  result.scheme = sum[scheme];
  result.kinetic = sum[kinetic];
  return result;
}

}  // namespace

StepWork& StepWork::operator+=(const StepWork& other) {
  for (std::size_t k = 0; k < force_kind_count; ++k) work[k] += other.work[k];
  scheme += other.scheme;
  kinetic += other.kinetic;
  return *this;
}

void clear_added_forces(SolidBody& body) {
  using enum ForceKind;
  for (const ForceKind kind : {contact, contact_viscous, friction, boundary}) {
    if (!body.acts[static_cast<std::size_t>(kind)]) continue;
    auto& force = body.open(kind);
    parallel::for_each(body.size(), [&](Index i) { force[i].setZero(); });
  }
}

void sum_forces(SolidBody& body) {
  const ActingKinds kinds(body, reaction);
  parallel::for_each(body.size(), [&](Index i) {
    Vec3 f = Vec3::Zero();
    for (const std::size_t k : kinds) f += body.force[k][i];
    body.total_force[i] = f;
  });
}

StepWork kick_and_drift(SolidBody& body, Real dt) {
  thread_local parallel::Minimum storage;  // grows once, then no allocation
  parallel::Minimum& slowness = storage;
  slowness.reset(body.size());
  const ActingKinds kinds = ActingKinds::booked(body);
  const auto sums = parallel::sum<sum_count>(body.size(), [&](Index i, std::array<Real, sum_count>& sum) {
    const Vec3 f = whole_force(body, i);
    body.v[i] += (Real(0.5) * dt / body.m[i]) * f;
    book_work(body, kinds, i, dt, sum);
    sum[scheme] += dt * dt / (8 * body.m[i]) * f.squaredNorm();
    body.u[i] += dt * body.v[i];
    body.x[i] = body.X[i] + body.u[i];
    slowness.take(i, -body.v[i].squaredNorm());
  });
  body.max_speed = body.size() > 0 ? std::sqrt(-slowness.value()) : 0;
  return to_step_work(sums);
}

StepWork kick(SolidBody& body, Real dt) {
  const ActingKinds kinds = ActingKinds::booked(body);
  return to_step_work(parallel::sum<sum_count>(body.size(), [&](Index i, std::array<Real, sum_count>& sum) {
    const Vec3 f = whole_force(body, i);
    book_work(body, kinds, i, dt, sum);
    sum[scheme] -= dt * dt / (8 * body.m[i]) * f.squaredNorm();
    body.v[i] += (Real(0.5) * dt / body.m[i]) * f;
    sum[kinetic] += Real(0.5) * body.m[i] * body.v[i].squaredNorm();
  }));
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
