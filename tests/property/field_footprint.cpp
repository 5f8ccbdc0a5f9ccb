// Where the field barrier looks: the surface of a body, and its particles near another body.
#include <doctest/doctest.h>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

Surface barrier_surface(const SolidBody& body) {
  return find_surface(body, FieldBarrier{}.smoothing * body.spacing, false);
}

/// The deepest penetration, over d, of points beyond near() of every source and of particles that are no points.
Real deepest_missed(const FieldSide& side) {
  CellGrid grid;
  grid.build(side.other().x, side.support());
  const Real d = 0.5 * (side.own().spacing + side.other().spacing);
  Real deepest = 0;
  const auto look = [&](const Vec3& x, Real reach) {
    Vec3 gradient;
    const Real penetration = side.probe(grid, 0, x, gradient).penetration;
    Real nearest = side.support();
    for (const Vec3& y : side.other().x) nearest = std::min(nearest, (y - x).norm());
    if (nearest >= reach) deepest = std::max(deepest, penetration / d);
  };
  const Surface& surface = side.surface();
  for (Index s = 0; s < surface.size(); ++s) look(surface.place(s, side.own().x), side.near());
  for (Index i = 0; i < side.own().size(); ++i) {
    const bool inside = !std::binary_search(surface.particle.begin(), surface.particle.end(), i);
    if (inside) look(side.own().x[i], 0);
  }
  return deepest;
}

}  // namespace

TEST_CASE("surface: the outer layer of a block with its edges and corners, and nothing below the second layer") {
  for (const int dimension : {2, 3}) {
    for (const Real jitter : {0.0, 0.1}) {
      CAPTURE(dimension);
      CAPTURE(jitter);
      constexpr int n = 8;
      const SolidBody body =
          sample_body(rubber<NeoHookean>(), {.dimension = dimension, .cells = {n, n, n}, .jitter = jitter, .seed = 7});
      const Surface surface = barrier_surface(body);
      Index missing = 0, deep = 0;
      for (Index i = 0; i < body.size(); ++i) {
        int layer = n;
        for (int c = 0; c < dimension; ++c) {
          const int cell = static_cast<int>(std::lround(body.X[i][c] / body.spacing));
          layer = std::min({layer, cell, n - 1 - cell});
        }
        const bool found = std::binary_search(surface.particle.begin(), surface.particle.end(), i);
        if (layer == 0 && !found) ++missing;
        if (layer >= 2 && found) ++deep;
      }
      CHECK(missing == 0);
      CHECK(deep == 0);
    }
  }
}

TEST_CASE("surface: all of a body of one or two layers") {
  for (const int dimension : {2, 3}) {
    for (const int layers : {1, 2}) {
      CAPTURE(dimension);
      CAPTURE(layers);
      std::array<int, 3> cells{9, 9, 9};
      cells[dimension - 1] = layers;
      const SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = dimension, .cells = cells, .jitter = 0});
      CHECK(static_cast<Index>(barrier_surface(body).particle.size()) == body.size());
    }
  }
}

TEST_CASE("surface: the neighbours of a particle are all within the support, itself among them, with V W") {
  const SolidBody body = sample_body(rubber<NeoHookean>(), {.dimension = 3, .seed = 8});
  const FieldKernel kernel(FieldBarrier{}.smoothing * body.spacing, 3);
  const Surface surface = barrier_surface(body);
  REQUIRE(surface.first.size() == surface.particle.size() + 1);
  for (std::size_t s = 0; s < surface.particle.size(); ++s) {
    const Index i = surface.particle[s];
    Index within = 0;
    Real colour = 0;
    for (Index k = 0; k < body.size(); ++k) {
      const Real r = (body.X[i] - body.X[k]).norm();
      if (r < kernel.support()) ++within;
      colour += body.V[k] * kernel.value(r);
    }
    Real listed = 0;
    bool itself = false;
    for (Index e = surface.first[s]; e < surface.first[s + 1]; ++e) {
      listed += surface.weight[e];
      itself = itself || surface.neighbour[e] == i;
    }
    REQUIRE(surface.first[s + 1] - surface.first[s] == within);
    REQUIRE(itself);
    REQUIRE(relative_error(listed, colour) < 1e-12);
  }
}

TEST_CASE("footprint: nothing that would carry load is skipped, at random registries, tilts and ratios of spacing") {
  for (const int dimension : {2, 3}) {
    for (const Real ratio : {0.5, 0.8, 1.25, 2.0}) {
      for (const Real jitter : {0.0, 0.1}) {
        CAPTURE(dimension);
        CAPTURE(ratio);
        CAPTURE(jitter);
        Draw draw(61);
        Real missed = 0, error = 0, energy = 0;
        for (int k = 0; k < (dimension == 3 ? 6 : 30); ++k) {
          const Real fine = 0.1 * ratio, d = 0.05 * (1 + ratio);
          SolidBody a = sample_body(rubber<NeoHookean>(), {.dimension = dimension,
                                                           .cells = {9, dimension == 3 ? 9 : 4, 4},
                                                           .jitter = jitter,
                                                           .seed = static_cast<unsigned>(k)});
          SolidBody b = sample_body(rubber<NeoHookean>(), {.dimension = dimension,
                                                           .cells = {6, dimension == 3 ? 6 : 4, 4},
                                                           .spacing = fine,
                                                           .jitter = jitter,
                                                           .seed = static_cast<unsigned>(k + 1000)});
          const int up = dimension - 1;
          Vec3 place = 0.2 * Vec3::Ones() + draw.vector(dimension, 0.05);
          place[up] = 0.3 + d * (1 + draw.number(0.05));
          if (dimension == 2) place[2] = 0;
          const Vec3 axis = dimension == 2 ? Vec3::UnitZ() : Vec3(draw.number(), draw.number(), 0).normalized();
          const Mat3 tilt = Eigen::AngleAxisd(draw.number(0.1), axis).toRotationMatrix();
          for (Vec3& x : b.x) x = place + tilt * x;
          FieldContact contact(a, b, {}, 1e5, Frictionless{});
          const Real stored = contact.compute(0).stored, all = contact.potential_energy();
          energy += all;
          error = std::max(error, std::abs(stored - all));
          for (std::size_t s = 0; s < contact.sides(); ++s) missed = std::max(missed, deepest_missed(contact.side(s)));
        }
        REQUIRE(energy > 0);
        CHECK(error <= 1e-13 * energy);
        CHECK(missed == 0);
      }
    }
  }
}

TEST_CASE("footprint: lists kept while bodies move give what fresh lists give") {
  BarrierSample s(2, {}, Frictionless{});
  s.evaluate(0);
  constexpr Real dt = 1e-3;  // [s]
  Index rebuilds = 0, points = s.contact->side(0).footprint().entries();
  for (int k = 0; k < 200; ++k) {
    const Real t = 0.05 * k;
    for (Vec3& v : s.b.v) v = Vec3(2 * std::cos(t), 0.5 * std::sin(3 * t), 0);
    BarrierSample::drift(s.b, dt);
    const Real kept = s.evaluate(dt).stored, fresh = s.contact->potential_energy();
    REQUIRE(std::abs(kept - fresh) <= 1e-12 * fresh);
    if (s.contact->side(0).footprint().entries() != points) ++rebuilds;
    points = s.contact->side(0).footprint().entries();
  }
  CHECK(rebuilds > 3);
}

}  // namespace talus
