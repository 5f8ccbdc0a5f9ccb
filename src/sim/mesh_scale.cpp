#include "talus/sim/mesh_scale.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "talus/numerics/bounding_box.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

/// Meshes in millimetres are off by 1000, those in inches by 39; a large vessel may well be 50 times its first grain.
constexpr Real far_off = 100;

struct Size {
  std::string body;
  Real extent;  ///< longest side of the box around it, infinite where it has no end [m]
  bool is_mesh;
};

/// In the plane what reaches out of it says nothing: walls are given some depth there, spheres have theirs.
Real longest_side(const BoundingBox& box, int dimension) { return (box.high - box.low).head(dimension).maxCoeff(); }

Size size_of(const SolidBody& body, const Case& c) {
  BoundingBox box;
  for (const Vec3& x : body.x) box.enclose(x);
  const auto* spec = body_spec<SolidSpec>(c, body.name);
  return {body.name, longest_side(box, c.dimension) + body.spacing,
          spec != nullptr && std::holds_alternative<MeshFill>(spec->shape.entry)};
}

/// With the region of grains that are still to come.
Size size_of(const GrainBody& body, const Case& c) {
  BoundingBox box;
  const SphereRows& rows = body.spheres();
  for (const Row& at : rows.position) {
    box.enclose(at.vec(), at.w);
  }
  if (const auto* spec = body_spec<GrainSpec>(c, body.name)) {
    std::visit(
        [&](const auto& source) {
          if constexpr (requires { source.region; }) {
            const BoxRegion region = region_bounds(source.region, c.dimension);
            box.enclose(BoundingBox{region.min, region.max});
          }
        },
        spec->grains.entry);
  }
  return {body.name, longest_side(box, c.dimension), false};
}

/// Rectangles are made of triangles, too, but not from a file.
Size size_of(const WallBody& wall, const Case& c) {
  const auto* spec = body_spec<WallSpec>(c, wall.name);
  const bool is_mesh = spec != nullptr && std::holds_alternative<MeshWall>(spec->shape.entry);
  return std::visit(
      [&](const auto& surface) {
        BoundingBox box;
        for (Index facet = 0; facet < surface.facet_count(); ++facet) {
          box.enclose(surface.bounds(facet));
        }
        return Size{wall.name, longest_side(box, c.dimension), is_mesh};
      },
      wall.surface);
}

std::vector<Size> sizes_of(const Model& model) {
  std::vector<Size> sizes;
  for (const SolidBody& body : model.bodies) sizes.push_back(size_of(body, model.description));
  for (const GrainBody& body : model.grains.bodies) sizes.push_back(size_of(body, model.description));
  for (const WallBody& wall : model.grains.walls) sizes.push_back(size_of(wall, model.description));
  return sizes;
}

}  // namespace

std::vector<std::string> mesh_scale_warnings(const Model& model) {
  const std::vector<Size> sizes = sizes_of(model);
  Real smallest = infinity, largest = 0;
  for (const Size& other : sizes) {
    if (other.is_mesh || !std::isfinite(other.extent)) continue;
    smallest = std::min(smallest, other.extent);
    largest = std::max(largest, other.extent);
  }
  std::vector<std::string> warnings;
  for (const Size& mesh : sizes) {
    if (!mesh.is_mesh || largest <= 0) continue;
    const bool huge = mesh.extent > far_off * largest;
    if (!huge && !(far_off * mesh.extent < smallest)) continue;
    warnings.push_back(
        "body \"" + mesh.body + "\" from a mesh measures " + quantity(mesh.extent, "m") + ", " +
        (huge ? "all others at most " + quantity(largest, "m") : "all others at least " + quantity(smallest, "m")) +
        ": is its file in another unit? \"scale\" of its shape is metres per unit of the file, " +
        "0.001 for millimetres");
  }
  return warnings;
}

}  // namespace talus
