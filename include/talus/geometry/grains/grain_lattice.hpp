// Grains on a regular lattice, as far as it fits into a region.
//
// Of every lattice point the ball that reaches half-way to its neighbours (of radius spacing/2) lies inside the
// region; the first one touches the lower faces of the region's bounding box.
//   cubic      rows of squares                                     solid fraction of touching spheres 0.524 (2-D 0.785)
//   hexagonal  rows shifted by half: triangles; layers as ABAB     0.740 (2-D 0.907)
//   fcc        cubic cells of edge sqrt(2) spacing, faces centred  0.740 (3-D only)
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/initial_motion.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"
#include "talus/geometry/grains/sizes/catalog.hpp"

namespace talus {

enum class GrainOrder { cubic, hexagonal, fcc };
constexpr auto choices(std::type_identity<GrainOrder>) {
  using O = GrainOrder;
  return std::array{Word<O>{"cubic", O::cubic, "a cube (square in 2-D) per grain"},
                    Word<O>{"hexagonal", O::hexagonal, "closest packing in layers ABAB (triangles in 2-D)"},
                    Word<O>{"fcc", O::fcc, "face-centred cubes, 3-D only"}};
}

struct GrainLattice {
  static constexpr std::string_view name = "lattice";
  static constexpr std::string_view help = "grains on a regular lattice in a region";

  Chosen<Regions> region{};
  GrainOrder order = GrainOrder::cubic;
  Real spacing = 0;  ///< between centres of neighbours [m]
  Real jitter = 0;   ///< farthest that a centre is moved at random [m]
  Chosen<Sizes> sizes{};
  std::uint64_t seed = 1;
  InitialMotion motion{};

  static constexpr auto options() {
    return OptionTable{
        required("region", &GrainLattice::region, "where"),
        optional("order", &GrainLattice::order, "kind of lattice"),
        required("spacing", &GrainLattice::spacing, dim::length, "distance of neighbouring centres", positive),
        optional("jitter", &GrainLattice::jitter, dim::length, "every centre is moved at random, by no more than this",
                 non_negative),
        required("sizes", &GrainLattice::sizes, "radii"),
        optional("seed", &GrainLattice::seed, dim::none, "of all that is random", non_negative),
        optional("", &GrainLattice::motion, "how they move")};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (2 * jitter >= spacing) return {"jitter", "has to be below half the spacing, or grains could change places"};
    return contradiction_of(sizes);
  }
  [[nodiscard]] std::vector<GrainSeed> place(const GrainTemplate& grain, const Surroundings& around) const;
};

}  // namespace talus
