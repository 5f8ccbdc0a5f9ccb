// Grains put at random places without touching, the largest first (random sequential addition).
//
// Equal spheres jam at a solid fraction of 0.38, equal discs at 0.55 (B. Widom, J. Chem. Phys. 44, 1966; J. Feder, J.
// Theor. Biol. 87, 1980), and long before that most attempts fail: up to 0.3 and 0.5 it is quick. Denser beds settle.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/initial_motion.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"
#include "talus/geometry/grains/sizes/catalog.hpp"

namespace talus {

struct GrainPacking {
  static constexpr std::string_view name = "packing";
  static constexpr std::string_view help = "grains at random places in a region, without overlap, largest first";

  Chosen<Regions> region{};
  std::optional<Index> count{};
  std::optional<Real> solid_fraction{};  ///< volume of grains over volume of the region [-]
  Chosen<Sizes> sizes{};
  Real gap = 0;  ///< least distance between surfaces [m]
  std::uint64_t seed = 1;
  Index attempts = 20000;
  InitialMotion motion{};

  static constexpr auto options() {
    return OptionTable{
        required("region", &GrainPacking::region, "where: grains lie inside as a whole"),
        optional("count", &GrainPacking::count, dim::none, "number of grains", between(1, 50e6)),
        optional("solid_fraction", &GrainPacking::solid_fraction, dim::none,
                 "volume of grains over volume of the region, in place of count", inside(0, 1)),
        required("sizes", &GrainPacking::sizes, "radii"),
        optional("gap", &GrainPacking::gap, dim::length, "least distance between surfaces of grains", non_negative),
        optional("seed", &GrainPacking::seed, dim::none, "of all that is random", non_negative),
        optional("attempts", &GrainPacking::attempts, dim::none, "places tried for one grain", between(1, 1e9)),
        optional("", &GrainPacking::motion, "how they move")};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (count && solid_fraction)
      return {"solid_fraction", "count and solid_fraction both say how many: give one of them"};
    if (!count && !solid_fraction) return {"count", "is missing: give count, or solid_fraction"};
    return contradiction_of(sizes);
  }
  [[nodiscard]] std::vector<GrainSeed> place(const GrainTemplate& grain, const Surroundings& around) const;

 private:
  [[nodiscard]] std::vector<Real> draw_sizes(const GrainTemplate& grain, Random& random) const;
};

}  // namespace talus
