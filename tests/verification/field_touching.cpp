// Where surfaces touch by the colour field: stretched, curved, and how smooth a lattice feels to a lattice.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "property/contact_samples.hpp"
#include "talus/geometry/rings.hpp"

using namespace talus;

namespace {

constexpr Real dx = 0.1;  ///< [m]

/// Zero of a rising function within [low, high].
Real bisect(Real low, Real high, const std::function<Real(Real)>& f) {
  REQUIRE(f(low) < 0);
  REQUIRE(f(high) > 0);
  for (int k = 0; k < 50; ++k) {
    const Real middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

SolidBody lattice(int dimension, std::array<int, 3> cells, const Vec3& corner = Vec3::Zero()) {
  return sample_body(rubber<NeoHookean>(),
                     {.dimension = dimension, .cells = cells, .spacing = dx, .jitter = 0, .corner = corner});
}

SolidBody round_body(const Tube& tube) {
  const PointCloud cloud = fill_tube(tube, RoundPacking::rings, dx, 2);
  SolidBody body = lattice(2, {1, 1, 1});
  body.X = cloud.X;
  body.V = cloud.V;
  body.reset_state(rubber_density);
  return body;
}

/// Mean penetration of a particle of `side` at the places given.
Real mean_penetration(const FieldSide& side, const CellGrid& others, const std::vector<Vec3>& places) {
  Real sum = 0;
  for (const Vec3& x : places) {
    Vec3 gradient;
    sum += side.probe(others, 0, x, gradient).penetration;
  }
  return sum / static_cast<Real>(places.size());
}

/// Half-space of particles stretched by s along x and 1/s along its normal (y in 2-D, z in 3-D), its first layer at 0;
/// returns where a particle of a small body touches it, over that layer, and how much this varies along it [m].
struct TouchingHeight {
  Real mean, spread;
};
TouchingHeight touching_height(int dimension, Real s) {
  const int up = dimension - 1;
  SolidBody below = dimension == 2 ? lattice(2, {40, 30, 1}) : lattice(3, {24, 18, 24});
  const Vec3 middle = below.X[below.size() - 1] / 2;
  Mat3 F = Mat3::Identity();
  F(0, 0) = s;
  F(up, up) = 1 / s;
  const Real top = below.X[below.size() - 1][up];
  displace(below, [&](const Vec3& X) {
    Vec3 from = X - middle;
    from[up] = X[up] - top;
    return Vec3(F * from - X);
  });
  below.F.assign(below.X.size(), F);
  Vec3 corner(-dx, -dx, 0);
  corner[up] = 0.5 * dx * (1 + 1 / s);
  SolidBody probe = lattice(dimension, {3, 3, 3}, corner);
  FieldContact contact(probe, below, {}, 1e5, Frictionless{});
  contact.compute(0);  // the field follows the stretch
  CellGrid others;
  others.build(below.x, contact.side(0).support());
  constexpr int places = 16;
  std::vector<Vec3> at;
  const auto penetration = [&](Real minus_height) {
    at.clear();
    for (int k = 0; k < places; ++k) {
      for (int l = 0; l < (dimension == 3 ? places : 1); ++l) {
        Vec3 x(s * dx * (k + 0.5) / places, dimension == 3 ? dx * (l + 0.5) / places : 0, 0);
        x[up] = -minus_height;
        at.push_back(x);
      }
    }
    return mean_penetration(contact.side(0), others, at);
  };
  const Real mean = -bisect(-3 * dx, -0.5 * dx, penetration);
  penetration(-mean);
  Real deepest = 0, least = 0;
  for (const Vec3& x : at) {
    const Real here = mean_penetration(contact.side(0), others, {x});
    deepest = std::max(deepest, here);
    least = std::min(least, here);
  }
  return {mean, deepest - least};
}

/// Radius at which particles touch a round body about the origin, averaged over the angle [m].
Real touching_radius(const SolidBody& round, Real low, Real high, bool calibrate) {
  SolidBody round_copy = round, probe = lattice(2, {3, 3, 1});
  FieldBarrier law;
  law.calibrate = calibrate ? Calibration::all : Calibration::none;
  const FieldContact contact(probe, round_copy, law, 1e5, Frictionless{});
  CellGrid others;
  others.build(round_copy.x, contact.side(0).support());
  const auto at = [&](Real radius) {
    constexpr int angles = 720;
    std::vector<Vec3> places;
    for (int k = 0; k < angles; ++k) {
      const Real angle = 2 * std::numbers::pi * (k + 0.5) / angles;
      places.push_back(radius * Vec3(std::cos(angle), std::sin(angle), 0));
    }
    return mean_penetration(contact.side(0), others, places);
  };
  const Real sign = at(low) < at(high) ? 1 : -1;
  return sign > 0 ? bisect(low, high, at) : -bisect(-high, -low, [&](Real r) { return at(-r); });
}

/// Distance of centres (of a disc from a plane: height) at which a particle first feels the other body, averaged over
/// how the disc is turned [m].
Real first_touch(Real radius, bool on_disc, bool calibrate) {
  const Tube tube{.outer = radius};
  FieldBarrier law;
  law.calibrate = calibrate ? Calibration::all : Calibration::none;
  Draw draw(81);
  Real sum = 0;
  constexpr int turns = 20;
  for (int k = 0; k < turns; ++k) {
    const auto turned = [&](SolidBody body) {
      const Mat3 Q = Eigen::AngleAxisd(draw.number(std::numbers::pi), Vec3::UnitZ()).toRotationMatrix();
      for (Index i = 0; i < body.size(); ++i) body.X[i] = body.x[i] = Q * body.X[i];
      return body;
    };
    SolidBody disc = turned(round_body(tube));
    SolidBody other =
        on_disc ? turned(round_body(tube)) : lattice(2, {41, 8, 1}, {-20 * dx + draw.number(dx), -7.5 * dx, 0});
    const FieldContact contact(disc, other, law, 1e5, Frictionless{});
    const Real near = radius * (on_disc ? 2 : 1);
    sum += near - bisect(-dx, dx, [&](Real down) {
             return contact.normal_resultant(Vec3(0, near - down, 0)).norm() > 0 ? 1 : -1;
           });
  }
  return sum / turns;
}

/// Lateral over normal force per cell of identical lattices at the load 2 kappa E s^2: the largest over where the upper
/// one stands.
Real ripple(int dimension, Real s) {
  const int up = dimension - 1, half = dimension == 2 ? 12 : 5;
  const auto cells = [&](int layers) {
    std::array<int, 3> n{2 * half + 1, 2 * half + 1, 2 * half + 1};
    n[up] = layers;
    return n;
  };
  constexpr Real young = 1e5;
  constexpr int layers = 4;
  SolidBody a = lattice(dimension, cells(layers)), b = a;
  const FieldContact contact(a, b, {}, young, Frictionless{});
  const auto of = [&](int layer) {
    Vec3 X = dx * half * Vec3::Ones();
    if (dimension == 2) X[2] = 0;
    X[up] = dx * layer;
    Index best = 0;
    for (Index i = 0; i < a.size(); ++i) best = (a.X[i] - X).norm() < (a.X[best] - X).norm() ? i : best;
    return best;
  };
  const Index top = of(layers - 1), bottom = of(0);
  CellGrid others;
  others.build(a.X, contact.side(0).support());
  // Force on the lower lattice: on its particle in the middle, and from the upper one's.
  const auto force = [&](const Vec3& shift) {
    Vec3 g_a, g_b;
    const Real slope_a = contact.side(0).probe(others, 0, a.X[top] - shift, g_a).slope;
    const Real slope_b = contact.side(1).probe(others, 0, b.X[bottom] + shift, g_b).slope;
    return Vec3(-slope_a * g_a + slope_b * g_b);
  };
  const Real load = 2 * young * s * s * std::pow(dx, dimension - 1);
  constexpr int places = 16;
  Real worst = 0;
  for (int k = 0; k < places; ++k) {
    for (int l = 0; l < (dimension == 3 ? places : 1); ++l) {
      Vec3 shift(dx * k / places, dimension == 3 ? dx * l / places : 0, 0);
      const auto at = [&](Real down) {
        shift[up] = dx * (layers - down);
        return force(shift);
      };
      const Real down = bisect(-0.1, 0.3, [&](Real z) { return -at(z)[up] - load; });
      Vec3 lateral = at(down);
      lateral[up] = 0;
      worst = std::max(worst, lateral.norm() / load);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("the field barrier follows a surface that is stretched isochorically") {
  for (const int dimension : {2, 3}) {
    for (const Real s : {0.7, 1.0, 1.3, 1.6, 2.2, 3.0}) {
      const Real surface = 0.5 * dx / s;  // over the first layer
      const TouchingHeight height = touching_height(dimension, s);
      const Real error = (height.mean - surface) / dx - 0.5;
      MESSAGE(dimension, "-D, stretch ", s, ": surfaces touch ", error, " dx off, within ", height.spread / dx, " dx");
      CHECK(std::abs(error) < 0.05);
      CHECK(height.spread < 0.05 * dx);
    }
  }
}

TEST_CASE("particles touch round bodies near their surface") {
  for (const Real layers : {5.0, 10.0, 20.0}) {
    const Real radius = layers * dx;
    const SolidBody disc = round_body({.outer = radius});
    const SolidBody hole = round_body({.inner = radius, .outer = radius + 8 * dx});
    const auto convex = [&](bool calibrate) {
      return (touching_radius(disc, radius, radius + 1.2 * dx, calibrate) - radius - 0.5 * dx) / dx;
    };
    const auto concave = [&](bool calibrate) {
      return (radius - 0.5 * dx - touching_radius(hole, radius - 1.2 * dx, radius, calibrate)) / dx;
    };
    const Real plain[] = {convex(false), concave(false)}, calibrated[] = {convex(true), concave(true)};
    MESSAGE("R ", layers, " dx: touching distance over d, less 1: disc ", plain[0], ", hole ", plain[1],
            "; times R/dx: ", plain[0] * layers, ", ", plain[1] * layers, "; calibrated: ", calibrated[0], ", ",
            calibrated[1]);
    for (int side : {0, 1}) {
      CHECK(std::abs(plain[side]) < 0.45 / layers);
      CHECK(plain[side] * (side == 0 ? -1 : 1) > 0.2 / layers);
      CHECK(std::abs(calibrated[side]) < 0.1 / layers);
    }
  }
}

TEST_CASE("a disc first feels a plane, and a disc a disc, where their surfaces meet") {
  for (const Real layers : {5.0, 10.0}) {
    const Real radius = layers * dx;
    for (const bool calibrate : {false, true}) {
      const Real on_plane = (first_touch(radius, false, calibrate) - radius) / dx;
      const Real on_disc = (first_touch(radius, true, calibrate) - 2 * radius) / dx;
      MESSAGE("R ", layers, " dx, ", std::string(calibrate ? "calibrated" : "plain"), ": first touch off by ", on_plane,
              " dx on a plane, ", on_disc, " dx on a disc");
      CHECK(std::abs(on_plane) < 0.05);
      CHECK(std::abs(on_disc) < 0.1);
    }
  }
}

TEST_CASE("identical lattices hardly feel each other's rows") {
  for (const int dimension : {2, 3}) {
    for (const Real s : {3e-4, 1e-3, 3e-3, 1e-2}) {
      const Real worst = ripple(dimension, s);
      MESSAGE(dimension, "-D, depth ", s, ": lateral over normal force ", worst);
      CHECK(worst < (dimension == 2 ? 2e-4 : 6e-4));
    }
  }
}
