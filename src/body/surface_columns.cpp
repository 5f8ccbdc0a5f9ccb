#include "talus/body/surface_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/body/mirrored_particles.hpp"
#include "talus/core/collect_rows.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Layers are next to each other up to this many spacings.
constexpr Real next_reach = 1.2;
/// A face is looked at as far as this many spacings around a particle: to the neighbours along the diagonals of a
/// lattice.
constexpr Real face_reach = 1.8;
/// Places of a column, and of a flat face, agree to this share of a spacing.
constexpr Real same_place = 1e-6;

}  // namespace

SurfaceColumns::SurfaceColumns(const SolidBody& body) : body_(&body), first_(body.X.size() + 1, 0) {
  if (!body.energy_density.empty()) return;
  const std::vector<Vec3> places = MirroredParticles(body).places(body.X);
  CellGrid grid;
  grid.build(places, face_reach * body.spacing);
  parallel::Rows<Column> rows = parallel::collect_rows<Column>(
      body.size(), [&](Index i, std::vector<Column>& columns) { add_columns(places, grid, i, columns); });
  first_ = std::move(rows.first);
  columns_ = std::move(rows.entry);
}

/// A column begins at a particle if its neighbours beside it are at its height and none is farther out. Three layers
/// are as good as two or better only where gradients are of second order in all of them: on lattices, away from edges.
void SurfaceColumns::add_columns(const std::vector<Vec3>& places, const CellGrid& grid, Index i,
                                 std::vector<Column>& columns) const {
  const Vec3& X = body_->X[i];
  const Real slack = same_place * body_->spacing;
  std::vector<Vec3> ways;
  grid.for_each_near(X, face_reach * body_->spacing, [&](Index j, Real distance2) {
    if (distance2 > 0) ways.push_back(places[j] - X);
  });
  const auto particle_at = [&](const Vec3& place) {
    Index found = -1;
    grid.for_each_near(place, slack, [&](Index j, Real) {
      if (j < body_->size()) found = j;
    });
    return found;
  };
  for (const Vec3& in : ways) {
    const Real depth = in.norm();
    const auto is_beside = [&](const Vec3& way) { return std::abs(way.dot(in)) < slack * depth; };
    if (depth > next_reach * body_->spacing || !std::ranges::all_of(ways, [&](const Vec3& way) {
          return is_beside(way) || way.dot(in) > Real(0.5) * depth * depth;
        })) {
      continue;
    }
    Column column{.particle = {i, particle_at(X + in), particle_at(X + 2 * in)}, .layers = 2, .half = depth / 2};
    if (column.particle[1] < 0) continue;
    const bool is_even = std::ranges::all_of(ways, [&](const Vec3& way) {
      return !is_beside(way) ||
             std::ranges::any_of(ways, [&](const Vec3& other) { return (way + other).norm() < slack; });
    });
    if (column.particle[2] >= 0 && is_even && body_->is_second_order) column.layers = 3;
    columns.push_back(column);
  }
}

const SurfaceColumns::Weights& SurfaceColumns::weights(const Column& column) {
  static constexpr Weights two{0.5, -0.5, 0}, three{0.875, -1.25, 0.375};
  return column.layers == 3 ? three : two;
}

SurfaceColumns::Lean SurfaceColumns::lean_of(const Column& column) const {
  const Vec3 a = body_->x[column.particle[0]] - body_->x[column.particle[1]];
  const Real length = a.norm();
  return {a / length, column.half / length};
}

Vec3 SurfaceColumns::centre(Index i) const {
  Vec3 y = body_->x[i];
  for (Index c = first_[i]; c < first_[i + 1]; ++c) {
    const Column& column = columns_[c];
    for (int k = 0; k < column.layers; ++k) y += weights(column)[k] * body_->x[column.particle[k]];
    y -= column.half * lean_of(column).along;
  }
  return y;
}

void SurfaceColumns::carry(Index i, const Vec3& force, std::vector<Vec3>& out) const {
  out[i] += force;
  for (Index c = first_[i]; c < first_[i + 1]; ++c) {
    const Column& column = columns_[c];
    for (int k = 0; k < column.layers; ++k) out[column.particle[k]] += weights(column)[k] * force;
    const Vec3 back = lean_of(column).across(force);
    out[i] -= back;
    out[column.particle[1]] += back;
  }
}

Real SurfaceColumns::max_speed() const {
  struct Fastest {
    Real speed2 = 0;
    void take(Real other) { speed2 = std::max(speed2, other); }
    void operator+=(const Fastest& other) { take(other.speed2); }
  };
  const auto look = [&](Index i, Fastest& fastest) {
    if (first_[i] == first_[i + 1]) return;
    fastest.take(velocity(i, [&](Index j) { return body_->v[j]; }).squaredNorm());
  };
  return std::sqrt(parallel::reduce<Fastest>(body_->size(), look).speed2);
}

Real SurfaceColumns::mobility(Index i) const {
  Real most = 1 / body_->m[i];
  for (Index c = first_[i]; c < first_[i + 1]; ++c) {
    const Column& column = columns_[c];
    Real sum = 0;
    for (int k = 0; k < column.layers; ++k) {
      const Real weight = weights(column)[k] + (k == 0 ? 1 : 0);
      sum += weight * weight / body_->m[column.particle[k]];
    }
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace talus
