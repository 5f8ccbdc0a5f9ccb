// Exact solutions that a case can hold a column of its history against.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/time_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace talus {

/// A rigid block that slides to rest: v = max(0, v0 - mu g t).
struct CoulombSlide {
  static constexpr std::string_view name = "coulomb_slide";
  static constexpr std::string_view help = "block sliding to rest, v = max(0, v0 - mu g t)";
  Real mu = 0;        ///< [-]
  Real speed = 2;     ///< v0 [m/s]
  Real gravity = 9.81;///< [m/s^2]

  static constexpr auto options() {
    return std::tuple{required("mu", &CoulombSlide::mu, dim::none, "coefficient of friction", non_negative),
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
  Real mu = 0;                            ///< [-]
  Real rate = std::numbers::pi / 4;       ///< w [rad/s]
  Real gravity = 9.81;                    ///< [m/s^2]

  static constexpr auto options() {
    return std::tuple{required("mu", &CoulombTilt::mu, dim::none, "coefficient of friction", non_negative),
                      optional("rate", &CoulombTilt::rate, dim::rate, "rate of tilting", positive),
                      optional("gravity", &CoulombTilt::gravity, dim::acceleration, "g", positive)};
  }
  [[nodiscard]] Real operator()(Real t) const {
    const Real critical = std::atan(mu);
    const Real angle = std::max(rate * t, critical);
    return gravity / rate *
           (std::cos(critical) - std::cos(angle) - mu * (std::sin(angle) - std::sin(critical)));
  }
};

/// Any formula or table of t.
struct GivenCurve {
  static constexpr std::string_view name = "curve";
  static constexpr std::string_view help = "a number, table or formula of t";
  TimeFunction value{};

  static constexpr auto options() {
    return std::tuple{required("value", &GivenCurve::value, "the reference as a function of t, in SI")};
  }
  [[nodiscard]] Real operator()(Real t) const { return value(t); }
};

struct AnalyticCurves : Catalog<CoulombSlide, CoulombTilt, GivenCurve> {
  static constexpr std::string_view family = "analytic curve";
  static constexpr std::string_view key = "analytic";
};

}  // namespace talus
