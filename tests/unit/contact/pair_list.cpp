// Pairs of two bodies against brute force, while both move at random.
#include "talus/contact/pair_list.hpp"

#include <doctest/doctest.h>

#include <set>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"

namespace talus {
namespace {

constexpr Real range = 0.25, skin = 0.05, dt = 1e-3;  // [m], [m], [s]

using Pairs = std::set<std::pair<Index, Index>>;

Pairs listed(const PairList& list) {
  Pairs pairs;
  for (std::size_t s = 0; s < list.active_a().size(); ++s) {
    for (Index p = list.first_of(s); p < list.first_of(s + 1); ++p) pairs.insert({list.active_a()[s], list.j(p)});
  }
  return pairs;
}

Pairs within(const SolidBody& a, const SolidBody& b, Real distance) {
  Pairs pairs;
  for (Index i = 0; i < a.size(); ++i) {
    for (Index j = 0; j < b.size(); ++j) {
      if ((a.x[i] - b.x[j]).norm() < distance) pairs.insert({i, j});
    }
  }
  return pairs;
}

struct Couple {
  SolidBody a = sample_body(rubber<NeoHookean>(), {.dimension = 3, .seed = 1});
  SolidBody b = sample_body(rubber<NeoHookean>(), {.dimension = 3, .corner = {0.05, 0.05, 0.45}, .seed = 2});
  Draw draw{9};

  void move(Real speed) {
    for (SolidBody* body : {&a, &b}) {
      body->max_speed = 0;
      for (Index i = 0; i < body->size(); ++i) {
        body->v[i] = draw.vector(3, speed) + Vec3(0, 0, body == &b ? -speed / 4 : 0);
        body->x[i] += dt * body->v[i];
        body->max_speed = std::max(body->max_speed, body->v[i].norm());
      }
    }
  }
};

}  // namespace

TEST_CASE("pair list: no pair in range is ever missed, and the list is kept while it can be") {
  Couple c;
  PairList list(range, skin);
  REQUIRE(list.update(c.a, c.b, 0));
  CHECK(listed(list) == within(c.a, c.b, range + skin));
  constexpr int steps = 60;
  int kept = 0;
  for (int k = 0; k < steps; ++k) {
    c.move(5);
    if (list.update(c.a, c.b, dt))
      CHECK(listed(list) == within(c.a, c.b, range + skin));
    else
      ++kept;
    const Pairs all = listed(list), needed = within(c.a, c.b, range);
    REQUIRE(std::includes(all.begin(), all.end(), needed.begin(), needed.end()));
  }
  CHECK(kept > steps / 2);
  CHECK(list.rebuilds() == steps - kept + 1);
}

TEST_CASE("pair list: bodies at rest never rebuild, and one fast particle does it at once") {
  Couple c;
  PairList list(range, skin);
  list.update(c.a, c.b, 0);
  for (int k = 0; k < 100; ++k) CHECK_FALSE(list.update(c.a, c.b, dt));
  c.a.max_speed = 1.01 * skin / dt;
  CHECK(list.update(c.a, c.b, dt));
  CHECK(list.rebuilds() == 2);
}

TEST_CASE("pair list: after a rebuild every pair that was there finds its old number") {
  Couple c;
  PairList list(range, skin);
  list.update(c.a, c.b, 0);
  for (const Index p : list.previous()) CHECK(p == -1);
  for (int k = 0; k < 10; ++k) {
    std::vector<std::pair<Index, Index>> before(list.size());
    for (std::size_t s = 0; s < list.active_a().size(); ++s) {
      for (Index p = list.first_of(s); p < list.first_of(s + 1); ++p) before[p] = {list.active_a()[s], list.j(p)};
    }
    c.move(25);
    if (!list.update(c.a, c.b, dt)) continue;
    const Pairs old(before.begin(), before.end());
    Index lost = 0, wrong = 0, found = 0;
    for (std::size_t s = 0; s < list.active_a().size(); ++s) {
      for (Index p = list.first_of(s); p < list.first_of(s + 1); ++p) {
        const std::pair pair{list.active_a()[s], list.j(p)};
        const Index q = list.previous()[p];
        if (q < 0)
          lost += old.contains(pair);
        else
          wrong += before[q] != pair;
        found += q >= 0;
      }
    }
    CHECK(lost == 0);
    CHECK(wrong == 0);
    CHECK(found > 100);
  }
}

TEST_CASE("pair list: the view from the second body holds the same pairs, in order") {
  Couple c;
  PairList list(range, skin);
  list.update(c.a, c.b, 0);
  Pairs pairs;
  for (std::size_t s = 0; s < list.active_b().size(); ++s) {
    for (Index q = list.first_of_b(s); q < list.first_of_b(s + 1); ++q) {
      const Index p = list.pair_of_b(q);
      REQUIRE(list.j(p) == list.active_b()[s]);
      REQUIRE(list.slot_b(p) == static_cast<Index>(s));
      if (q > list.first_of_b(s)) REQUIRE(p > list.pair_of_b(q - 1));
      const auto& first = list.active_a();
      std::size_t slot = 0;
      while (list.first_of(static_cast<Index>(slot) + 1) <= p) ++slot;
      pairs.insert({first[slot], list.j(p)});
    }
  }
  CHECK(pairs == listed(list));
}

TEST_CASE("pair list: bodies out of reach have no pairs, and find them when they come") {
  Couple c;
  PairList list(range, skin);
  for (Vec3& x : c.b.x) x += Vec3(0, 0, 10);
  list.update(c.a, c.b, 0);
  CHECK(list.size() == 0);
  CHECK(list.active_b().empty());
  for (Vec3& x : c.b.x) x -= Vec3(0, 0, 10);
  c.b.max_speed = 10 / dt;
  CHECK(list.update(c.a, c.b, dt));
  CHECK(listed(list) == within(c.a, c.b, range + skin));
}

}  // namespace talus
