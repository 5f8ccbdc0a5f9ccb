// The outermost layer of bodies, the points on it, and the weights that make fields linear.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/body_of_points.hpp"
#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "talus/contact/calibration.hpp"
#include "talus/contact/outer_layer.hpp"
#include "talus/contact/surface.hpp"
#include "talus/core/error.hpp"
#include "talus/numerics/linear_weights.hpp"

namespace talus {
namespace {

constexpr Real dx = 0.1;
constexpr Real h = 1.75 * dx;

template <class Shape>
SolidBody filled(const Shape& shape, int dimension) {
  return body_of(shape.fill(dx, dimension), dx, dimension);
}

SolidBody disc(Real radius) {
  Cylinder shape;
  shape.radius = radius;
  shape.packing = RoundPacking::rings;
  return filled(shape, 2);
}

SolidBody block(int dimension) {
  Block shape;
  shape.size = dimension == 2 ? Vec3(1, 0.6, 0) : Vec3(0.9, 0.8, 0.6);
  return filled(shape, dimension);
}

}  // namespace

TEST_CASE("outer layer: a ring-packed disc faces outward everywhere and bends with its radius") {
  const SolidBody body = disc(0.6);
  const auto layer = find_outer_layer(body, h);
  CHECK(layer.size() == 33);
  for (const OuterParticle& outer : layer) {
    const Vec3 X = body.X[outer.particle];
    CHECK(outer.normal.dot(X.normalized()) > 0.999);
    CHECK(outer.curved);
    CHECK(relative_error(-outer.bend[0], 1 / X.norm()) < 0.05);
  }
  CHECK(is_curved(body, h));
}

TEST_CASE("outer layer: a block is flat, with corners that are no surface to fit, and roughness is no curvature") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    SolidBody body = block(dimension);
    CHECK_FALSE(is_curved(body, h));
    int smooth = 0, corners = 0;
    for (const OuterParticle& outer : find_outer_layer(body, h)) {
      smooth += outer.smooth;
      corners += !outer.smooth;
    }
    CHECK(smooth > 0);
    CHECK(corners > 0);
    for (const Real jitter : {0.002, 0.02, 0.1}) {
      SolidBody rough = body;
      Draw draw(7);
      for (Vec3& X : rough.X) X += draw.vector(dimension, jitter * dx);
      CAPTURE(jitter);
      int curved = 0, all = 0;
      for (const OuterParticle& outer : find_outer_layer(rough, h)) {
        curved += outer.curved;
        ++all;
      }
      CHECK_MESSAGE(!is_curved(rough, h), curved << " of " << all);
    }
  }
}

TEST_CASE("surface: points share the cross-section, lie on the circle, and move with the body") {
  const SolidBody body = disc(0.6);
  const Surface surface = find_surface(body, h, true);
  Real area = 0;
  for (Index s = 0; s < surface.size(); ++s) {
    if (surface.anchor_first[s + 1] - surface.anchor_first[s] == 1) continue;  // inside of the outer ring
    area += surface.area[s];
    CHECK(std::abs(surface.place(s, body.X).norm() - 0.55) < 3e-4 * dx);
    Real sum = 0;
    for (Index e = surface.anchor_first[s]; e < surface.anchor_first[s + 1]; ++e) sum += surface.anchor_weight[e];
    CHECK(std::abs(sum - 1) < 1e-12);
  }
  CHECK(relative_error(area, 2 * std::numbers::pi * 0.55) < 0.01);
  Mat3 A;
  A << 1.2, 0.3, 0, -0.1, 0.8, 0, 0, 0, 1;
  std::vector<Vec3> x;
  for (const Vec3& X : body.X) x.push_back(A * X + Vec3(3, 1, 0));
  for (Index s = 0; s < surface.size(); ++s) {
    CHECK((surface.place(s, x) - (A * surface.place(s, body.X) + Vec3(3, 1, 0))).norm() < 1e-9 * dx);
  }
}

TEST_CASE("linear weights: constants and linear fields are reproduced, a single row is averaged") {
  Draw draw(3);
  const Vec3 place(0.3, -0.2, 0.1);
  std::vector<Vec3> x;
  for (int k = 0; k < 12; ++k) x.push_back(draw.vector(3, 1));
  LinearWeights weights(place, 1);
  for (const Vec3& p : x) weights.add(p, 1 + p[0] * p[0]);
  weights.solve();
  Real one = 0;
  Vec3 where = Vec3::Zero();
  for (const Vec3& p : x) {
    one += weights.at(p, 1 + p[0] * p[0]);
    where += weights.at(p, 1 + p[0] * p[0]) * p;
  }
  CHECK(std::abs(one - 1) < 1e-10);
  CHECK((where - place).norm() < 1e-9);

  LinearWeights row(Vec3(0, 0.5, 0), 1);
  for (const Real s : {-1.0, 0.0, 1.0}) row.add({s, 0, 0}, 1);
  row.solve();
  CHECK(std::abs(row.at({0, 0, 0}, 1) - Real(1) / 3) < 1e-6);
}

TEST_CASE("linear weights: in a plane they are those of space, where nothing lies off it") {
  Draw draw(5);
  const Real z = 0.7;
  const Vec3 place(0.3, -0.2, z);
  LinearWeights in_space(place, 1.3);
  LinearWeightsOf<Real, 2> in_plane(place, 1.3);
  std::vector<Vec3> x;
  for (int k = 0; k < 9; ++k) x.emplace_back(draw.vector(2, 1) + Vec3(0, 0, z));
  for (const Vec3& p : x) {
    in_space.add(p, 1 + p[1] * p[1]);
    in_plane.add(p, 1 + p[1] * p[1]);
  }
  in_space.solve();
  in_plane.solve();
  for (const Vec3& p : x) CHECK(relative_error(in_plane.at(p, 2), in_space.at(p, 2)) < 1e-9);
}

TEST_CASE("linear weights: packs of particles have the weights of single ones") {
  Draw draw(4);
  const Vec3 place(0.3, -0.2, 0.1);
  LinearWeights one_by_one(place, 1);
  LinearWeightsOf<Pack> together(place, 1);
  std::vector<std::pair<Vec3Of<Pack>, Pack>> packs(3);
  for (auto& [x, w] : packs) {
    for (int l = 0; l < lanes; ++l) {
      const Vec3 p = draw.vector(3, 1);
      for (int c = 0; c < 3; ++c) x[c].set(l, p[c]);
      w.set(l, 1 + p[0] * p[0]);
      one_by_one.add(p, w[l]);
    }
    together.add(x, w);
  }
  one_by_one.solve();
  together.solve();
  for (const auto& [x, w] : packs) {
    const Pack weight = together.at(x, w);
    for (int l = 0; l < lanes; ++l) {
      CHECK(relative_error(weight[l], one_by_one.at({x[0][l], x[1][l], x[2][l]}, w[l])) < 1e-12);
    }
  }
}

TEST_CASE("calibration: corners and flat faces of a lattice are left alone by default") {
  const SolidBody body = block(2);
  const FieldKernel kernel(h, 2);
  const TouchingField touching = touching_field(kernel, dx, dx, 2);
  const auto volume = calibrated_volumes(body, kernel, touching, dx, Calibration::smooth);
  for (Index i = 0; i < body.size(); ++i) CHECK(volume[i] == body.V[i]);
  const auto all = calibrated_volumes(body, kernel, touching, dx, Calibration::all);
  CHECK(*std::max_element(all.begin(), all.end()) > 1.5 * body.V[0]);
}

TEST_CASE("calibration: the end of a cylinder that is packed in rings becomes even, away from its edge") {
  Cylinder shape;
  shape.radius = 12 * dx;
  shape.length = 6 * dx;
  shape.packing = RoundPacking::rings;
  const SolidBody body = filled(shape, 3);
  const FieldKernel kernel(h, 3);
  const TouchingField touching = touching_field(kernel, dx, dx, 3);
  Real top = 0;
  for (const Vec3& X : body.X) top = std::max(top, X.z());
  const auto unevenness = [&](Calibration which) {
    const auto volume = calibrated_volumes(body, kernel, touching, dx, which);
    Real worst = 0;
    for (Real r = 0; r < 5 * dx; r += 0.3 * dx) {
      const Vec3 place(r * std::cos(5 * r / dx), r * std::sin(5 * r / dx), top + dx);
      Real field = 0;
      for (Index j = 0; j < body.size(); ++j) field += volume[j] * kernel.value((place - body.X[j]).norm());
      worst = std::max(worst, std::abs(field / touching.value - 1));
    }
    return worst;
  };
  CHECK(unevenness(Calibration::none) > 0.03);
  CHECK(unevenness(Calibration::smooth) < 0.01);
}

TEST_CASE("calibration: bodies of which neither would feel the other are refused") {
  const auto of_size = [](int dimension, const Vec3& size) {
    Block shape;
    shape.size = size;
    return filled(shape, dimension);
  };
  const auto share = [&](int dimension, const Vec3& size) {
    return felt_share(of_size(dimension, dx * size), dx, FieldBarrier{});
  };
  CHECK(relative_error(share(3, {20, 1, 1}), 0.91) < 0.02);
  CHECK(share(3, {1, 1, 1}) < 0.5);
  CHECK(share(2, {1, 1, 0}) < 0.9);
  CHECK(share(3, {20, 20, 1}) > 1.4);
  CHECK(share(3, {20, 2, 2}) > 1.4);
  CHECK(share(2, {20, 1, 0}) > 1.4);

  const SolidBody wire = of_size(3, Vec3(20 * dx, dx, dx)), plate = of_size(3, Vec3(9 * dx, 9 * dx, 3 * dx));
  FeltShares shares;
  CHECK_THROWS_AS(refuse_unfelt(wire, wire, {}, shares), CaseError);
  refuse_unfelt(wire, plate, {}, shares);  // the wire feels the plate
  refuse_unfelt(plate, wire, {}, shares);
  CHECK_THROWS_AS(refuse_unfelt(wire, wire, {}, shares), CaseError);
}

}  // namespace talus
