// A face that is held or moved at its surface, by the particles in line behind it.
//
// What holds the outermost particles alone grips a body like a jaw: a uniform stress needs forces in several layers,
// and the outermost one is left with a third of it. So a place of the face is what the particles behind it say
// together,
//   s = sum w x,  w_l = a_l.n/sum a.n,  a_i: an even pressure p inside pushes with f_i = p a_i           (boundary 13)
// and a reaction R there is w_l R on each: what stress needs, so a uniform one is held by every layer as it is inside.
// On a lattice w = 1.78, -1.08, 0.31, -0.02, 0.00 in the plane; s is where the surface is.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

enum class HeldAt { particles, surface };
constexpr auto choices(std::type_identity<HeldAt>) {
  return std::array{
      Word<HeldAt>{"particles", HeldAt::particles, "the selected particles themselves, as a rigid jaw would"},
      Word<HeldAt>{"surface", HeldAt::surface,
                   "the face half a spacing outside of a layer, by up to five layers behind it: stress stays even"}};
}

/// A place of a face by the particles behind it, from the outermost one inwards; no particle is behind two places.
struct HeldPlace {
  static constexpr int most_layers = 5;  ///< as deep as the gradients of the outermost particles are felt

  std::array<Index, most_layers> particle{};
  std::array<Real, most_layers> weight{};  ///< w, sum w = 1 [-]
  int layers = 0;
  Real mass = 0;  ///< that a force finds there, 1/sum w^2/m [kg; kg/m in 2-D]

  /// sum w a of what particles have.
  [[nodiscard]] Vec3 of(const std::vector<Vec3>& a) const {
    Vec3 sum = Vec3::Zero();
    for (int l = 0; l < layers; ++l) sum += weight[l] * a[particle[l]];
    return sum;
  }
};

/// The places of the face behind which the selected layer is. `body.outward_area` has to be there. Throws CaseError
/// where `where` is no single layer, and where fewer than six particles stand in line behind one of it.
[[nodiscard]] std::vector<HeldPlace> places_of_face(const SolidBody& body, const Selection& where);

}  // namespace talus
