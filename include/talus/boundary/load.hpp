// A force that is given in time, or in place and time, on some particles (boundary 6): of all of them together, by
// mass, f_i = F(X_i, t) m_i / M, or per volume of the reference state, f_i = b(X_i, t) V_i.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/field_sample.hpp"
#include "talus/boundary/given_load.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

/// The load, bound to a body.
struct LoadForce : GivenLoad {
  std::vector<Index> particles;
  std::vector<Real> share;   ///< of each: m_i / M [-], or V_i [m^3; m^2 in 2-D]
  Real whole = 0;            ///< of all of them
  std::vector<Vec3> places;  ///< X of each [m]
  VectorSample history;      ///< F [N; N/m in 2-D], or b [N/m^3]

  /// Adds to ForceKind::load.
  void apply(SolidBody& body, Real t);
};

/// On a whole body a uniform one acts like gravity: uniform acceleration, no stress of its own.
struct Load {
  static constexpr std::string_view name = "load";
  static constexpr std::string_view help = "presses or pulls particles with a force that may depend on time and place";

  std::string body;
  Selection where{};
  std::optional<std::array<FieldFunction, 3>> force{};       ///< on all particles together [N; N/m in 2-D]
  std::optional<std::array<FieldFunction, 3>> per_volume{};  ///< [N/m^3]

  static constexpr auto options() {
    constexpr Dimension force_density{-2, 1, -2, 0};
    return OptionTable{
        required("body", &Load::body, "the body"),
        required("where", &Load::where, "the particles that carry it, a force each by its share of their mass"),
        optional("force", &Load::force, dim::force,
                 "on all of them together; per metre in 2-D. x, y, z in formulas are reference coordinates"),
        optional("per_volume", &Load::per_volume, force_density,
                 "in place of force: on each by its volume in the reference state; formulas likewise")};
  }

  [[nodiscard]] Contradiction contradiction() const;
  [[nodiscard]] LoadForce resolve(const SolidBody& target) const;
};

}  // namespace talus
