// One Burger body in one direction: Kelvin (spring K_k beside damper C_k) in series with Maxwell (K_m before C_m).
//
//   u = f/K_m + u_k + u_d,   C_k u_k' = f - K_k u_k,   C_m u_d' = f                                        [m, N]
//   that is  f + a1 f' + a2 f'' = b1 u' + b2 u''  with  a1 = C_k/K_k + C_m (1/K_k + 1/K_m),  a2 = C_k C_m/(K_k K_m),
//   b1 = C_m,  b2 = C_k C_m/K_k  (Burgers 1935; the constants as in Itasca's PFC)
//
// In p = f/sqrt(K_m) and q = sqrt(K_k) u_k the stored energy is (p^2 + q^2)/2 and the system is symmetric,
//   (p, q)' = -S (p, q) + (sqrt(K_m) u', 0),   loss rate = (p, q).S(p, q) = f^2/C_m + C_k u_k'^2,
// so a rotation splits it in two lone modes z' = -lambda z + r whose step, and whose loss, are closed forms for a u
// that runs straight: exact for a step of any length, also where a damper is infinitely stiff (1/C = 0).
#pragma once

#include <cmath>

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct BurgerConstants {
  Real K_k{};  ///< Kelvin spring [N/m]
  Real C_k{};  ///< Kelvin damper [N s/m], may be infinite
  Real K_m{};  ///< Maxwell spring [N/m]
  Real C_m{};  ///< Maxwell damper [N s/m], may be infinite

  /// The rows of every law made of such bodies.
  static constexpr auto burger_options() {
    using B = BurgerConstants;
    return OptionTable{
        required("kelvin_stiffness", &B::K_k, dim::stiffness, "K_k, spring of the Kelvin part", positive),
        required("kelvin_damping", &B::C_k, dim::damping, "C_k, damper beside it", positive),
        required("maxwell_stiffness", &B::K_m, dim::stiffness, "K_m, spring of the Maxwell part", positive),
        required("maxwell_damping", &B::C_m, dim::damping, "C_m, damper behind it: what creeps", positive)};
  }
};

/// T is Real along the normal, Vec3 in the plane of contact.
template <class T>
struct BurgerState {
  T f;    ///< [N]
  T u_k;  ///< [m]
};

namespace detail {

inline Real dot(Real a, Real b) { return a * b; }
inline Real dot(const Vec3& a, const Vec3& b) { return a.dot(b); }

}  // namespace detail

/// f^2/(2 K_m) + 1/2 K_k u_k^2 [J].
template <class T>
Real stored_energy(const BurgerConstants& c, const BurgerState<T>& s) {
  return Real(0.5) * (detail::dot(s.f, s.f) / c.K_m + c.K_k * detail::dot(s.u_k, s.u_k));
}

/// f^2/C_m + C_k u_k'^2 [W].
template <class T>
Real lost_power(const BurgerConstants& c, const BurgerState<T>& s) {
  const T held = s.f - c.K_k * s.u_k;  // what the Kelvin damper carries
  return detail::dot(s.f, s.f) / c.C_m + detail::dot(held, held) / c.C_k;
}

namespace detail {

/// One mode over a step of length h, x = lambda h.
struct BurgerMode {
  explicit BurgerMode(Real x) : x_(x), decay_(std::exp(-x)), mean_(x > 0 ? -std::expm1(-x) / x : 1) {
    loaded_ = loaded();
  }

  /// Adds `load` = r h evenly over the step; answers the loss, the integral of lambda z^2.
  template <class T>
  Real advance(T& z, const T& load) const {
    const Real fading = Real(0.5) * x_ * mean_ * (1 + decay_);  // (1 - exp(-2x))/2
    const Real loss = fading * dot(z, z) + x_ * mean_ * mean_ * dot(z, load) + loaded_ * dot(load, load);
    z = decay_ * z + mean_ * load;
    return loss;
  }

 private:
  /// (x - 2 (1 - e^-x) + (1 - e^-2x)/2)/x^2, whose terms cancel for small x: there, its power series to the last digit.
  [[nodiscard]] Real loaded() const {
    constexpr Real near = 0.5;
    if (x_ > near) return (1 - mean_ * (Real(1.5) - Real(0.5) * decay_)) / x_;
    constexpr int last = 18;                // 0.5^16 2^18/18! is below round-off
    Real sum = 0, term = x_ / 6, twos = 4;  // x^(n-2)/n! and 2^(n-1) at n = 3
    for (int n = 3; n <= last; ++n) {
      sum += (twos - 2) * term;
      term *= -x_ / (n + 1);
      twos *= 2;
    }
    return sum;
  }

  Real x_, decay_, mean_, loaded_;
};

}  // namespace detail

/// The step of length `dt` [s]; made once, it serves any number of directions and states.
class BurgerStep {
 public:
  BurgerStep(const BurgerConstants& c, Real dt) : BurgerStep(c, modes(c), dt) {}

  /// Moves the state through the displacement `du` [m], run at constant speed. Answers the loss [J], never negative.
  template <class T>
  Real advance(BurgerState<T>& s, const T& du) const {
    const T p = s.f / root_K_m_, q = root_K_k_ * s.u_k;
    T fast = cosine_ * p + sine_ * q;
    T slow = cosine_ * q - sine_ * p;
    const T fast_load = cosine_ * root_K_m_ * du, slow_load = -sine_ * root_K_m_ * du;
    const Real loss = fast_.advance(fast, fast_load) + slow_.advance(slow, slow_load);
    s.f = root_K_m_ * (cosine_ * fast - sine_ * slow);
    s.u_k = (sine_ * fast + cosine_ * slow) / root_K_k_;
    return loss;
  }

 private:
  struct Modes {
    Real fast, slow;    ///< eigenvalues of S [1/s]
    Real cosine, sine;  ///< the fast eigenvector
  };

  /// S = [[a, -c], [-c, d]]; its smaller eigenvalue from the determinant, where nothing cancels.
  static Modes modes(const BurgerConstants& c) {
    const Real a = c.K_m / c.C_m + c.K_m / c.C_k;
    const Real d = c.K_k / c.C_k;
    const Real off = std::sqrt(c.K_m) * std::sqrt(c.K_k) / c.C_k;
    const Real half = Real(0.5) * (a - d);
    const Real radius = std::hypot(half, off);
    const Real fast = Real(0.5) * (a + d) + radius;
    const Real slow = fast > 0 ? (c.K_m / c.C_m) * d / fast : 0;
    // tan(2 theta) = -off/half, theta in (-90, 0] degrees.
    const Real theta = Real(0.5) * std::atan2(-off, half);
    return {fast, slow, std::cos(theta), std::sin(theta)};
  }

  BurgerStep(const BurgerConstants& c, const Modes& m, Real dt)
      : root_K_m_(std::sqrt(c.K_m)),
        root_K_k_(std::sqrt(c.K_k)),
        cosine_(m.cosine),
        sine_(m.sine),
        fast_(m.fast * dt),
        slow_(m.slow * dt) {}

  Real root_K_m_, root_K_k_;
  Real cosine_, sine_;
  detail::BurgerMode fast_, slow_;
};

/// The step of the length that contacts share, made once for all of them.
class SharedBurgerStep {
 public:
  explicit SharedBurgerStep(const BurgerConstants& c) : whole_(c, 0) {}
  void prepare(const BurgerConstants& c, Real dt) {
    dt_ = dt;
    whole_ = BurgerStep(c, dt);
  }
  [[nodiscard]] BurgerStep of(const BurgerConstants& c, Real dt) const {
    return dt == dt_ ? whole_ : BurgerStep(c, dt);
  }

 private:
  Real dt_ = 0;  ///< [s]
  BurgerStep whole_;
};

}  // namespace talus
