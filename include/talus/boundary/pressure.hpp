// A pressure on the surface of a body as it stands (boundary 8): it follows the body, and acts on the current area.
//
//   f_c = -p(t) dV/dx_c   on corner c of the facets (face_mesh.hpp), handed to particles with its weights
//
// V volume behind the facets. On a facet this is Nanson's -p J F^-T N A with the area that its corners span now. Over a
// closed surface it has neither resultant nor moment, to round-off, and does the work -p dV.
//
// A pressure that varies in space is given at the corners where they are in the reference state, X_c, and linear in
// between (boundary 12): one that is linear in X has its force and its moment to round-off.
#pragma once

#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/faces.hpp"
#include "talus/boundary/field_sample.hpp"
#include "talus/boundary/given_load.hpp"

namespace talus {

/// The pressure, bound to a body.
struct PressureForce : GivenLoad {
  FaceMesh mesh;
  FieldSample history;       ///< p [Pa]
  std::vector<Vec3> places;  ///< X of the corners [m]

  /// Adds to ForceKind::load.
  void apply(SolidBody& body, Real t);

 private:
  std::vector<Vec3> corners_;  ///< where they are [m]
  std::vector<Vec3> load_;     ///< on each corner [N]
};

struct Pressure : FaceSelection {
  static constexpr std::string_view name = "pressure";
  static constexpr std::string_view help = "presses on a part of the surface, at right angles to it as it stands";

  std::string body;
  FieldFunction pressure{};  ///< [Pa]

  static constexpr auto options() {
    return joined(face_options<Pressure>(),
                  OptionTable{required("pressure", &Pressure::pressure, dim::pressure,
                                       "positive: towards the body. x, y, z in formulas are reference coordinates")});
  }

  [[nodiscard]] PressureForce resolve(const SolidBody& target) const;
};

}  // namespace talus
