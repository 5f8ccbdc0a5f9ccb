// A dead load on the surface of a body (boundary 9): a force per reference area that keeps its direction.
//
//   f_i = g_i t(t),   g_i = sum over facets and corners of A w_ci / corners,   sum g_i = area of the facets
//
// A reference area of a facet, w_ci what particle i has of its corner c (face_mesh.hpp): the force acts in the middle
// of each facet, with its moment. What the image of a particle in symmetry planes has comes mirrored, which is why g_i
// is a tensor; otherwise it is a number times the unit tensor.
//
// A traction that varies in space is given at the corners, X_c, and linear in between (boundary 12).
#pragma once

#include <array>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/faces.hpp"
#include "talus/boundary/field_sample.hpp"
#include "talus/boundary/given_load.hpp"

namespace talus {

/// The load, bound to a body.
struct TractionForce : GivenLoad {
  std::vector<Index> particles;
  std::vector<Mat3> share;    ///< g of each [m^2; m in 2-D]
  Real area = 0;              ///< of all facets [m^2; m in 2-D]
  VectorSample history;       ///< t [Pa]
  FaceMesh mesh;              ///< where it varies in space: else empty
  std::vector<Vec3> corners;  ///< X of them [m]

  /// Adds to ForceKind::load.
  void apply(SolidBody& body, Real t);

 private:
  void apply_field(std::vector<Vec3>& out);

  std::vector<Vec3> load_;  ///< on each corner [N]
};

struct Traction : FaceSelection {
  static constexpr std::string_view name = "traction";
  static constexpr std::string_view help = "loads a part of the surface by a force per area of the reference state";

  std::string body;
  std::array<FieldFunction, 3> traction{};  ///< [Pa]

  static constexpr auto options() {
    return joined(face_options<Traction>(),
                  OptionTable{required("traction", &Traction::traction, dim::pressure,
                                       "force per area. x, y, z in formulas are reference coordinates")});
  }

  [[nodiscard]] TractionForce resolve(const SolidBody& target) const;
};

}  // namespace talus
