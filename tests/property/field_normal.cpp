// The normal force of the field barrier: gradient of its energy, both momenta, stiffness, frame, order of summation.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"
#include "support/threads.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

/// The energy worked out from its definition, without lists: every point of `side` in the field of the other body.
Real energy_by_hand(const FieldSide& side, const FieldBarrier& law, Real young) {
  const SolidBody& own = side.own();
  const SolidBody& other = side.other();
  const FieldKernel kernel(law.smoothing * other.spacing, own.dimension);
  const Real d = 0.5 * (own.spacing + other.spacing);
  const TouchingField touching = touching_field(kernel, other.spacing, d, own.dimension);
  Real sum = 0;
  for (Index s = 0; s < side.surface().size(); ++s) {
    const Vec3 x = side.surface().place(s, own.x);
    Real c = 0;
    for (Index j = 0; j < other.size(); ++j) c += other.V[j] * kernel.value((x - other.x[j]).norm());
    const Real depth = std::max(Real(0), (c - touching.value) / touching.slope / d);
    sum += law.stiffness * young * side.surface().area[s] * d * std::pow(depth, law.exponent + 1) / (law.exponent + 1);
  }
  return sum;
}

/// Points of a particle share its cross-section V/dx; returns the largest deviation over it.
Real area_error(const FieldSide& side) {
  const SolidBody& own = side.own();
  std::vector<Real> area(own.size(), 0);
  for (Index s = 0; s < side.surface().size(); ++s) area[side.surface().particle[s]] += side.surface().area[s];
  Real worst = 0;
  for (const Index i : side.surface().particle) {
    worst = std::max(worst, relative_error(area[i], own.V[i] / own.spacing));
  }
  return worst;
}

/// Calls f(law, dimension) for exponents and smoothings of the barrier, in 2-D and 3-D.
template <class F>
void for_every_barrier(F&& f) {
  for (const int dimension : {2, 3}) {
    for (const Real exponent : {1.5, 2.0, 3.0}) {
      for (const Real smoothing : {1.5, 1.75}) {
        CAPTURE(dimension);
        CAPTURE(exponent);
        CAPTURE(smoothing);
        FieldBarrier law;
        law.exponent = exponent;
        law.smoothing = smoothing;
        f(law, dimension);
      }
    }
  }
}

}  // namespace

TEST_CASE("field barrier: the stored energy is that of its definition") {
  for_every_barrier([](FieldBarrier law, int dimension) {
    constexpr Real young = 1e5;
    law.calibrate = Calibration::none;
    BarrierSample s(dimension, law, Frictionless{}, BarrierSample::usual_gap, young);
    Real expected = 0;
    for (std::size_t k : {0, 1}) {
      expected += energy_by_hand(s.contact->side(k), law, young);
      CHECK(area_error(s.contact->side(k)) < 1e-12);
    }
    REQUIRE(expected > 0);
    CHECK(relative_error(s.evaluate(0).stored, expected) < 1e-12);
    CHECK(relative_error(s.contact->potential_energy(), expected) < 1e-12);
  });
}

TEST_CASE("field barrier: the force on every particle is minus the gradient of the energy") {
  for_every_barrier([](const FieldBarrier& law, int dimension) {
    BarrierSample s(dimension, law, Frictionless{});
    s.evaluate(0);
    CHECK(s.gradient_error(2) < 1e-6);
  });
}

TEST_CASE("field barrier: total force and total moment vanish to round-off") {
  for_every_barrier([](const FieldBarrier& law, int dimension) {
    BarrierSample s(dimension, law, Frictionless{});
    s.evaluate(0);
    ForceSums sums;
    sums.add(s.a, ForceKind::contact);
    sums.add(s.b, ForceKind::contact);
    REQUIRE(sums.force_scale > 0);
    CHECK(sums.force.norm() <= 1e-13 * sums.force_scale);
    CHECK(sums.torque.norm() <= 1e-13 * sums.torque_scale);
  });
}

TEST_CASE("field barrier: the reported stiffness bounds the curvature that any particle feels") {
  for_every_barrier([](const FieldBarrier& law, int dimension) {
    BarrierSample s(dimension, law, Frictionless{});
    const Real bound = s.evaluate(0).stiffness;
    constexpr Real step = 1e-6;
    Real largest = 0;
    for (SolidBody* body : {&s.a, &s.b}) {
      for (Index i = 0; i < body->size(); ++i) {
        for (int c = 0; c < dimension; ++c) {
          const Real x = body->x[i][c];
          body->x[i][c] = x + step;
          s.evaluate(0);
          const Real up = body->of(ForceKind::contact)[i][c];
          body->x[i][c] = x - step;
          s.evaluate(0);
          largest = std::max(largest, (body->of(ForceKind::contact)[i][c] - up) / (2 * step) / body->m[i]);
          body->x[i][c] = x;
        }
      }
    }
    CHECK(largest <= bound);
    CHECK(largest > 0.02 * bound);
  });
}

TEST_CASE("field barrier: the resultant of a rigid shift is that of the moved body") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    BarrierSample s(dimension, {}, Frictionless{});
    const Vec3 shift = dimension == 3 ? Vec3(0.01, -0.02, 0.02) : Vec3(0.01, 0.02, 0);
    const Vec3 expected = s.contact->normal_resultant(shift);
    for (Vec3& x : s.a.x) x += shift;
    s.evaluate(0);
    REQUIRE(expected.norm() > 0);
    CHECK((s.contact->normal_force() - expected).norm() < 1e-12 * expected.norm());
  }
}

TEST_CASE("field barrier: the order of the particles changes nothing but round-off") {
  BarrierSample s(3, {}, Frictionless{}), mixed(3, {}, Frictionless{});
  s.evaluate(0);
  std::vector<std::vector<Index>> order;
  for (SolidBody* body : {&mixed.a, &mixed.b}) {
    std::vector<Index>& from = order.emplace_back(body->size());
    std::iota(from.begin(), from.end(), 0);
    std::shuffle(from.begin(), from.end(), std::mt19937(5));
    const SolidBody before = *body;
    for (Index i = 0; i < body->size(); ++i) {
      body->X[i] = before.X[from[i]];
      body->x[i] = before.x[from[i]];
      body->V[i] = before.V[from[i]];
      body->m[i] = before.m[from[i]];
    }
  }
  FieldContact contact(mixed.a, mixed.b, {}, 1e5, Frictionless{});
  contact.compute(0);
  Real worst = 0, scale = 0;
  for (const auto& [to, from, at] : {std::tuple{&mixed.a, &s.a, &order[0]}, std::tuple{&mixed.b, &s.b, &order[1]}}) {
    for (Index i = 0; i < to->size(); ++i) {
      const Vec3& expected = from->of(ForceKind::contact)[(*at)[i]];
      worst = std::max(worst, (to->of(ForceKind::contact)[i] - expected).norm());
      scale = std::max(scale, expected.norm());
    }
  }
  REQUIRE(scale > 0);
  CHECK(worst < 1e-12 * scale);
}

TEST_CASE("field barrier: the same bits for any number of threads") {
  const auto forces = [](int threads) {
    const Threads set(threads);
    // More points than one thread takes alone.
    SolidBody a = sample_body(rubber<NeoHookean>(), {.dimension = 3, .cells = {20, 20, 2}, .seed = 3});
    SolidBody b = sample_body(
        rubber<NeoHookean>(),
        {.dimension = 3, .cells = {20, 20, 2}, .corner = {0, 0, 0.1 + BarrierSample::usual_gap}, .seed = 4});
    FieldContact contact(a, b, {}, 1e5, friction_law<CoulombStickSlip>());
    Draw draw(9);
    std::vector<Real> bits;
    for (int k = 0; k < 3; ++k) {
      for (SolidBody* body : {&a, &b}) {
        for (Vec3& v : body->v) v = draw.vector(3, 1);
        BarrierSample::drift(*body, 2e-5);
        clear_forces(*body);
      }
      const ContactSums sums = contact.compute(2e-5);
      bits.insert(bits.end(), {sums.stored, sums.sliding, sums.stiffness});
    }
    REQUIRE(contact.side(0).footprint().size() >= parallel::serial_limit);
    for (const SolidBody* body : {&a, &b}) {
      for (const ForceKind kind : {ForceKind::contact, ForceKind::friction, ForceKind::contact_viscous}) {
        for (const Vec3& f : body->of(kind)) bits.insert(bits.end(), f.data(), f.data() + 3);
      }
    }
    return bits;
  };
  const std::vector<Real> one = forces(1), two = forces(2), five = forces(5);
  CHECK(one == two);
  CHECK(one == five);
}

}  // namespace talus
