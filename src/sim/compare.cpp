#include "talus/sim/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/case_issue.hpp"

namespace talus {
namespace {

/// A sliding slope is fitted from this long after release … [s]
constexpr Real fit_delay = 0.02;
/// … to this share of the stop time.
constexpr Real fit_share = 0.9;

struct Samples {
  std::vector<Real> t, value, reference;
};

using Window = std::array<Real, 2>;
constexpr Window since_release{0, infinity}, everywhere{-infinity, infinity};

Real reference_at(const CompareSpec& spec, Real t) {
  return std::visit([&](const auto& curve) { return curve(t); }, spec.curve.entry);
}

/// Not a number where a formula has no finite value.
Real reference_or_none(const CompareSpec& spec, Real t) {
  try {
    return reference_at(spec, t);
  } catch (const SimulationError&) {
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

/// Of the reference in the case.
std::string place_of(const std::string& column, const CompareSpec& spec) {
  return json::join("/compare", column) + (std::holds_alternative<GivenCurve>(spec.curve.entry) ? "/value" : "");
}

/// The rows in the window; one that lies between two rows has samples at its ends, on the line between the two.
Samples samples_in(const Window& window, const CompareSpec& spec, const Table& history, const std::string& column) {
  const auto [from, to] = window;
  const std::vector<Real>& t = history.values.front();
  const std::vector<Real>& values = *history.find(column);
  Samples s;
  const auto take = [&](Real time, Real value) {
    s.t.push_back(time);
    s.value.push_back(value);
    s.reference.push_back(reference_or_none(spec, time));
  };
  for (std::size_t r = 0; r < t.size(); ++r) {
    const bool inside = t[r] >= from && t[r] <= to;
    if (inside) take(t[r], values[r]);
    if (r == 0 || t[r - 1] >= from || t[r] <= to) continue;
    const auto between = [&](Real at) {
      return std::lerp(values[r - 1], values[r], (at - t[r - 1]) / (t[r] - t[r - 1]));
    };
    take(from, between(from));
    if (to > from) take(to, between(to));
  }
  return s;
}

/// max - min of finite values; infinite when one is not.
Real range_of(const std::vector<Real>& values) {
  if (!std::ranges::all_of(values, [](Real v) { return std::isfinite(v); })) {
    return infinity;
  }
  const auto [low, high] = std::ranges::minmax(values);
  return high - low;
}

/// Over time, along the lines between samples; that of a single instant is its value.
Real mean_of(const std::vector<Real>& t, const std::vector<Real>& values) {
  const Real duration = t.back() - t.front();
  if (!(duration > 0)) return values.back();
  Real area = 0;
  for (std::size_t k = 1; k < t.size(); ++k) area += Real(0.5) * (values[k - 1] + values[k]) * (t[k] - t[k - 1]);
  return area / duration;
}

/// What is held against a single number; not a number when one of the values is none.
Real over_time(OverTime statistic, const Samples& s) {
  switch (statistic) {
    case OverTime::mean:
      return mean_of(s.t, s.value);
    case OverTime::range:
      return range_of(s.value);
    case OverTime::last:
      return s.value.back();
    case OverTime::min:
    case OverTime::max:
      break;
  }
  if (!std::isfinite(range_of(s.value))) return std::numeric_limits<Real>::quiet_NaN();
  return statistic == OverTime::min ? std::ranges::min(s.value) : std::ranges::max(s.value);
}

/// What the measures are taken of: of a band its nearest value is the reference, a number is held against one value.
void prepare(const CompareSpec& spec, Samples& s) {
  if (const auto* band = std::get_if<GivenBand>(&spec.curve.entry)) {
    for (std::size_t k = 0; k < s.t.size(); ++k) s.reference[k] = band->nearest(s.t[k], s.value[k]);
  } else if (const auto* given = std::get_if<GivenNumber>(&spec.curve.entry)) {
    s = {{s.t.back()}, {over_time(given->statistic, s)}, {given->value}};
  }
}

/// Errors are relative to this; that of a band does not depend on where in it the column is.
Real scale_of(const CompareSpec& spec, const Samples& s) {
  Real scale = 0;
  const auto* band = std::get_if<GivenBand>(&spec.curve.entry);
  for (std::size_t k = 0; k < s.t.size(); ++k) {
    scale = std::max(
        scale, band ? std::max(std::abs(band->low(s.t[k])), std::abs(band->high(s.t[k]))) : std::abs(s.reference[k]));
  }
  return scale;
}

struct Line {
  Real slope = 0, ripple = 0;
  std::size_t points = 0;
};

/// Least-squares line through the values with t in a window, and the rms about it.
Line fit_line(const std::vector<Real>& t, const std::vector<Real>& values, const Window& window) {
  Real n = 0, st = 0, sv = 0, stt = 0, stv = 0;
  const auto inside = [&](std::size_t k) { return t[k] >= window[0] && t[k] <= window[1]; };
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (!inside(k)) continue;
    n += 1, st += t[k], sv += values[k], stt += t[k] * t[k], stv += t[k] * values[k];
  }
  Line line;
  line.points = static_cast<std::size_t>(n);
  if (n < 3) return line;
  line.slope = (n * stv - st * sv) / (n * stt - st * st);
  const Real offset = (sv - line.slope * st) / n;
  Real squares = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (inside(k)) squares += std::pow(values[k] - offset - line.slope * t[k], 2);
  }
  line.ripple = std::sqrt(squares / n);
  return line;
}

/// The first instant at which the value reaches zero: between rows, along the line of the last two rows in motion,
/// because the row at rest says nothing about when rest began.
Real first_rest(const Samples& s) {
  for (std::size_t k = 2; k < s.t.size(); ++k) {
    if (s.value[k] > 0) continue;
    const Real drop = (s.value[k - 2] - s.value[k - 1]) / (s.t[k - 1] - s.t[k - 2]);
    return drop > 0 ? std::min(s.t[k], s.t[k - 1] + s.value[k - 1] / drop) : s.t[k];
  }
  return std::numeric_limits<Real>::quiet_NaN();
}

/// `whole` goes beyond the window, which ends with the sliding: rest may come a little later.
void compare_slide(const CoulombSlide& curve, const Samples& s, const Samples& whole, CompareResult& result) {
  const Line line = fit_line(s.t, s.value, {fit_delay, fit_share * curve.stop_time()});
  if (line.points >= 3) {
    if (curve.slope() != 0) {
      result.more.push_back({"slope_ratio", line.slope / curve.slope()});
      result.more.push_back({"slope", std::abs(line.slope / curve.slope() - 1)});
    }
    result.more.push_back({"ripple", line.ripple});
  }
  if (!whole.t.empty() && curve.stop_time() < whole.t.back()) {
    result.more.push_back({"stop_time", std::abs(first_rest(whole) - curve.stop_time())});
  }
}

/// Of the lines through both curves in the window.
void compare_slopes(const Samples& s, CompareResult& result) {
  const Line line = fit_line(s.t, s.value, everywhere), expected = fit_line(s.t, s.reference, everywhere);
  const Real duration = s.t.back() - s.t.front(), round_off = Real(1e-12) * std::abs(s.reference.back());
  if (line.points < 3 || std::abs(expected.slope) * duration <= round_off) return;
  result.more.push_back({"slope_ratio", line.slope / expected.slope});
  result.more.push_back({"slope", std::abs(line.slope / expected.slope - 1)});
}

std::optional<Real> si(const std::optional<ColumnQuantity>& limit) {
  return limit ? std::optional<Real>(limit->value) : std::nullopt;
}

/// A band is a tolerance by itself: without others, nothing may leave it.
Tolerance tolerance_of(const CompareSpec& spec) {
  Tolerance t = spec.tolerance;
  const bool is_bare = !t.rms && !t.max && !t.final && !t.absolute;
  if (std::holds_alternative<GivenBand>(spec.curve.entry) && is_bare) t.absolute = Real(0);
  return t;
}

/// A measure without a value (no slope to fit, no rest inside the run) is passed over, but something must be judged.
void judge(const Tolerance& tolerance, CompareResult& result) {
  result.pass = true;
  const auto check = [&](const char* name, const std::optional<Real>& limit, Real value) {
    if (!limit) return;
    result.tolerance.push_back({name, *limit});
    result.pass = result.pass && value <= *limit;
  };
  check("rms", tolerance.rms, result.rms);
  check("max", tolerance.max, result.max);
  check("final", tolerance.final, result.final);
  for (const auto& [name, limit] : {std::pair{"slope", tolerance.slope}, std::pair{"ripple", si(tolerance.ripple)},
                                    std::pair{"absolute", si(tolerance.absolute)}, std::pair{"range", tolerance.range},
                                    std::pair{"mean", tolerance.mean}, std::pair{"stop_time", tolerance.stop_time}}) {
    const auto found = std::ranges::find(result.more, name, [](const auto& measure) { return measure.first; });
    if (found != result.more.end()) {
      check(name, limit, found->second);
    } else if (limit) {
      result.unjudged.push_back(name);
    }
  }
  result.pass = result.pass && !result.judges_nothing();
}

/// What there is to say where the reference has no value at t [s]: no error can be measured.
void fail_without_reference(const CompareSpec& spec, Real t, CompareResult& result) {
  result.rms = result.max = result.final = std::numeric_limits<Real>::quiet_NaN();
  judge(spec.tolerance, result);
  result.pass = false;
  result.reference += ", which is not finite at t = " + number(t) + " s (" + place_of(result.column, spec) + ")";
}

/// " 3", " 2*t", " measured.csv", for a name; nothing of a table in the case.
std::string words_of(const ReferenceFunction& function) {
  if (!function.file.empty()) return " " + function.file.filename().string();
  if (function.is_constant()) return " " + number(function(0));
  return function.formula().empty() ? "" : " " + function.formula();
}

/// A table file says nothing of what is before its first time and after its last one.
void check_reach(const ReferenceFunction& function, Real from, Real last, const std::string& pointer) {
  if (function.file.empty()) return;
  constexpr Real round_off = 1e-9;  // of the last time, which another program has written
  const Real begins = function.points().front().first, ends = function.points().back().first;
  const Real slack = round_off * std::max(std::abs(begins), std::abs(ends));
  if (begins <= from + slack && ends >= last - slack) return;
  throw CaseIssue(Fault::out_of_range, pointer,
                  "the table goes from " + quantity(begins, "s") + " to " + quantity(ends, "s") +
                      ", but the comparison from " + quantity(from, "s") + " to " + quantity(last, "s") +
                      ": give a \"window\" [from, to] inside of the table");
}

void check_reach(const CompareSpec& spec, Real from, Real last, const std::string& at) {
  if (const auto* curve = std::get_if<GivenCurve>(&spec.curve.entry)) {
    check_reach(curve->value, from, last, at + "/value");
  } else if (const auto* band = std::get_if<GivenBand>(&spec.curve.entry)) {
    check_reach(band->low, from, last, at + "/low");
    check_reach(band->high, from, last, at + "/high");
  }
}

}  // namespace

std::string reference_name(const CompareSpec& spec) {
  return std::visit(
      [](const auto& curve) {
        std::string text(std::decay_t<decltype(curve)>::name);
        if constexpr (requires { curve.mu; }) text += ", mu " + number(curve.mu);
        if constexpr (requires { curve.value.formula(); }) text += words_of(curve.value);
        if constexpr (requires { curve.low; }) text += words_of(curve.low) + " to" + words_of(curve.high);
        if constexpr (requires { curve.statistic; }) {
          text += " " + std::string(word_of(curve.statistic)) + " " + number(curve.value);
        }
        return text;
      },
      spec.curve.entry);
}

CompareResult compare_column(const std::string& column, const CompareSpec& spec, const Table& history) {
  CompareResult result;
  result.column = column;
  result.reference = reference_name(spec);
  Samples s = samples_in(spec.window.value_or(since_release), spec, history, column);
  const auto lost = std::ranges::find_if_not(s.reference, [](Real value) { return std::isfinite(value); });
  if (lost != s.reference.end()) {
    fail_without_reference(spec, s.t[static_cast<std::size_t>(lost - s.reference.begin())], result);
    return result;
  }
  if (s.t.empty()) return result;  // nothing in the window: not a pass
  prepare(spec, s);
  Real squares = 0, largest = 0;
  for (std::size_t k = 0; k < s.t.size(); ++k) {
    const Real error = std::abs(s.value[k] - s.reference[k]);
    squares += error * error;
    largest = std::isfinite(error) ? std::max(largest, error) : infinity;
  }
  // A reference that is zero throughout has no scale: its errors are then given in the unit of the column.
  const Real scale = scale_of(spec, s), unit = scale > 0 ? scale : 1;
  result.rms = std::sqrt(squares / static_cast<Real>(s.t.size())) / unit;
  result.max = largest / unit;
  result.final = std::abs(s.value.back() - s.reference.back()) / unit;
  result.more.push_back({"absolute", largest});
  if (spec.tolerance.range) {
    const Real expected = range_of(s.reference);
    result.more.push_back({"range", std::abs(range_of(s.value) - expected) / (expected > 0 ? expected : 1)});
  }
  if (spec.tolerance.mean) {
    result.more.push_back({"mean", std::abs(mean_of(s.t, s.value) - mean_of(s.t, s.reference)) / unit});
  }
  if (const auto* slide = std::get_if<CoulombSlide>(&spec.curve.entry)) {
    compare_slide(*slide, s, samples_in(since_release, spec, history, column), result);
  } else if (spec.tolerance.slope) {
    compare_slopes(s, result);
  }
  judge(tolerance_of(spec), result);
  return result;
}

std::vector<CompareResult> compare_all(const Case& description, const Table& history, bool ends_early) {
  std::vector<CompareResult> results;
  for (const auto& [column, spec] : description.compare) {
    const auto [from, to] = spec.window.value_or(since_release);
    const Real needed = std::max(from, std::min(to, description.time.end));
    if (history.rows() > 0 && history.values.front().back() >= needed) {
      results.push_back(compare_column(column, spec, history));
      if (ends_early && results.back().judges_nothing()) results.back().reached = false;
    } else {
      const Real none = std::numeric_limits<Real>::quiet_NaN();
      results.push_back({.column = column, .reference = reference_name(spec), .rms = none, .max = none, .final = none});
      results.back().reached = false;
    }
  }
  return results;
}

Real reference_value(const CompareSpec& spec, Real t) {
  const auto [from, to] = spec.window.value_or(since_release);
  if (t < 0) return std::numeric_limits<Real>::quiet_NaN();
  try {
    return reference_at(spec, t);
  } catch (const Error&) {
    if (t >= from && t <= to) throw;
    return std::numeric_limits<Real>::quiet_NaN();  // nobody needs it there
  }
}

void check_references(const Case& description, bool ends_early) {
  for (const auto& [column, spec] : description.compare) {
    const auto [from, to] = spec.window.value_or(since_release);
    const Real last = std::min(to, description.time.end);
    if (from > last && !ends_early) {
      throw CaseIssue(Fault::out_of_range, json::join("/compare", column) + "/window",
                      "begins at " + quantity(from, "s") + ", but the run ends at " +
                          quantity(description.time.end, "s") +
                          ", so nothing would be compared: let it begin earlier, or run longer (/time/end)");
    }
    if (from > last) continue;  // the run does not come to it
    check_reach(spec, from, last, json::join("/compare", column));
    for (const Real t : {from, last}) {
      try {
        (void)reference_value(spec, t);
      } catch (const LostFormula& lost) {
        throw CaseIssue(Fault::bad_formula, lost.place.empty() ? place_of(column, spec) : lost.place,
                        lost.sentence + std::string(", where the comparison ") + (t == from ? "begins" : "ends") +
                            ": give a \"window\" [from, to] in which it has a value");
      }
    }
  }
}

Real drawn_reference(const CompareSpec& spec, Real t) {
  return t < 0 ? std::numeric_limits<Real>::quiet_NaN() : reference_or_none(spec, t);
}

std::vector<Real> reference_curve(const CompareSpec& spec, const Table& history) {
  const auto [from, to] = spec.window.value_or(since_release);
  std::vector<Real> values;
  for (const Real t : history.values.front()) {
    const bool inside = t >= from && t <= to;
    values.push_back(inside ? drawn_reference(spec, t) : std::numeric_limits<Real>::quiet_NaN());
  }
  return values;
}

}  // namespace talus
