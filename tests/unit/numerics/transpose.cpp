// Rows of numbers as packs of each of them: whole rows at a time must give what number by number gives.
#include <doctest/doctest.h>

#include <vector>

#include "talus/numerics/transpose.hpp"

using namespace talus;

namespace {

/// As many rows as a pack has lanes, some numbers apart, of numbers that are all different.
template <int count>
struct Rows {
  static constexpr int apart = count + 3;
  std::vector<Real> numbers;

  Rows() : numbers(static_cast<std::size_t>(lanes) * apart) {
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = Real(1 + k);
  }
  /// In any order.
  Real* row(int l) { return &numbers[static_cast<std::size_t>((3 * l + 1) % lanes) * apart]; }
};

template <int count>
void go_there_and_back() {
  Rows<count> from;
  Pack columns[count];
  load_columns<count>([&](int l) { return from.row(l); }, columns);
  for (int c = 0; c < count; ++c) {
    for (int l = 0; l < lanes; ++l) CHECK(columns[c][l] == from.row(l)[c]);
  }
  Rows<count> to;
  for (Real& a : to.numbers) a = 0;
  store_columns<count>(columns, [&](int l) { return to.row(l); });
  for (int l = 0; l < lanes; ++l) {
    for (int c = 0; c < Rows<count>::apart; ++c) CHECK(to.row(l)[c] == (c < count ? from.row(l)[c] : 0));
  }
}

}  // namespace

TEST_CASE("transpose: rows of as many numbers as a pack has lanes") { go_there_and_back<lanes>(); }
TEST_CASE("transpose: rows that end in the midst of a block") {
  go_there_and_back<lanes + 1>();
  go_there_and_back<2 * lanes - 1>();
}
TEST_CASE("transpose: rows of several blocks") { go_there_and_back<3 * lanes>(); }

TEST_CASE("transpose: vectors as packs of their components") {
  std::vector<Real> numbers(3 * lanes);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = Real(1 + k);
  const Vec3Of<Pack> v = load_vectors(numbers.data());
  for (int l = 0; l < lanes; ++l) {
    for (int c = 0; c < 3; ++c) CHECK(v[c][l] == numbers[3 * l + c]);
  }
  std::vector<Real> back(numbers.size());
  store_vectors(v, back.data());
  CHECK(back == numbers);
}
