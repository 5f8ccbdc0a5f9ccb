#include "talus/contact/outer_layer.hpp"

#include <algorithm>
#include <cmath>

#include "talus/core/parallel.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Outermost: a spacing above it, along its normal, there is no particle nearer than this many spacings.
constexpr Real clear_distance = 0.99;
/// The normal is that of the body's field; where the field is this flat over its support, there is no surface.
constexpr Real least_slope = 0.1;
/// Neighbours in the layer, in spacings: two to each side.
constexpr Real reach = 2.2;
/// Largest tilt [-] and bend times spacing [-] of a smooth layer: a disc of two spacings radius is one, a corner not.
constexpr Real largest_tilt = 0.3;
constexpr Real largest_bend = 0.5;
/// Scatter of neighbours about the fitted surface, in spacings.
constexpr Real largest_scatter = 0.05;
/// Flatter surfaces need no more than their particles: a polygon of them deviates by an eighth of this, in spacings.
constexpr Real least_bend = 0.005;
/// A bend counts if its rise over the neighbours is so many times their scatter; otherwise the surface is only rough.
constexpr Real least_significance = 4;

/// Least squares of the neighbours' heights; few unknowns, so plain normal equations.
bool fit(const std::vector<Vec3>& local, int dimension, Real dx, OuterParticle& outer) {
  const int unknowns = dimension == 2 ? 2 : 5;
  if (static_cast<int>(local.size()) < unknowns) return false;
  Eigen::MatrixXd A(local.size(), unknowns);
  Eigen::VectorXd heights(local.size());
  bool ahead = false, behind = false;
  for (std::size_t k = 0; k < local.size(); ++k) {
    const Real s = local[k][0] / dx, t = local[k][1] / dx;
    if (dimension == 2) {
      A.row(k) << s, s * s / 2;
    } else {
      A.row(k) << s, t, s * s / 2, s * t, t * t / 2;
    }
    heights[k] = local[k][2] / dx;
    ahead = ahead || s > Real(0.5);
    behind = behind || s < Real(-0.5);
  }
  if (!ahead || !behind) return false;
  const Eigen::VectorXd a = A.colPivHouseholderQr().solve(heights);
  const Real scatter = (A * a - heights).cwiseAbs().maxCoeff();
  if (scatter > largest_scatter) return false;
  outer.tilt = dimension == 2 ? Vec3(a[0], 0, 0) : Vec3(a[0], a[1], 0);
  outer.bend = (dimension == 2 ? Vec3(a[1], 0, 0) : Vec3(a[2], a[3], a[4])) / dx;
  const Real bend = outer.bend.cwiseAbs().maxCoeff() * dx;
  const Real rise = bend * reach * reach / 2;
  outer.curved = bend > least_bend && rise > least_significance * scatter;
  return outer.tilt.norm() < largest_tilt && bend < largest_bend;
}

/// Direction along the surface to the nearest neighbour: it turns with the body, which an axis of space does not.
Vec3 towards_nearest(const OuterParticle& outer, const SolidBody& body, const std::vector<Index>& near) {
  constexpr Real tie = 1e-6;  // of equally near ones the first, whatever round-off says
  Vec3 best = Vec3::Zero();
  for (const Index k : near) {
    const Vec3 d = body.X[k] - body.X[outer.particle];
    if (best.isZero(0) || d.norm() < (1 - tie) * best.norm()) best = d;
  }
  best -= best.dot(outer.normal) * outer.normal;
  return best.isZero(0) ? outer.normal.unitOrthogonal() : Vec3(best.normalized());
}

void describe(OuterParticle& outer, const SolidBody& body, const std::vector<Index>& near) {
  const int D = body.dimension;
  outer.tangent[0] = D == 2 ? Vec3(-outer.normal[1], outer.normal[0], 0) : towards_nearest(outer, body, near);
  outer.tangent[1] = D == 2 ? Vec3::Zero() : outer.normal.cross(outer.tangent[0]).eval();
  std::vector<Vec3> local;
  Real next = infinity, previous = next;
  for (const Index k : near) {
    const Vec3 d = body.X[k] - body.X[outer.particle];
    local.push_back({d.dot(outer.tangent[0]), d.dot(outer.tangent[1]), d.dot(outer.normal)});
    Real& nearest = local.back()[0] > 0 ? next : previous;
    nearest = std::min(nearest, std::abs(local.back()[0]));
  }
  outer.smooth = fit(local, D, body.spacing, outer);
  outer.curved = outer.curved && outer.smooth;
  outer.pitch = D == 2 ? (next + previous) / 2 : body.spacing;
}

/// Outward normal of particle i, or zero when it is not of the outermost layer.
Vec3 normal_of(const SolidBody& body, const FieldKernel& kernel, const CellGrid& grid, Index i) {
  Vec3 gradient = Vec3::Zero();
  grid.for_each_near(body.X[i], kernel.support(), [&](Index j, Real distance2) {
    gradient += body.V[j] * kernel.slope_over_r(std::sqrt(distance2)) * (body.X[i] - body.X[j]);
  });
  const Real size = gradient.norm();
  if (size * kernel.support() < least_slope) return Vec3::Zero();
  const Vec3 normal = -gradient / size;
  bool clear = true;
  grid.for_each_near(body.X[i] + body.spacing * normal, clear_distance * body.spacing,
                     [&](Index, Real) { clear = false; });
  return clear ? normal : Vec3::Zero();
}

}  // namespace

std::vector<OuterParticle> find_outer_layer(const SolidBody& body, Real h) {
  const FieldKernel kernel(h, body.dimension);
  CellGrid grid;
  grid.build(body.X, kernel.support());
  std::vector<Vec3> normal(body.X.size());
  parallel::for_each(body.size(), [&](Index i) { normal[i] = normal_of(body, kernel, grid, i); });
  std::vector<OuterParticle> layer;
  for (Index i = 0; i < body.size(); ++i) {
    if (normal[i].isZero(0)) continue;
    OuterParticle& outer = layer.emplace_back();
    outer.particle = i;
    outer.normal = normal[i];
  }
  parallel::for_each(static_cast<Index>(layer.size()), [&](Index p) {
    OuterParticle& outer = layer[p];
    std::vector<Index> near;
    grid.for_each_near(body.X[outer.particle], reach * body.spacing, [&](Index k, Real) {
      if (k != outer.particle && !normal[k].isZero(0)) near.push_back(k);
    });
    std::sort(near.begin(), near.end());
    describe(outer, body, near);
  });
  return layer;
}

bool is_curved(const SolidBody& body, Real h) {
  const std::vector<OuterParticle> layer = find_outer_layer(body, h);
  return std::any_of(layer.begin(), layer.end(), [](const OuterParticle& outer) { return outer.curved; });
}

}  // namespace talus
