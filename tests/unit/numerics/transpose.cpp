// Rows of numbers as packs of each of them: whole rows at a time must give what number by number gives.
#include <doctest/doctest.h>

#include <vector>

#include "talus/numerics/lane_sums.hpp"

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

TEST_CASE("transpose: one number for each vector, and vectors for their numbers") {
  std::vector<Real> field(3 * lanes);
  for (std::size_t k = 0; k < field.size(); ++k) field[k] = Real(1 + k);
  const NumbersOf<Pack> numbers = load_numbers(field.data());
  Pack factor = 0;
  for (int l = 0; l < lanes; ++l) factor.set(l, 100 + l);
  std::vector<Real> out(field.size());
  store_numbers(for_each_number(factor) * numbers, out.data());
  const Vec3Of<Pack> v = vectors_of(numbers);
  for (int l = 0; l < lanes; ++l) {
    for (int c = 0; c < 3; ++c) {
      CHECK(out[3 * l + c] == (100 + l) * field[3 * l + c]);
      CHECK(v[c][l] == field[3 * l + c]);
    }
  }
}

namespace {

template <std::size_t n>
void sum_up() {
  std::array<Pack, n> packs;
  Real next = 0.1;
  for (Pack& p : packs) {
    for (int l = 0; l < lanes; ++l)
      p.set(l, next = 3.7 * next * (1 - 0.9 * next));  // of all sizes, so that order shows
  }
  const std::array<Real, n> sums = lane_sums(packs);
  for (std::size_t k = 0; k < n; ++k) CHECK(sums[k] == lane_sum(packs[k]));
}

}  // namespace

TEST_CASE("lane sums: of several packs at once they have the bits of one by one") {
  sum_up<1>();
  sum_up<4>();
  sum_up<5>();
  sum_up<lanes>();
  sum_up<10>();
  sum_up<3 * lanes>();
  const std::array<Real, 2> numbers{1.5, -2};
  CHECK(lane_sums(numbers) == numbers);
}
