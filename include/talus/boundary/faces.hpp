// Which facets of a body a load means: those of some particles, as far as they look the right way.
#pragma once

#include <optional>

#include "talus/boundary/face_mesh.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

/// What `Pressure` and `Traction` have in common; each adds its name and its load.
struct FaceSelection {
  Selection where{};                ///< particles behind the facets
  std::optional<Vec3> facing{};     ///< facets that look within 60 degrees of this direction
  std::optional<Vec3> towards{};    ///< facets that look to the side of this point [m]
  std::optional<Vec3> away_from{};  ///< facets that look away from it [m]

  [[nodiscard]] Contradiction contradiction() const {
    if (facing.has_value() + towards.has_value() + away_from.has_value() > 1) {
      return {"facing", "facing, towards and away_from all choose facets: give one of them"};
    }
    if (facing && facing->isZero(0)) return {"facing", "has no direction: give a vector other than zero"};
    return {};
  }

  /// The facets of `target`. Throws CaseError when there are none.
  [[nodiscard]] FaceMesh faces(const SolidBody& target) const;
};

template <class Entry>
constexpr auto face_options() {
  return OptionTable{
      required("body", &Entry::body, "the body"),
      required("where", &Entry::where, "the particles behind the surface that is loaded; inner ones do not matter"),
      optional("facing", &Entry::facing, dim::none,
               "of their facets those that look this way; with a layer its side is the default"),
      optional("towards", &Entry::towards, dim::length, "of their facets those that look to this point, as in a bore"),
      optional("away_from", &Entry::away_from, dim::length, "of their facets those that look away from this point")};
}

}  // namespace talus
