// What pairs remember, across rebuilds in which spheres move, change places in memory, come and go.
#include <doctest/doctest.h>

#include <map>
#include <numeric>
#include <random>

#include "support/read_pairs.hpp"
#include "support/sample_spheres.hpp"
#include "talus/contact/grain_pairs.hpp"
#include "talus/numerics/space_order.hpp"

namespace talus {
namespace {

constexpr Real skin = 0.01;  // [m]

/// A vector that points from j to i, so it changes sign with their roles; here: a number made of both ids.
struct Memory {
  Real spring = 0;
};
void flip(Memory& m) { m.spring = -m.spring; }

/// The same for (a, b) and (b, a) but for the sign, and different for every pair.
Real spring_of(Index a, Index b) { return a < b ? 10000.0 * a + b : -(10000.0 * b + a); }

/// Spheres with ids, the list of their pairs and what the pairs remember.
struct Bed {
  std::vector<Row> spheres = sample_spheres({.count = 500, .smallest = 0.02, .largest = 0.1});
  std::vector<Index> ids;
  GrainPairs pairs;
  std::vector<Memory> memory;
  std::mt19937 engine{4};

  Bed() : ids(spheres.size()) {
    std::iota(ids.begin(), ids.end(), 0);
    find();
    memory.resize(pairs.size());
    remember();
  }
  void find() {
    LevelGrid grid;
    grid.build(spheres, skin);
    pairs.build(grid);
  }
  void remember() {
    for (Index p = 0; p < pairs.size(); ++p) memory[p].spring = spring_of(ids[pairs.i()[p]], ids[pairs.j()[p]]);
  }
  void jiggle() {
    std::uniform_real_distribution<Real> uniform(-0.01, 0.01);
    for (Row& s : spheres) s.add({uniform(engine), uniform(engine), uniform(engine)});
  }
  void permute(std::span<const Index> order) {
    std::vector<Row> rows;
    reorder(order, spheres, rows);
    std::vector<Index> numbers;
    reorder(order, ids, numbers);
  }
  std::vector<Index> shuffled() {
    std::vector<Index> order(spheres.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine);
    return order;
  }
  [[nodiscard]] std::map<std::pair<Index, Index>, bool> known() const {
    std::map<std::pair<Index, Index>, bool> pairs_by_id;
    for (Index p = 0; p < pairs.size(); ++p) pairs_by_id[std::minmax(ids[pairs.i()[p]], ids[pairs.j()[p]])] = true;
    return pairs_by_id;
  }
};

/// By sphere: the place in `old_ids` of its id, or -1.
std::vector<Index> places_in(const std::vector<Index>& old_ids, const std::vector<Index>& ids) {
  std::map<Index, Index> place;
  for (std::size_t k = 0; k < old_ids.size(); ++k) place[old_ids[k]] = static_cast<Index>(k);
  std::vector<Index> places;
  for (const Index id : ids) places.push_back(place.contains(id) ? place[id] : -1);
  return places;
}

struct Outcome {
  int kept = 0, fresh = 0, swapped = 0;
};

/// Rebuilds and checks that every pair remembers what it did, and that new ones remember nothing.
template <class Carry>
Outcome rebuild(Bed& bed, const std::map<std::pair<Index, Index>, bool>& before, Carry&& carry) {
  bed.find();
  carry(bed.pairs);
  std::vector<Memory> fresh;
  carry_history(bed.pairs.carried(), bed.memory, fresh, flip);
  REQUIRE(fresh.size() == std::size_t(bed.pairs.size()));
  Outcome outcome;
  int wrong = 0;
  for (Index p = 0; p < bed.pairs.size(); ++p) {
    const Index a = bed.ids[bed.pairs.i()[p]], b = bed.ids[bed.pairs.j()[p]];
    const bool old = before.contains(std::minmax(a, b));
    wrong += fresh[p].spring != (old ? spring_of(a, b) : 0);
    wrong += (bed.pairs.carried().previous[p] >= 0) != old;
    outcome.kept += old;
    outcome.fresh += !old;
    outcome.swapped += bed.pairs.carried().sign[p] < 0;
  }
  CHECK(wrong == 0);
  bed.memory = fresh;
  bed.remember();
  return outcome;
}

}  // namespace

TEST_CASE("grain carry: the first list remembers nothing") {
  Bed bed;
  bed.pairs.carry();
  CHECK(bed.pairs.size() > 500);
  for (const Index q : bed.pairs.carried().previous) CHECK(q == -1);
}

TEST_CASE("grain carry: spheres that stay in place in memory") {
  Bed bed;
  for (int k = 0; k < 5; ++k) {
    const auto before = bed.known();
    bed.jiggle();
    const Outcome outcome = rebuild(bed, before, [](GrainPairs& pairs) { pairs.carry(); });
    CHECK(outcome.kept > 500);
    CHECK(outcome.fresh > 10);
    CHECK(outcome.swapped == 0);
  }
}

TEST_CASE("grain carry: spheres in any new order, where i and j may have changed roles") {
  Bed bed;
  for (int k = 0; k < 5; ++k) {
    const auto before = bed.known();
    bed.jiggle();
    const auto order = bed.shuffled();
    bed.permute(order);
    const Outcome outcome = rebuild(bed, before, [&](GrainPairs& pairs) { pairs.carry(order); });
    CHECK(outcome.kept > 500);
    CHECK(outcome.fresh > 10);
    CHECK(outcome.swapped > outcome.kept / 3);
    CHECK(outcome.swapped < 2 * outcome.kept / 3);
  }
  SpaceOrder along_curve;
  const auto before = bed.known();
  const auto order = along_curve.sort(bed.spheres);
  bed.permute(order);
  CHECK(rebuild(bed, before, [&](GrainPairs& pairs) { pairs.carry(order); }).fresh == 0);
}

TEST_CASE("grain carry: spheres come and go, and are known by their ids") {
  Bed bed;
  Index next_id = 500;
  for (int k = 0; k < 5; ++k) {
    const auto before = bed.known();
    const auto old_ids = bed.ids;
    bed.permute(bed.shuffled());
    for (int gone = 0; gone < 40; ++gone) {
      bed.spheres.pop_back();
      bed.ids.pop_back();
    }
    for (const Row& s : sample_spheres({.count = 30, .seed = unsigned(k + 50)})) {
      bed.spheres.insert(bed.spheres.begin() + 7, s);
      bed.ids.insert(bed.ids.begin() + 7, next_id++);
    }
    bed.jiggle();
    const auto old_place = places_in(old_ids, bed.ids);
    const Outcome outcome = rebuild(bed, before, [&](GrainPairs& pairs) { pairs.carry(old_place); });
    CHECK(outcome.kept > 300);
    CHECK(outcome.fresh > 50);
    CHECK(outcome.swapped > 100);
  }
}

TEST_CASE("grain carry: two sets, each in a new order") {
  auto a = sample_spheres({.count = 300, .largest = 0.1}),
       b = sample_spheres({.count = 200, .largest = 0.08, .seed = 2});
  GrainPairs pairs;
  const auto find = [&] {
    LevelGrid grid_a, grid_b;
    grid_a.build(a, skin);
    grid_b.build(b, skin);
    pairs.build(grid_a, grid_b);
  };
  find();
  const std::vector<Index> old_i(pairs.i().begin(), pairs.i().end()), old_j(pairs.j().begin(), pairs.j().end());
  std::vector<Index> order_a(300), order_b(200);
  std::iota(order_a.rbegin(), order_a.rend(), 0);
  std::iota(order_b.begin(), order_b.end(), 0);
  std::swap_ranges(order_b.begin(), order_b.begin() + 50, order_b.begin() + 120);
  std::vector<Row> scratch;
  reorder(order_a, a, scratch);
  reorder(order_b, b, scratch);
  find();
  pairs.carry(order_a, order_b);
  REQUIRE(pairs.size() == static_cast<Index>(old_i.size()));
  for (Index p = 0; p < pairs.size(); ++p) {
    const Index q = pairs.carried().previous[p];
    REQUIRE(q >= 0);
    CHECK(old_i[q] == order_a[pairs.i()[p]]);
    CHECK(old_j[q] == order_b[pairs.j()[p]]);
    CHECK(pairs.carried().sign[p] == 1);
  }
}

TEST_CASE("grain carry: a list out of a checkpoint is found again") {
  const Bed bed;
  GrainPairs read = written_and_read(bed.pairs);
  CHECK(std::ranges::equal(read.i(), bed.pairs.i()));
  CHECK(std::ranges::equal(read.j(), bed.pairs.j()));
  LevelGrid grid;
  grid.build(bed.spheres, skin);
  read.build(grid);
  read.carry();
  for (Index p = 0; p < read.size(); ++p) CHECK(read.carried().previous[p] == p);
}

}  // namespace talus
