// What every plastic law must do while it flows, over every plastic entry of the catalogue.
#include <doctest/doctest.h>

#include <cmath>

#include "property/material_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real yield = 250e6, modulus = 2e9;  // structural steel with strong hardening [Pa]

template <class F>
void for_each_plastic_law(F&& body) {
  Materials::for_each([&]<class Material>() {
    if constexpr (Material::plastic) {
      CAPTURE(Material::name);
      body.template operator()<Material>();
    }
  });
}

/// A path of small random increments that wanders far into the plastic range, its volume breathing by 0.2 %.
template <class Visit>
void wander(unsigned seed, int steps, Visit&& visit) {
  Deformations draw(seed);
  Mat3 F = Mat3::Identity(), drift = draw.matrix(1);
  for (int k = 0; k < steps; ++k) {
    if (k % 40 == 0) drift = draw.matrix(1);
    F = (Mat3::Identity() + 0.002 * (drift + draw.matrix(0.5))) * F;
    F *= std::cbrt((1 + 0.002 * std::sin(0.1 * k)) / F.determinant());
    visit(F);
  }
}

/// Simple shear in `steps` to `shear`; visit(response, state, F) after each.
template <class Material, class Visit>
void shear_to(const Material& material, Real shear, int steps, Visit&& visit) {
  MaterialState state;
  Mat3 F = Mat3::Identity();
  for (int k = 1; k <= steps; ++k) {
    F(0, 1) = shear * k / steps;
    const Response r = material.respond(F, state, 1e-6);
    visit(r, state, F);
  }
}

}  // namespace

TEST_CASE("plastic law: on or inside the yield surface, isochoric and dissipative along any path") {
  for_each_plastic_law([]<class Material>() {
    const auto material = sample_material<Material>(Linear{.yield = yield, .modulus = modulus});
    const auto elastic = sample_material<Material>();
    for (unsigned seed = 1; seed <= 5; ++seed) {
      MaterialState state;
      int flowing = 0;
      wander(seed, 400, [&](const Mat3& F) {
        const MaterialState before = state;
        MaterialState untouched = state;
        const Real trial_energy = elastic.respond(F, untouched, 0).energy;
        const Response r = material.respond(F, state, 0);
        REQUIRE(r.valid);
        const Real sigma_y = yield + modulus * state.plastic_strain;
        const Real increment = state.plastic_strain - before.plastic_strain;
        const Mat3 tau = r.P * F.transpose();
        CHECK(relative_error(r.yield_stress, sigma_y) < 1e-12);
        CHECK(von_mises(tau) <= sigma_y * (1 + 1e-9));
        CHECK((tau - tau.transpose()).norm() < 1e-9 * tau.norm());
        CHECK(std::abs(Symmetric::from(state.cp_inverse).determinant() - 1) < 1e-13);
        CHECK(increment >= 0);
        if (increment > 0) {
          ++flowing;
          CHECK(relative_error(von_mises(tau), sigma_y) < 1e-9);
          // Flow alone, at fixed F: stored energy becomes plastic work, at least sigma_y times the increment.
          CHECK(trial_energy - r.energy >= 0.98 * yield * increment);
        } else {
          CHECK(r.energy == trial_energy);
          CHECK(before.cp_inverse == state.cp_inverse);
        }
      });
      CHECK(flowing > 200);
    }
  });
}

TEST_CASE("plastic law: the same deformation again flows no further") {
  for_each_plastic_law([]<class Material>() {
    const auto material = sample_material<Material>(Linear{.yield = yield, .modulus = modulus});
    MaterialState state;
    wander(7, 100, [&](const Mat3& F) {
      const Response first = material.respond(F, state, 0);
      MaterialState again = state;
      const Response second = material.respond(F, again, 0);
      CHECK(again.plastic_strain - state.plastic_strain < 1e-12);
      CHECK((second.P - first.P).norm() < 1e-9 * first.P.norm());
    });
  });
}

TEST_CASE("plastic law: a turned frame turns the stress and nothing else") {
  const Mat3 Q = Deformations(21).rotation();
  for_each_plastic_law([&]<class Material>() {
    const auto material = sample_material<Material>(Linear{.yield = yield, .modulus = modulus});
    MaterialState still, turned;
    wander(8, 200, [&](const Mat3& F) {
      const Response a = material.respond(F, still, 0), b = material.respond(Q * F, turned, 0);
      CHECK((b.P - Q * a.P).norm() < 1e-8 * a.P.norm());
      CHECK(relative_error(turned.plastic_strain, still.plastic_strain) < 1e-9);
    });
  });
}

TEST_CASE("plastic law: simple shear to five, perfect plasticity, holds the plateau without oscillation") {
  for_each_plastic_law([]<class Material>() {
    const auto material = sample_material<Material>(Perfect{.yield = yield});
    Real previous = 0, plastic_strain = 0;
    shear_to(material, 5, 5000, [&](const Response& r, const MaterialState& state, const Mat3& F) {
      const Mat3 tau = r.P * F.transpose();
      if (state.plastic_strain > 0) CHECK(relative_error(von_mises(tau), yield) < 1e-5);
      CHECK(tau(0, 1) >= previous * (1 - 1e-6));
      previous = tau(0, 1);
      plastic_strain = state.plastic_strain;
    });
    // d(eps_p) = d(gamma)/sqrt(3) once the elastic strain has saturated.
    CHECK(relative_error(previous, yield / std::sqrt(3.0)) < 1e-4);
    CHECK(relative_error(plastic_strain, 5 / std::sqrt(3.0)) < 2e-3);
  });
}

TEST_CASE("hencky_j2: work equals stored energy plus sigma_y d(eps_p)") {
  const auto material = sample_material<HenckyJ2>(Linear{.yield = yield, .modulus = modulus});
  Real work = 0, flow_work = 0, energy = 0, last_strain = 0, last_yield = yield;
  Mat3 last_P = Mat3::Zero(), last_F = Mat3::Identity();
  shear_to(material, 0.5, 5000, [&](const Response& r, const MaterialState& state, const Mat3& F) {
    work += 0.5 * (r.P + last_P).cwiseProduct(F - last_F).sum();
    flow_work += 0.5 * (r.yield_stress + last_yield) * (state.plastic_strain - last_strain);
    energy = r.energy;
    last_P = r.P;
    last_F = F;
    last_yield = r.yield_stress;
    last_strain = state.plastic_strain;
  });
  CHECK(std::abs(work - energy - flow_work) < 1e-5 * work);
}

TEST_CASE("both metals agree at the elastic strains of metals") {
  const Linear hardening{.yield = yield, .modulus = modulus};
  const auto hencky = sample_material<HenckyJ2>(hardening);
  const auto cheap = sample_material<NeoHookeanJ2>(hardening);
  MaterialState a, b;
  wander(9, 400, [&](const Mat3& F) {
    const Response p = hencky.respond(F, a, 0), q = cheap.respond(F, b, 0);
    const Mat3 s = p.P * F.transpose(), t = q.P * F.transpose();
    CHECK((s - t).norm() < 0.01 * s.norm());
    CHECK(relative_error(b.plastic_strain, a.plastic_strain) < 0.005);
  });
}

TEST_CASE("plastic law: absurd steps give finite numbers or a refusal") {
  Deformations draw(31);
  for_each_plastic_law([&]<class Material>() {
    const auto material = sample_material<Material>(Linear{.yield = yield, .modulus = modulus});
    MaterialState state;
    int accepted = 0;
    for (int k = 0; k < 500; ++k) {
      const Response r = material.respond(draw.matrix(3), state, 0);
      if (!r.valid) continue;
      ++accepted;
      CHECK(r.P.allFinite());
      CHECK(std::isfinite(state.plastic_strain));
      const Symmetric cp_inverse = Symmetric::from(state.cp_inverse);
      const Real rounding = 1e-13 + 1e-15 * std::pow(cp_inverse.squared_norm(), 1.5);  // of a determinant
      CHECK(std::abs(cp_inverse.determinant() - 1) < rounding);
    }
    CHECK(accepted > 100);
  });
}

}  // namespace talus
