// Zero-energy control: a Kelvin-Voigt law on the part of the motion that the deformation gradient cannot see.
#pragma once

#include "talus/core/catalog.hpp"

namespace talus {

/// Energy 1/2 sum_i alpha V_i sum_j w_ij |F_i X_ji - x_ji|^2 with the weight that F itself uses (tlsph 5).
struct MergedHourglass {
  static constexpr std::string_view name = "merged";
  static constexpr std::string_view help = "least-squares energy with the weight of F; nearly free";
  Real alpha = 0.01;    ///< elastic stiffness over E [-]
  Real relaxation = 2;  ///< tau = relaxation dx / c [-]
  int interval = 8;     ///< largest number of steps from one time that dashpots act to the next (tlsph 35)

  static constexpr auto options() {
    return OptionTable{
        optional("alpha", &MergedHourglass::alpha, dim::none, "elastic stiffness over E", non_negative),
        optional("relaxation", &MergedHourglass::relaxation, dim::none, "relaxation time over dx/c", non_negative),
        optional("interval", &MergedHourglass::interval, dim::none,
                 "most steps from one time that its dashpots act to the next", between(1, 1000))};
  }
};

/// Central forces along the current bond (tlsph 8).
struct CentralHourglass {
  static constexpr std::string_view name = "central";
  static constexpr std::string_view help = "central forces along the bonds; slower, stronger per alpha";
  Real alpha = 0.1;
  Real relaxation = 2;

  static constexpr auto options() {
    return OptionTable{
        optional("alpha", &CentralHourglass::alpha, dim::none, "elastic stiffness over E", non_negative),
        optional("relaxation", &CentralHourglass::relaxation, dim::none, "relaxation time over dx/c", non_negative)};
  }
};

struct NoHourglass {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view help = "no zero-energy control: for tests only";
  static constexpr auto options() { return OptionTable<>{}; }
};

struct Hourglasses : Catalog<MergedHourglass, CentralHourglass, NoHourglass> {
  static constexpr std::string_view family = "hourglass control";
};

}  // namespace talus
