#include "talus/tlsph/reference_state.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "talus/core/collect_rows.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Eigenvalues of M below this fraction of the largest count as absent directions (cond(M) > 1e4).
constexpr Real regularisation_limit = 1e-4;

template <class Kernel>
void find_bonds(const SolidBody& body, Real own_h, const ReferenceChoices& choices, ReferenceState& reference) {
  const std::vector<Real>& widening = choices.widening;
  const bool keeps_kernel = choices.kernel_of_bonds;
  const Real widest = widening.empty() ? 1 : *std::ranges::max_element(widening);
  const Real radius = Kernel::support * own_h * widest;
  const Mirror& mirror = reference.mirror;
  std::vector<Vec3> places = body.X;
  places.insert(places.end(), mirror.X.begin(), mirror.X.end());
  CellGrid grid;
  grid.build(places, radius);
  const auto h_of = [&](Index i, Index j) {
    return widening.empty() ? own_h : Real(0.5) * own_h * (widening[i] + widening[j]);
  };
  const Index n = body.size();
  parallel::Rows<Index> rows = parallel::collect_rows<Index>(n, [&](Index i, std::vector<Index>& near) {
    const auto begin = static_cast<std::ptrdiff_t>(near.size());
    grid.for_each_near(body.X[i], radius, [&](Index j, Real distance2) {
      if (j == i) return;
      const Real reach = Kernel::support * h_of(i, j);
      if (widening.empty() || distance2 < reach * reach) near.push_back(j);
    });
    std::sort(near.begin() + begin, near.end());
  });
  reference.first = std::move(rows.first);
  reference.bond.resize(rows.entry.size());
  if (keeps_kernel) reference.kernel.resize(rows.entry.size());
  parallel::for_each(n, [&](Index i) {
    for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
      const Index j = rows.entry[b];
      const Real r = mirror.distance(body.X, i, j), h = h_of(i, j);
      const Real scale =
          body.V[i] * body.V[mirror.original_of(j)] * Kernel::norm(body.dimension) / std::pow(h, body.dimension);
      if (keeps_kernel) reference.kernel[b] = static_cast<float>(scale * Kernel::w(r / h));
      reference.bond[b] = {j, static_cast<float>(-scale * Kernel::dw(r / h) / (r * h))};
    }
  });
}

/// Inverse of the symmetric M on the directions that the neighbours span; the others get no gradient at all.
/// On its range this is the exact inverse, so the fit of F stays a least-squares fit.
Mat3 invert_on_range(const Mat3& M, bool& regularised) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(M);
  const Vec3 values = eigen.eigenvalues();
  Vec3 inverse;
  for (int a = 0; a < 3; ++a) {
    const bool present = values[a] > regularisation_limit * values[2];
    inverse[a] = present ? 1 / values[a] : 0;
    regularised |= !present;
  }
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

void find_corrections(const SolidBody& body, ReferenceState& reference) {
  const Index n = body.size();
  reference.L.assign(n, Mat3::Zero());
  reference.around.resize(n);
  std::vector<char> regularised(n);
  parallel::for_each(n, [&](Index i) {
    bool absent = false;
    reference.L.set(i, correction_of(body, reference, i, &absent));
    reference.around[i] = around_of(body, reference, i);
    regularised[i] = absent ? 1 : 0;
  });
  reference.regularised += static_cast<Index>(std::ranges::count(regularised, 1));
}

/// Neighbours within a radius on the unbounded square or cubic lattice.
Index complete_count(Real radius, Real dx, int dimension) {
  const int reach = static_cast<int>(radius / dx) + 1;
  Index count = -1;  // not the particle itself
  for (int k = dimension == 3 ? -reach : 0; k <= (dimension == 3 ? reach : 0); ++k) {
    for (int j = -reach; j <= reach; ++j) {
      for (int i = -reach; i <= reach; ++i) count += Vec3(i, j, k).norm() * dx < radius;
    }
  }
  return count;
}

}  // namespace

void ReferenceState::forget_bonds() {
  ReferenceState kept;
  kept.mirror = std::move(mirror);
  kept.surface.row = std::move(surface.row);
  kept.surface.energy_weight = std::move(surface.energy_weight);
  kept.surface.count = surface.count;
  kept.surface.rows = surface.rows;
  kept.regularised = regularised;
  kept.smoothing_length = smoothing_length;
  *this = std::move(kept);
}

bool ReferenceState::are_bonded(Index i, Index j) const {
  const auto end = bond.begin() + first[i + 1];
  const auto found =
      std::lower_bound(bond.begin() + first[i], end, j, [](const Bond& b, Index k) { return b.neighbour < k; });
  return found != end && found->neighbour == j && found->weight != 0;
}

Mat3 moments_of(const SolidBody& body, const ReferenceState& reference, Index i) {
  Mat3 M = Mat3::Zero();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Vec3 X_ji = reference.mirror.place(body.X, j) - body.X[i];
    M += Real(weight) / body.V[i] * X_ji * X_ji.transpose();
  }
  if (body.dimension == 2) M(2, 2) = 1;  // plane strain: nothing varies along z
  return M;
}

NodeRow around_of(const SolidBody& body, const ReferenceState& reference, Index i) {
  Lanes sum = {};
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Vec3 X_ji = reference.mirror.place(body.X, j) - body.X[i];
    sum += splat(Real(weight)) * Lanes{X_ji[0], X_ji[1], X_ji[2], 1};
  }
  NodeRow around;
  around.set(sum);
  return around;
}

Mat3 correction_of(const SolidBody& body, const ReferenceState& reference, Index i, bool* regularised) {
  bool absent = false;
  const Mat3 L = invert_on_range(moments_of(body, reference, i), absent);
  if (regularised != nullptr) *regularised = absent;
  return L;
}

Real default_smoothing(const Kernels::Variant& kernel, int dimension) {
  return std::visit(
      [&](const auto& k) {
        using Kernel = std::decay_t<decltype(k)>;
        return dimension == 2 ? Kernel::default_smoothing_2d : Kernel::default_smoothing_3d;
      },
      kernel);
}

ReferenceState make_reference_state(const SolidBody& body, const ReferenceChoices& choices) {
  ReferenceState reference;
  const Kernels::Variant& kernel = choices.kernel;
  const Real smoothing = choices.smoothing > 0 ? choices.smoothing : default_smoothing(kernel, body.dimension);
  reference.smoothing_length = smoothing * body.spacing;
  const Real support = std::visit([](const auto& k) { return std::decay_t<decltype(k)>::support; }, kernel);
  const Real radius = support * reference.smoothing_length;
  reference.mirror = make_mirror(body, choices.symmetry, radius);
  std::visit(
      [&](const auto& k) {
        find_bonds<std::decay_t<decltype(k)>>(body, reference.smoothing_length, choices, reference);
      },
      kernel);
  find_corrections(body, reference);
  const Index complete = complete_count(radius, body.spacing, body.dimension);
  reference.surface = make_surface_fit(body, reference, choices.gradient, complete);
  return reference;
}

}  // namespace talus
