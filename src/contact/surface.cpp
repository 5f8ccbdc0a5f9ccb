#include "talus/contact/surface.hpp"

#include "talus/numerics/linear_weights.hpp"
#include "talus/contact/outer_layer.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"
#include "talus/numerics/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// A particle deeper than the first layers of a lattice sees nearly all of its neighbourhood filled.
constexpr Real colour_of_surface = 0.85;

/// Smoothing length of the combinations of particles that a point between them is, in spacings.
constexpr Real anchor_smoothing = 1;

class Builder {
 public:
  Builder(const SolidBody& body, Real h)
      : body_(body), field_(h, body.dimension), near_(anchor_smoothing * body.spacing, body.dimension) {
    grid_.build(body.X, field_.support());
    surface_.anchor_first.push_back(0);
    surface_.first.push_back(0);
  }

  [[nodiscard]] Real colour(Index i) const {
    Real sum = 0;
    grid_.for_each_near(body_.X[i], field_.support(),
                        [&](Index k, Real distance2) { sum += body_.V[k] * field_.value(std::sqrt(distance2)); });
    return sum;
  }

  void add_particle(Index i) {
    surface_.anchor.push_back(i);
    surface_.anchor_weight.push_back(1);
    finish_point(i, body_.X[i], 1);
  }

  /// Points a quarter of the pitch to all sides of a particle, on the surface that its neighbours span.
  void add_points_around(const OuterParticle& outer) {
    const int sides = body_.dimension == 2 ? 1 : 2;
    for (int q = 0; q < 2 * sides; ++q) {
      const Real s = (q % 2 == 0 ? -1 : 1) * outer.pitch / 4;
      const Real t = sides == 1 ? 0 : (q < 2 ? -1 : 1) * outer.pitch / 4;
      const Real height = outer.tilt[0] * s + outer.tilt[1] * t + outer.bend[0] * s * s / 2 + outer.bend[1] * s * t +
                          outer.bend[2] * t * t / 2;
      const Vec3 place =
          body_.X[outer.particle] + s * outer.tangent[0] + t * outer.tangent[1] + height * outer.normal;
      add_anchors(place);
      finish_point(outer.particle, place, Real(1) / (2 * sides));
    }
  }

  Surface take() { return std::move(surface_); }

 private:
  [[nodiscard]] std::vector<Index> particles_near(const Vec3& place, Real radius) const {
    std::vector<Index> near;
    grid_.for_each_near(place, radius, [&](Index k, Real) { near.push_back(k); });
    std::sort(near.begin(), near.end());
    return near;
  }

  void add_anchors(const Vec3& place) {
    LinearWeights weights(place, near_.support());
    const std::vector<Index> near = particles_near(place, near_.support());
    const auto raw = [&](Index k) { return body_.V[k] * near_.value((body_.X[k] - place).norm()); };
    for (const Index k : near) weights.add(body_.X[k], raw(k));
    weights.solve();
    for (const Index k : near) {
      surface_.anchor.push_back(k);
      surface_.anchor_weight.push_back(weights.at(body_.X[k], raw(k)));
    }
  }

  void finish_point(Index particle, const Vec3& place, Real share) {
    surface_.particle.push_back(particle);
    surface_.area.push_back(share * body_.V[particle] / body_.spacing);
    surface_.anchor_first.push_back(static_cast<Index>(surface_.anchor.size()));
    for (const Index k : particles_near(place, field_.support())) {
      surface_.neighbour.push_back(k);
      surface_.weight.push_back(body_.V[k] * field_.value((body_.X[k] - place).norm()));
    }
    surface_.first.push_back(static_cast<Index>(surface_.neighbour.size()));
  }

  const SolidBody& body_;
  FieldKernel field_, near_;
  CellGrid grid_;
  Surface surface_;
};

}  // namespace

Surface find_surface(const SolidBody& body, Real h, bool refine) {
  Builder builder(body, h);
  const std::vector<OuterParticle> layer = find_outer_layer(body, h);
  auto outer = layer.begin();
  for (Index i = 0; i < body.size(); ++i) {
    while (outer != layer.end() && outer->particle < i) ++outer;
    if (refine && outer != layer.end() && outer->particle == i && outer->smooth) {
      builder.add_points_around(*outer);
    } else if (builder.colour(i) < colour_of_surface) {
      builder.add_particle(i);
    }
  }
  return builder.take();
}

}  // namespace talus
