// How a particle with neighbours on one side only takes its deformation gradient.
#pragma once

#include "talus/core/catalog.hpp"

namespace talus {

/// A second-order fit where it helps: on incomplete stencils of ordered particles (tlsph 15).
struct QuadraticAtSurfaces {
  static constexpr std::string_view name = "quadratic_at_surfaces";
  static constexpr std::string_view help = "second-order fit at free surfaces of ordered particles; linear elsewhere";
  Real disorder = 0.2;       ///< largest unevenness of the stencil (tlsph 18) [-]
  bool edge_weights = true;  ///< quadrature of the energy to fourth order at flat faces (tlsph 19)

  static constexpr auto options() {
    return OptionTable{optional("disorder", &QuadraticAtSurfaces::disorder, dim::none,
                                "stencils that are more uneven than this keep the linear fit", non_negative),
                       optional("edge_weights", &QuadraticAtSurfaces::edge_weights, dim::none,
                                "integrate the energy to fourth order at flat faces")};
  }
};

struct LinearGradient {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view help = "first-order fit everywhere";
  static constexpr auto options() { return OptionTable<>{}; }
};

struct Gradients : Catalog<QuadraticAtSurfaces, LinearGradient> {
  static constexpr std::string_view family = "gradient";
};

}  // namespace talus
