// Kernel-potential contact between solid particles (Vignjevic, De Vuyst & Campbell 2006).
//
// Every particle i of one body sees every particle j of the other through the pair potential (contact 1)
//   phi(r) = alpha E V_h (w(q)/w(1))^n,   q = r/h_c,   h_c = f_h (dx_i + dx_j)/2,   V_h = 2 V_i V_j/(V_i + V_j)
// whose force -dphi/dr pushes along the line of centres: repulsive, symmetric, exact in both momenta and energy.
//
// Departs from the paper in its scale only: the paper's K [Pa/m^d] is alpha E / V, with V the mean particle volume,
// so it changes with resolution while alpha does not. Eqs. (2), (4), (5) of the friction paper attract as printed.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "talus/core/catalog.hpp"
#include "talus/core/types.hpp"
#include "talus/law/contact/normal/dashpots.hpp"
#include "talus/numerics/kernel/catalog.hpp"

namespace talus {

/// Value, slope and curvature of a pair potential at one distance.
struct PairPotential {
  Real energy = 0;     ///< phi [J; J/m in 2-D]
  Real force = 0;      ///< -dphi/dr, positive repulsive [N; N/m in 2-D]
  Real stiffness = 0;  ///< d2phi/dr2, never negative [N/m; N/m^2 in 2-D]
};

struct KernelPotential : Dashpots {
  constexpr KernelPotential() : Dashpots{2, 0.7, 1} {}

  static constexpr std::string_view name = "kernel_potential";
  static constexpr std::string_view help = "pair potential from the SPH kernel, phi = alpha E V_h (w/w(1))^n";

  static constexpr bool for_solids = true, for_grains = false;

  Automatic<Real> alpha{};          ///< strength in units of Young's modulus [-]; auto: from the load
  std::optional<Real> stiffness{};  ///< the paper's K instead of alpha [Pa/m^d]
  Real exponent = 2;                ///< n [-]
  Real smoothing = 1.65;            ///< f_h = h_c / mean spacing [-]
  Chosen<Kernels> kernel{};

  static constexpr auto options() {
    return joined(
        OptionTable{optional("alpha", &KernelPotential::alpha, dim::none, "strength in units of E; auto: from the load",
                             positive),
                    optional("stiffness", &KernelPotential::stiffness, dim::none,
                             "the paper's K [Pa/m^d], in place of alpha; it changes with resolution", positive),
                    optional("exponent", &KernelPotential::exponent, dim::none, "n of (w/w(1))^n", between(1, 10)),
                    optional("smoothing", &KernelPotential::smoothing, dim::none,
                             "contact smoothing length over mean spacing", between(0.5, 4)),
                    optional("kernel", &KernelPotential::kernel, "shape of the potential")},
        dashpot_options<KernelPotential>());
  }
};

/// The potential of one pair of bodies: what stays the same for all its particle pairs.
template <class Kernel>
class KernelPair {
 public:
  /// `strength` = alpha E [Pa], `length` = h_c [m], `exponent` = n.
  KernelPair(Real strength, Real length, Real exponent) : strength_(strength), length_(length), exponent_(exponent) {
    find_peak();
  }

  /// Distance beyond which nothing acts [m].
  [[nodiscard]] Real range() const { return Kernel::support * length_; }

  /// (contact 1)-(contact 3) at distance r [m] for the harmonic-mean volume V_h.
  [[nodiscard]] PairPotential at(Real r, Real V_h) const {
    const Real q = r / length_;
    if (q >= Kernel::support) return {};
    const Real scale = strength_ * V_h;
    if (q >= peak_q_) return curve(q, scale);
    // Inside its peak the force would soften and two bodies could tunnel: it goes on with the steepest slope instead.
    const PairPotential top = curve(peak_q_, scale);
    const Real k = steepest_ * scale / (length_ * length_);
    const Real depth = (peak_q_ - q) * length_;
    return {top.energy + (top.force + Real(0.5) * k * depth) * depth, top.force + k * depth, k};
  }

 private:
  [[nodiscard]] Real power(Real base, Real n) const {
    if (n == 0) return 1;
    return n == 1 ? base : std::pow(base, n);
  }

  [[nodiscard]] PairPotential curve(Real q, Real scale) const {
    const Real w1 = Kernel::w(1);
    const Real w = Kernel::w(q) / w1;
    const Real dw = Kernel::dw(q) / w1;
    const Real ddw = Kernel::d2w(q) / w1;
    const Real n = exponent_;
    const Real w_n1 = power(w, n - 1);
    const Real bend = n == 1 || w <= 0 ? 0 : (n - 1) * power(w, n - 2) * dw * dw;
    return {scale * w_n1 * w, -scale * n * w_n1 * dw / length_,
            std::max(Real(0), scale * n * (w_n1 * ddw + bend)) / (length_ * length_)};
  }

  /// Largest force and steepest slope of the unit curve, found once by scanning it.
  void find_peak() {
    constexpr int samples = 2000;
    Real largest = 0;
    for (int s = samples; s >= 0; --s) {
      const Real q = Kernel::support * Real(s) / samples;
      const PairPotential p = curve(q, 1);
      if (p.force < largest) break;
      largest = p.force;
      peak_q_ = q;
      steepest_ = std::max(steepest_, p.stiffness * length_ * length_);
    }
  }

  Real strength_;
  Real length_;
  Real exponent_;
  Real peak_q_ = 0;
  Real steepest_ = 0;
};

namespace detail {
template <class... Kernel>
std::variant<KernelPair<Kernel>...> kernel_pairs(const std::variant<Kernel...>&);
}  // namespace detail
/// That of any kernel.
using KernelPairs = decltype(detail::kernel_pairs(std::declval<Kernels::Variant>()));

/// `strength` = alpha E [Pa], `length` = h_c [m].
inline KernelPairs kernel_pair(const KernelPotential& law, Real strength, Real length) {
  return std::visit(
      [&](const auto& kernel) -> KernelPairs {
        return KernelPair<std::decay_t<decltype(kernel)>>(strength, length, law.exponent);
      },
      law.kernel.entry);
}

}  // namespace talus
