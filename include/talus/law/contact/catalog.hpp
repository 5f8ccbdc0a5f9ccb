// The contact laws that a case can name.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"
#include "talus/law/contact/normal/kernel_potential.hpp"
#include "talus/law/contact/tangential/coulomb.hpp"

namespace talus {

/// Says that two bodies are meant to pass through each other.
struct NoContact {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view help = "the bodies do not see each other, on purpose";
  static constexpr auto options() { return std::tuple{}; }
};

struct NormalLaws : Catalog<FieldBarrier, KernelPotential, NoContact> {
  static constexpr std::string_view family = "normal contact law";
};

struct TangentialLaws : Catalog<Frictionless, CoulombPairwise, CoulombProjected, CoulombStickSlip> {
  static constexpr std::string_view family = "tangential contact law";
};

}  // namespace talus
