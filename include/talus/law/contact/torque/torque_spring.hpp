// Resistance of grains to rolling and to twisting: the spring of the sliding sense in generalised coordinates
// (contact-law 12; Luding 2008, with the length in both the rate and the torque).
//   rolling   s' = L (omega - (omega.n) n),   torque on i  L f,   omega = omega_i - omega_j
//   twisting  s' = L (omega.n) n,             torque on i  L f
// Rolling is often told by the way of the surface, L omega x n, with the torque L n x f: the same turned by a quarter
// about n, which costs two vector products. f [N] follows from s' as in sliding, so that k and c have the units of
// sliding and the stiffness against rotation is k L^2 [N m/rad]; torque is at most mu L N. L: harmonic-mean or reduced
// radius, as the case says.
#pragma once

#include "talus/law/contact/contact_length.hpp"
#include "talus/law/contact/tangential/spring_sense.hpp"

namespace talus {

struct NoTorque {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view help = "no resistance";
  static constexpr auto options() { return OptionTable<>{}; }
};

struct TorqueSpring : SpringSenseOptions {
  static constexpr std::string_view name = "coulomb_spring";
  static constexpr std::string_view help =
      "spring and dashpot against rotation, torque at most mu times length times load";

  ContactLength length = ContactLength::harmonic;

  static constexpr auto options() {
    return joined(spring_sense_options<TorqueSpring>(),
                  OptionTable{optional(
                      "length", &TorqueSpring::length,
                      "arm of the torque: harmonic is 2R at a wall, where the resistance is then 2 mu, reduced is R")});
  }

  [[nodiscard]] bool needs_loading_stiffness() const { return ratio.has_value(); }
};

/// The law of either sense, ready to evaluate. Without resistance all its numbers are zero.
struct GrainSenseLaw : SpringSense {
  ContactLength length = ContactLength::harmonic;

  GrainSenseLaw() = default;
  GrainSenseLaw(const NoTorque& /*none*/) {}  // NOLINT: made where a catalogue entry is visited
  GrainSenseLaw(const TorqueSpring& options) : SpringSense(options.spring()), length(options.length) {}  // NOLINT

  [[nodiscard]] bool acts() const { return k > 0 || ratio > 0; }
  /// L over the reduced radius [-].
  [[nodiscard]] Real arm() const { return length == ContactLength::harmonic ? 2 : 1; }
  /// L over the smaller radius [-].
  template <class T>
  [[nodiscard]] T relative_length(const ContactPointOf<T>& pair) const {
    return arm() * pair.reduced_ratio;
  }
  /// L [m].
  template <class T>
  [[nodiscard]] T length_of(const ContactPointOf<T>& pair) const {
    return talus::length_of(length, pair);
  }

  /// One step of rolling: displacement and rate are those of s', the answer is f.
  template <class T>
  [[nodiscard]] SlidingAnswerOf<T> roll(SlidingHistoryOf<T>& history, const SlidingPointOf<T>& point,
                                        const ContactPointOf<T>& pair) const {
    return advance(history, carried(history.xi, point.turn), point, pair);
  }
  /// One step of twisting, all of it along the normal: one number, which no turn of the normal changes.
  template <class T>
  [[nodiscard]] SlidingAnswerIn<T, 1> twist(SlidingHistoryIn<T, 1>& history, const TwistingPointOf<T>& point,
                                            const ContactPointOf<T>& pair) const {
    return advance(history, history.xi, point, pair);
  }
  /// The same of vectors in space.
  template <class T>
  [[nodiscard]] SlidingAnswerOf<T> twist(SlidingHistoryOf<T>& history, const SlidingPointOf<T>& point,
                                         const ContactPointOf<T>& pair) const {
    return advance(history, carried_along_normal(history.xi, point.turn), point, pair);
  }
};

}  // namespace talus
