// Sums of bodies whose packs stand in rows, against the same bodies with bonds one by one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/lattice_in_motion.hpp"
#include "support/steps_alike.hpp"

namespace talus {
namespace {

/// The body as it would be had it been made with other axes.
void turn(SolidBody& body, const Mat3& R) {
  for (Vec3& X : body.X) X = R * X;
  body.x = body.X;
}

/// Share of packs that are summed by rows; whether their moments are, too.
Real share_by_rows(const StencilTable& table, bool with_moments) {
  Index by_rows = 0;
  for (const PackRun& run : table.runs()) {
    if (run.by_rows && (!with_moments || table.pattern(run).has_moments())) by_rows += run.size();
  }
  return static_cast<Real>(by_rows) / static_cast<Real>(table.packs());
}

void check_order(const StencilTable& table) {
  std::vector<Index> packs;
  for (const PackRun& run : table.runs()) {
    for (Index p = run.first; p < run.last; ++p) packs.push_back(p);
  }
  REQUIRE(static_cast<Index>(packs.size()) == table.packs());
  std::ranges::sort(packs);
  for (Index p = 0; p < table.packs(); ++p) REQUIRE(packs[p] == p);
}

/// Second-order fits of whole packs, and of single particles in others.
void check_fits(const StencilTable& table) {
  Index together = 0, alone = 0;
  for (Index p = 0; p < table.packs(); ++p) {
    const Stencil& s = table.of(p);
    CHECK((s.inverse < 0 || s.first_lone == s.last_lone));
    together += s.inverse >= 0 ? 1 : 0;
    alone += s.last_lone - s.first_lone;
  }
  CHECK(together > 0);
  CHECK((alone > 0) == (lanes >= 4));
}

/// Three steps of the body, and of one with bonds one by one.
void check_steps_by_rows(const SolidBody& body, Real smoothing, Real least_share, bool with_moments) {
  SolidBody a = body, b = body;
  SolidSolver shared(a, {.smoothing = smoothing});
  SolidSolver single(b, {.smoothing = smoothing, .shared_stencils = false});
  REQUIRE(shared.stencils() != nullptr);
  const StencilTable& table = *shared.stencils();
  if (lanes > most_reach) {  // else rows reach farther than a pack, or end packs lack a place in all lanes
    CHECK(share_by_rows(table, false) > least_share);
    CHECK((share_by_rows(table, true) > 0) == with_moments);
  }
  for (const PackRun& run : table.runs()) {
    if (run.by_rows) CHECK(table.pattern(run).own_row_reaches);  // differences go by rows, too
  }
  check_order(table);
  if (smoothing > 1) check_fits(table);  // the nearest neighbours alone do not tell second-order terms apart
  check_three_steps(a, shared, b, single);
}

}  // namespace

TEST_CASE("stencils: sums by rows of neighbours are those over bonds") {
  for (const int dimension : {2, 3}) {
    for (const int cells : {many_cells, uneven_cells}) {
      for (const Real smoothing : {0.8, 1.2, 1.6}) {
        CAPTURE(dimension);
        CAPTURE(cells);
        CAPTURE(smoothing);
        const SolidBody body = lattice_in_motion(rubber<HenckyJ2>(2e4), dimension, cells);
        // Packs at the ends of rows go with those in the middle, but not those that lie in two unlike rows; in the
        // plane the outermost two of nine rows are less work by bonds.
        check_steps_by_rows(body, smoothing, cells == uneven_cells ? 0.6 : dimension == 2 ? 0.75 : 0.9, true);
      }
    }
  }
}

TEST_CASE("stencils: rows may lie along any coordinate; askew ones are summed over bonds") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody along_x = lattice_in_motion(rubber<HenckyJ2>(2e4), dimension, many_cells);
    Mat3 R = Mat3::Identity();
    for (int axis = 1; axis < dimension; ++axis) {
      CAPTURE(axis);
      R = dimension == 3 ? Mat3{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}} * R : Mat3{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
      SolidBody body = along_x;
      turn(body, R);
      check_steps_by_rows(body, 1.2, dimension == 2 ? 0.75 : 0.9, true);
    }
    SolidBody askew = along_x;
    turn(askew, Eigen::AngleAxisd(0.4, dimension == 3 ? Vec3(1, 2, 3).normalized() : Vec3(0, 0, 1)).toRotationMatrix());
    check_steps_by_rows(askew, 1.2, -1, false);
  }
}

namespace {

/// A round bar of rings about x, in large, rough motion.
SolidBody bar_of_rings(int cells_along) {
  constexpr int rings = 4;
  SolidBody body = sample_body(rubber<HenckyJ2>(2e4), {.dimension = 3, .cells = {1, 1, 1}, .jitter = 0});
  const Real dx = body.spacing, volume = dx * dx * dx;
  body.X.clear();
  body.V.clear();
  for (int ring = 0; ring < rings; ++ring) {
    const int places = std::max(1, 6 * ring);
    for (int place = 0; place < places; ++place) {
      const Real angle = 2 * std::numbers::pi * (place + 0.3 * ring) / places;
      for (int c = 0; c < cells_along; ++c) {
        body.X.emplace_back(c * dx, ring * dx * std::cos(angle), ring * dx * std::sin(angle));
        body.V.push_back((ring == 0 ? 0.785 : 1.047) * volume);
      }
    }
  }
  body.reset_state(1000);
  Draw draw(7);
  for (Vec3& v : body.v) v = draw.vector(3, 1);
  return body;
}

}  // namespace

TEST_CASE("stencils: rows around an axis are summed one by one, wherever columns begin in a pack") {
  for (const int cells : {64, 101}) {
    for (const Real smoothing : {0.8, 1.2, 1.6}) {
      CAPTURE(cells);
      CAPTURE(smoothing);
      SolidBody a = bar_of_rings(cells), b = a;
      SolidSolver shared(a, {.smoothing = smoothing}), single(b, {.smoothing = smoothing, .shared_stencils = false});
      REQUIRE(shared.stencils() != nullptr);
      const StencilTable& table = *shared.stencils();
      if (lanes > most_reach) CHECK(share_by_rows(table, false) > 0.6);
      Index loose = 0;
      for (const PackRun& run : table.runs()) loose += run.by_rows && table.pattern(run).is_loose() ? run.size() : 0;
      if (lanes > most_reach) CHECK(loose > 0.5 * table.packs());
      check_three_steps(a, shared, b, single);
    }
  }
}

}  // namespace talus
