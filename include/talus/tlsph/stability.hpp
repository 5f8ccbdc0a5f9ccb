// The largest stable time step of a body's own reference operator, by Lanczos' method (tlsph 11).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/numerics/lanczos.hpp"
#include "talus/tlsph/bond_motion.hpp"
#include "talus/tlsph/internal_force.hpp"

namespace talus {

/// Stable step times c/dx [-]. Free edges, corners and thin parts decide it, which no rule of thumb knows: 0.9 to 1.35
/// for compact bodies. `alpha` is the elastic stiffness of the merged hourglass control [Pa]. Scratches `nodes`. With
/// `some` particles, these alone move and are strained: that of a patch, which the whole body's is never above.
template <int D>
Real courant_limit(const SolidBody& body, const ReferenceState& reference, Nodes<D>& nodes, Real alpha,
                   const std::vector<Index>* some = nullptr) {
  constexpr Real margin = 0.97;  // the iteration approaches the highest frequency from below
  const Real mu = std::visit([](const auto& m) { return m.shear_modulus(); }, body.material);
  const Real lambda = std::visit([](const auto& m) { return m.bulk_modulus(); }, body.material) - 2 * mu / 3;
  const Real density = std::visit([](const auto& m) { return m.density; }, body.material);
  const Index n = some != nullptr ? static_cast<Index>(some->size()) : body.size();
  const auto particle = [&](Index at) { return some != nullptr ? (*some)[at] : at; };
  // Start from a rough field that no mode is orthogonal to; a fixed sequence keeps runs equal to the bit.
  std::uint32_t seed = 12345;
  const auto noise = [&] { return Real(seed = seed * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
  std::ranges::fill(nodes.stress, ShownTensor<D>{});
  std::ranges::fill(nodes.curvature, CurvatureRows<D>{});
  std::vector<Vec3> start(n);
  for (Vec3& u : start) {
    for (int c = 0; c < 3; ++c) u[c] = c < D ? noise() : 0;
  }
  for (PlacedNode& node : nodes.placed) {
    node.X.lane[3] = alpha;
    node.u = {};
  }
  std::ranges::fill(nodes.velocity, NodeRow{});
  std::ranges::fill(nodes.spin, NodeRow{});
  const auto stress = [&](const Mat3& H) -> Mat3 {
    return lambda * H.trace() * Mat3::Identity() + mu * (H + H.transpose());
  };
  // K u over the masses.
  const auto pull = [&](const std::vector<Vec3>& u, std::vector<Vec3>& image) {
    parallel::for_each(n, [&](Index at) { nodes.placed[particle(at)].u = {{u[at][0], u[at][1], u[at][2], 0}}; });
    reflect_motion(reference.mirror, nodes);
    parallel::for_each(n, [&](Index at) {
      const Index i = particle(at);
      const Mat3 H = deform<D>(reference, nodes, i).H;
      add_stress<D>(reference, nodes, i, reference.surface.energy_weight[i] * stress(H));
    });
    reflect_stress(reference.mirror, reference.surface.row, nodes);
    parallel::for_each(n, [&](Index at) {
      const Index i = particle(at);
      Vec3 f = bond_forces<D>(reference, nodes, i);
      if (reference.surface.touched[i]) f += curvature_forces<D>(reference, nodes, i);
      image[at] = -f / body.m[i];
    });
  };
  const Real frequency2 = largest_eigenvalue(
      std::move(start), [&](Index at) { return body.m[particle(at)]; }, pull);
  if (!(frequency2 > 0)) return some != nullptr ? infinity : 1;  // nobody there moves
  const Real c = std::sqrt((lambda + 2 * mu) / density);
  return margin * 2 / std::sqrt(frequency2) * c / body.spacing;
}

}  // namespace talus
