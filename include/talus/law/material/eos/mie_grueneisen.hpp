// Mie-Grueneisen pressure about the shock Hugoniot U_s = c_0 + S u_p, (material 34-36).
//   eta = 1 - J,   K = rho_0 c_0^2,   E internal energy per reference volume: work of pressure and heat
//   p = p_H (1 - Gamma_0 eta/2) + Gamma_0 E,   p_H = K eta/(1 - S eta)^2     in compression
//   p = K eta + Gamma_0 E                                                    in expansion
// with rho Gamma = rho_0 Gamma_0. dE = -p dJ + d(heat) is taken by the trapezium, whose equation is linear in the new
// pressure: solved exactly, and the work of p over the step is what the stored energy grows by.
// Sources: Meyers, Dynamic Behavior of Materials, chapters 4 and 5; Wilkins (1999).
// Valid for eta < 1/S; denser states are refused.
#pragma once

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

  template <class T>
  [[nodiscard]] VolumeAnswerOf<T> answer(const VolumePathOf<T>& path) const {
    const Cold<T> before = cold(path.bulk_modulus, path.from_j), now = cold(path.bulk_modulus, path.to_j);
    const T dj = path.to_j - path.from_j;
    const T old_pressure = limited<T>(before.pressure + gamma * (path.from_energy + path.from_heat));
    const T half_done = path.from_energy - Real(0.5) * old_pressure * dj;
    const T pressure = limited<T>((now.pressure + gamma * (half_done + path.to_heat)) / (1 + Real(0.5) * gamma * dj));
    const T J = 1 + path.to_j;
    const T stiffness = select(is_torn(pressure), T(0), J * J * (now.slope + gamma * pressure));
    return {-pressure * J, half_done - Real(0.5) * pressure * dj, stiffness};
  }

 private:
  /// Pressure at no internal energy and its slope over eta [Pa].
  template <class T>
  struct Cold {
    T pressure, slope;
  };
  template <class T>
  [[nodiscard]] Cold<T> cold(Real K, T j) const {
    const T eta = -j;
    const auto is_dense = eta > 0;
    if (!anywhere(is_dense)) return {K * eta, K};
    const T room = 1 - slope * eta;
    const auto too_dense = is_dense && room <= 0;
    const T left = select(is_dense && !too_dense, room, T(1));
    const T hugoniot = K * eta / (left * left), half = 1 - Real(0.5) * gamma * eta;
    const T steep = K * (1 + slope * eta) / (left * left * left) * half - Real(0.5) * gamma * hugoniot;
    const T pressure = select(too_dense, T(infinity), hugoniot * half);
    return {select(is_dense, pressure, K * eta), select(is_dense, select(too_dense, T(0), steep), T(K))};
  }
  template <class T>
  [[nodiscard]] T limited(T pressure) const {
    return tension_cutoff ? select(pressure < -*tension_cutoff, T(-*tension_cutoff), pressure) : pressure;
  }
  template <class T>
  [[nodiscard]] ConditionOf<T> is_torn(T pressure) const {
    return pressure <= T(tension_cutoff ? -*tension_cutoff : -infinity);
  }
};

}  // namespace talus
