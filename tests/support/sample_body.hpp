// Bodies for tests: lattices with jittered particles and uneven volumes, random motion, and what it adds up to.
#pragma once

#include <array>
#include <cmath>

#include "support/draw.hpp"
#include "talus/body/solid_body.hpp"

namespace talus {

struct LatticeSample {
  int dimension = 2;
  std::array<int, 3> cells{6, 5, 4};  ///< cells[2] is not used in 2-D
  Real spacing = 0.1;                 ///< [m]
  Real jitter = 0.2;                  ///< largest shift of a particle over the spacing, and of its volume over the cell
  Vec3 corner = Vec3::Zero();         ///< the first particle [m]
  unsigned seed = 1;
};

/// A body at rest in its reference state.
inline SolidBody sample_body(const Materials::Variant& material, const LatticeSample& sample) {
  SolidBody body;
  body.name = "sample";
  body.dimension = sample.dimension;
  body.spacing = sample.spacing;
  body.material = material;
  Draw draw(sample.seed);
  const int deep = sample.dimension == 3 ? sample.cells[2] : 1;
  for (int k = 0; k < deep; ++k) {
    for (int j = 0; j < sample.cells[1]; ++j) {
      for (int i = 0; i < sample.cells[0]; ++i) {
        const Vec3 shift = draw.vector(sample.dimension, sample.jitter);
        body.X.push_back(sample.corner + sample.spacing * (Vec3(i, j, k) + shift));
        body.V.push_back(std::pow(sample.spacing, sample.dimension) * (1 + draw.number(sample.jitter)));
      }
    }
  }
  body.reset_state(std::visit([](const auto& m) { return m.density; }, material));
  return body;
}

/// Adds a displacement field: u = motion(X).
template <class Motion>
void displace(SolidBody& body, Motion&& motion) {
  for (Index i = 0; i < body.size(); ++i) {
    body.u[i] += motion(body.X[i]);
    body.x[i] = body.X[i] + body.u[i];
  }
}

inline void displace_randomly(SolidBody& body, Draw& draw, Real size) {
  displace(body, [&](const Vec3&) { return draw.vector(body.dimension, size); });
}

/// Sums over a body, each beside the sum of magnitudes that measures round-off.
struct ForceSums {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  Real force_scale = 0, torque_scale = 0;

  void add(const SolidBody& body, ForceKind kind) {
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3& f = body.of(kind)[i];
      force += f;
      torque += body.x[i].cross(f);
      force_scale += f.norm();
      torque_scale += body.x[i].norm() * f.norm();
    }
  }
};

}  // namespace talus
