// Equations of state: pressure over volume and internal energy. Each has
//   Real bulk_modulus(Real elastic, Real density) const       at no strain
//   VolumeAnswerOf<T> answer(const VolumePathOf<T>&) const    for a number or a pack
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/eos/linear.hpp"
#include "talus/law/material/eos/mie_grueneisen.hpp"

namespace talus {

struct EquationsOfState : Catalog<LinearPressure, MieGrueneisen> {
  static constexpr std::string_view family = "equation of state";
};

}  // namespace talus
