// Symmetric tensors, their functions, and the measures of deformation.
#include <doctest/doctest.h>

#include <random>

#include "support/relative_error.hpp"
#include "talus/numerics/scalar_function.hpp"
#include "talus/numerics/stretch.hpp"
#include "talus/numerics/symmetric_function.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {
namespace {

Mat3 random_matrix(std::mt19937& engine) {
  std::uniform_real_distribution<Real> uniform(-1, 1);
  return Mat3::NullaryExpr([&] { return uniform(engine); });
}

/// A symmetric tensor of the given norm.
Symmetric random_symmetric(std::mt19937& engine, Real norm) {
  const Symmetric A = Symmetric::part_of(random_matrix(engine));
  return norm / std::sqrt(A.squared_norm()) * A;
}

Real distance(const Symmetric& a, const Symmetric& b) { return std::sqrt((a + -1.0 * b).squared_norm()); }

Real true_smallest_stretch(const Mat3& F) {
  return std::sqrt(Eigen::SelfAdjointEigenSolver<Mat3>(F.transpose() * F).eigenvalues()[0]);
}

}  // namespace

TEST_CASE("six-number algebra agrees with full matrices") {
  std::mt19937 engine(1);
  const Mat3 A = random_matrix(engine);
  const Symmetric S = random_symmetric(engine, 1);
  const Mat3 full = S.matrix();
  CHECK(S.determinant() == doctest::Approx(full.determinant()));
  CHECK(S.squared_norm() == doctest::Approx(full.squaredNorm()));
  CHECK((cofactors(A).transpose() * A - A.determinant() * Mat3::Identity()).norm() < 1e-14);
  CHECK((commuting_product(S, S).matrix() - full * full).norm() < 1e-14);
  CHECK((congruence(A, S).matrix() - A * full * A.transpose()).norm() < 1e-14);
  CHECK((times_transpose(A).matrix() - A * A.transpose()).norm() < 1e-14);
  CHECK(distance(Symmetric::from(S.array()), S) == 0);
  CHECK(std::abs(S.deviator().trace()) < 1e-15);
}

TEST_CASE("logarithm and exponential agree with the eigenvalue forms over both branches") {
  std::mt19937 engine(2);
  for (const Real norm : {1e-12, 1e-7, 1e-4, 3.1e-3, 3.3e-3, 0.05, 0.1999, 0.2001, 0.5}) {
    CAPTURE(norm);
    for (int sample = 0; sample < 20; ++sample) {
      const Symmetric A = random_symmetric(engine, norm);
      const Symmetric log = spectral(A, [](Real y) { return std::log1p(y); });
      const Symmetric exp = spectral(A.deviator(), [](Real y) { return std::exp(y); });
      CHECK(distance(log_deviator(A), log.deviator()) < 1e-11 * norm);
      CHECK(distance(exponential(A.deviator()), exp) < 5e-12);
    }
  }
}

TEST_CASE("the exponential undoes the logarithm") {
  std::mt19937 engine(3);
  for (const Real norm : {1e-6, 1e-3, 0.1, 0.6}) {
    const Symmetric Y = random_symmetric(engine, norm);
    const Symmetric A = Symmetric::identity() + Y;
    CHECK(distance(std::cbrt(A.determinant()) * exponential(log_deviator(Y)), A) < 2e-11);
  }
}

TEST_CASE("the logarithm of a tensor that is not positive definite is not a number") {
  CHECK(!std::isfinite(log_deviator(Symmetric{-1.5, 0, 0, 0, 0, 0}).squared_norm()));
  CHECK(!std::isfinite(log_deviator(Symmetric{-2, -2, -2, 0, 0, 0}).squared_norm()));
}

TEST_CASE("volume strain keeps its digits at small and its value at large deformation") {
  const Real a = 3e-8, b = -1e-8, c = 2e-8;
  const Mat3 H = Vec3(a, b, c).asDiagonal();
  CHECK(relative_error(volume_strain(H), a + b + c + a * b + b * c + a * c) < 1e-15);
  std::mt19937 engine(4);
  const Mat3 large = random_matrix(engine);
  CHECK(volume_strain(large) == doctest::Approx((Mat3::Identity() + large).determinant() - 1));
}

TEST_CASE("smallest stretch: never above the singular value, at most one percent below it") {
  std::mt19937 engine(5);
  for (const Real size : {0.0, 1e-7, 1e-3, 0.003, 0.01, 0.1, 0.5, 2.0}) {
    CAPTURE(size);
    for (int sample = 0; sample < 50; ++sample) {
      const Mat3 unlike = Vec3(1, 1.3, 2).asDiagonal();  // stretched far, but along the axes
      const Mat3 F = (sample % 2 == 0 ? Mat3(Mat3::Identity()) : unlike) + size * random_matrix(engine);
      const Real expected = true_smallest_stretch(F);
      CHECK(smallest_stretch(F) <= expected + 1e-6);
      CHECK(smallest_stretch(F) >= 0.99 * expected - 1e-6);
      for (const Real enough : {0.5, 0.9, 1.0}) {
        const Real bound = smallest_stretch(F, enough);
        CHECK((bound == smallest_stretch(F) || (bound >= enough && bound <= expected + 1e-6)));
      }
    }
  }
}

TEST_CASE("smallest stretch does not feel a rotation") {
  const Mat3 Q = Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  CHECK(smallest_stretch(Q) == doctest::Approx(1).epsilon(1e-12));
  const Mat3 stretch = Vec3(0.3, 1.2, 2).asDiagonal();
  CHECK(smallest_stretch(Q * stretch) == doctest::Approx(0.3).epsilon(1e-9));
}

TEST_CASE("von Mises stress of tension and of shear") {
  Mat3 s = Mat3::Zero();
  s(0, 0) = -7;
  CHECK(von_mises(s) == doctest::Approx(7));
  s.setIdentity();
  CHECK(von_mises(s) < 1e-14);
  s(0, 1) = s(1, 0) = 2;
  CHECK(von_mises(s) == doctest::Approx(2 * std::sqrt(3.0)));
}

TEST_CASE("short series of ln(1+x) and exp(x)-1 are exact to round-off on both sides of their switch") {
  for (const Real x : {0.0, 1e-16, -3e-8, 1e-3, -0.01999, 0.01999, 0.02001, -0.5, 3.0}) {
    CHECK(relative_error(log_one_plus(x), std::log1p(x)) < 1e-15);
    CHECK(relative_error(exp_minus_one(x), std::expm1(x)) < 1e-15);
  }
  CHECK(std::isnan(log_one_plus(-1.5)));
}

TEST_CASE("logarithmic strain is that in space, also where it is tiny") {
  for (const Real size : {1e-12, 1e-3, 0.5}) {
    CAPTURE(size);
    const Mat3 turn = Eigen::Quaterniond(0.3, -0.4, 0.5, 0.6).normalized().toRotationMatrix();
    const Mat3 axes = Eigen::Quaterniond(-0.7, 0.2, 0.1, 0.4).normalized().toRotationMatrix();
    const Vec3 strain = size * Vec3(1, -0.4, 0.2);
    const Mat3 expected = axes * strain.asDiagonal() * axes.transpose();
    const Mat3 stretch = axes * Vec3(strain.array().exp()).asDiagonal() * axes.transpose();
    // A turn leaves round-off of 1e-16 in F.
    CHECK((logarithmic_strain(stretch * turn) - expected).norm() < 1e-15 + 1e-13 * size);
    CHECK((logarithmic_strain(Vec3(strain.array().exp()).asDiagonal()) - Mat3(strain.asDiagonal())).norm() <
          1e-15 + 1e-13 * size);
  }
}

TEST_CASE("cube roots of numbers near one and far from it") {
  for (const Real x : {1.0, 1 + 1e-9, 0.99, 1.03, 0.2, 8.0}) {
    CHECK(relative_error(cube_root(x), std::cbrt(x)) < 1e-15);
  }
}

TEST_CASE("x - ln(1+x) is smooth over its switch and exact where it cancels") {
  CHECK(relative_error(excess_over_log(1e-9), 5e-19) < 1e-8);
  for (const Real x : {-0.9, -0.10001, -0.09999, 0.03, 0.09999, 0.10001, 5.0}) {
    const long double exact = static_cast<long double>(x) - std::log1p(static_cast<long double>(x));
    CHECK(relative_error(excess_over_log(x), static_cast<Real>(exact)) < 2e-14);
  }
}

}  // namespace talus
