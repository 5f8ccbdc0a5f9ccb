// One contact between round things: what its motion is, and what its laws make of it (contact 25-28). Spheres against
// spheres and spheres against walls share all of this.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "talus/body/grain_body.hpp"
#include "talus/contact/grain_contact.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/contact_span.hpp"
#include "talus/law/contact/lane_by_lane.hpp"
#include "talus/law/contact/tangential/grain_tangential.hpp"
#include "talus/law/contact/torque/torque_spring.hpp"

namespace talus {

/// Motion of partner i against partner j: in the middle of the step that led here, and at its end, *ahead*.
template <class T>
struct TouchMotionOf {
  Vec3Of<T> normal;                      ///< from j to i
  NormalTurnOf<T> turn;                  ///< of it, in the step
  T overlap = 0, overlap_before = 0;     ///< delta [m]
  T closing = 0;                         ///< ahead [m/s]
  Vec3Of<T> sliding;                     ///< of the middle, in the plane of the mean normal [m/s]
  Vec3Of<T> across = Vec3Of<T>::Zero();  ///< mean normal x sliding, at hand as early as that [m/s]
  Vec3Of<T> sliding_ahead;               ///< in the plane of the normal [m/s]
  Vec3Of<T> spin;                        ///< omega_i - omega_j of the middle [1/s]
  Vec3Of<T> spin_ahead;                  ///< the same ahead [1/s]
  T mean_spin = 0;                       ///< 1/2 (omega_i + omega_j).n of the middle [1/s]
};
using TouchMotion = TouchMotionOf<Real>;

/// Where two partners touch, now and at the start of the step. A wall is a sphere without radius on its surface.
template <class T>
struct TouchGeometryOf {
  Vec3Of<T> normal, normal_before;    ///< from j to i
  T overlap = 0, overlap_before = 0;  ///< [m]
  T radius_i = 0, radius_j = 0;       ///< [m]
};
using TouchGeometry = TouchGeometryOf<Real>;

/// How fast they move and spin in the middle of the step that led here.
template <class T>
struct RelativeMotionOf {
  Vec3Of<T> velocity;        ///< of i against j [m/s]
  Vec3Of<T> spin_i, spin_j;  ///< [1/s]
};
using RelativeMotion = RelativeMotionOf<Real>;

/// What a contact remembers of the middle of its last step. `Full`: also what rolls and twists.
template <class T, bool Full>
struct MotionHistoryOf {
  Vec3Of<T> velocity = Vec3Of<T>::Zero();  ///< of i against j at the point of contact [m/s]
};
template <class T>
struct MotionHistoryOf<T, true> : MotionHistoryOf<T, false> {
  Vec3Of<T> spin = Vec3Of<T>::Zero();  ///< omega_i - omega_j [1/s]
};

/// Dashpots act at the end of a step, and motion is known in the middles of this one and the one before. The straight
/// line through both leads to the end, to second order.
class StepAhead {
 public:
  /// For a step of `dt` [s]: the way to its end over that between the middles [-].
  Real take(Real dt) { return dt > 0 ? dt / (dt + std::exchange(before_, dt)) : 0; }
  void state(Archive& a) { a("step before", before_); }

 private:
  Real before_ = 0;  ///< [s]; 0 at the start, whose motion counts as that of a middle
};

/// The motion at the point of contact (contact 25). Half of the overlap belongs to each partner; what happens over the
/// step is seen with its mean normal and mean overlap, which makes displacements exact to second order. `ahead`: from
/// StepAhead, 0 where the contact is new.
template <class T, bool Full>
TouchMotionOf<T> touch_motion(const TouchGeometryOf<T>& g, const RelativeMotionOf<T>& r,
                              MotionHistoryOf<T, Full>& before, const std::type_identity_t<T>& ahead) {
  using Vector = Vec3Of<T>;
  TouchMotionOf<T> m;
  m.normal = g.normal;
  m.turn = {g.normal_before, g.normal};
  m.overlap = g.overlap;
  m.overlap_before = g.overlap_before;
  const T half_mean = Real(0.25) * (g.overlap + g.overlap_before);
  const Vector mean = m.turn.mean();
  const Vector turn = (g.radius_i - half_mean) * r.spin_i + (g.radius_j - half_mean) * r.spin_j;
  const Vector velocity = r.velocity - turn.cross(mean);
  m.sliding = velocity - velocity.dot(mean) * mean;
  m.across = mean.cross(velocity);
  const Vector velocity_ahead = velocity + ahead * (velocity - before.velocity);
  m.closing = -velocity_ahead.dot(g.normal);
  m.sliding_ahead = velocity_ahead + m.closing * g.normal;
  before.velocity = velocity;
  m.mean_spin = Real(0.5) * Vector(r.spin_i + r.spin_j).dot(g.normal);
  if constexpr (Full) {
    m.spin = r.spin_i - r.spin_j;
    m.spin_ahead = m.spin + ahead * (m.spin - before.spin);
    before.spin = m.spin;
  }
  return m;
}

/// The laws of a pair of bodies, ready to evaluate. `Full`: what touches may resist rolling and twisting, and creep;
/// what only slides remembers half as much, and large beds are as slow as their memory.
template <class Normal, bool Full>
struct GrainLaws {
  Normal normal;
  GrainTangentialLaw tangential;
  GrainSenseLaw rolling, twisting;
  Real reduced_young = 0;  ///< E* [Pa]
  Real reduced_shear = 0;  ///< G* [Pa]

  /// What takes time to work out for a length of step [s] and is the same for all contacts.
  void prepare(Real dt) {
    if constexpr (requires { normal.prepare(dt); }) normal.prepare(dt);
    tangential.prepare(dt);
  }

  /// `per_mass` is the sum of the inverse masses [1/kg].
  template <class T>
  [[nodiscard]] ContactPointOf<T> between(const T& radius_i, const T& radius_j, const T& per_mass, Real dt) const {
    const T per_length = inverse(radius_i + radius_j);
    return at<T>(radius_i * radius_j * per_length, max(radius_i, radius_j) * per_length, per_mass, dt);
  }
  template <class T>
  [[nodiscard]] ContactPointOf<T> at_wall(const T& radius, const T& per_mass, Real dt) const {
    return at<T>(radius, 1, per_mass, dt);
  }

  /// Stiffness over mass of an impact at `speed` [m/s], the stiffest of all senses [1/s^2].
  [[nodiscard]] Real expected_frequency2(ContactPoint pair, Real speed) const {
    if (pair.held > 0 || !std::isfinite(pair.reduced_mass)) return 0;
    const Real stiffest = normal.stiffest(pair, speed);
    pair.overlap = speed * std::sqrt(pair.reduced_mass / stiffest);
    typename Normal::History fresh{};
    const Real of_springs = frequency2(pair, stiffest, normal.evaluate(fresh, pair).loading_stiffness);
    const Real of_dashpots = dashpot_share * dashpot_rate(pair);
    return std::max(of_springs, of_dashpots * of_dashpots);
  }
  /// The same where neither partner gives way, as if both were free. Nothing can swing there, but steps that follow a
  /// swing also follow the law.
  [[nodiscard]] Real held_frequency2(ContactPoint pair, Real speed) const {
    return std::exchange(pair.held, 0) > 0 ? expected_frequency2(pair, speed) : 0;
  }
  /// Rate of the fastest dashpot, its coefficient over the mass that it brakes [1/s]. `pair` has its overlap.
  [[nodiscard]] Real dashpot_rate(ContactPoint pair) const {
    pair.closing = 1;
    typename Normal::History fresh{};
    const NormalAnswer answer = normal.evaluate(fresh, pair);
    Real fastest =
        std::max(answer.viscous_power, surface_mobility * tangential.dashpot(pair, answer.loading_stiffness));
    if constexpr (Full) {
      for (const GrainSenseLaw* law : {&rolling, &twisting}) {
        const Real ratio = law->relative_length(pair);
        fastest = std::max(fastest, spin_mobility * ratio * ratio * law->dashpot(pair, answer.loading_stiffness));
      }
    }
    return fastest * pair.per_mass;
  }
  /// What frequency2 of contacts as they stand is multiplied by for the sake of their dashpots: 1 of all that rebound.
  [[nodiscard]] Real dashpot_factor(ContactPoint pair) const {
    constexpr Real deep = 0.01;  // over the radius: of a law whose dashpot follows its spring any depth would do
    if (pair.held > 0 || !std::isfinite(pair.reduced_mass)) return 1;
    pair.overlap = deep * pair.reduced_radius;
    typename Normal::History fresh{};
    const NormalAnswer answer = normal.evaluate(fresh, pair);
    const Real springs = frequency2(pair, answer.stiffness, answer.loading_stiffness);
    const Real dashpots = dashpot_share * dashpot_rate(pair);
    return springs > 0 ? std::max(Real(1), dashpots * dashpots / springs) : 1;
  }
  /// Stiffness over mass of a contact as it stands, with what the normal law says of its stiffness [N/m].
  template <class T>
  [[nodiscard]] T frequency2(const ContactPointOf<T>& pair, const std::type_identity_t<T>& stiffness,
                             const std::type_identity_t<T>& loading_stiffness) const {
    T stiffest = max(stiffness, surface_mobility * tangential.stiffest(pair, loading_stiffness));
    if constexpr (Full) {
      // k L^2 (1/I_i + 1/I_j); of unequal spheres as if the arm of both were that of the smaller one.
      const auto turning = [&](const GrainSenseLaw& law) {
        return (spin_mobility * law.arm() * law.arm()) * law.stiffness(loading_stiffness);
      };
      stiffest = max(stiffest, pair.reduced_ratio * pair.reduced_ratio * max(turning(rolling), turning(twisting)));
    }
    return stiffest * pair.per_mass;
  }

 private:
  /// A sphere that is pushed at its surface turns as well: 1/m + R^2/I = 3.5/m, of a disc 3/m.
  static constexpr Real surface_mobility = 3.5, spin_mobility = 2.5;
  /// A dashpot sees a velocity that is carried half a step ahead, and where several act on a grain, all feed each other
  /// in steps above about 0.25 over the rate of one. Its rate, times this, counts as a frequency: at 40 steps per
  /// contact none is then longer than 0.16 over the rate. Springs alone ask for more below critical damping.
  static constexpr Real dashpot_share = 0.49;

  template <class T>
  [[nodiscard]] ContactPointOf<T> at(const T& reduced_radius, const T& reduced_ratio, const T& per_mass,
                                     Real dt) const {
    return {.length = 2 * reduced_radius,
            .reduced_radius = reduced_radius,
            .reduced_ratio = reduced_ratio,
            .reduced_mass = inverse(per_mass),
            .per_mass = per_mass,
            .reduced_young = reduced_young,
            .reduced_shear = reduced_shear,
            .dt = dt};
  }
};

/// What a contact remembers; a law that only knows single contacts may call it History.
template <class Law, class T>
struct MemoryOf {
  using Type = typename Law::template HistoryOf<T>;
};
template <class Law>
struct MemoryOf<Law, Real> {
  using Type = typename Law::History;
};

/// The same of all laws of a contact.
template <class Normal, bool Full, class T = Real>
struct TouchHistory {
  struct Nothing {};
  [[no_unique_address]] typename MemoryOf<Normal, T>::Type normal{};
  [[no_unique_address]] std::conditional_t<Full, SlidingHistoryOf<T>, Nothing> rolling{};
  [[no_unique_address]] std::conditional_t<Full, SlidingHistoryIn<T, 1>, Nothing> twisting{};  ///< along the normal
  T ahead = 0;  ///< part of a step ahead that it stood for, 0 where they were apart [-]
  T loss = 0;   ///< of all kinds since the contact began [J]
  MotionHistoryOf<T, Full> motion{};
  std::conditional_t<Full, GrainTangentialHistoryOf<T>, TangentialSpringHistoryOf<T>> tangential{};

  [[nodiscard]] auto touching() const { return ahead > 0; }
  [[nodiscard]] auto slips() const { return tangential.slip(); }
  /// The same contact seen from the other partner: the normal turns about, and the relative spin, so that what twists
  /// stays.
  void swap_partners() {
    tangential.swap_partners();
    motion.velocity = -motion.velocity;
    if constexpr (Full) {
      motion.spin = -motion.spin;
      rolling.xi = -rolling.xi;
    }
  }
};

/// What one contact does to partner i.
template <class T>
struct TouchAnswerOf {
  using Vector = Vec3Of<T>;
  Vector force = Vector::Zero();     ///< at the point of contact [N]
  Vector torque = Vector::Zero();    ///< of rolling and twisting, without the arm of `force` [N m]
  Vector rolling = Vector::Zero();   ///< part of `torque`
  Vector twisting = Vector::Zero();  ///< part of `torque`
  T normal_force = 0;                ///< of `force` along the normal [N]
  T stored = 0;                      ///< in all springs of the contact [J]
  T slid = 0;                        ///< lost by sliding in this step [J]
  T slips = 0;                       ///< 1 where it does
};
using TouchAnswer = TouchAnswerOf<Real>;

/// Evaluates all laws of one contact and books what they say; `point` has all but what `motion` tells. Also called once
/// where the overlap has just ended: what springs held is lost then.
template <class Normal, bool Full, class T, class Sums>
TouchAnswerOf<T> touch(const GrainLaws<Normal, Full>& laws, TouchHistory<Normal, Full, T>& history,
                       ContactPointOf<T>& point, const TouchMotionOf<T>& motion, Sums& sums) {
  using Vector = Vec3Of<T>;
  TouchAnswerOf<T> answer;
  point.overlap = motion.overlap;
  point.overlap_before = select(history.touching(), max(T(0), motion.overlap_before), 0);
  point.closing = motion.closing;
  history.ahead = set_span(point, history.ahead);
  // 1. Normal.
  const NormalAnswerOf<T> normal = evaluate_lanes<NormalAnswerOf, T>(laws.normal, history.normal, point);
  T stored = normal.stored, power = normal.viscous_power, loss = 0;
  answer.normal_force = normal.force;
  answer.force = normal.force * motion.normal;
  if constexpr (!std::is_empty_v<typename MemoryOf<Normal, T>::Type>) {  // else only its dashpot loses anything
    loss = normal.plastic_loss + normal.adhesive_loss;
    sums.plastic += normal.plastic_loss;
    sums.adhesive += normal.adhesive_loss;
  }
  // 2. Sliding. What the middle of the step has added has turned by half of its angle at the end.
  const T half_angle = Real(0.5) * point.dt * motion.mean_spin;
  SlidingPointOf<T> sense{.ds = point.dt * Vector(motion.sliding + half_angle * motion.across),
                          .rate = motion.sliding_ahead,
                          .turn = {motion.turn, point.dt * motion.mean_spin},
                          .load = normal.load,
                          .normal_stiffness = normal.loading_stiffness};
  const SlidingAnswerOf<T> slid = laws.tangential.evaluate(history.tangential, sense, point);
  answer.force += slid.force;
  answer.slips = history.tangential.sliding.slip;
  stored += slid.stored;
  power += slid.viscous_power;
  loss += slid.sliding_loss;
  sums.sliding += answer.slid = slid.sliding_loss;
  sums.scheme += slid.scheme;
  // 3. Rolling and twisting.
  if constexpr (Full) {
    const Vector& n = motion.normal;
    const auto book = [&](const auto& turned, T& channel) {
      stored += turned.stored;
      power += turned.viscous_power;
      loss += turned.sliding_loss;
      channel += turned.sliding_loss;
    };
    const T roll_length = laws.rolling.length_of(point), twist_length = laws.twisting.length_of(point);
    const Vector mean = motion.turn.mean();
    const T about_mean = motion.spin.dot(mean), ahead_about_n = motion.spin_ahead.dot(n);
    sense.ds = (point.dt * roll_length) * Vector(motion.spin - about_mean * mean + half_angle * n.cross(motion.spin));
    sense.rate = roll_length * Vector(motion.spin_ahead - ahead_about_n * n);
    const SlidingAnswerOf<T> rolled = laws.rolling.roll(history.rolling, sense, point);
    const SlidingAnswerIn<T, 1> twisted =
        laws.twisting.twist(history.twisting,
                            {VectorOf<T, 1>((point.dt * twist_length) * about_mean),
                             VectorOf<T, 1>(twist_length * ahead_about_n), normal.load, normal.loading_stiffness},
                            point);
    book(rolled, sums.rolling);
    book(twisted, sums.twisting);
    answer.rolling = roll_length * rolled.force;
    answer.twisting = (twist_length * twisted.force[0]) * n;
    answer.torque = answer.rolling + answer.twisting;
  }
  // 4. The books. A dashpot acts for half a step before and half a step after.
  history.loss += loss + power * point.dt;
  sums.viscous_power += power;
  sums.stored += stored;
  answer.stored = stored;
  const auto counts = motion.overlap > 0 && point.held <= 0;
  sums.frequency2 =
      max(sums.frequency2, select(counts, laws.frequency2(point, normal.stiffness, normal.loading_stiffness), 0));
  return answer;
}

/// GrainContactSums of every lane, as far as packs of contacts have them.
struct TouchSums {
  Pack stored = 0, plastic = 0, adhesive = 0, viscous_power = 0, sliding = 0, rolling = 0, twisting = 0, scheme = 0;
  Pack touching = 0, begun = 0;
  Pack frequency2 = 0, overlap_ratio = 0, ejection2 = 0;

  /// Of the first so many lanes.
  [[nodiscard]] GrainContactSums total(int count = lanes) const {
    GrainContactSums all;
    for (int l = 0; l < count; ++l) {
      GrainContactSums one;
      one.stored = stored[l], one.plastic = plastic[l], one.adhesive = adhesive[l],
      one.viscous_power = viscous_power[l];
      one.sliding = sliding[l], one.rolling = rolling[l], one.twisting = twisting[l];
      one.scheme = scheme[l], one.touching = touching[l], one.begun = begun[l];
      one.frequency2 = frequency2[l], one.overlap_ratio = overlap_ratio[l], one.ejection2 = ejection2[l];
      all += one;
    }
    return all;
  }
};

/// Radius and inverse mass of the lightest sphere that is free to move, or the smallest if none is [m, 1/kg].
inline std::pair<Real, Real> lightest_sphere(const SphereRows& rows) {
  struct Lightest {
    Real radius = 0, per_mass = 0;
    Lightest& operator+=(const Lightest& other) {
      if (radius > 0 && other.per_mass < per_mass) return *this;
      if (radius == 0 || other.per_mass > per_mass || (other.radius > 0 && other.radius < radius)) *this = other;
      return *this;
    }
  };
  const Lightest lightest = parallel::reduce<Lightest>(rows.size(), [&](Index s, Lightest& some) {
    some += {rows.position[s].w, rows.rate[s].velocity.w};
  });
  return {lightest.radius, lightest.per_mass};
}

/// Inverse mass of the lightest sphere as if it were free, 0 where there is none [1/kg].
inline Real per_mass_if_free(const SphereRows& rows) {
  Real largest = 0;
  for (const Inertia& inertia : rows.inertia) largest = std::max(largest, 1 / inertia.mass);
  return largest;
}

/// The same of a body, with what a source is still going to pour.
inline std::pair<Real, Real> lightest_to_come(const GrainBody& body) {
  const auto there = lightest_sphere(body.spheres());
  const bool is_lighter = body.least_mass > 0 && !(there.second * body.least_mass >= 1);
  return is_lighter ? std::pair(body.least_radius, 1 / body.least_mass) : there;
}

/// Keeps the largest overlap over the smaller radius, and the fastest that an overlap alone would throw grains apart.
/// Grains that are held may overlap as they please.
template <class T, class Sums>
void note_overlap(const ContactPointOf<T>& point, const T& smaller_radius, const T& stored, Sums& sums) {
  const auto free = point.overlap > 0 && point.held <= 0;
  sums.overlap_ratio = max(sums.overlap_ratio, select(free, point.overlap * inverse(smaller_radius), 0));
  sums.ejection2 = max(sums.ejection2, select(free, 2 * stored * point.per_mass, 0));
}

}  // namespace talus
