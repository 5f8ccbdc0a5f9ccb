// The contact laws that a case can name. `for_solids` and `for_grains` say between which bodies a law acts;
// those of grains, `penalty` and `coulomb_stick_slip` also act between solids and walls.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/contact/bond/parallel_bond.hpp"
#include "talus/law/contact/normal/burger.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"
#include "talus/law/contact/normal/hertz.hpp"
#include "talus/law/contact/normal/hysteretic_presets.hpp"
#include "talus/law/contact/normal/kernel_potential.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"
#include "talus/law/contact/normal/penalty.hpp"
#include "talus/law/contact/tangential/burger_shear.hpp"
#include "talus/law/contact/tangential/coulomb.hpp"
#include "talus/law/contact/tangential/coulomb_spring.hpp"
#include "talus/law/contact/tangential/frictionless.hpp"
#include "talus/law/contact/tangential/mindlin.hpp"
#include "talus/law/contact/torque/torque_spring.hpp"

namespace talus {

/// Says that two bodies are meant to pass through each other.
struct NoContact {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view help = "the bodies do not see each other, on purpose";
  static constexpr bool for_solids = true, for_grains = true;
  static constexpr auto options() { return OptionTable<>{}; }
};

struct NormalLaws : Catalog<FieldBarrier, KernelPotential, LinearSpring, WaltonBraun, WaltonBraunVariable, Luding,
                            LinearPlasticViscoelastic, Hysteretic, Hertz, Burger, Penalty, NoContact> {
  static constexpr std::string_view family = "normal contact law";
};

struct TangentialLaws
    : Catalog<Frictionless, CoulombPairwise, CoulombProjected, CoulombStickSlip, CoulombSpring, Mindlin, BurgerShear> {
  static constexpr std::string_view family = "tangential contact law";
};

struct RollingLaws : Catalog<NoTorque, TorqueSpring> {
  static constexpr std::string_view family = "rolling law";
};

struct TwistingLaws : Catalog<NoTorque, TorqueSpring> {
  static constexpr std::string_view family = "twisting law";
};

struct BondLaws : Catalog<NoBond, ParallelBond> {
  static constexpr std::string_view family = "bond law";
};

}  // namespace talus
