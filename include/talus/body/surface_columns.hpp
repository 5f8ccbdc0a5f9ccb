// Where the flat faces of a solid are, and which particles carry what presses on them: for spheres of half a spacing
// around the outermost ones, which is how walls see a body.
//
// What presses on the centre of an outermost particle leaves the stress of its layer at a third of the true one, and
// makes that of the next too high: as much as a uniform stress needs at a face, second-order gradients spread over
// three layers, those of first order over two. So the sphere of a particle i at a flat face is told by the column
// behind it, particles i, j, k a layer apart. The surface is where the places of all three lead to half a layer h
// outside, and the centre of the sphere as far back,
//   y = x_i + sum w x - h a/|a|,   a = x_i - x_j,   w = (7, -10, 3)/8, or (1, -1, 0)/2 of two layers
// which is x_i until the body deforms. What its motion is and what a force f on it does to the particles follows:
//   f_i = f (1 + w_i) - b f',  f_j = w_j f + b f',  f_k = w_k f,   f' = f - (f.a) a/a^2, b = h/|a|
// so momenta and power are exact.
//
// A particle at an edge is at two faces, one at a corner at three: their terms add up.
#pragma once

#include <array>
#include <vector>

#include "talus/body/solid_body.hpp"

namespace talus {

class CellGrid;

class SurfaceColumns {
 public:
  /// Of the reference state that `body` is in; a body that can fail has none, for pieces may come off its faces.
  explicit SurfaceColumns(const SolidBody& body);

  /// Centre of the sphere of a particle [m].
  [[nodiscard]] Vec3 centre(Index i) const;
  /// Its velocity, where `velocity_of(j)` [m/s] are those of particles.
  template <class VelocityOf>
  [[nodiscard]] Vec3 velocity(Index i, VelocityOf&& velocity_of) const {
    const Vec3 own = velocity_of(i);
    Vec3 sum = own;
    for (Index c = first_[i]; c < first_[i + 1]; ++c) {
      const Column& column = columns_[c];
      for (int k = 0; k < column.layers; ++k) sum += weights(column)[k] * velocity_of(column.particle[k]);
      sum -= lean_of(column).across(own - velocity_of(column.particle[1]));
    }
    return sum;
  }
  /// Adds what a force on the sphere [N] is to the particles.
  void carry(Index i, const Vec3& force, std::vector<Vec3>& out) const;
  /// Speed of the fastest sphere at a face [m/s].
  [[nodiscard]] Real max_speed() const;
  /// What the sphere gives way to a load on its face, per force [1/kg].
  [[nodiscard]] Real mobility(Index i) const;

 private:
  struct Column {
    std::array<Index, 3> particle{};  ///< from the surface inwards
    int layers = 0;
    Real half = 0;  ///< h [m]
  };
  /// How the centre turns about the surface.
  struct Lean {
    Vec3 along;      ///< a/|a| [-]
    Real ratio = 0;  ///< b [-]
    [[nodiscard]] Vec3 across(const Vec3& f) const { return ratio * (f - along.dot(f) * along); }
  };
  using Weights = std::array<Real, 3>;

  void add_columns(const std::vector<Vec3>& places, const CellGrid& grid, Index i, std::vector<Column>& columns) const;
  [[nodiscard]] static const Weights& weights(const Column& column);
  [[nodiscard]] Lean lean_of(const Column& column) const;

  const SolidBody* body_;
  std::vector<Index> first_;  ///< columns of particle i: [first_[i], first_[i + 1])
  std::vector<Column> columns_;
};

}  // namespace talus
