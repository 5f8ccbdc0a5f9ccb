#include "talus/dem/free_wall.hpp"

#include "talus/body/body_state.hpp"
#include "talus/dem/rigid_motion.hpp"

namespace talus {

FreeWall::FreeWall(WallBody& wall) : wall_(&wall), guide_(wall.motion.free->guide()) {
  const WallFree& spec = *wall.motion.free;
  carrier_.name = wall.name;
  carrier_.clumped = true;
  carrier_.grains.resize(1);
  carrier_.orientation = {Quaternion::Identity()};
  carrier_.id = {0};
  carrier_.volume = {0};
  carrier_.origin = {spec.centre};
  // A wall that does not turn, or only about z, has moments that nothing asks for.
  const Vec3 inertia = spec.inertia.value_or(Vec3::Ones());
  carrier_.clumps.inertia = {(inertia.array() > 0).select(inertia, inertia.z())};
  carrier_.clumps.angular_momentum = {
      talus::angular_momentum(carrier_.orientation[0], spec.spin, carrier_.clumps.inertia[0])};
  carrier_.clumps.first = {0, 0};
  SphereRows& rows = carrier_.grains;
  rows.position[0] = Row(spec.centre);
  rows.rate[0] = {Row(spec.velocity, 1 / spec.mass), Row(spec.spin)};
  rows.inertia[0].mass = spec.mass;
  rows.load[0] = {};
  place(0);
}

/// Puts what acts on the wall now into the rows of its carrier.
void FreeWall::take_forces() {
  const WallFree& spec = *wall_->motion.free;
  given_.setZero();
  for (int k = 0; spec.force && k < 3; ++k) given_[k] = (*spec.force)[k](time_);
  given_ = guide_ * given_;
  carrier_.grains.load[0].force.set(guide_ * wall_->force + given_);
  carrier_.grains.load[0].torque.set(spec.inertia ? wall_->moment : Vec3::Zero());
}

/// Takes the work of the given force out of that of contact.
GrainWork FreeWall::book_given(GrainWork work, Real dt) const {
  const Real done = Real(0.5) * dt * given_.dot(wall_->half.velocity);
  work.contact += done;
  work.held -= done;
  return work;
}

/// The wall's frame and rates where its carrier is after a drift of dt [s].
void FreeWall::place(Real dt) {
  const SphereRows& rows = carrier_.grains;
  const Vec3 centre = rows.position[0].vec();
  WallPose& pose = wall_->pose;
  pose.centre = wall_->motion.free->centre;
  pose.displacement = centre - pose.centre;
  pose.rotation = carrier_.orientation[0];
  wall_->full = rates();
  wall_->half = rates();
  wall_->half.centre -= Real(0.5) * dt * wall_->half.velocity;
}

WallRates FreeWall::rates() const {
  const SphereRows& rows = carrier_.grains;
  return {rows.rate[0].velocity.vec(), rows.rate[0].spin.vec(), rows.position[0].vec()};
}

Real FreeWall::energy_within_step() const {
  const SphereRows& rows = carrier_.grains;
  const Vec3& L = carrier_.clumps.angular_momentum[0];
  const Vec3 spin = talus::angular_velocity(carrier_.orientation[0], L, carrier_.clumps.inertia[0]);
  return Real(0.5) * (rows.inertia[0].mass * rows.rate[0].velocity.vec().squaredNorm() + spin.dot(L));
}

void FreeWall::state(Archive& a) {
  a("carrier", carrier_);
  a("time", time_);
  a("given", given_);
}

GrainWork FreeWall::kick_and_drift(Real t, Real dt) {
  time_ = t;
  take_forces();
  const GrainWork work = talus::kick_and_drift(carrier_, dt);
  place(dt);
  time_ = t + dt;
  return book_given(work, dt);
}

GrainWork FreeWall::kick(Real dt, const Vec3& gravity) {
  take_forces();
  const GrainWork work = talus::kick(carrier_, dt, guide_ * gravity);
  wall_->full = rates();
  return book_given(work, dt);
}

}  // namespace talus
