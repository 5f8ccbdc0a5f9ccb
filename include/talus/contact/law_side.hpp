// One solid sampled in the colour field of another under any law of the library: half of a law contact (contact 34-36).
//
// Each surface particle is a ball of half a spacing that meets another such ball; how deep, and along which normal, the
// field says, so surfaces are smooth and touch where they are. The law's force goes to particle and sources along the
// gradient of the overlap, friction through the exchange of field contact: both momenta are kept, and the work of the
// force is that over the overlap, which is what the law's books are about.
#pragma once

#include <cmath>

#include "talus/contact/field_overlap.hpp"
#include "talus/contact/grain_touch.hpp"
#include "talus/contact/sampled_side.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/core/flag.hpp"

namespace talus {

/// The field that laws read is smoothed and calibrated as that of the field barrier.
inline constexpr FieldBarrier field_of_laws{};

template <class Normal>
class LawSide final : public SampledSide {
 public:
  using Laws = GrainLaws<Normal, true>;

  LawSide(SolidBody& own, SolidBody& other, const Laws& laws);

  /// Evaluates and hands out all forces.
  ContactSums compute(Real dt);

  [[nodiscard]] BarrierAnswer probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const override;
  [[nodiscard]] bool sticks(Index p) const override { return !memory_[footprint().slot(p)].touch.slips(); }
  [[nodiscard]] Real pressure(Index p) const override {
    return 2 * point_[p].load / surface().area[footprint().slot(p)];
  }
  void state(Archive& a) override {
    SampledSide::state(a);
    a.fixed("memory", memory_);
    a("lost", lost_);
    a("step ahead", step_ahead_);
    a("dashpots", dashpots_);
    if (a.reads()) overlap_ = overlap_now();
  }

 private:
  /// Both sides see every contact: each gives half.
  static constexpr Real share = 0.5;
  /// Motion is followed from this many touching distances on, so that the first step in contact knows where it goes.
  static constexpr Real watched = 0.1;

  struct Memory {
    TouchHistory<Normal, true> touch;
    Flag touching = false;
    Vec3 normal = Vec3::Zero();   ///< at the end of the last step
    Real overlap = 0;             ///< the same [m]
    Vec3 sliding = Vec3::Zero();  ///< mean of the last step [m/s]
    Real closing = 0;             ///< the same [m/s]
    Flag known = false;           ///< these four are of the step before
    Real stored = 0;              ///< in its springs [J]
  };

  void forget_absent();
  /// Reads the field at point p; hands on to the laws where it is near.
  void follow_point(Index p, Real dt, GrainContactSums& sums);
  void touch_point(Index p, Real slope, ContactPoint& contact, Memory& memory, GrainContactSums& sums);
  TouchMotion motion_of(Index p, Real slope, Real dt, Memory& memory);
  [[nodiscard]] ContactPoint pair(Index particle, Real dt) const;
  [[nodiscard]] FieldOverlap overlap_now() const {
    return {sampling_.kernel(), other().spacing, sampling_.distance(), own().dimension};
  }

  Laws laws_;
  Real other_mass_;  ///< of the other body's particles, mean [kg]
  FieldOverlap overlap_;
  StepAhead step_ahead_;
  DashpotLoss dashpots_;
  Real ahead_ = 0;              ///< in the step that is computed [-]
  std::vector<Memory> memory_;  ///< of every surface particle
  Real lost_ = 0;               ///< stored in contacts that have left the lists since the last step [J]
};

template <class Normal>
LawSide<Normal>::LawSide(SolidBody& own, SolidBody& other, const Laws& laws)
    : SampledSide(own, other, field_of_laws.smoothing, field_of_laws.calibrate, false),
      laws_(laws),
      overlap_(overlap_now()),
      memory_(surface().size()) {
  Real mass = 0;
  for (const Real m : other.m) mass += m;
  other_mass_ = mass / other.size();
}

template <class Normal>
ContactPoint LawSide<Normal>::pair(Index particle, Real dt) const {
  return laws_.between(Real(0.5) * own().spacing, Real(0.5) * other().spacing, 1 / own().m[particle] + 1 / other_mass_,
                       dt);
}

template <class Normal>
void LawSide<Normal>::forget_absent() {
  Index p = 0;
  for (Index slot = 0; slot < surface().size(); ++slot) {
    if (p < sampling_.size() && footprint().slot(p) == slot) {
      ++p;
    } else if (memory_[slot].known) {
      lost_ += share * memory_[slot].stored;
      memory_[slot] = {};
    }
  }
}

template <class Normal>
ContactSums LawSide<Normal>::compute(Real dt) {
  if (sampling_.update(dt)) {
    overlap_ = overlap_now();
    forget_absent();
    point_.resize(sampling_.size());
  }
  laws_.prepare(dt);
  ahead_ = step_ahead_.take(dt);
  const auto sums = parallel::reduce<GrainContactSums>(
      sampling_.size(), [&](Index p, GrainContactSums& sum) { follow_point(p, dt, sum); }, parallel::gathering_block);
  sampling_.push_points([&](Index p) { return point_[p].gradient; });
  sampling_.push_sets({.friction = true});
  sampling_.warm_particles();
  deepest_ = std::max(deepest_, sums.overlap_ratio * Real(0.5) * own().spacing);
  ContactSums answer;
  answer.stored = share * sums.stored;
  answer.plastic = share * sums.plastic + std::exchange(lost_, 0);
  answer.adhesive = share * sums.adhesive;
  answer.viscous = share * dashpots_.take(sums.viscous_power, dt);
  answer.sliding = share * sums.sliding;
  answer.scheme = share * sums.scheme;
  answer.stiffness = 2 * share * sums.frequency2;
  return answer;
}

/// Motion over the step, and that at its end, which is carried on from the last two.
template <class Normal>
TouchMotion LawSide<Normal>::motion_of(Index p, Real slope, Real dt, Memory& memory) {
  const FieldPoint& point = point_[p];
  TouchMotion motion;
  motion.normal = point.normal;
  motion.turn = {memory.known ? memory.normal : point.normal, point.normal};
  motion.overlap = point.penetration;
  motion.overlap_before = memory.overlap;
  const Vec3 mean = motion.turn.mean();
  motion.sliding = motion.sliding_ahead = point.velocity - point.velocity.dot(mean) * mean;
  const bool moved = memory.known && dt > 0;
  const Real closing = moved ? (point.penetration - memory.overlap) / dt : sampling_.rate(p) / slope;
  motion.closing = closing;
  if (moved) {
    motion.closing += ahead_ * (closing - memory.closing);
    motion.sliding_ahead += ahead_ * (motion.sliding - memory.sliding);
  }
  motion.sliding_ahead -= motion.sliding_ahead.dot(point.normal) * point.normal;
  motion.spin = motion.spin_ahead = Vec3::Zero();
  memory.normal = point.normal;
  memory.overlap = point.penetration;
  memory.sliding = motion.sliding;
  memory.closing = closing;
  memory.known = true;
  return motion;
}

template <class Normal>
void LawSide<Normal>::follow_point(Index p, Real dt, GrainContactSums& sums) {
  const Index slot = footprint().slot(p);
  const FieldSampling::Reading reading = sampling_.read(p);
  FieldPoint& point = point_[p];
  point = FieldPoint{};
  point.particle = surface().particle[slot];
  point.x = reading.x;
  point.gradient = reading.gradient;
  point.penetration = overlap_.at(reading.value);
  sampling_.force(p) = {};
  const Real size = point.gradient.norm();
  if (size <= 0) return;
  point.normal = -point.gradient / size;
  point.place = place_of(point);
  const Real slope = overlap_.slope(reading.value);
  ContactPoint contact = pair(point.particle, dt);
  GrainContactSums one;
  // The step has to be short enough before surfaces meet: what is near counts with its stiffness to come.
  one.frequency2 = laws_.expected_frequency2(contact, own().max_speed + other().max_speed);
  // A dashpot sees a velocity carried half a step ahead: its rate counts as a frequency, twice.
  contact.overlap = std::max(Real(0), point.penetration);
  const Real of_dashpots = 2 * laws_.dashpot_rate(contact);
  one.frequency2 = std::max(one.frequency2, of_dashpots * of_dashpots);
  Memory& memory = memory_[slot];
  if (point.penetration > -watched * sampling_.distance() || memory.touching) {
    touch_point(p, slope, contact, memory, one);
  } else {
    memory.known = false;
  }
  sampling_.force(p).heat = share * one.sliding;
  // That of the contact, as that of the particles at its two ends.
  const Real steep = std::max(size, touching().slope);
  one.frequency2 *= contact.reduced_mass * steep * (steep + reading.steep) / (slope * slope * sampling_.lightest());
  sums += one;
}

template <class Normal>
void LawSide<Normal>::touch_point(Index p, Real slope, ContactPoint& contact, Memory& memory, GrainContactSums& sums) {
  FieldPoint& point = point_[p];
  point.velocity = sampling_.exchange(p, point.place).velocity;
  const TouchMotion motion = motion_of(p, slope, contact.dt, memory);
  if (point.penetration <= 0 && !memory.touching) return;
  const TouchAnswer answer = touch(laws_, memory.touch, contact, motion, sums);
  memory.touching = point.penetration > 0;
  if (!memory.touching) {
    memory.touch = {};
    memory.stored = 0;
    return;
  }
  memory.stored = answer.stored;
  point.slope = share * answer.normal_force / slope;
  point.load = -point.slope * point.gradient.dot(point.normal);
  point.friction = share * (answer.force - answer.normal_force * point.normal);
  sampling_.force(p) = {.friction = point.friction, .slope = point.slope};
  note_overlap(contact, Real(0.5) * own().spacing, answer.stored, sums);
}

template <class Normal>
BarrierAnswer LawSide<Normal>::probe(const CellGrid& others, Index slot, const Vec3& x, Vec3& gradient) const {
  const Real c = sampling_.probe(others, x, gradient);
  BarrierAnswer answer;
  answer.penetration = overlap_.at(c);
  if (answer.penetration <= 0) return answer;
  ContactPoint contact = pair(surface().particle[slot], 0);
  contact.overlap = answer.penetration;
  typename Normal::History fresh{};
  const NormalAnswer normal = laws_.normal.evaluate(fresh, contact);
  const Real slope = overlap_.slope(c);
  answer.energy = share * normal.stored;
  answer.slope = share * normal.force / slope;
  answer.curvature = share * normal.stiffness / (slope * slope);
  return answer;
}

}  // namespace talus
