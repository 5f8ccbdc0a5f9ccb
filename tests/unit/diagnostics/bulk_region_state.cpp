// The bulk state of regions: amounts, motion, stress and fabric against closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "talus/diagnostics/bulk/region_state.hpp"
#include "talus/numerics/random.hpp"

using namespace talus;

namespace {

constexpr Real pi = std::numbers::pi;

Chosen<Regions> box_of(const Vec3& min, const Vec3& max) { return {BoxSpace{min, max}}; }

/// A contact of two grains of the sample, with the force on the first one.
void join(BulkSample& sample, Index i, Index j, const Vec3& force) {
  const Vec3 xi = sample.grains[i].x, branch = sample.box.nearest(Vec3(xi - sample.grains[j].x));
  sample.contacts.push_back({xi, branch, xi - branch / 2, force, branch.normalized(), i, j});
}

/// Touching balls (discs) of diameter d on a cubic (square) lattice of n along each axis, from the origin on.
BulkSample lattice(int n, Real d, int dimension) {
  BulkSample sample;
  sample.dimension = dimension;
  for (int k = 0; k < (dimension == 2 ? 1 : n); ++k) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const Real volume = dimension == 2 ? pi * d * d / 4 : pi * d * d * d / 6;
        sample.grains.push_back({d * Vec3(i, j, k), Vec3::Zero(), 2000 * volume, volume, d / 2});
      }
    }
  }
  return sample;
}

Real largest_difference(const Mat3& a, const Mat3& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("the solid fraction of a cubic packing, wherever the region begins") {
  const Real d = 0.3;
  for (const int dimension : {2, 3}) {
    const BulkSample sample = lattice(6, d, dimension);
    const Real expected = dimension == 2 ? pi / 4 : pi / 6;
    Random random(5);
    for (int k = 0; k < 20; ++k) {
      const Vec3 low = d * Vec3(random.uniform(1, 2), random.uniform(1, 2), random.uniform(1, 2));
      const RegionState state = measure_region(sample, box_of(low, low + Vec3::Constant(2 * d)));
      CHECK(state.solid_fraction == doctest::Approx(expected).epsilon(1e-13));
      CHECK(state.density == doctest::Approx(2000 * expected).epsilon(1e-13));
      CHECK(state.number == std::pow(2, dimension));
    }
  }
}

TEST_CASE("a periodic box continues through its faces") {
  const Real d = 0.3;
  BulkSample sample = lattice(3, d, 3);
  sample.box = PeriodicBox(Vec3::Constant(-d / 2), Vec3::Constant(2.5 * d), {true, true, true});
  for (Index i = 0; i < 27; ++i) {
    const Index x = i % 3, y = i / 3 % 3, z = i / 9;
    join(sample, i, (x + 1) % 3 + 3 * y + 9 * z, {-5, 0, 0});
    join(sample, i, x + 3 * ((y + 1) % 3) + 9 * z, {0, -7, 0});
    join(sample, i, x + 3 * y + 9 * ((z + 1) % 3), {0, 0, -11});
  }
  count_contacts(sample);
  const Vec3 low = d * Vec3(1.7, -0.2, 2.2);
  for (const Real size : {1.0, 2.0, 3.0, 4.0}) {
    const RegionState state = measure_region(sample, box_of(low, low + Vec3::Constant(size * d)));
    CHECK(state.solid_fraction == doctest::Approx(pi / 6).epsilon(1e-13));
    CHECK(state.coordination == 6);
    const Mat3 expected = Vec3(5, 7, 11).asDiagonal();
    CHECK(largest_difference(state.contact_stress, expected / (d * d)) < 1e-11);
    CHECK(largest_difference(state.fabric, Mat3::Identity() / 3) < 1e-14);
  }
  // A cylinder along x that fills one column of cells to the touching lines of its neighbours.
  const RegionState tube = measure_region(sample, {CylinderSpace{{1.7 * d, d, d}, {3.7 * d, d, d}, d / 2}});
  CHECK(tube.solid_fraction == doctest::Approx(2.0 / 3).epsilon(1e-8));  // ball over the cylinder around it
  CHECK(tube.contact_stress(0, 0) == doctest::Approx(5 / (pi * d * d / 4)));
}

TEST_CASE("a pair under force: its share of a region of any shape") {
  BulkSample sample;
  sample.grains = {{{-0.5, 0, 0}, Vec3::Zero(), 1, 0.1, 0.5}, {{0.5, 0, 0}, Vec3::Zero(), 1, 0.1, 0.5}};
  join(sample, 1, 0, {6, 1, 0});  // pushed apart, and sheared
  Mat3 moment = Mat3::Zero();
  moment(0, 0) = 6, moment(1, 0) = 1;  // force along a, branch along b
  const auto stress = [&](const Chosen<Regions>& region) { return measure_region(sample, region).contact_stress; };
  const Vec3 one = Vec3::Ones();
  CHECK(largest_difference(stress(box_of(-one, one)), moment / 8) < 1e-15);
  CHECK(largest_difference(stress(box_of({-0.1, -1, -1}, one)), 0.6 * moment / 4.4) < 1e-15);
  CHECK(largest_difference(stress({SphereSpace{{0.5, 0, 0}, 0.25}}), moment / (4 * 4 * pi / 3 / 64)) < 1e-12);
  CHECK(largest_difference(stress({SphereSpace{{0.1, 0.3, 0}, 0.5}}), 0.8 * moment / (4 * pi / 3 / 8)) < 1e-12);
  CHECK(largest_difference(stress({CylinderSpace{{0.2, 0, 0}, {9, 0, 0}, 1}}), 0.3 * moment / (8.8 * pi)) < 1e-12);
  CHECK(largest_difference(stress({CylinderSpace{{0, -2, 0}, {0, 2, 0}, 0.1}}), 0.2 * moment / (0.04 * pi)) < 1e-12);
  CHECK(stress(box_of({2, 2, 2}, {3, 3, 3})).isZero(0));
  CHECK(pressure_of(moment, 3) == 2);
  const Mat3 fabric = measure_region(sample, box_of(-one, one)).fabric;
  CHECK(largest_difference(fabric, Vec3(1, 0, 0).asDiagonal()) < 1e-15);
}

TEST_CASE("a column at rest carries at any depth the weight above") {
  // Ten grains of 2 kg on a floor, in a shaft of 3 m^2: forces from statics, the floor's included.
  BulkSample sample;
  const Real d = 0.4, weight = 2 * 9.81, area = 3;
  for (int i = 0; i < 10; ++i) sample.grains.push_back({{0, 0, d * (i + 0.5)}, Vec3::Zero(), 2, 0.03, d / 2});
  for (Index i = 1; i < 10; ++i) join(sample, i, i - 1, {0, 0, (10 - i) * weight});
  sample.contacts.push_back({{0, 0, d / 2}, {0, 0, d / 2}, {0, 0, 0}, {0, 0, 10 * weight}, {0, 0, 1}, 0, -1});
  count_contacts(sample);
  for (int floor = 0; floor < 9; ++floor) {
    // A slab between the centres of neighbours: one branch crosses it.
    const RegionState slab = measure_region(sample, box_of({-1, -1, d * (floor + 0.6)}, {0.5, 1, d * (floor + 0.9)}));
    CHECK(slab.contact_stress(2, 2) == doctest::Approx((9 - floor) * weight / area).epsilon(1e-13));
  }
  const RegionState bottom = measure_region(sample, box_of({-1, -1, 0}, {0.5, 1, 0.2 * d}));
  CHECK(bottom.contact_stress(2, 2) == doctest::Approx(10 * weight / area).epsilon(1e-13));
  CHECK(std::isnan(bottom.coordination));  // no centre inside
  const RegionState all = measure_region(sample, box_of({-1, -1, 0}, {0.5, 1, 10 * d}));
  CHECK(all.coordination == doctest::Approx(1.9));
  CHECK(all.loaded_coordination == 2);  // the topmost one has a single contact
  CHECK(all.number == 10);
}

TEST_CASE("two streams: mean velocity, temperature, kinetic stress") {
  BulkSample sample;
  const Vec3 drift(1, 2, 3);
  sample.grains = {{{0, 0, 0}, drift + Vec3(2, 0, 0), 3, 0.1, 0.1}, {{0.3, 0, 0}, drift - Vec3(1, 0, 0), 6, 0.1, 0.1}};
  const Vec3 one = Vec3::Ones();
  const RegionState state = measure_region(sample, box_of(-one, one));
  CHECK((state.velocity - drift).norm() < 1e-15);
  CHECK(state.temperature == doctest::Approx((3 * 4 + 6 * 1) / (3 * 9.0)));
  CHECK(largest_difference(state.kinetic_stress, Vec3(18.0 / 8, 0, 0).asDiagonal()) < 1e-14);
  CHECK(state.kinetic_stress.trace() / 3 == doctest::Approx(state.density * state.temperature));
  // Half of the second one: half of its weight.
  const RegionState half = measure_region(sample, box_of(-one, {0.3, 1, 1}));
  CHECK(half.velocity.x() == doctest::Approx(drift.x() + (3 * 2 - 3 * 1) / 6.0).epsilon(1e-13));
}

TEST_CASE("the gradient of an affine flow is found, and none where grains do not tell it") {
  Random random(3);
  Mat3 gradient;
  gradient << 1, 2, 3, -4, 5, 0.5, 0.25, -1, 2;
  BulkSample sample;
  for (int i = 0; i < 30; ++i) {
    const Vec3 x = random.in_ball(3);
    sample.grains.push_back({x, Vec3(7, 0, 1) + gradient * x, random.uniform(1, 2), 1e-6, 0.01});
  }
  const auto all = box_of(Vec3::Constant(-2), Vec3::Constant(2));
  CHECK(largest_difference(measure_region(sample, all).velocity_gradient, gradient) < 1e-12);
  sample.dimension = 2;
  gradient.row(2).setZero();
  gradient.col(2).setZero();
  for (BulkGrain& grain : sample.grains) {
    grain.x.z() = 0;
    grain.v = gradient * grain.x;
  }
  CHECK(largest_difference(measure_region(sample, all).velocity_gradient, gradient) < 1e-12);
  for (BulkGrain& grain : sample.grains) grain.x.y() = 2 * grain.x.x();
  CHECK(measure_region(sample, all).velocity_gradient.hasNaN());
}

TEST_CASE("tensors turn with the packing") {
  Random random(11);
  BulkSample sample;
  for (int i = 0; i < 60; ++i) {
    sample.grains.push_back({random.in_ball(3), random.in_ball(3), random.uniform(1, 2), 0.01, random.uniform(0.05, 0.2)});
  }
  for (Index i = 1; i < 60; ++i) join(sample, i, i / 2, random.in_ball(3));
  count_contacts(sample);
  const Chosen<Regions> region{SphereSpace{Vec3::Zero(), 0.8}};
  const RegionState before = measure_region(sample, region);
  const Mat3 Q = exponential_turn(Vec3(0.7, -1.1, 0.4)).toRotationMatrix();
  for (BulkGrain& grain : sample.grains) {
    grain.x = Q * grain.x;
    grain.v = Q * grain.v;
  }
  for (BulkContact& contact : sample.contacts) {
    for (Vec3* vector : {&contact.centre, &contact.branch, &contact.point, &contact.force, &contact.normal}) {
      *vector = Q * *vector;
    }
  }
  const RegionState after = measure_region(sample, region);
  const auto turned = [&](const Mat3& tensor) { return Mat3(Q * tensor * Q.transpose()); };
  CHECK(before.number == after.number);
  CHECK(before.solid_fraction == doctest::Approx(after.solid_fraction).epsilon(1e-13));
  CHECK(largest_difference(after.contact_stress, turned(before.contact_stress)) < 1e-13);
  CHECK(largest_difference(after.kinetic_stress, turned(before.kinetic_stress)) < 1e-13);
  CHECK(largest_difference(after.fabric, turned(before.fabric)) < 1e-14);
  CHECK(largest_difference(after.velocity_gradient, turned(before.velocity_gradient)) < 1e-13);
  CHECK(deviator_of(after.contact_stress, 3) == doctest::Approx(deviator_of(before.contact_stress, 3)).epsilon(1e-12));
  CHECK(before.contact_stress.norm() > 0.1);
}

TEST_CASE("pressure and deviator of principal stresses") {
  CHECK(pressure_of(Vec3(4, 1, 1).asDiagonal(), 3) == 2);
  CHECK(deviator_of(Vec3(4, 1, 1).asDiagonal(), 3) == doctest::Approx(3));
  CHECK(pressure_of(Vec3(4, 1, 0).asDiagonal(), 2) == 2.5);
  CHECK(deviator_of(Vec3(4, 1, 0).asDiagonal(), 2) == doctest::Approx(3));
  Mat3 shear = Mat3::Zero();
  shear(0, 1) = 2;  // its symmetric part has the principal values 1 and -1
  CHECK(deviator_of(shear, 2) == doctest::Approx(2));
}

TEST_CASE("sums over nothing are zero, means are not a number") {
  const RegionState state = measure_region(BulkSample{}, box_of(Vec3::Zero(), Vec3::Ones()));
  CHECK(state.volume == 1);
  CHECK(state.number == 0);
  CHECK(state.solid_fraction == 0);
  CHECK(state.contact_stress.isZero(0));
  CHECK(state.kinetic_stress.isZero(0));
  CHECK(std::isnan(state.coordination));
  CHECK(std::isnan(state.temperature));
  CHECK(state.velocity.hasNaN());
  CHECK(state.fabric.hasNaN());
}
