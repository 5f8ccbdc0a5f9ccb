// A wall from an STL file: hoppers, chutes, mixers.
#pragma once

#include <filesystem>
#include <numbers>
#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/triangle_surface.hpp"

namespace talus {

/// What to do about triangles without area.
enum class DegenerateTriangles { refuse, drop };
constexpr auto choices(std::type_identity<DegenerateTriangles>) {
  using D = DegenerateTriangles;
  return std::array{Word<D>{"refuse", D::refuse, "the mesh has to be repaired"},
                    Word<D>{"drop", D::drop, "they are left out"}};
}

struct MeshWall {
  static constexpr std::string_view name = "stl";
  static constexpr std::string_view help = "triangles from an STL file, text or binary; the surface need not be closed";

  std::filesystem::path path{};  ///< the case reader makes it absolute
  Real scale = 1;                ///< metres per unit of the file
  MeshSide side = MeshSide::both;
  Automatic<Real> weld{};                           ///< [m]
  Real smooth_angle = 10 * std::numbers::pi / 180;  ///< [rad]
  DegenerateTriangles degenerate = DegenerateTriangles::refuse;

  static constexpr auto options() {
    return OptionTable{
        required("path", &MeshWall::path, "STL file, relative to the case"),
        optional("scale", &MeshWall::scale, dim::none, "metres per unit of the file: 0.001 for millimetres", positive),
        optional("side", &MeshWall::side, "which sides of the triangles push"),
        optional("weld", &MeshWall::weld, dim::length,
                 "corners nearer than this are one; auto: 1e-6 of the diagonal of the mesh", positive),
        optional("smooth_angle", &MeshWall::smooth_angle, dim::none,
                 "a grain that touches neighbours in directions nearer than this touches once",
                 between(0, std::numbers::pi / 4)),
        optional("degenerate", &MeshWall::degenerate, "what to do about triangles without area")};
  }

  /// Nothing that the table allows excludes anything else.
  [[nodiscard]] Contradiction contradiction() const { return {}; }

  /// Reads the file.
  [[nodiscard]] TriangleSurface surface(int dimension) const;
};

}  // namespace talus
