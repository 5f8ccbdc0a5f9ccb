// The material laws. What each must offer: response.hpp.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/hencky_j2.hpp"
#include "talus/law/material/linear_elastic.hpp"
#include "talus/law/material/neo_hookean.hpp"
#include "talus/law/material/neo_hookean_j2.hpp"
#include "talus/law/material/saint_venant_kirchhoff.hpp"

namespace talus {

struct Materials : Catalog<HenckyJ2, LinearElastic, SaintVenantKirchhoff, NeoHookean, NeoHookeanJ2> {
  static constexpr std::string_view family = "material";
};

}  // namespace talus
