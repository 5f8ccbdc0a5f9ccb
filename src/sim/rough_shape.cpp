#include "rough_shape.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace talus {
namespace {

using std::numbers::pi;

/// Volumes [m^3; m^2 in 2-D]; of other shapes than round ones 0: their particles fill them.
struct ExactVolume {
  int dimension;

  Real operator()(const Cylinder& s) const { return pi * s.radius * s.radius * depth(s.length); }
  Real operator()(const Ring& s) const {
    return pi * (s.outer_radius * s.outer_radius - s.inner_radius * s.inner_radius) * depth(s.length);
  }
  Real operator()(const Sphere& s) const { return pi * s.radius * s.radius * depth(4 * s.radius / 3); }
  template <class Other>
  Real operator()(const Other& /*shape*/) const {
    return 0;
  }
  [[nodiscard]] Real depth(Real length) const { return dimension == 3 ? length : 1; }
};

}  // namespace

std::optional<std::string> warning_of_rough_shape(const SolidBody& body, const SolidSpec& spec) {
  constexpr Real much = 0.05;
  const Real exact = std::visit(ExactVolume{body.dimension}, spec.shape.entry);
  if (exact == 0) return std::nullopt;
  const Real more = std::accumulate(body.V.begin(), body.V.end(), Real(0)) / exact - 1;
  if (std::abs(more) < much) return std::nullopt;
  const char* packing = std::holds_alternative<Sphere>(spec.shape.entry) ? "shells" : "rings";
  return "body \"" + body.name + "\" is cut from a lattice and has " +
         std::to_string(std::lround(100 * std::abs(more))) + (more > 0 ? " % more" : " % less") +
         " volume and mass than its shape: take a finer spacing, or \"packing\": \"" + packing + "\"";
}

}  // namespace talus
