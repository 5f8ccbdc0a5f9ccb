// Logarithms, exponentials and powers of packs against those of the library, at all magnitudes and at the ends of their
// ranges.
#include "talus/numerics/elementary.hpp"

#include <doctest/doctest.h>

#include "support/draw.hpp"
#include "support/relative_error.hpp"
#include "talus/numerics/scalar_function.hpp"

namespace talus {
namespace {

/// Largest relative error of of_pack against of_number for numbers drawn by next().
template <class Next, class OfPack, class OfNumber>
Real worst_error(Next&& next, OfPack&& of_pack, OfNumber&& of_number) {
  Real worst = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Pack a;
    for (int l = 0; l < lanes; ++l) a.set(l, next());
    const Pack result = of_pack(a);
    for (int l = 0; l < lanes; ++l) {
      const Real error = relative_error(result[l], of_number(a[l]));
      if (std::isnan(error)) return error;
      worst = std::max(worst, error);
    }
  }
  return worst;
}

constexpr auto log_of = [](auto a) { return log(a); };
constexpr auto exp_of = [](auto a) { return exp(a); };

TEST_CASE("packs: logarithms and exponentials are exact but for the last bits") {
  Draw draw(7);
  CHECK(worst_error([&] { return std::exp(draw.number(700)); }, log_of, log_of) < 5e-16);
  CHECK(worst_error([&] { return 1 + draw.number(0.7); }, log_of, log_of) < 5e-16);  // where digits could cancel
  CHECK(worst_error([&] { return 1 + draw.number(1e-9); }, log_of, log_of) < 5e-16);
  CHECK(worst_error([&] { return draw.number(707); }, exp_of, exp_of) < 5e-16);
  CHECK(worst_error([&] { return draw.number(1e-3); }, exp_of, exp_of) < 5e-16);
}

TEST_CASE("packs: powers of plastic strains and of temperatures") {
  Draw draw(8);
  for (const Real exponent : {0.05, 0.37, 1.0, 1.09, 4.0}) {
    CAPTURE(exponent);
    const auto raised = [=](auto a) { return power(a, exponent); };
    CHECK(worst_error([&] { return std::exp(draw.number(12) - 12); }, raised, raised) < 1e-14);
  }
}

TEST_CASE("packs: small and large arguments of ln(1 + x), exp(x) - 1 and x - ln(1 + x), on both sides of the switch") {
  Draw draw(9);
  const auto log_of_more = [](auto a) { return log_one_plus(a); };
  const auto exp_less_one = [](auto a) { return exp_minus_one(a); };
  const auto excess = [](auto a) { return excess_over_log(a); };
  for (const Real size : {0.019, 0.021, 0.3, 0.99}) {
    CAPTURE(size);
    CHECK(worst_error([&] { return draw.number(size); }, log_of_more, [](Real a) { return std::log1p(a); }) < 2e-15);
    CHECK(worst_error([&] { return draw.number(size); }, exp_less_one, [](Real a) { return std::expm1(a); }) < 2e-14);
    CHECK(worst_error([&] { return draw.number(size); }, excess, excess) < 1e-13);
  }
}

TEST_CASE("packs: logarithms, exponentials and powers at the ends of their ranges") {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  CHECK(log(Pack(1))[0] == 0);
  for (const Real a : {0.0, -1.0, 1e-310, infinity, nan}) CHECK(std::isnan(log(Pack(a))[0]));
  CHECK(exp(Pack(0))[0] == 1);
  CHECK(exp(Pack(-709))[0] == 0);
  CHECK(exp(Pack(-infinity))[0] == 0);
  CHECK(exp(Pack(710))[0] == infinity);
  CHECK(std::isnan(exp(Pack(nan))[0]));
  CHECK(power(Pack(0), 0.37)[0] == 0);
  CHECK(power(Pack(1), 1.09)[0] == 1);
  CHECK(log1p(Pack(0))[0] == 0);
  CHECK(std::isnan(log1p(Pack(-1))[0]));
}

}  // namespace
}  // namespace talus
