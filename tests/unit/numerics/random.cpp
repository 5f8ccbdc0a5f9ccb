// Random numbers against published outputs and moments of the distributions; quadrature against polynomials.
#include "talus/numerics/random.hpp"

#include <doctest/doctest.h>

#include <type_traits>

#include "talus/numerics/gauss_legendre.hpp"

namespace talus {

TEST_CASE("splitmix64 and xoshiro256++ give the published numbers") {
  std::uint64_t seed = 1234567;
  for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                       4593380528125082431U, 16408922859458223821U}) {
    CHECK(split_mix(seed) == expected);
  }
  Random random;
  random.state = {1, 2, 3, 4};
  for (const std::uint64_t expected : {41943041U, 58720359U}) CHECK(random.next() == expected);
  for (const std::uint64_t expected : {3588806011781223U, 3591011842654386U, 9228616714210784205U}) {
    CHECK(random.next() == expected);
  }
}

TEST_CASE("a copy repeats the stream; near seeds give unrelated ones") {
  static_assert(std::is_trivially_copyable_v<Random>);
  Random first(7), other(8);
  (void)first.normal();
  Random copy = first;
  int equal = 0;
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t number = first.next();
    CHECK(number == copy.next());
    equal += number == other.next() ? 1 : 0;
  }
  CHECK(equal == 0);
}

TEST_CASE("moments of uniform and normal numbers") {
  Random random(3);
  constexpr int n = 200'000;
  Real mean = 0, square = 0, normal_mean = 0, normal_square = 0, fourth = 0, lowest = 1, highest = 0;
  for (int k = 0; k < n; ++k) {
    const Real u = random.uniform(), z = random.normal();
    lowest = std::min(lowest, u);
    highest = std::max(highest, u);
    mean += u / n;
    square += u * u / n;
    normal_mean += z / n;
    normal_square += z * z / n;
    fourth += z * z * z * z / n;
  }
  CHECK(lowest >= 0);
  CHECK(lowest < 1e-4);
  CHECK(highest < 1);
  CHECK(highest > 1 - 1e-4);
  CHECK(std::abs(mean - 0.5) < 0.003);
  CHECK(std::abs(square - 1.0 / 3) < 0.003);
  CHECK(std::abs(normal_mean) < 0.01);
  CHECK(std::abs(normal_square - 1) < 0.015);
  CHECK(std::abs(fourth - 3) < 0.1);
}

TEST_CASE("points in a ball and turns are spread evenly") {
  Random random(11);
  constexpr int n = 100'000;
  Mat3 ball = Mat3::Zero(), along = Mat3::Zero();
  Vec3 mean = Vec3::Zero();
  Real cosine_of_angle = 0, flat = 0;
  for (int k = 0; k < n; ++k) {
    const Vec3 p = random.in_ball(3);
    const Quaternion q = random.orientation(3);
    const Vec3 x = q * Vec3::UnitX();
    ball += p * p.transpose() / n;
    along += x * x.transpose() / n;
    mean += x / n;
    cosine_of_angle += (q.toRotationMatrix().trace() - 1) / 2 / n;
    flat += random.in_ball(2).squaredNorm() / n;
    CHECK(std::abs(q.norm() - 1) < 1e-15);
  }
  CHECK((ball - Mat3::Identity() / 5).norm() < 0.005);
  CHECK((along - Mat3::Identity() / 3).norm() < 0.01);
  CHECK(mean.norm() < 0.01);
  // Of all turns the angle has the density (1 - cos a)/pi, so its mean cosine is -1/2.
  CHECK(std::abs(cosine_of_angle + 0.5) < 0.01);
  CHECK(std::abs(flat - 0.5) < 0.005);
  const Quaternion plane = random.orientation(2);
  CHECK((plane * Vec3::UnitZ() - Vec3::UnitZ()).norm() < 1e-15);
}

TEST_CASE("turns by Cayley and by exponential") {
  const Vec3 a(0.3, -0.4, 1.2);
  CHECK(Eigen::AngleAxis<Real>(exponential_turn(a)).angle() == doctest::Approx(a.norm()).epsilon(1e-14));
  CHECK(Eigen::AngleAxis<Real>(cayley_turn(a)).angle() == doctest::Approx(2 * std::atan(a.norm() / 2)).epsilon(1e-14));
  Mat3 cross;
  cross << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  const Mat3 one = Mat3::Identity(), cayley = (one - cross / 2).inverse() * (one + cross / 2);
  CHECK((cayley_turn(a).toRotationMatrix() - cayley).norm() < 1e-14);
  Quaternion q = exponential_turn(a);
  q.coeffs() *= 1 + 1e-7;
  renormalise(q);
  CHECK(std::abs(q.norm() - 1) < 1e-13);
}

TEST_CASE("Gauss-Legendre integrates polynomials exactly, up to its degree") {
  const GaussLegendre<5> rule;
  for (int power = 0; power <= 10; ++power) {
    Real sum = 0;
    for (int k = 0; k < 5; ++k) sum += rule.weight[k] * std::pow(rule.node[k], power);
    const Real exact = power % 2 == 0 ? 2.0 / (power + 1) : 0;
    const bool too_high = power == 10;
    CHECK((std::abs(sum - exact) < 1e-14) != too_high);
  }
}

}  // namespace talus
