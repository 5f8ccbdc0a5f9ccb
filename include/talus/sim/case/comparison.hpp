// What a case holds the columns of its history against.
#pragma once

#include <array>
#include <optional>

#include "talus/core/catalog.hpp"
#include "talus/sim/analytic_curves.hpp"

namespace talus {

/// Limits on a compared curve; relative ones are fractions of max |reference| inside the window.
struct Tolerance {
  std::optional<Real> rms{};
  std::optional<Real> max{};
  std::optional<Real> final{};
  std::optional<Real> slope{};               ///< relative error of the fitted slope
  std::optional<ColumnQuantity> ripple{};    ///< rms about the fitted line, in the column's unit
  std::optional<ColumnQuantity> absolute{};  ///< max |value - reference|, in the column's unit
  std::optional<Real> range{};               ///< relative error of max - min inside the window
  std::optional<Real> mean{};                ///< error of the mean over time inside the window
  std::optional<Real> stop_time{};           ///< error of the instant of rest [s]

  static constexpr auto options() {
    return OptionTable{
        optional("rms", &Tolerance::rms, dim::none, "rms error over max |reference|", non_negative),
        optional("max", &Tolerance::max, dim::none, "largest error over max |reference|", non_negative),
        optional("final", &Tolerance::final, dim::none, "last error over max |reference|", non_negative),
        optional("slope", &Tolerance::slope, dim::none, "relative error of the fitted slope", non_negative),
        optional("ripple", &Tolerance::ripple, dim::none, "rms about the fitted line [unit of the column]",
                 non_negative),
        optional("absolute", &Tolerance::absolute, dim::none, "largest error [unit of the column]", non_negative),
        optional("range", &Tolerance::range, dim::none, "relative error of max - min inside the window", non_negative),
        optional("mean", &Tolerance::mean, dim::none, "error of the mean over time over max |reference|", non_negative),
        optional("stop_time", &Tolerance::stop_time, dim::time, "error of the instant of rest", non_negative)};
  }
};

/// One column of the history held against a reference.
struct CompareSpec {
  Chosen<AnalyticCurves> curve{};  ///< its keys stand beside `tolerance`: {"analytic": "coulomb_slide", "mu": 0.4, …}
  Tolerance tolerance{};
  std::optional<std::array<Real, 2>> window{};  ///< [from, to] in seconds; equal ends: that instant

  static constexpr auto options() {
    return OptionTable{required("", &CompareSpec::curve, "the reference curve"),
                       optional("tolerance", &CompareSpec::tolerance, "what is accepted"),
                       optional("window", &CompareSpec::window, dim::time, "[from, to]; equal ends are one instant")};
  }
};

}  // namespace talus
