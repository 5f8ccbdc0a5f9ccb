// Particles beyond the symmetry planes of a body: what its own particles near a plane have for neighbours there.
//
//   X* = X - 2 n n.(X - p),   u* = R u,   T* = R T R,   Omega* = det(R) R Omega,   R = I - 2 n n^T   (tlsph 20)
// Planes stand at right angles, so reflections commute and every subset of planes has one image. Mirrored particles
// follow the body's own in all rows of the nodes; sums run over own particles only, so what they give is half (a
// quarter, an eighth) of the whole body's.
#pragma once

#include <algorithm>
#include <vector>

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/symmetry_plane.hpp"

namespace talus {

struct SolidBody;

struct Mirror {
  Index own = 0;                 ///< particles of the body; mirrored ones are numbered from here
  std::vector<Index> original;   ///< of each mirrored particle
  std::vector<Index> image;      ///< its place in `reflection`
  std::vector<Vec3> X;           ///< [m]
  std::vector<Mat3> reflection;  ///< R of each subset of planes [-]
  std::vector<Vec3> shift;       ///< X* = R X + shift of each subset [m]

  [[nodiscard]] Index size() const { return static_cast<Index>(original.size()); }
  /// The particle of the body that particle j is, or is an image of.
  [[nodiscard]] Index original_of(Index j) const { return j < own ? j : original[j - own]; }
  /// Reference position of particle j, of the body or mirrored [m].
  [[nodiscard]] const Vec3& place(const std::vector<Vec3>& body_X, Index j) const {
    return j < own ? body_X[j] : X[j - own];
  }
  /// Distance between particles a of the body and b, its own or mirrored; equal to the bit for a and the mirror image
  /// of b, and b's original and that of a [m].
  [[nodiscard]] Real distance(const std::vector<Vec3>& body_X, Index a, Index b) const {
    if (b < own) return (body_X[a] - body_X[b]).norm();
    const Index first = std::min(a, original_of(b)), second = std::max(a, original_of(b));
    return (body_X[first] - reflection_of(b - own) * body_X[second] - shift[image[b - own]]).norm();
  }
  [[nodiscard]] const Mat3& reflection_of(Index mirrored) const { return reflection[image[mirrored]]; }
  /// Part of a vector that lies in all planes: the mean of its images.
  [[nodiscard]] Vec3 onto_planes(const Vec3& a) const {
    Vec3 sum = a;
    for (const Mat3& R : reflection) sum += R * a;
    return sum / static_cast<Real>(reflection.size() + 1);
  }
};

/// Mirrors the particles within `radius` of the planes. Throws CaseError when a plane is not where half a body ends.
[[nodiscard]] Mirror make_mirror(const SolidBody& body, const std::vector<SymmetryPlane>& planes, Real radius);

/// Displacement and velocity of the mirrored particles from their originals.
template <int D>
void reflect_motion(const Mirror& mirror, Nodes<D>& nodes);

/// Stress, hourglass control and spin of the mirrored particles; `row` as in SurfaceFit, of all particles.
template <int D>
void reflect_stress(const Mirror& mirror, const std::vector<Index>& row, Nodes<D>& nodes);

}  // namespace talus
