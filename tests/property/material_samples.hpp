// Deformations and parameters on which every entry of Materials is tried, and each law in principal stretches,
// written independently of the solver and in long double.
#pragma once

#include <array>
#include <cmath>
#include <random>

#include "talus/law/material/catalog.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

inline constexpr Real sample_young = 210e9, sample_poisson = 0.3;  // steel [Pa], [-]
inline constexpr Real never = 1e20;                                // a yield stress out of reach [Pa]

/// Steel; a plastic law gets `hardening`.
template <class Material>
Material sample_material(Hardenings::Variant hardening = Perfect{.yield = never}) {
  Material m;
  m.density = 7850;
  m.young = sample_young;
  m.poisson = sample_poisson;
  if constexpr (Material::plastic) m.hardening.entry = hardening;
  return m;
}

class Deformations {
 public:
  explicit Deformations(unsigned seed) : engine_(seed) {}

  /// Entries uniform in [-size, size].
  Mat3 matrix(Real size) {
    return Mat3::NullaryExpr([&] { return size * uniform_(engine_); });
  }
  Mat3 rotation() {
    const Vec3 axis(uniform_(engine_), uniform_(engine_), uniform_(engine_));
    return Eigen::AngleAxisd(3 * uniform_(engine_), axis.normalized()).toRotationMatrix();
  }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<Real> uniform_{-1, 1};
};

/// Stored energy [J/m^3] and principal Kirchhoff stresses [Pa].
struct Principal {
  long double energy = 0;
  std::array<long double, 3> tau{};
};

/// exp(x) - 1 - x by its own series.
inline long double exp_excess(long double x) {
  long double term = x, sum = 0;
  for (int k = 2; k < 60; ++k) sum += term *= x / k;
  return sum;
}

struct Logarithms {
  std::array<long double, 3> deviator;
  long double volume;
};

inline Logarithms logarithms(const std::array<long double, 3>& stretch_minus_one) {
  Logarithms result{};
  for (int i = 0; i < 3; ++i) result.volume += result.deviator[i] = std::log1p(stretch_minus_one[i]);
  for (auto& e : result.deviator) e -= result.volume / 3;
  return result;
}

/// Neo-Hookean: Psi = G/2 (sum exp(2 e_i) - 3) + K/4 (exp(2 theta) - 1 - 2 theta), e_i deviatoric log stretches.
inline Principal neo_hookean_principal(long double G, long double K, const std::array<long double, 3>& h) {
  const auto [e, theta] = logarithms(h);
  Principal r;
  long double mean = 0;
  for (const auto e_i : e) {
    r.energy += G / 2 * exp_excess(2 * e_i);  // the linear terms sum to zero
    mean += exp_excess(2 * e_i) / 3;
  }
  r.energy += K / 4 * exp_excess(2 * theta);
  for (int i = 0; i < 3; ++i) {
    r.tau[i] = G * (exp_excess(2 * e[i]) + 2 * e[i] - mean) + K / 2 * (exp_excess(2 * theta) + 2 * theta);
  }
  return r;
}

template <class Material>
Principal principal(const Material& m, const std::array<long double, 3>& h) {
  const long double G = m.shear_modulus(), K = m.bulk_modulus(), lame = K - 2 * G / 3;
  Principal r;
  if constexpr (std::is_same_v<Material, NeoHookean> || std::is_same_v<Material, NeoHookeanJ2>) {
    return neo_hookean_principal(G, K, h);
  } else if constexpr (std::is_same_v<Material, HenckyJ2>) {
    const auto [e, theta] = logarithms(h);
    r.energy = K / 2 * theta * theta;
    for (int i = 0; i < 3; ++i) {
      r.energy += G * e[i] * e[i];
      r.tau[i] = K * theta + 2 * G * e[i];
    }
  } else {
    constexpr bool linear = std::is_same_v<Material, LinearElastic>;
    std::array<long double, 3> E = h;
    if (!linear) {
      for (auto& e : E) e += e * e / 2;
    }
    const long double trace = E[0] + E[1] + E[2];
    r.energy = lame / 2 * trace * trace;
    for (int i = 0; i < 3; ++i) {
      r.energy += G * E[i] * E[i];
      r.tau[i] = (lame * trace + 2 * G * E[i]) * (linear ? 1 : (1 + h[i]) * (1 + h[i]));
    }
  }
  return r;
}

}  // namespace talus
