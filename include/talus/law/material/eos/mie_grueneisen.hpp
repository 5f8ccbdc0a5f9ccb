// Mie-Grueneisen pressure about the shock Hugoniot U_s = c_0 + S u_p, (material 34-36).
//   eta = 1 - J,   K = rho_0 c_0^2,   E internal energy per reference volume: work of pressure and heat
//   p = p_H (1 - Gamma_0 eta/2) + Gamma_0 E,   p_H = K eta/(1 - S eta)^2     in compression
//   p = K eta + Gamma_0 E                                                    in expansion
// with rho Gamma = rho_0 Gamma_0. dE = -p dJ + d(heat) is taken by the trapezium, whose equation is linear in the new
// pressure: solved exactly, and the work of p over the step is what the stored energy grows by.
// Sources: Meyers, Dynamic Behavior of Materials, chapters 4 and 5; Wilkins (1999).
// Valid for eta < 1/S; denser states are refused.
#pragma once

#include <limits>

#include "talus/law/material/eos/volume_path.hpp"

namespace talus {

struct MieGrueneisen {
  static constexpr std::string_view name = "mie_grueneisen";
  static constexpr std::string_view help = "pressure about the shock Hugoniot c_0 + S u_p, with internal energy";
  Real sound_speed{};                    ///< c_0 [m/s]
  Real slope{};                          ///< S [-]
  Real gamma{};                          ///< Gamma_0 [-]
  std::optional<Real> tension_cutoff{};  ///< largest tension [Pa]

  static constexpr auto options() {
    using M = MieGrueneisen;
    return OptionTable{
        required("sound_speed", &M::sound_speed, dim::velocity, "c_0, bulk sound speed at no pressure", positive),
        required("slope", &M::slope, dim::none, "S of U_s = c_0 + S u_p", non_negative),
        required("gamma", &M::gamma, dim::none, "Grueneisen's Gamma_0", non_negative),
        optional("tension_cutoff", &M::tension_cutoff, dim::pressure,
                 "largest tension that the material bears; none unless given", non_negative)};
  }

  [[nodiscard]] Real bulk_modulus(Real /*elastic*/, Real density) const { return density * sound_speed * sound_speed; }

  [[nodiscard]] VolumeAnswer answer(const VolumePath& path) const {
    const Cold before = cold(path.bulk_modulus, path.from_j), now = cold(path.bulk_modulus, path.to_j);
    const Real dj = path.to_j - path.from_j;
    const Real old_pressure = limited(before.pressure + gamma * (path.from_energy + path.from_heat));
    const Real half_done = path.from_energy - Real(0.5) * old_pressure * dj;
    const Real pressure = limited((now.pressure + gamma * (half_done + path.to_heat)) / (1 + Real(0.5) * gamma * dj));
    const Real J = 1 + path.to_j;
    const Real stiffness = is_torn(pressure) ? 0 : J * J * (now.slope + gamma * pressure);
    return {-pressure * J, half_done - Real(0.5) * pressure * dj, stiffness};
  }

 private:
  /// Pressure at no internal energy and its slope over eta [Pa].
  struct Cold {
    Real pressure, slope;
  };
  [[nodiscard]] Cold cold(Real K, Real j) const {
    const Real eta = -j;
    if (eta <= 0) return {K * eta, K};
    const Real left = 1 - slope * eta;
    if (left <= 0) return {std::numeric_limits<Real>::infinity(), 0};
    const Real hugoniot = K * eta / (left * left), half = 1 - Real(0.5) * gamma * eta;
    return {hugoniot * half, K * (1 + slope * eta) / (left * left * left) * half - Real(0.5) * gamma * hugoniot};
  }
  [[nodiscard]] Real limited(Real pressure) const {
    return tension_cutoff && pressure < -*tension_cutoff ? -*tension_cutoff : pressure;
  }
  [[nodiscard]] bool is_torn(Real pressure) const { return tension_cutoff && pressure <= -*tension_cutoff; }
};

}  // namespace talus
