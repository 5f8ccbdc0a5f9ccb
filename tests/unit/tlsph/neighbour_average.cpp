// What an average over neighbours takes away, and what it leaves.
#include "talus/tlsph/neighbour_average.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

SolidBody lattice(int dimension, Real jitter = 0) {
  return sample_body(rubber<NeoHookean>(), {.dimension = dimension, .cells = {11, 10, 9}, .jitter = jitter});
}

/// One number per particle, value(its place over the spacing).
template <class Value>
std::vector<Real> field(const SolidBody& body, Value&& value) {
  std::vector<Real> a;
  for (const Vec3& X : body.X) a.push_back(value(Vec3(X / body.spacing)));
  return a;
}

/// Whether particle i stands more than `deep` spacings inside the outermost layers.
bool is_inside(const SolidBody& body, Index i, Real deep) {
  const Vec3 at = body.X[i] / body.spacing;
  const Vec3 last(10, 9, body.dimension == 3 ? 8 : 1e9);
  return at[0] > deep && at[1] > deep && (body.dimension == 2 || at[2] > deep) && (last - at).minCoeff() > deep;
}

std::vector<Real> averaged(SolidBody& body, std::vector<Real> a) {
  const SolidSolver solver(body, {});
  NeighbourAverage(solver).apply(a);
  return a;
}

TEST_CASE("inside a lattice an average leaves linear fields and takes away what alternates from layer to layer") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = lattice(dimension);
    const auto linear = [](const Vec3& X) { return 3 + 2 * X[0] - X[1] + X[2] / 2; };
    const auto smooth = averaged(body, field(body, linear));
    const auto rough =
        averaged(body, field(body, [&](const Vec3& X) { return linear(X) + (std::lround(X[1]) % 2 == 0 ? 1 : -1); }));
    for (Index i = 0; i < body.size(); ++i) {
      if (!is_inside(body, i, 1.5)) continue;
      CHECK(std::abs(smooth[i] - linear(body.X[i] / body.spacing)) < 1e-12);
      CHECK(std::abs(rough[i] - smooth[i]) < 1e-12);
    }
  }
}

TEST_CASE("an average keeps sums over volumes, of uneven particles to single precision") {
  for (const int dimension : {2, 3}) {
    SolidBody body = lattice(dimension, 0.2);
    Draw draw(5);
    const auto before = field(body, [&](const Vec3&) { return draw.number(1); });
    const auto after = averaged(body, before);
    const auto sum = [&](const std::vector<Real>& a) {
      return std::inner_product(a.begin(), a.end(), body.V.begin(), Real(0));
    };
    const Real scale = std::accumulate(body.V.begin(), body.V.end(), Real(0));
    CHECK(std::abs(sum(after) - sum(before)) < 1e-6 * scale);
    CHECK(std::abs(sum(before)) > 1e-4 * scale);
  }
}

TEST_CASE("half of a body with a symmetry plane has the averages of the whole") {
  SolidBody whole = sample_body(rubber<NeoHookean>(), {.cells = {10, 6, 1}, .jitter = 0, .corner = {-0.45, 0, 0}});
  SolidBody half = sample_body(rubber<NeoHookean>(), {.cells = {5, 6, 1}, .jitter = 0, .corner = {0.05, 0, 0}});
  const auto even = [](const Vec3& X) { return X[0] * X[0] + std::sin(5 * X[1]); };
  std::vector<Real> of_whole = field(whole, even), of_half = field(half, even);
  const SolidSolver whole_solver(whole, {}), half_solver(half, {.symmetry = {{Vec3::Zero(), Vec3::UnitX()}}});
  NeighbourAverage(whole_solver).apply(of_whole);
  NeighbourAverage(half_solver).apply(of_half);
  for (Index i = 0; i < half.size(); ++i) {
    const Index row = i / 5, column = i % 5;
    CHECK(of_half[i] == doctest::Approx(of_whole[10 * row + 5 + column]).epsilon(1e-12));
  }
}

TEST_CASE("a pressure that alternates from layer to layer exerts no force inside a lattice") {
  for (const int dimension : {2, 3}) {
    SolidBody body = lattice(dimension);
    SolidSolver solver(body, {.gradient = LinearGradient{}});
    // What a volume change of each particle alone would do to all others: the sum over an alternating field.
    const ReferenceState reference = make_reference_state(body, {.gradient = LinearGradient{}});
    Real largest = 0, single = 0;
    for (Index i = 0; i < body.size(); ++i) {
      if (!is_inside(body, i, reference.smoothing_length * 2 / body.spacing)) continue;
      Vec3 force = Vec3::Zero();
      for (const auto& [j, weight] : reference.bonds_of(i)) {
        const Real sign = std::lround(body.X[j][1] / body.spacing) % 2 == 0 ? 1 : -1;
        const Vec3 share = sign * Real(weight) * (body.X[j] - body.X[i]);
        force += share;
        single = std::max(single, share.norm());
      }
      largest = std::max(largest, force.norm());
    }
    CHECK(single > 0);
    CHECK(largest < 1e-5 * single);
  }
}

}  // namespace
}  // namespace talus
