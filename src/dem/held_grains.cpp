#include "talus/dem/held_grains.hpp"

#include <array>
#include <utility>

#include "talus/core/parallel.hpp"
#include "talus/dem/rigid_motion.hpp"

namespace talus {
namespace {

/// Inverse masses of all grains, and of the spheres of clumps.
void set_held(GrainBody& body, const ClumpBody& kind, bool held) {
  SphereRows& g = body.grains;
  constexpr Real never = 1e300;  // moments of what does not turn
  for (Index i = 0; i < body.size(); ++i) {
    RateRows& rate = g.rate[i];
    rate.velocity.w = held ? 0 : 1 / g.inertia[i].mass;
    rate.spin.w = held ? 0 : 1 / g.inertia[i].moment;
    if (!body.clumped) continue;
    ClumpState& c = body.clumps;
    const Vec3 moments = kind.inertia_of(g.position[i].w / kind.grain.reach());
    c.inertia[i] = held ? Vec3::Constant(never) : moments;
    c.angular_momentum[i] = held ? Vec3::Zero() : angular_momentum(body.orientation[i], Vec3(rate.spin.vec()), moments);
    for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
      c.spheres.rate[s].velocity.w = rate.velocity.w;
      c.spheres.rate[s].spin.w = rate.spin.w;
    }
  }
}

Real spin_energy(const GrainBody& body, Index i) {
  const Vec3 spin = body.grains.rate[i].spin.vec();
  if (body.clumped) return Real(0.5) * spin.dot(body.clumps.angular_momentum[i]);
  return Real(0.5) * body.grains.inertia[i].moment * spin.squaredNorm();
}

/// Gives every grain velocity_of(x) and a spin; those of clumps that are held do not turn.
template <class Velocity>
GivenEnergy set_rates(GrainBody& body, const Vec3& spin, Velocity&& velocity_of) {
  SphereRows& g = body.grains;
  const auto given = parallel::sum<2>(body.size(), [&](Index i, std::array<Real, 2>& sum) {
    const Vec3 before = g.rate[i].velocity.vec(), v = velocity_of(g.position[i].vec());
    sum[0] += Real(0.5) * g.inertia[i].mass * (v - before).dot(v + before);
    g.rate[i].velocity.set(v);
    if (body.clumped) return;
    sum[1] -= spin_energy(body, i);
    g.rate[i].spin.set(spin);
    sum[1] += spin_energy(body, i);
  });
  return {given[0], given[1]};
}

/// The second half of a step of dt [s], with the forces that are still in the rows.
GivenEnergy take_back_kick(GrainBody& body, Real dt) {
  SphereRows& g = body.grains;
  const Real half = Real(0.5) * dt;
  const auto given = parallel::sum<2>(body.size(), [&](Index i, std::array<Real, 2>& sum) {
    RateRows& rate = g.rate[i];
    const Vec3 after = rate.velocity.vec();
    const Vec3 before = after - half * (rate.velocity.w * g.load[i].force.vec() + body.gravity);
    sum[0] += Real(0.5) * g.inertia[i].mass * (before - after).dot(before + after);
    sum[1] -= spin_energy(body, i);
    rate.velocity.set(before);
    if (body.clumped) {
      Vec3& L = body.clumps.angular_momentum[i];
      L -= half * g.load[i].torque.vec();
      rate.spin.set(angular_velocity(body.orientation[i], L, body.clumps.inertia[i]));
    } else {
      rate.spin.set(rate.spin.vec() - half * rate.spin.w * g.load[i].torque.vec());
    }
    sum[1] += spin_energy(body, i);
  });
  return {given[0], given[1]};
}

/// Of contact on all grains [N].
Vec3 force_on(const GrainBody& body) {
  const auto sum = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& all) {
    for (int k = 0; k < 3; ++k) all[k] += body.grains.load[i].force.vec()[k];
  });
  return {sum[0], sum[1], sum[2]};
}

}  // namespace

bool HeldMotion::holds(Real t) const {
  if (release_at && t >= *release_at) return false;
  return from_start || (hold_at && t >= *hold_at);
}

HeldGrains::HeldGrains(Index body, HeldMotion motion, Real t)
    : body_(body), given_(std::move(motion)), holds_(given_.holds(t)) {
  if (given_.motion) pose_ = wall_pose(*given_.motion, state_, t);
}

void HeldGrains::start(GrainBody& body, Real t) {
  if (!moves()) return;
  full_ = wall_rates(*given_.motion, state_, t);
  set_rates(body, full_.spin, [&](const Vec3& x) { return full_.at(x); });
}

GivenEnergy HeldGrains::begin_step(GrainBody& body, Real t, Real dt) {
  if (!moves()) return {};
  const WallStep step = advance(*given_.motion, state_, t, dt, given_.motion->servo ? force_on(body) : Vec3::Zero());
  const WallPose before = std::exchange(pose_, step.pose);
  const bool turns = given_.motion->rotation.has_value();
  state_ = step.state;
  full_ = step.full;
  return set_rates(body, step.half.spin, [&](const Vec3& x) -> Vec3 {
    // Round-off of large places has no part in what only goes along.
    return turns ? Vec3((pose_.to_space(before.to_wall(x)) - x) / dt) : step.half.velocity;
  });
}

void HeldGrains::release(GrainBody& body, const ClumpBody& kind) {
  holds_ = false;
  is_let_go_ = true;
  set_held(body, kind, false);
}

GivenEnergy HeldGrains::hold(GrainBody& body, const ClumpBody& kind, Real t) {
  holds_ = true;
  GivenEnergy given;
  for (Index i = 0; body.clumped && i < body.size(); ++i) {
    given.rotational -= spin_energy(body, i);
    body.grains.rate[i].spin.set(Vec3::Zero());
  }
  set_held(body, kind, true);
  if (given_.motion) {
    pose_ = wall_pose(*given_.motion, state_, t);
    full_ = wall_rates(*given_.motion, state_, t);
  }
  return given += set_rates(body, full_.spin, [&](const Vec3& x) { return full_.at(x); });
}

GivenEnergy HeldGrains::end_step(GrainBody& body, const ClumpBody& kind, Real t, Real dt) {
  GivenEnergy given;
  const bool is_let_go = std::exchange(is_let_go_, false);
  if (is_let_go) given = take_back_kick(body, dt);
  if (!is_let_go && !holds_ && given_.holds(t)) return hold(body, kind, t);
  if (!given_.motion || !(holds_ || is_let_go)) return given;
  return given += set_rates(body, full_.spin, [&](const Vec3& x) { return full_.at(x); });
}

void HeldGrains::state(Archive& a) {
  a("holds", holds_);
  a("travel", state_);
  a("pose", pose_);
  a("rates", full_);
}

}  // namespace talus
