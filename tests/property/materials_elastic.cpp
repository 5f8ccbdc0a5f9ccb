// What every material law must do on its elastic branch, over every entry of the catalogue.
#include <doctest/doctest.h>

#include <limits>

#include "property/material_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

template <class Material>
inline constexpr bool frame_invariant = !std::is_same_v<Material, LinearElastic>;

/// tau = P F^T; Hooke's law of small strain does not tell P from tau.
template <class Material>
Mat3 kirchhoff(const Response& r, const Mat3& F) {
  return frame_invariant<Material> ? Mat3(r.P * F.transpose()) : r.P;
}

template <class Material>
Response respond_elastically(const Mat3& F) {
  MaterialState fresh;
  return sample_material<Material>().respond(F, fresh, 1e-6);
}

bool same(const MaterialState& a, const MaterialState& b) {
  return a.cp_inverse == b.cp_inverse && a.plastic_strain == b.plastic_strain;
}

}  // namespace

TEST_CASE("material: no stress and no energy in the reference state") {
  Materials::for_each([]<class Material>() {
    CAPTURE(Material::name);
    const Response r = respond_elastically<Material>(Mat3::Identity());
    CHECK(r.valid);
    CHECK(r.P.norm() == 0);
    CHECK(r.energy == 0);
    CHECK(r.equivalent_stress == 0);
  });
}

TEST_CASE("material: P is the gradient of the stored energy") {
  constexpr Real step = 1e-5;
  Materials::for_each([]<class Material>() {
    CAPTURE(Material::name);
    Deformations draw(11);
    for (const Real size : {0.01, 0.1, 0.3}) {
      const Mat3 F = Mat3::Identity() + draw.matrix(size);
      const Mat3 P = respond_elastically<Material>(F).P;
      Mat3 gradient;
      for (int k = 0; k < 9; ++k) {
        Mat3 up = F, down = F;
        up(k) += step;
        down(k) -= step;
        gradient(k) =
            (respond_elastically<Material>(up).energy - respond_elastically<Material>(down).energy) / (2 * step);
      }
      CHECK((P - gradient).norm() < 1e-8 * sample_young);
    }
  });
}

TEST_CASE("material: energy and stress agree with the law in principal stretches, from 1e-7 to large strains") {
  const std::array<long double, 3> direction{1, -0.45L, -0.25L};
  Materials::for_each([&]<class Material>() {
    CAPTURE(Material::name);
    Deformations draw(12);
    const auto material = sample_material<Material>();
    for (const Real size : {2e-7, -2e-7, 1e-5, 1e-3, 0.02, 0.1, -0.3, 0.6}) {
      CAPTURE(size);
      std::array<long double, 3> h{};
      Vec3 stretch_minus_one;
      for (int i = 0; i < 3; ++i) {
        const Real stretch = static_cast<Real>(1 + size * direction[i]);
        h[i] = stretch_minus_one[i] = stretch - 1;  // what the stored F really says
      }
      const Principal expected = principal(material, h);
      const Real energy = static_cast<Real>(expected.energy);
      const Vec3 tau(expected.tau[0], expected.tau[1], expected.tau[2]);

      const Mat3 aligned = Mat3::Identity() + Mat3(stretch_minus_one.asDiagonal());
      const Response r = respond_elastically<Material>(aligned);
      const Mat3 expected_tau = tau.asDiagonal();
      CHECK(relative_error(r.energy, energy) < 1e-9);
      CHECK((kirchhoff<Material>(r, aligned) - expected_tau).norm() < 1e-9 * tau.norm());

      // Turned axes: rounding F alone costs 1e-16/size.
      const Mat3 Q = draw.rotation();
      const Mat3 turned = Mat3::Identity() + Q * stretch_minus_one.asDiagonal() * Q.transpose();
      const Response t = respond_elastically<Material>(turned);
      const Real rounding = 1e-9 + 2e-15 / std::abs(size);
      CHECK(relative_error(t.energy, energy) < rounding);
      CHECK((kirchhoff<Material>(t, turned) - Q * tau.asDiagonal() * Q.transpose()).norm() < rounding * tau.norm());
    }
  });
}

TEST_CASE("material: turning the body turns the stress") {
  Materials::for_each([]<class Material>() {
    if constexpr (frame_invariant<Material>) {
      CAPTURE(Material::name);
      Deformations draw(13);
      for (const Real size : {1e-4, 0.05, 0.4}) {
        const Mat3 F = Mat3::Identity() + draw.matrix(size);
        const Mat3 Q = draw.rotation();
        const Response still = respond_elastically<Material>(F), turned = respond_elastically<Material>(Q * F);
        CHECK((turned.P - Q * still.P).norm() < 1e-9 * still.P.norm());
        CHECK(relative_error(turned.energy, still.energy) < 1e-9);
        const Mat3 tau = still.P * F.transpose();
        CHECK((tau - tau.transpose()).norm() < 1e-12 * tau.norm());
        CHECK(relative_error(still.equivalent_stress, von_mises(tau)) < 1e-12);
      }
    }
  });
}

TEST_CASE("material: a bar in small tension shows Young's modulus and Poisson's ratio") {
  constexpr Real strain = 1e-7;
  Materials::for_each([]<class Material>() {
    CAPTURE(Material::name);
    const Mat3 F = Vec3(1 + strain, 1 - sample_poisson * strain, 1 - sample_poisson * strain).asDiagonal();
    const Mat3 P = respond_elastically<Material>(F).P;
    CHECK(relative_error(P(0, 0) / strain, sample_young) < 1e-6);
    CHECK(std::abs(P(1, 1)) < 1e-6 * P(0, 0));
  });
}

TEST_CASE("material: inverted or meaningless deformations are refused and leave no trace") {
  Mat3 flat = Vec3(1, 1, 1e-9).asDiagonal(), inverted = Vec3(1, -1, 1).asDiagonal();
  Mat3 not_a_number = Mat3::Identity(), infinite = Mat3::Identity(), overflow = Mat3::Identity();
  not_a_number(0, 1) = std::numeric_limits<Real>::quiet_NaN();
  infinite(2, 2) = infinity;
  overflow(0, 1) = 1e200;
  Materials::for_each([&]<class Material>() {
    CAPTURE(Material::name);
    for (const Mat3& F : {flat, inverted, not_a_number, infinite, overflow}) {
      const MaterialState before{.cp_inverse = {1.25, 0.8, 1, 0, 0, 0}, .plastic_strain = 0.2};
      MaterialState after = before;
      const Response r = sample_material<Material>(Perfect{.yield = 250e6}).respond(F, after, 1e-6);
      CHECK_FALSE(r.valid);
      CHECK(same(before, after));
    }
  });
}

}  // namespace talus
