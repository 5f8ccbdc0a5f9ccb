// Bodies as a case describes them: solids, grains, walls.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/core/formula.hpp"
#include "talus/dem/clump.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/geometry/grains/catalog.hpp"
#include "talus/geometry/initial_stretch.hpp"
#include "talus/geometry/rotation.hpp"
#include "talus/geometry/wall/catalog.hpp"
#include "talus/geometry/wall/wall_motion.hpp"
#include "talus/numerics/kernel/catalog.hpp"
#include "talus/tlsph/gradient_catalog.hpp"
#include "talus/tlsph/hourglass_catalog.hpp"
#include "talus/tlsph/shock_viscosity.hpp"
#include "talus/tlsph/symmetry_plane.hpp"

namespace talus {

/// Puts a body where contact just carries its weight.
struct Placement {
  std::string on;             ///< the body that carries it
  std::optional<Real> gap{};  ///< distance between facing particle layers instead of the solved one [m]

  static constexpr auto options() {
    return OptionTable{
        required("on", &Placement::on, "the body that carries this one"),
        optional("gap", &Placement::gap, dim::length,
                 "distance between the facing particle layers; without it, solved from the load", non_negative)};
  }
};

struct SolidSpec {
  static constexpr std::string_view name = "tlsph";
  static constexpr std::string_view help = "deformable solid, Total-Lagrangian SPH";

  std::string material;
  Real spacing = 0;  ///< dx [m]
  Chosen<Shapes> shape{};
  Vec3 position = Vec3::Zero();                            ///< centre of the shape [m]
  Rotation rotation{};                                     ///< of the filled shape about its centre
  std::optional<InitialStretch> stretch{};                 ///< about `position` [-]
  Vec3 velocity = Vec3::Zero();                            ///< initial velocity [m/s]
  Vec3 spin = Vec3::Zero();                                ///< initial angular velocity about the centre [rad/s]
  std::optional<std::array<Formula, 3>> velocity_field{};  ///< of x, y, z [m], added to both [m/s]
  std::vector<SymmetryPlane> symmetry{};
  std::optional<Placement> place{};
  Chosen<Kernels> kernel{};
  Automatic<Real> smoothing{};  ///< h / dx [-]
  Chosen<Gradients> gradient{};
  Chosen<Hourglasses> hourglass{};
  Real viscosity = 0;                     ///< linear artificial viscosity, off by default [-]
  std::optional<Real> renew_reference{};  ///< smallest stretch at which bonds are found anew [-]
  std::optional<ShockViscosity> shock_viscosity{};

  static constexpr auto options() {
    return OptionTable{
        required("material", &SolidSpec::material, "name of its material"),
        required("spacing", &SolidSpec::spacing, dim::length, "distance between particles", positive),
        required("shape", &SolidSpec::shape, "its geometry"),
        optional("position", &SolidSpec::position, dim::length, "centre of the shape"),
        optional("rotation", &SolidSpec::rotation, dim::none,
                 "turns the shape about its centre: an angle about z, or axis times angle"),
        optional("stretch", &SolidSpec::stretch, dim::none,
                 "the body starts stretched by these factors along x, y, z about its centre, and stressed by it"),
        optional("velocity", &SolidSpec::velocity, dim::velocity, "initial velocity"),
        optional("spin", &SolidSpec::spin, dim::rate, "initial angular velocity about the centre"),
        optional("velocity_field", &SolidSpec::velocity_field,
                 "initial velocity in m/s as formulas of the particle's place x, y, z in m, added to the others"),
        optional("place", &SolidSpec::place, "rests the body on another, along gravity"),
        optional("symmetry", &SolidSpec::symmetry,
                 "planes in which it is mirrored: it is then the half, quarter or eighth of the body that is meant"),
        optional("kernel", &SolidSpec::kernel, "SPH kernel"),
        optional("smoothing", &SolidSpec::smoothing, dim::none, "smoothing length over spacing; auto: the kernel's own",
                 between(0.7, 3)),
        optional("gradient", &SolidSpec::gradient, "how the deformation gradient is taken"),
        optional("hourglass", &SolidSpec::hourglass, "zero-energy control"),
        optional("viscosity", &SolidSpec::viscosity, dim::none, "linear artificial viscosity", non_negative),
        optional("renew_reference", &SolidSpec::renew_reference, dim::none,
                 "smallest stretch, such as 0.3, at which the body finds its neighbours anew where it is; never unless "
                 "given",
                 between(0.01, 0.9)),
        optional("shock_viscosity", &SolidSpec::shock_viscosity, "pressure that spreads shocks; none unless given")};
  }
};

struct GrainSpec {
  static constexpr std::string_view name = "dem";
  static constexpr std::string_view help = "rigid grains: spheres, discs in two dimensions, or clumps of them";

  std::string material;
  Chosen<GrainSources> grains{};
  std::optional<Clump> clump{};
  Vec3 velocity = Vec3::Zero();  ///< added to what the source says [m/s]
  Vec3 spin = Vec3::Zero();      ///< of every grain, added to what the source says [rad/s]
  bool held = false;
  std::optional<Real> hold_at{};       ///< [s]
  std::optional<Real> release_at{};    ///< [s]
  std::optional<WallMotion> motion{};  ///< while they are held
  bool orientation = true;

  static constexpr auto options() {
    return OptionTable{
        required("material", &GrainSpec::material, "name of its material"),
        required("grains", &GrainSpec::grains, "where the grains come from"),
        optional("clump", &GrainSpec::clump, "the spheres that make up each grain; without it, one sphere"),
        optional("velocity", &GrainSpec::velocity, dim::velocity, "initial velocity, added to that of the source"),
        optional("spin", &GrainSpec::spin, dim::rate, "initial spin of every grain, added to that of the source"),
        optional("held", &GrainSpec::held, "the grains stay where they are, as a rough wall"),
        optional("hold_at", &GrainSpec::hold_at, dim::time, "when free grains stop, and are held from then on"),
        optional("release_at", &GrainSpec::release_at, dim::time,
                 "when held grains are let go, with the velocity that they have; 0: after the stages"),
        optional("motion", &GrainSpec::motion, "how grains that are held move together, as walls do"),
        optional("orientation", &GrainSpec::orientation,
                 "false: nobody asks how spheres have turned, and steps are some percent quicker")};
  }

  [[nodiscard]] Contradiction contradiction() const;
};

inline Contradiction GrainSpec::contradiction() const {
  const bool is_ever_held = held || hold_at;
  if (held && hold_at) return {"hold_at", "grains that are \"held\" are held from the start: leave out one of the two"};
  if (release_at && !is_ever_held)
    return {"release_at", "lets held grains go: give \"held\": true or \"hold_at\" as well"};
  if (release_at && hold_at && *release_at <= *hold_at) return {"release_at", "has to come after hold_at"};
  if (!motion) return {};
  if (!is_ever_held) {
    return {"motion",
            "is that of grains that are held: give \"held\": true or \"hold_at\"; free grains have a \"velocity\""};
  }
  if (held && !velocity.isZero(0)) return {"velocity", "is that of free grains; how held ones move, \"motion\" says"};
  if (held && !spin.isZero(0)) return {"spin", "is that of free grains; how held ones move, \"motion\" says"};
  if (motion->free) return {"motion/free", "is for walls; grains move by their mass when they are not held"};
  if (motion->surface_velocity) return {"motion/surface_velocity", "is for walls: grains have no belt"};
  if (motion->surface_rotation) return {"motion/surface_rotation", "is for walls: grains have no belt"};
  if (motion->remove_at) return {"motion/remove_at", "is for walls; \"release_at\" lets held grains go"};
  return motion->contradiction().below("motion");
}

struct WallSpec {
  static constexpr std::string_view name = "wall";
  static constexpr std::string_view help = "rigid wall that moves as prescribed, for grains to meet";

  std::optional<std::string> material{};
  Chosen<WallShapes> shape{};
  WallMotion motion{};

  static constexpr auto options() {
    return OptionTable{optional("material", &WallSpec::material, "name of its material; without it, perfectly stiff"),
                       required("shape", &WallSpec::shape, "its geometry"),
                       optional("motion", &WallSpec::motion, "how it moves; without it, not at all")};
  }
};

/// Told apart by "solver".
struct BodyKinds : Catalog<SolidSpec, GrainSpec, WallSpec> {
  static constexpr std::string_view family = "solver";
  static constexpr std::string_view key = "solver";
};
using BodySpec = Chosen<BodyKinds>;

}  // namespace talus
