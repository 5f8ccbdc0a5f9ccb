// Logarithm, exponential and power of a number or of a pack (pack.hpp). A library's functions would save every pack
// that lives across their call; these are inlined, some 20 operations each, and within 1e-15 of what they should be.
#pragma once

#include <cmath>
#include <limits>

#include "talus/numerics/pack.hpp"

namespace talus {

inline Real log(Real a) { return std::log(a); }
inline Real exp(Real a) { return std::exp(a); }
inline Real log1p(Real a) { return std::log1p(a); }
inline Real expm1(Real a) { return std::expm1(a); }
inline Real power(Real base, Real exponent) { return std::pow(base, exponent); }

namespace detail {

typedef long PackBits __attribute__((vector_size(lanes * sizeof(long))));
inline PackBits bits_of(Pack a) { return reinterpret_cast<PackBits>(a.v); }
inline Pack pack_of(PackBits bits) { return reinterpret_cast<Pack::Lanes>(bits); }

/// ln 2, the first part with so few digits that its product with an exponent is exact.
inline constexpr Real ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr int mantissa_bits = 52;

}  // namespace detail

/// NaN for what is not a normal number above zero.
inline Pack log(Pack a) {
  // 1. a = 2^k m with m from sqrt(1/2) to sqrt(2).
  constexpr long root_half = 0x3fe6a09e667f3bcd;
  const detail::PackBits bits = detail::bits_of(a), k_bits = (bits - root_half) >> detail::mantissa_bits;
  const Pack m = detail::pack_of(bits - (k_bits << detail::mantissa_bits));
  constexpr Real shift = 0x1p52 + 2048;  // whose last bits count: a way to convert what is above -2048
  const Pack k = detail::pack_of(k_bits + 0x4330000000000800) - shift;
  // 2. ln m = 2 artanh s with s = (m - 1)/(m + 1), of which m - 1 - (m - 1)^2/2 is split off, being exact.
  const Pack f = m - 1, s = f * inverse(2 + f), s2 = s * s, s4 = s2 * s2, half = Real(0.5) * f * f;
  const Pack even = s4 * (0.3999999999940941908 + s4 * (0.2222219843214978396 + s4 * 0.1531383769920937332));
  const Pack odd = s2 * (0.6666666666666735130 +
                         s4 * (0.2857142874366239149 + s4 * (0.1818357216161805012 + s4 * 0.1479819860511658591)));
  const Pack y = k * detail::ln2_high - ((half - (s * (half + even + odd) + k * detail::ln2_low)) - f);
  const auto is_normal = a >= std::numeric_limits<Real>::min() && a <= std::numeric_limits<Real>::max();
  return select(is_normal, y, Pack(std::numeric_limits<Real>::quiet_NaN()));
}

/// Zero below -708.
inline Pack exp(Pack a) {
  constexpr Real lowest = -708, highest = 709.7;
  const Pack x = max(min(a, highest), lowest);  // NaN stays
  // 1. x = k ln 2 + r with |r| <= ln(2)/2; k is in the last bits of `shifted`.
  constexpr Real shift = 0x1.8p52;
  const Pack shifted = x * 1.4426950408889634 + shift, k = shifted - shift;
  const Pack r = (x - k * detail::ln2_high) - k * detail::ln2_low, r2 = r * r, r4 = r2 * r2;
  // 2. Taylor's series up to r^12, four terms at a time.
  const Pack a0 = (1 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  const Pack a4 = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const Pack a8 = (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800));
  const Pack y = a0 + r4 * (a4 + r4 * (a8 + r4 * (1.0 / 479001600)));
  const Pack scaled = detail::pack_of(detail::bits_of(y) + (detail::bits_of(shifted) << detail::mantissa_bits));
  return select(a < lowest, Pack(0), select(a > highest, Pack(infinity), scaled));
}

/// ln(1 + a), with the digits of a that 1 + a loses.
inline Pack log1p(Pack a) {
  const Pack sum = 1 + a;
  return log(sum) + (a - (sum - 1)) * inverse(sum);
}

/// exp(a) - 1 where a is not small: digits cancel.
inline Pack expm1(Pack a) { return exp(a) - 1; }

/// Of a base that is zero, which it stays, or above; its digits are as many fewer as the logarithm has before the
/// point.
inline Pack power(Pack base, Real exponent) {
  const auto is_some = base >= std::numeric_limits<Real>::min();
  return select(is_some, exp(exponent * log(select(is_some, base, Pack(1)))), Pack(0));
}

}  // namespace talus
