// Grains that the case lists one by one. They may overlap: that is for the case to know.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/grain_seed.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"
#include "talus/geometry/rotation.hpp"

namespace talus {

struct ListedGrain {
  Vec3 centre = Vec3::Zero();    ///< [m]
  Real radius = 0;               ///< size [m]
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
  Vec3 spin = Vec3::Zero();      ///< [rad/s]
  Rotation rotation{};           ///< of a clump, from the axes in which it is drawn

  static constexpr auto options() {
    return OptionTable{
        required("centre", &ListedGrain::centre, dim::length, "centre of mass"),
        required("radius", &ListedGrain::radius, dim::length,
                 "radius; of a clump, the radius of the sphere (disc) of equal volume", positive),
        optional("velocity", &ListedGrain::velocity, dim::velocity, "velocity"),
        optional("spin", &ListedGrain::spin, dim::rate, "angular velocity"),
        optional("rotation", &ListedGrain::rotation, "turns a clump: an angle about z, or axis times angle")};
  }
};

struct SphereList {
  static constexpr std::string_view name = "spheres";
  static constexpr std::string_view help = "grains listed one by one: spheres, discs or clumps";

  std::vector<ListedGrain> list{};

  static constexpr auto options() {
    return OptionTable{required("list", &SphereList::list, "the grains: centre, radius, velocity, spin")};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (list.empty()) return {"list", "the list is empty: give at least one grain"};
    return {};
  }
  [[nodiscard]] std::vector<GrainSeed> place(const GrainTemplate& grain, const Surroundings& around) const;
};

}  // namespace talus
