// Lanczos' method against operators whose eigenvalues are known.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "talus/numerics/lanczos.hpp"

namespace talus {
namespace {

/// A rough start.
std::vector<Vec3> rough(Index n) {
  std::vector<Vec3> v(n);
  for (Index i = 0; i < n; ++i) v[i] = {std::sin(1.7 * i * i), std::cos(2.3 * i * i), std::sin(0.9 * i * i + 1)};
  return v;
}

}  // namespace

TEST_CASE("lanczos: a chain of springs between unequal masses, and its highest frequency") {
  // Springs of stiffness one between masses that alternate, the ends held: omega^2 of a diatomic chain.
  constexpr Index n = 200;
  constexpr Real light = 1, heavy = 3;
  const auto mass = [](Index i) { return i % 2 == 0 ? light : heavy; };
  const auto pull = [&](const std::vector<Vec3>& x, std::vector<Vec3>& y) {
    for (Index i = 0; i < n; ++i) {
      Vec3 f = 2 * x[i];
      if (i > 0) f -= x[i - 1];
      if (i + 1 < n) f -= x[i + 1];
      y[i] = f / mass(i);
    }
  };
  const Real highest = 2 * (1 / light + 1 / heavy);  // that of an endless chain
  const Real found = largest_eigenvalue(rough(n), mass, pull);
  CHECK(found <= highest * (1 + 1e-12));
  CHECK(found > 0.99 * highest);
  CHECK(largest_eigenvalue(rough(n), mass, pull, {.most_steps = 3}) < found);
}

TEST_CASE("lanczos: ends early where the space is small, and finds nothing in nothing") {
  const std::vector<Vec3> start{{1, 1, 1}};
  const auto one = [](Index) { return Real(1); };
  const auto stretch = [](const std::vector<Vec3>& x, std::vector<Vec3>& y) {
    y[0] = {1 * x[0][0], 5 * x[0][1], 2 * x[0][2]};
  };
  CHECK(largest_eigenvalue(start, one, stretch) == doctest::Approx(5).epsilon(1e-12));
  CHECK(largest_eigenvalue({{0, 0, 0}}, one, stretch) == 0);
}

}  // namespace talus
