// Failure laws: a damage that grows from 0 to 1, where the material is gone. Each has
//   T damage_after(T damage, const FailurePointOf<T>&) const,    for a number or a pack
//   bool needs_temperature() const
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/johnson_cook_damage.hpp"
#include "talus/law/material/failure/max_principal_strain.hpp"

namespace talus {

/// Of materials that flow.
struct Failures : Catalog<JohnsonCookDamage, MaxPrincipalStrain> {
  static constexpr std::string_view family = "failure";
};

/// Of materials that do not.
struct ElasticFailures : Catalog<MaxPrincipalStrain> {
  static constexpr std::string_view family = "failure";
};

/// Damage after a step under whichever law was chosen.
template <class Catalogue, class T>
T damage_after(const Chosen<Catalogue>& failure, T damage, const FailurePointOf<T>& at) {
  return std::visit([&](const auto& law) { return law.damage_after(damage, at); }, failure.entry);
}

}  // namespace talus
