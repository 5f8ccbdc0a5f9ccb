// Lists that come out of a checkpoint with a number that leads nowhere are refused, whichever number it is.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/read_pairs.hpp"
#include "talus/contact/bond_list.hpp"
#include "talus/contact/grain_pairs.hpp"
#include "talus/contact/incidence.hpp"
#include "talus/contact/pair_packs.hpp"

namespace talus {
namespace {

constexpr Index spheres = 5;

GrainPairs some_pairs() { return pairs_of(spheres, {0, 0, 1, 3}, {1, 4, 2, 4}); }

/// Writes a list, and reads it with one or four bytes at any place replaced; how many of these it takes as its own.
template <class List, class Fits>
int unseen(List list, Fits&& fits) {
  Archive written;
  written.section("list");
  list.state(written);
  int count = 0;
  const std::size_t size = written.sections()[0].bytes.size();
  for (std::size_t k = 0; k < 2 * size; ++k) {
    auto sections = written.sections();
    const std::size_t at = k / 2, width = std::min<std::size_t>(k % 2 == 0 ? 1 : 4, size - at);
    sections[0].bytes.replace(at, width, width, '\xff');
    Archive read(sections);
    read.section("list");
    List back;
    try {
      back.state(read);
    } catch (const FileError&) {
      continue;
    }
    if (fits(back)) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("list checks: pairs of spheres") {
  const GrainPairs pairs = some_pairs();
  CHECK(pairs.fit(spheres, spheres));
  CHECK_FALSE(pairs.fit(spheres - 1, spheres));
  CHECK_FALSE(pairs.fit(spheres, spheres - 1));
  CHECK(unseen(pairs, [](const GrainPairs& p) { return p.fit(spheres, spheres); }) == 0);
}

TEST_CASE("list checks: packs of pairs, within a set and between two") {
  const GrainPairs pairs = some_pairs();
  for (const bool one_set : {true, false}) {
    PairPacks packs;
    packs.build(pairs, one_set, spheres, [](Index p) { return p % 2 == 0; });
    CHECK(packs.fit(pairs, one_set, spheres));
    CHECK_FALSE(packs.fit(pairs, !one_set, spheres));
    CHECK_FALSE(packs.fit(pairs, one_set, spheres - 1));
    CHECK(unseen(packs, [&](const PairPacks& p) { return p.fit(pairs, one_set, spheres); }) == 0);
  }
}

TEST_CASE("list checks: rows turned round") {
  Incidence incidence;
  const std::vector<Index> member{0, 1, 1, 3};
  incidence.build(
      spheres, member, 2, [](Index r) { return 2 * r; }, [](Index r) { return 2 * r + 2; });
  const auto fits = [](const Incidence& i) { return i.fits(spheres, 4, 2); };
  CHECK(fits(incidence));
  CHECK(fits(Incidence()));
  CHECK_FALSE(incidence.fits(spheres - 2, 4, 2));
  CHECK_FALSE(incidence.fits(spheres, 3, 2));
  CHECK_FALSE(incidence.fits(spheres, 4, 1));
  CHECK(unseen(incidence, fits) == 0);
}

TEST_CASE("list checks: bonds") {
  GrainBody body;
  body.grains.resize(spheres);
  for (Index i = 0; i < spheres; ++i) {
    body.grains.position[i] = Row(Vec3(2 * i, 0, 0), 1);
    body.id.push_back(i);
  }
  const SphereSet set{body};
  BondList bonds;
  CHECK(bonds.fits(spheres, spheres));
  bonds.find(set, set, 0.1, {});
  CHECK(bonds.size() == spheres - 1);
  CHECK(bonds.fits(spheres, spheres));
  CHECK_FALSE(bonds.fits(spheres - 2, spheres));
  CHECK_FALSE(bonds.fits(spheres, spheres - 1));
}

}  // namespace talus
