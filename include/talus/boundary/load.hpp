// A force that is given in time, spread over some particles by mass (boundary 6): f_i = F(t) m_i / M.
#pragma once

#include <array>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/given_load.hpp"
#include "talus/core/option.hpp"
#include "talus/core/time_function.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

/// The load, bound to a body.
struct LoadForce : GivenLoad {
  std::vector<Index> particles;
  Real mass = 0;                          ///< M of the particles [kg; kg/m in 2-D]
  std::array<TimeFunction, 3> history{};  ///< F [N; N/m in 2-D]

  /// Adds to ForceKind::load.
  void apply(SolidBody& body, Real t);
};

/// On a whole body it acts like gravity: uniform acceleration, no stress of its own.
struct Load {
  static constexpr std::string_view name = "load";
  static constexpr std::string_view help = "presses or pulls particles with a force that may depend on time";

  std::string body;
  Selection where{};
  std::array<TimeFunction, 3> force{};  ///< on all particles together [N; N/m in 2-D]

  static constexpr auto options() {
    return OptionTable{required("body", &Load::body, "the body"),
                       required("where", &Load::where, "the particles that carry it, each by its share of their mass"),
                       required("force", &Load::force, dim::force, "on all of them together; per metre in 2-D")};
  }

  [[nodiscard]] LoadForce resolve(const SolidBody& target) const;
};

}  // namespace talus
