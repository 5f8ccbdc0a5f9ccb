// Random numbers that are the same with every compiler and library, and whose state goes into a checkpoint.
//
// xoshiro256++ of D. Blackman and S. Vigna (ACM Trans. Math. Softw. 47, 2021), its state filled from the seed by
// splitmix64. The distributions are written out because those of the standard library differ between libraries.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "talus/numerics/quaternion.hpp"

namespace talus {

/// Next number of the sequence splitmix64, which turns near seeds into unrelated states.
inline std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// A stream of random numbers; copy it to repeat it.
struct Random {
  std::array<std::uint64_t, 4> state;  ///< never all zero

  explicit Random(std::uint64_t seed = 0) {
    for (std::uint64_t& word : state) word = split_mix(seed);
  }

  std::uint64_t next() {
    auto& s = state;
    const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = std::rotl(s[3], 45);
    return result;
  }

  /// Uniform in [0, 1): the 53 bits that a Real can hold.
  Real uniform() { return static_cast<Real>(next() >> 11) * 0x1p-53; }
  /// Uniform in [low, high].
  Real uniform(Real low, Real high) { return low + (high - low) * uniform(); }

  /// Normal with mean 0 and deviation 1 (Box and Muller). The second number of a pair is not kept: the state would
  /// have to carry it.
  Real normal() {
    const Real radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  /// Uniform in the unit ball; in 2-D in the unit disc, z = 0.
  Vec3 in_ball(int dimension) {
    for (;;) {
      Vec3 p = Vec3::Zero();
      for (int k = 0; k < dimension; ++k) p[k] = uniform(-1, 1);
      if (p.squaredNorm() <= 1) return p;
    }
  }

  /// Uniform over all rotations (K. Shoemake, Graphics Gems III, 1992); in 2-D over those about z.
  Quaternion orientation(int dimension) {
    if (dimension == 2) return exponential_turn({0, 0, 2 * std::numbers::pi * uniform()});
    const Real split = uniform();
    const Real first = 2 * std::numbers::pi * uniform(), second = 2 * std::numbers::pi * uniform();
    const Real a = std::sqrt(1 - split), b = std::sqrt(split);
    return {b * std::cos(second), a * std::sin(first), a * std::cos(first), b * std::sin(second)};
  }
};

}  // namespace talus
