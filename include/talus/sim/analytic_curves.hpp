// Exact solutions that a case can hold a column of its history against.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/sim/given_references.hpp"

namespace talus {

/// A rigid block that slides to rest: v = max(0, v0 - mu g t).
struct CoulombSlide {
  static constexpr std::string_view name = "coulomb_slide";
  static constexpr std::string_view help = "block sliding to rest, v = max(0, v0 - mu g t)";
  Real mu = 0;          ///< [-]
  Real speed = 2;       ///< v0 [m/s]
  Real gravity = 9.81;  ///< [m/s^2]

  static constexpr auto options() {
    return OptionTable{required("mu", &CoulombSlide::mu, dim::none, "coefficient of friction", non_negative),
                       optional("speed", &CoulombSlide::speed, dim::velocity, "speed at t = 0", positive),
                       optional("gravity", &CoulombSlide::gravity, dim::acceleration, "g", positive)};
  }
  [[nodiscard]] Real operator()(Real t) const { return std::max(Real(0), speed - mu * gravity * t); }
  [[nodiscard]] Real slope() const { return -mu * gravity; }
  [[nodiscard]] Real stop_time() const { return speed / (mu * gravity); }
};

/// A block on a plane that tilts at a constant rate from the horizontal (inertia of the turning plane left out):
/// at rest until tan(theta) = mu, then v = (g/w)[cos tc - cos t - mu (sin t - sin tc)].
struct CoulombTilt {
  static constexpr std::string_view name = "coulomb_tilt";
  static constexpr std::string_view help = "block on a plane that tilts at a constant rate";
  Real mu = 0;                       ///< [-]
  Real rate = std::numbers::pi / 4;  ///< w [rad/s]
  Real gravity = 9.81;               ///< [m/s^2]

  static constexpr auto options() {
    return OptionTable{required("mu", &CoulombTilt::mu, dim::none, "coefficient of friction", non_negative),
                       optional("rate", &CoulombTilt::rate, dim::rate, "rate of tilting", positive),
                       optional("gravity", &CoulombTilt::gravity, dim::acceleration, "g", positive)};
  }
  [[nodiscard]] Real operator()(Real t) const {
    const Real critical = std::atan(mu);
    const Real angle = std::max(rate * t, critical);
    return gravity / rate * (std::cos(critical) - std::cos(angle) - mu * (std::sin(angle) - std::sin(critical)));
  }
};

/// A mass on a belt of speed V, held by a spring k (x = 0: no force) and loaded with N, without damping (sim 5).
/// It sticks until k x = mu_s N, slips as a harmonic about x_d = mu_d N/k until it has the speed of the belt again, and
/// sticks anew at x_d - A, with A = (mu_s - mu_d) N/k and the amplitude R^2 = A^2 + (V/w)^2, w^2 = k/m.
struct StickSlipOscillator {
  static constexpr std::string_view name = "stick_slip_oscillator";
  static constexpr std::string_view help = "displacement of a mass on a belt, held by a spring";
  Real mass = 0;        ///< m [kg; kg/m in 2-D]
  Real stiffness = 0;   ///< k [N/m; N/m^2 in 2-D]
  Real mu_static = 0;   ///< [-]
  Real mu_dynamic = 0;  ///< [-]
  Real load = 0;        ///< N [N; N/m in 2-D]
  Real speed = 0;       ///< V [m/s]
  Real start = 0;       ///< x at t = 0, sticking [m]

  static constexpr auto options() {
    using S = StickSlipOscillator;
    return OptionTable{
        required("mass", &S::mass, dim::mass, "of the body; per metre in 2-D", positive),
        required("stiffness", &S::stiffness, dim::stiffness, "of the spring; per metre in 2-D", positive),
        required("mu_static", &S::mu_static, dim::none, "coefficient while sticking", non_negative),
        required("mu_dynamic", &S::mu_dynamic, dim::none, "coefficient while slipping", non_negative),
        required("load", &S::load, dim::force, "normal force; per metre in 2-D", positive),
        required("speed", &S::speed, dim::velocity, "of the belt", positive),
        optional("start", &S::start, dim::length, "displacement at t = 0, where it sticks")};
  }

  [[nodiscard]] Real frequency() const { return std::sqrt(stiffness / mass); }                   ///< w [1/s]
  [[nodiscard]] Real limit() const { return mu_static * load / stiffness; }                      ///< where it slips [m]
  [[nodiscard]] Real centre() const { return mu_dynamic * load / stiffness; }                    ///< x_d [m]
  [[nodiscard]] Real half_jump() const { return limit() - centre(); }                            ///< A [m]
  [[nodiscard]] Real amplitude() const { return std::hypot(half_jump(), speed / frequency()); }  ///< R [m]
  /// A slip begins and ends with the speed of the belt: it lasts half a turn and twice this phase.
  [[nodiscard]] Real phase() const { return std::atan2(speed / frequency(), half_jump()); }
  [[nodiscard]] Real slip_time() const { return (std::numbers::pi + 2 * phase()) / frequency(); }
  [[nodiscard]] Real stick_time() const { return 2 * half_jump() / speed; }

  [[nodiscard]] Real operator()(Real t) const {
    const Real since_slip = t - (limit() - start) / speed;
    if (since_slip <= 0) return start + speed * t;
    const Real in_cycle = std::fmod(since_slip, slip_time() + stick_time());
    if (in_cycle < slip_time()) return centre() + amplitude() * std::cos(frequency() * in_cycle - phase());
    return centre() - half_jump() + speed * (in_cycle - slip_time());
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (mu_dynamic > mu_static) return {"mu_dynamic", "must not be larger than mu_static"};
    if (std::abs(start) > limit()) return {"start", "no mass sticks where the spring pulls harder than friction"};
    return {};
  }
};

/// Any formula or table of t.
struct GivenCurve {
  static constexpr std::string_view name = "curve";
  static constexpr std::string_view help = "a number, table, formula of t, or table file";
  ReferenceFunction value{};

  static constexpr auto options() {
    return OptionTable{required("value", &GivenCurve::value,
                                "the reference as a function of t; a table file has columns of times and values with "
                                "units in their headings, named by \"time\" and \"value\"")};
  }
  [[nodiscard]] Real operator()(Real t) const { return value(t); }
};

/// Limits that a column has to stay within: its reference is the value of the band that is nearest to it.
struct GivenBand {
  static constexpr std::string_view name = "band";
  static constexpr std::string_view help = "two limits to stay between; what goes beyond them is the error";
  ReferenceFunction low{};
  ReferenceFunction high{};

  static constexpr auto options() {
    return OptionTable{required("low", &GivenBand::low, "the lower limit as a function of t"),
                       required("high", &GivenBand::high, "the upper limit as a function of t")};
  }
  /// The middle, to draw.
  [[nodiscard]] Real operator()(Real t) const { return Real(0.5) * (low(t) + high(t)); }
  [[nodiscard]] Real nearest(Real t, Real v) const { return std::max(low(t), std::min(high(t), v)); }

  [[nodiscard]] Contradiction contradiction() const {
    if (low.is_constant() && high.is_constant() && low(0) > high(0)) return {"high", "must not be below \"low\""};
    return {};
  }
};

/// What becomes of a column in its window before it is compared with one number.
enum class OverTime { mean, min, max, range, last };
constexpr auto choices(std::type_identity<OverTime>) {
  using O = OverTime;
  return std::array{Word<O>{"mean", O::mean, "over time"}, Word<O>{"min", O::min, "smallest"},
                    Word<O>{"max", O::max, "largest"}, Word<O>{"range", O::range, "largest less smallest"},
                    Word<O>{"last", O::last, "at the end of the window"}};
}

/// One number for a whole window.
struct GivenNumber {
  static constexpr std::string_view name = "scalar";
  static constexpr std::string_view help = "one number for the whole window: a peak, a mean, a last value";
  OverTime statistic = OverTime::last;
  ColumnQuantity value{};

  static constexpr auto options() {
    return OptionTable{required("statistic", &GivenNumber::statistic, "what is taken of the column in the window"),
                       required("value", &GivenNumber::value, "the number that it is held against")};
  }
  [[nodiscard]] Real operator()(Real /*t*/) const { return value; }
};

struct AnalyticCurves : Catalog<CoulombSlide, CoulombTilt, StickSlipOscillator, GivenCurve, GivenBand, GivenNumber> {
  static constexpr std::string_view family = "analytic curve";
  static constexpr std::string_view key = "analytic";
};

}  // namespace talus
