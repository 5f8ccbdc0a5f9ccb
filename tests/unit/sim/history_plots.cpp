// Which runs share a plot.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "talus/sim/history_plots.hpp"

using namespace talus;

namespace {

Case against_slide(Real mu) {
  Case c;
  CompareSpec spec;
  spec.curve.entry = CoulombSlide{mu, 2, 9.81};
  c.compare.push_back({"v", spec});
  return c;
}

std::vector<std::string> labels(const Plot& plot) {
  std::vector<std::string> names;
  for (const Series& s : plot.series) names.push_back(s.label);
  return names;
}

}  // namespace

TEST_CASE("runs with the same exact curve share its plot, the others have their own") {
  const Case low = against_slide(0.4), high = against_slide(1), none;
  const Table history{{{"time", "s"}, {"v", "m/s"}, {"y", "m"}}, {{-0.1, 0, 0.1}, {2, 2, 1}, {0, 0, 0}}};
  const Table longer{{{"time", "s"}, {"v", "m/s"}}, {{0, 0.1, 0.2}, {2, 1, 0}}};
  const auto plots =
      history_plots({{"a", &low, &history}, {"b", &high, &history}, {"c", &low, &longer}, {"d", &none, &longer}});
  REQUIRE(plots.size() == 6);
  CHECK(plots[0].title == "v against coulomb_slide, mu 0.4");
  CHECK(labels(plots[0]) == std::vector<std::string>{"a", "c", "exact"});
  CHECK(plots[0].series[2].x.size() == 3);
  CHECK(plots[0].series[2].x.back() == 0.2);  // of the longest run
  CHECK(labels(plots[1]) == std::vector<std::string>{"a", "c"});
  CHECK(labels(plots[2]) == std::vector<std::string>{"b", "exact"});
  CHECK(plots[4].title == "v");
  CHECK(labels(plots[4]) == std::vector<std::string>{"d"});
  CHECK(labels(plots[5]) == std::vector<std::string>{"a", "b"});  // y, which two runs have
}

TEST_CASE("the exact curve and the differences end with the window") {
  const Table history{{{"time", "s"}, {"v", "m/s"}}, {{-0.1, 0, 0.1, 0.2, 0.3}, {2, 2, 1, 1, 0}}};
  const auto window = [](Real from, Real to) {
    Case c = against_slide(0.4);
    c.compare[0].second.window = {from, to};
    return c;
  };
  const auto drawn = [](const Series& s) {
    return std::ranges::count_if(s.y, [](Real y) { return std::isfinite(y); });
  };
  const Case part = window(0.05, 0.2), whole = against_slide(0.4), instant = window(0.15, 0.15),
             gap = window(0.11, 0.19), late = window(9, 9);
  const auto plots = history_plots({{"", &part, &history}});
  REQUIRE(plots.size() == 2);
  const Series &exact = plots[0].series[1], &difference = plots[1].series[0];
  for (const Series* s : {&exact, &difference}) {
    CHECK(drawn(*s) == 2);
    CHECK(std::isfinite(s->y[2]));
    CHECK(std::isfinite(s->y[3]));
  }
  CHECK(drawn(plots[0].series[0]) == 5);
  CHECK(history_plots({{"a", &part, &history}, {"b", &whole, &history}}).size() == 4);  // each its own

  const auto at = history_plots({{"", &instant, &history}});  // between two rows
  REQUIRE(at.size() == 1);
  REQUIRE(at[0].series.size() == 2);
  CHECK(at[0].series[1].dashed);
  CHECK(at[0].series[1].x == std::vector<Real>{0.15});
  CHECK(at[0].series[1].y[0] == doctest::Approx(2 - 0.4 * 9.81 * 0.15));
  CHECK(history_plots({{"", &late, &history}})[0].series.size() == 1);  // the run has not come to it
  CHECK(history_plots({{"", &gap, &history}}).size() == 1);
}

TEST_CASE("plots that a case asks for: columns over a column, which may go back and forth") {
  Case loop;
  loop.output.plots = {{"overlap", {{"force"}}, {{"exact"}}, "Loop"},
                       {"time", {{"force", "exact"}}, {}, {}},
                       {"other", {{"force"}}, {}, {}}};
  loop.output.plots.push_back({"overlap", {{"force"}}, {}, {}});
  const Table history{{{"time", "s"}, {"overlap", "m"}, {"force", "N"}, {"exact", "N"}},
                      {{0, 1, 2}, {0, 2, 1}, {0, 20, 5}, {0, 20, 6}}};
  const auto alone = chosen_plots({{"", &loop, &history}});
  REQUIRE(alone.size() == 3);  // there is no column "other"
  CHECK(alone[0].title == "Loop");
  CHECK(alone[0].x_label == "overlap [m]");
  CHECK(alone[0].y_label == "force [N]");
  CHECK(alone[0].series[0].x == std::vector<Real>{0, 2, 1});
  CHECK(alone[0].series[1].y == std::vector<Real>{0, 20, 6});
  CHECK(labels(alone[0]) == std::vector<std::string>{"force", "exact"});
  CHECK_FALSE(alone[0].series[0].dashed);
  CHECK(alone[0].series[1].dashed);
  CHECK(alone[1].title == "force, exact over time");
  CHECK(alone[1].y_label == "force, exact [N]");
  CHECK_FALSE(alone[1].series[1].dashed);
  CHECK(alone[1].series[0].x == std::vector<Real>{0, 1, 2});
  const Case none;
  const auto shared = chosen_plots({{"a", &loop, &history}, {"b", &loop, &history}, {"c", &none, &history}});
  REQUIRE(shared.size() == 3);
  CHECK(labels(shared[0]) == std::vector<std::string>{"a, force", "a, exact", "b, force", "b, exact"});
  CHECK(labels(shared[1]) == std::vector<std::string>{"a, force", "a, exact", "b, force", "b, exact"});
  CHECK(labels(shared[2]) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a single run is labelled by its column") {
  const Case none;
  const Table history{{{"time", "s"}, {"y", "m"}}, {{0, 1}, {2, 1}}};
  const auto plots = history_plots({{"", &none, &history}});
  REQUIRE(plots.size() == 1);
  CHECK(labels(plots[0]) == std::vector<std::string>{"y"});
}
