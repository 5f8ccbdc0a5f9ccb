// The surface of a solid as facets that share their corners, made of its particles alone (boundary 7).
//
// On a lattice each cell face that no neighbour covers is a facet. In the plane the outermost particles of any packing
// are found by rolling a disc of a spacing around the body; each owns the stretch of the surface between the middles to
// its two neighbours. Bodies that are the same all along have the stretches of their outline in every layer, and
// triangles at their ends. A corner is a fixed combination of the particles around it, sum w = 1, sum w X = corner, so
// it moves as the body does, and a force at it is handed on with its moment.
//
// Facets of a closed body share all corners: their areas then add up to nothing, however the body has deformed.
//
// A body that is mirrored has its part of the surface of the whole: no facets in its symmetry planes, and corners that
// are carried by particles and their images. What is the image's goes to its original, mirrored back.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "talus/body/solid_body.hpp"

namespace talus {

/// One facet: two corners in the plane, three or four in space; seen from outside they run anticlockwise.
struct Facet {
  Index particle = 0;  ///< the one behind it
  int corner_count = 4;
  std::array<Index, 4> corners{};

  [[nodiscard]] std::span<const Index> own_corners() const { return std::span(corners).first(corner_count); }
};

/// What particles carry of corners: the entries of a mesh by particle.
struct ParticleShares {
  std::vector<Index> particle;  ///< those that carry any
  std::vector<Index> first;     ///< shares of particle n of these: [first[n], first[n + 1])
  std::vector<Index> entry;     ///< by share
  std::vector<Index> corner;    ///< by share
};

struct FaceMesh {
  int dimension = 3;
  std::vector<Facet> facets;
  std::vector<Index> first;     ///< particles of corner c: entries [first[c], first[c + 1])
  std::vector<Index> particle;  ///< by entry
  std::vector<Real> weight;     ///< by entry [-]
  std::vector<Index> image;     ///< by entry: 0 the particle itself, k its image `reflections[k - 1]`; empty: all 0
  std::vector<Reflection> reflections;  ///< of the body in its symmetry planes
  ParticleShares shares_of_particles;   ///< for hand_over()

  [[nodiscard]] Index corner_count() const { return static_cast<Index>(first.size()) - 1; }
  /// Where the corners are while the particles are at `x` [m].
  void place(const std::vector<Vec3>& x, std::vector<Vec3>& corners) const;
  /// What an entry adds to the place of its corner, less the shift of its image, if its particle is at `a`; and what a
  /// force `a` at its corner adds to that on its particle, since R is symmetric.
  [[nodiscard]] Vec3 part_of(Index entry, const Vec3& a) const {
    const Vec3 part = weight[entry] * a;
    return image.empty() || image[entry] == 0 ? part : Vec3(reflections[image[entry] - 1].R * part);
  }
  /// Outward area of a facet [m^2; m in 2-D].
  [[nodiscard]] Vec3 area(const Facet& facet, const std::vector<Vec3>& corners) const;
  /// Middle of a facet [m].
  [[nodiscard]] Vec3 middle(const Facet& facet, const std::vector<Vec3>& corners) const;
  /// What each corner of a facet has of its area: the change of the volume behind the facet with the place of the
  /// corner. Over a closed body these have neither resultant nor moment.
  [[nodiscard]] std::array<Vec3, 4> shares(const Facet& facet, const std::vector<Vec3>& corners) const;
  /// What corner k of a facet has on average of a quantity that is at(c) at corner c and linear between corners: times
  /// the corner's share of the facet, such forces have its resultant and its moment (boundary 12).
  template <class At>
  [[nodiscard]] static auto mean_at(const Facet& facet, int k, At&& at);
  [[nodiscard]] ParticleShares find_shares_of_particles() const;
  /// Adds forces on the corners to those on particles; their sum.
  Vec3 hand_over(const std::vector<Vec3>& on_corners, std::vector<Vec3>& on_particles) const;
};

template <class At>
auto FaceMesh::mean_at(const Facet& facet, int k, At&& at) {
  const auto other = [&](int n) { return at(facet.corners[(k + n) % facet.corner_count]); };
  using Value = decltype(at(Index(0)));
  if (facet.corner_count == 2) return Value((2 * other(0) + other(1)) / 3);
  if (facet.corner_count == 3) return Value((2 * other(0) + other(1) + other(2)) / 4);
  return Value((4 * other(0) + 2 * other(1) + other(2) + 2 * other(3)) / 9);
}

/// The whole surface in the reference state. Throws CaseError where particles form neither a lattice nor rings along an
/// axis nor, in the plane, closed rows along the surface.
[[nodiscard]] FaceMesh surface_of(const SolidBody& body);

}  // namespace talus
