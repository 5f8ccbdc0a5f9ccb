// Measures of a compared column, on histories whose errors are known beforehand.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/relative_error.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/compare.hpp"

using namespace talus;

namespace {

constexpr Real mu = 0.4, speed = 2, g = 9.81;

/// Rows every millisecond from -0.1 s to `end`, with v(t) from `value`.
template <class Value>
Table history(Real end, Value&& value) {
  Table table{{{"time", "s"}, {"v", "m/s"}}, {{}, {}}};
  for (int k = -100; k * 1e-3 <= end; ++k) {
    table.values[0].push_back(k * 1e-3);
    table.values[1].push_back(value(k * 1e-3));
  }
  return table;
}

CompareSpec slide_spec(const Tolerance& tolerance = {}) {
  CompareSpec spec;
  spec.curve.entry = CoulombSlide{mu, speed, g};
  spec.tolerance = tolerance;
  return spec;
}

Real exact_speed(Real t) { return std::max(0.0, speed - mu * g * std::max(0.0, t)); }

Real measure(const CompareResult& result, const std::string& name) {
  for (const auto& [key, value] : result.more) {
    if (key == name) return value;
  }
  return std::numeric_limits<Real>::quiet_NaN();
}

}  // namespace

TEST_CASE("the exact curve has no errors") {
  const auto r = compare_column("v", slide_spec({.rms = 1e-12, .slope = 1e-12, .ripple = 1e-12, .stop_time = 1e-12}),
                                history(0.6, exact_speed));
  CHECK(r.pass);
  CHECK(r.max == 0);
  CHECK(measure(r, "slope_ratio") == doctest::Approx(1).epsilon(1e-13));
  CHECK(measure(r, "ripple") < 1e-13);
  CHECK(measure(r, "stop_time") < 1e-13);
}

TEST_CASE("a constant offset shows in rms, max and final, relative to the largest reference") {
  const auto r =
      compare_column("v", slide_spec({.absolute = 0.021}), history(0.3, [](Real t) { return exact_speed(t) + 0.02; }));
  for (const Real error : {r.rms, r.max, r.final}) CHECK(error == near(0.01));
  CHECK(measure(r, "absolute") == near(0.02));
  CHECK(measure(r, "slope_ratio") == doctest::Approx(1));
  CHECK(r.pass);
}

TEST_CASE("a steeper line has its slope and its stop time") {
  const auto steeper = [](Real t) { return std::max(0.0, speed - 1.01 * mu * g * std::max(0.0, t)); };
  const auto r = compare_column("v", slide_spec({.slope = 0.009}), history(0.6, steeper));
  CHECK(measure(r, "slope_ratio") == doctest::Approx(1.01));
  CHECK(measure(r, "slope") == near(0.01));
  const Real stop = speed / (mu * g);
  CHECK(measure(r, "stop_time") == near(stop - stop / 1.01, 1e-6));
  CHECK_FALSE(r.pass);
}

TEST_CASE("ripple is the rms about the fitted line") {
  // 20 whole waves per 0.1 s: they hardly tilt the line.
  const auto wavy = [](Real t) {
    return exact_speed(t) + (t > 0 ? 0.01 * std::sin(2 * std::numbers::pi * 200 * t) : 0);
  };
  const auto r = compare_column("v", slide_spec({.ripple = 0.0072}), history(0.4, wavy));
  CHECK(measure(r, "ripple") == near(0.01 / std::sqrt(2.0), 0.01));
  CHECK(r.pass);
}

TEST_CASE("what happens before t = 0 or outside the window does not count") {
  auto before = history(0.3, [](Real t) { return t < 0 ? 100 : exact_speed(t); });
  CHECK(compare_column("v", slide_spec(), before).max == 0);
  CompareSpec spec = slide_spec({.max = 1e-9});
  spec.window = std::array<Real, 2>{0.1, 0.2};
  const auto r =
      compare_column("v", spec, history(0.3, [](Real t) { return t > 0.21 || t < 0.09 ? 5 : exact_speed(t); }));
  CHECK(r.max == 0);
  CHECK(r.pass);
}

TEST_CASE("the slope of any curve is that of the lines through it and its reference in the window") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{TimeFunction::expression("3*t", {})};
  spec.window = std::array<Real, 2>{0.1, 0.2};
  spec.tolerance.slope = 0.021;
  const auto late = history(0.3, [](Real t) { return t > 0.21 ? 5 : 7 + 1.02 * 3 * t; });
  const auto r = compare_column("v", spec, late);
  CHECK(measure(r, "slope") == near(0.02));
  CHECK(r.pass);
  spec.tolerance.slope = 0.019;
  CHECK_FALSE(compare_column("v", spec, late).pass);
}

TEST_CASE("a reference is asked for where it counts: outside its window it need not have a value") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{TimeFunction::expression("1/t", {})};
  CHECK_THROWS_AS((void)reference_value(spec, 0), Error);
  spec.window = std::array<Real, 2>{0.1, 0.2};
  CHECK(std::isnan(reference_value(spec, 0)));
  CHECK(reference_value(spec, 0.1) == 10);
  CHECK(reference_value(spec, 0.5) == 2);
}

TEST_CASE("a run that ends before a window begins has not reached it") {
  Case description;
  CompareSpec spec = slide_spec({.rms = 1});
  spec.window = std::array<Real, 2>{0.4, 0.6};
  description.compare.emplace_back("v", spec);
  for (const Real end : {0.3, 0.5}) {
    description.time.end = end;
    const auto results = compare_all(description, history(end + 1e-9, exact_speed));
    CHECK(results.front().reached == (end > 0.4));
    CHECK(results.front().pass == (end > 0.4));
  }
}

TEST_CASE("tolerances of which none can be judged are no pass, and are named") {
  Case description;
  description.time.end = 0.01;  // before the line of a slide is fitted, and before it comes to rest
  Tolerance late{.slope = 1e-3, .stop_time = 1e-3};
  description.compare.emplace_back("v", slide_spec(late));
  const Table table = history(description.time.end + 1e-9, exact_speed);
  const CompareResult whole = compare_all(description, table).front();
  CHECK_FALSE(whole.pass);
  CHECK(whole.reached);
  CHECK(verdict_text(whole) == "not judged");
  CHECK(limits_text(whole) == "slope not judged, stop_time not judged");
  const CompareResult shortened = compare_all(description, table, true).front();
  CHECK(verdict_text(shortened) == "not reached");
  late.rms = 1e-3;
  const CompareResult partly = compare_column("v", slide_spec(late), table);
  CHECK(partly.pass);
  CHECK(limits_text(partly) == "rms ≤ 0.1 %, slope not judged, stop_time not judged");
}

TEST_CASE("a window after the end of the run is refused, unless the run was told to end early") {
  Case description;
  description.time.end = 0.3;
  CompareSpec spec = slide_spec({.rms = 1});
  spec.window = std::array<Real, 2>{5, 6};
  description.compare.emplace_back("v", spec);
  CHECK_THROWS_WITH_AS(check_references(description), doctest::Contains("the run ends at 300 ms"), CaseIssue);
  CHECK_NOTHROW(check_references(description, true));
}

TEST_CASE("nothing in the window, or a value that is no number, is no pass") {
  CompareSpec spec = slide_spec();
  spec.window = std::array<Real, 2>{5, 6};
  CHECK_FALSE(compare_column("v", spec, history(0.3, exact_speed)).pass);
  const auto broken = history(0.3, [](Real t) { return t > 0.2 ? std::nan("") : exact_speed(t); });
  CHECK_FALSE(compare_column("v", slide_spec({.rms = 1}), broken).pass);
  CHECK_FALSE(compare_column("v", slide_spec({.max = 1}), broken).pass);
}

TEST_CASE("a reference of zero leaves errors in the unit of the column") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{};
  spec.tolerance.max = 1e-7;
  const auto r = compare_column("v", spec, history(0.1, [](Real t) { return t < 0 ? 1 : 2e-7; }));
  CHECK(r.max == near(2e-7));
  CHECK_FALSE(r.pass);
}

TEST_CASE("range compares max - min of the values with that of the reference") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{TimeFunction::expression("sin(100*t)", {})};
  spec.tolerance.range = 0.0101;
  // Late, and off by a constant: neither changes the range.
  const auto late = history(0.5, [](Real t) { return 7 + 1.01 * std::sin(100 * t - 1); });
  const auto r = compare_column("v", spec, late);
  CHECK(measure(r, "range") == near(0.01, 0.01));
  CHECK(r.pass);
  spec.tolerance.range = 0.0099;
  CHECK_FALSE(compare_column("v", spec, late).pass);
  CHECK_FALSE(compare_column("v", spec, history(0.5, [](Real t) { return t > 0.4 ? std::nan("") : 0; })).pass);
  spec.tolerance.range.reset();
  CHECK(std::isnan(measure(compare_column("v", spec, late), "range")));
}

TEST_CASE("mean compares means over time, however uneven the rows are") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{TimeFunction::expression("3*t", {})};
  spec.window = std::array<Real, 2>{0, 1};
  spec.tolerance.mean = 0.0668;
  // Beside 3 t, whose mean is 1.5 and whose largest value 3: a straight line to 2.6, with more rows where it is low.
  Table uneven{{{"time", "s"}, {"v", "m/s"}}, {{}, {}}};
  for (const Real t : {0.0, 0.01, 0.02, 0.03, 0.5, 1.0}) {
    uneven.values[0].push_back(t);
    uneven.values[1].push_back(2.6 * t);
  }
  const auto r = compare_column("v", spec, uneven);
  CHECK(measure(r, "mean") == doctest::Approx(0.2 / 3));
  CHECK(r.pass);
  spec.tolerance.mean = 0.0666;
  CHECK_FALSE(compare_column("v", spec, uneven).pass);
  uneven.values[1].back() = std::nan("");
  spec.tolerance.mean = 1e9;
  CHECK_FALSE(compare_column("v", spec, uneven).pass);
}

TEST_CASE("a window of one instant, or one between two rows, is met on the line between them") {
  CompareSpec spec;
  spec.curve.entry = GivenCurve{TimeFunction(0.3)};
  spec.window = std::array<Real, 2>{0.1004, 0.1004};
  spec.tolerance.absolute = 0.051;
  const auto ramp = history(0.2, [](Real t) { return t < 0.1 ? 100 : 0.35 + (t - 0.1004); });
  const auto r = compare_column("v", spec, ramp);
  CHECK(measure(r, "absolute") == doctest::Approx(0.05));
  CHECK(r.final == doctest::Approx(0.05 / 0.3));
  CHECK(r.pass);
  spec.window = std::array<Real, 2>{0.1002, 0.1006};
  CHECK(measure(compare_column("v", spec, ramp), "absolute") == doctest::Approx(0.0502));
  spec.window = std::array<Real, 2>{0.15, 0.15};  // on a row
  CHECK(measure(compare_column("v", spec, ramp), "absolute") == doctest::Approx(0.0996));
  spec.window = std::array<Real, 2>{0.3, 0.3};  // after the end
  CHECK_FALSE(compare_column("v", spec, ramp).pass);
}

TEST_CASE("a band is left by as much as a column is beyond it, and is a tolerance by itself") {
  CompareSpec spec;
  spec.curve.entry = GivenBand{TimeFunction(1), TimeFunction::expression("2 + t", {})};
  const auto within = history(0.3, [](Real t) { return 1 + 3 * t; });
  CHECK(compare_column("v", spec, within).pass);
  CHECK(measure(compare_column("v", spec, within), "absolute") == 0);
  for (const Real beyond : {0.9, 2.4}) {
    const auto r = compare_column("v", spec, history(0.3, [&](Real t) { return t > 0.2999 ? beyond : 1.5; }));
    CHECK(measure(r, "absolute") == near(0.1));
    CHECK(r.max == near(0.1 / 2.3));
    CHECK_FALSE(r.pass);
    spec.tolerance.absolute = 0.11;
    CHECK(compare_column("v", spec, history(0.3, [&](Real t) { return t > 0.2999 ? beyond : 1.5; })).pass);
    spec.tolerance.absolute.reset();
  }
  CHECK_FALSE(compare_column("v", spec, history(0.3, [](Real t) { return t > 0.2 ? std::nan("") : 1.5; })).pass);
  spec.curve.entry = GivenBand{TimeFunction(1), TimeFunction::expression("1/(t - 0.1)", {})};
  CHECK_FALSE(compare_column("v", spec, within).pass);
}

TEST_CASE("a scalar is held against the peak, the mean, the range or the last value of the window") {
  CompareSpec spec;
  spec.window = std::array<Real, 2>{0.1, 0.2};
  spec.tolerance.max = 0.0101;
  const auto ramp = history(0.3, [](Real t) { return t < 0.1 || t > 0.2005 ? 99 : 10 * t; });
  for (const auto& [statistic, exact] : {std::pair{OverTime::min, 1.0},
                                         {OverTime::max, 2.0},
                                         {OverTime::mean, 1.5},
                                         {OverTime::range, 1.0},
                                         {OverTime::last, 2.0}}) {
    CAPTURE(exact);
    spec.curve.entry = GivenNumber{statistic, exact / 1.01};
    const auto r = compare_column("v", spec, ramp);
    CHECK(r.max == near(0.01));
    CHECK(measure(r, "absolute") == near(exact * (1 - 1 / 1.01)));
    CHECK(r.pass);
    spec.curve.entry = GivenNumber{statistic, exact / 1.02};
    CHECK_FALSE(compare_column("v", spec, ramp).pass);
    const auto broken = history(0.3, [](Real t) { return t > 0.15 ? std::nan("") : 10 * t; });
    CHECK_FALSE(compare_column("v", spec, broken).pass);
  }
}

TEST_CASE("a reference from a file is asked for within its times only") {
  ReferenceFunction measured = TimeFunction::table({{0.1, 1}, {0.3, 2}});
  measured.file = "measured.csv";
  Case description;
  description.time.end = 0.5;
  CompareSpec spec;
  spec.curve.entry = GivenCurve{measured};
  const auto complaint = [&](std::optional<std::array<Real, 2>> window) -> std::string {
    spec.window = window;
    description.compare = {{"v", spec}};
    try {
      check_references(description);
    } catch (const CaseIssue& issue) {
      return issue.pointer + ": " + issue.what();
    }
    return "";
  };
  CHECK(complaint(std::array<Real, 2>{0.1, 0.3}) == "");
  CHECK(complaint(std::nullopt) ==
        "/compare/v/value: the table goes from 100 ms to 300 ms, but the comparison from 0 s to 500 ms: give a "
        "\"window\" [from, to] inside of the table");
  CHECK(complaint(std::array<Real, 2>{0.2, 1}) != "");
  CHECK(reference_name(spec) == "curve measured.csv");
}
