// Inverses of fits without their zeros say what they say with them.
#include "talus/tlsph/fit_columns.hpp"

#include <doctest/doctest.h>

#include "support/draw.hpp"

namespace talus {
namespace {

constexpr int terms = fit_terms(3);

/// Symmetric, with numbers where `there` says so and on the diagonal.
template <class There>
std::vector<Pack> drawn_inverse(Draw& draw, There&& there) {
  std::vector<Pack> B(terms * terms, Pack(0));
  for (int l = 0; l < lanes; ++l) {
    for (int a = 0; a < terms; ++a) {
      B[a * terms + a].set(l, 1 + draw.number(0.5));
      for (int b = 0; b < a; ++b) {
        if (!there(a, b, l)) continue;
        const Real entry = draw.number(1);
        B[a * terms + b].set(l, entry);
        B[b * terms + a].set(l, entry);
      }
    }
  }
  return B;
}

int entries_of(const PackInverse& B, int rows) {
  int count = 0;
  for (int k = 0; k < terms; ++k) B.for_column(k, rows, [&](int, const Pack&) { ++count; });
  return count;
}

TEST_CASE("fit columns: sums over entries are those over all rows, or over the first of them") {
  Draw draw(7);
  const std::vector<Pack> block = drawn_inverse(draw, [](int a, int b, int) { return a % 3 == b % 3; });
  const std::vector<Pack> full = drawn_inverse(draw, [](int, int, int) { return true; });
  const std::vector<Pack> of_one_lane =
      drawn_inverse(draw, [](int a, int b, int l) { return a == 5 && b == 2 && l == 1; });
  FitTable table;
  for (const auto* B : {&block, &full, &of_one_lane}) {
    const PackInverse found = table[table.add(terms, *B)];
    for (const int rows : {3, terms}) {
      for (int k = 0; k < terms; ++k) {
        Pack sum = 0, expected = 0;
        for (int t = 0; t < rows; ++t) expected += (t + 1) * (*B)[t * terms + k];
        found.for_column(k, rows, [&](int t, const Pack& b) { sum += (t + 1) * b; });
        for (int l = 0; l < lanes; ++l) CHECK(sum[l] == doctest::Approx(expected[l]).epsilon(1e-14));
      }
    }
  }
  CHECK(entries_of(table[0], terms) == 27);
  CHECK(entries_of(table[0], 3) == 9);
  CHECK(entries_of(table[1], terms) == terms * terms);
  CHECK(entries_of(table[2], terms) == terms + 2);
}

TEST_CASE("fit columns: round-off counts as nothing in units of any size, what is more does not") {
  std::vector<Pack> B(terms * terms, Pack(0));
  for (int a = 0; a < terms; ++a) B[a * terms + a] = a < 3 ? 1e6 : 1e14;  // a spacing of a millimetre
  const auto set = [&](int a, int b, Real entry) { B[a * terms + b] = B[b * terms + a] = entry; };
  set(0, 1, 1e-8);
  set(0, 3, -1e-4);
  set(1, 4, 1e3);
  FitTable table;
  CHECK(entries_of(table[table.add(terms, B)], terms) == terms + 2);
}

}  // namespace
}  // namespace talus
