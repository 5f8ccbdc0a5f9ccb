// Where grains come from. A source is an aggregate with name, help, options() and
//   std::vector<GrainSeed> place(const GrainTemplate&, const Surroundings&) const;   grains at the start; CaseError
//   Contradiction contradiction() const;
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/grain_file.hpp"
#include "talus/geometry/grains/grain_lattice.hpp"
#include "talus/geometry/grains/grain_packing.hpp"
#include "talus/geometry/grains/pour.hpp"
#include "talus/geometry/grains/sphere_list.hpp"

namespace talus {

struct GrainSources : Catalog<SphereList, GrainLattice, GrainPacking, Pour, GrainFile> {
  static constexpr std::string_view family = "grain source";
};

}  // namespace talus
