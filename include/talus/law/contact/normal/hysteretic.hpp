// Hysteretic linear contact: loads along k1, unloads and reloads along a steeper k2, pulls before it parts. One law for
// the models of Walton & Braun (1986), Luding (2008) and MercuryDPM, whose names are in hysteretic_presets.hpp.
//
// M is the largest overlap so far [m], all that a contact remembers. With k2 = k2(M), M <= delta_lim
// (contact-law 15-18),
//   virgin          delta > M           M = delta, f = k1 delta       or, at the elastic limit M = delta_lim, as below
//   elastic         otherwise           f = k2 (delta - delta_0),     delta_0 = (1 - k1/k2) M
//   adhesive        where that is less  f = -k_c delta                k_c = 0: no force
//   apart           delta <= 0          f = 0, M = 0                  forgotten here and nowhere else
//   and a dashpot, f_n = f + gamma d(delta)/dt (viscous_part.hpp).
// Unloading       constant    k2 = k1/e^2
//                 force       k2 = k1 + S F_max = k1 (1 + S M)
//                 linear_cap  k2 = k1 + (k2_max - k1) min(M/delta_lim, 1),  delta_lim = k2_max/(k2_max - k1) phi_f a
//   are all k2 = min(k2_start + s M, k2_max), which is what is evaluated.
// Adhesive reload reversible  M stays: back along -k_c delta
//                 reset       M falls until (delta, -k_c delta) lies on the elastic line
// Stored U = f^2/(2 k2); on the reversible adhesive branch what is left of it, f dU/d(delta), until it is lost apart.
// Loss of a step = trapezoid of f over delta >= 0, minus dU: signed, never negative but for kinks, O(dt^2). It is
// adhesive where the step ends on the adhesive branch, or apart with k_c > 0, and plastic everywhere else.
// Without dashpot e^2 = k1/k2 - k_c (k2 - k1)^2/(k1 k2 (k2 + k_c)), and the pair sticks where that is not positive.
//
// Departs from Luding's page: the adhesive branch lies where k2 (delta - delta_0) < -k_c delta; the work has its 1/2.
#pragma once

#include "talus/core/option.hpp"
#include "talus/law/contact/normal/viscous_part.hpp"

namespace talus {

struct HystereticLaw {
  /// What a contact remembers.
  template <class T>
  struct HistoryOf {
    T largest = 0;  ///< M [m]
  };
  using History = HistoryOf<Real>;

  static constexpr Real unlimited = infinity;

  Real k1 = 0;                 ///< of virgin loading [N/m]
  Real k2_start = 0;           ///< unloading from M = 0 [N/m]
  Real k2_max = unlimited;     ///< unloading at most [N/m]
  Real slope = 0;              ///< s where it is the same for all contacts [N/m^2]
  Real slope_by_length = 0;    ///< s a, which the size of the grains divides [N/m]
  Real k_c = 0;                ///< adhesion [N/m]
  Real gamma = 0;              ///< damping [N s/m]
  bool elastic_limit = false;  ///< M ends at delta_lim
  bool reset = false;          ///< M falls along the adhesive branch
  bool tension_cut = false;

  template <class T>
  [[nodiscard]] NormalAnswerOf<T> evaluate(HistoryOf<T>& history, const ContactPointOf<T>& point) const {
    const Contact contact = at(point.length);
    const auto touches = point.overlap > 0;
    const T overlap = max(point.overlap, T(0));
    const StateOf<T> before = state(contact, history.largest, point.overlap_before);
    const StateOf<T> now = follow(contact, select(touches, history.largest, 0), overlap);
    const auto pulls_fully = now.force <= -k_c * overlap;  // on the adhesive branch, or apart
    const ViscousPart viscous = viscous_part(select(touches, gamma, 0), tension_cut, now.force, point);
    const T repulsion = repulsion_for_friction(tension_cut, now.force, viscous);
    const T next = min(point.overlap + max(T(0), point.closing) * point.dt, contact.deepest);
    NormalAnswerOf<T> answer;
    answer.force = now.force + viscous.force;
    answer.viscous_power = viscous.power;
    answer.load = select(pulls_fully, 0, max(T(0), repulsion + k_c * overlap));
    answer.stored = now.stored;
    answer.stiffness = unloading(contact, max(now.largest, next));
    answer.loading_stiffness = k1;
    const T loss =
        Real(0.5) * (before.force + now.force) * (overlap - point.overlap_before) - (now.stored - before.stored);
    if (k_c > 0) answer.adhesive_loss = select(pulls_fully, loss, 0);
    answer.plastic_loss = loss - answer.adhesive_loss;
    history.largest = now.largest;
    return answer;
  }

  /// k2 after the largest overlap M, for grains whose length is a [N/m].
  [[nodiscard]] Real unloading_stiffness(Real largest, Real length) const { return unloading(at(length), largest); }
  /// delta_lim, where k2 stops rising; infinite where it never does, 0 where it does not rise [m].
  [[nodiscard]] Real limit_overlap(Real length) const { return at(length).limit; }

  /// Depth of an impact along k1; adhesion and dashpot left out [m].
  [[nodiscard]] Real virgin_depth(const ContactPoint& pair, Real impact_speed) const {
    return min(impact_speed * sqrt(pair.reduced_mass / k1), at(pair.length).deepest);
  }
  /// sqrt(k1/k2) of such an impact: the restitution without adhesion and dashpot [-].
  [[nodiscard]] Real plastic_restitution(const ContactPoint& pair, Real impact_speed) const {
    return sqrt(k1 / unloading_stiffness(virgin_depth(pair, impact_speed), pair.length));
  }
  /// The steepest branch that such an impact meets [N/m].
  [[nodiscard]] Real stiffest(const ContactPoint& pair, Real impact_speed) const {
    return unloading_stiffness(virgin_depth(pair, impact_speed), pair.length);
  }

 private:
  /// What the size of the grains makes of the parameters.
  template <class T>
  struct Contact {
    T s;        ///< dk2/dM below delta_lim [N/m^2]
    T limit;    ///< delta_lim [m]
    T deepest;  ///< largest M that there is [m]
  };

  /// Where a contact stands.
  template <class T>
  struct StateOf {
    T largest;  ///< M [m]
    T force;    ///< f without dashpot [N]
    T stored;   ///< U [J]
  };

  template <class T>
  [[nodiscard]] Contact<T> at(const T& length) const {
    const Real rise = k2_max - k2_start;
    if (slope_by_length > 0) {
      const T limit = rise / slope_by_length * length;
      return {slope_by_length * inverse(length), limit, elastic_limit ? limit : T(unlimited)};
    }
    const Real limit = slope > 0 ? rise / slope : 0;
    return {slope, limit, elastic_limit ? limit : unlimited};
  }

  template <class T>
  [[nodiscard]] T unloading(const Contact<T>& contact, const T& largest) const {
    return min(k2_start + contact.s * max(T(0), largest), T(k2_max));
  }

  /// M whose elastic line meets the adhesive branch at `overlap`.
  template <class T>
  [[nodiscard]] T largest_after_reset(const Contact<T>& contact, const T& overlap) const {
    const T below = overlap / 2 * (1 + sqrt(1 + 4 * (k1 + k_c) / (contact.s * overlap)));
    const T beyond = (k2_max + k_c) / (k2_max - k1) * overlap;
    return select(contact.s > 0 && below <= contact.limit, below, beyond);
  }

  /// Where a contact stands at an overlap that went as deep as `largest` before; all is zero at none.
  template <class T>
  [[nodiscard]] StateOf<T> follow(const Contact<T>& contact, const T& largest, const T& overlap) const {
    const T M = max(largest, min(overlap, contact.deepest));
    if (!reset) return state<T>(contact, M, overlap);
    const T pull = -k_c * overlap;
    const auto adheres = elastic_force(unloading(contact, M), M, overlap) < pull;
    if (!anywhere(adheres)) return state<T>(contact, M, overlap);
    StateOf<T> now = state<T>(contact, select(adheres, largest_after_reset(contact, overlap), M), overlap);
    now.force = select(adheres, pull, now.force);  // there both are the same but for round-off
    return now;
  }

  /// Force and energy at an overlap of a contact that remembers M.
  template <class T>
  [[nodiscard]] StateOf<T> state(const Contact<T>& contact, const T& M, const T& overlap) const {
    const T k2 = unloading(contact, M);
    const T elastic = elastic_force(k2, M, overlap), pull = -k_c * overlap;
    const T half_per_k2 = Real(0.5) * inverse(k2);
    StateOf<T> now{M, max(elastic, pull), elastic * elastic * half_per_k2};
    const auto adheres = elastic < pull;
    if (reset || !anywhere(adheres)) return now;        // what is reset lies on its elastic line
    const T strongest_at = M * (k2 - k1) / (k2 + k_c);  // delta_min
    const T strongest = k_c * strongest_at;
    const T left = strongest * strongest * half_per_k2 + k_c / 2 * (strongest_at * strongest_at - overlap * overlap);
    now.stored = select(adheres, left, now.stored);
    return now;
  }

  /// k2 (delta - delta_0), exact on the virgin line.
  template <class T>
  [[nodiscard]] T elastic_force(const T& k2, const T& M, const T& overlap) const {
    return k1 * M + k2 * (overlap - M);
  }
};

}  // namespace talus
