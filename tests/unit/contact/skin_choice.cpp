// The skin of lists of grains: least cost by the model, towards it from either side, whatever the units.
#include "talus/contact/skin_choice.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real least = 1e-5, most = 5e-4;  // [m]

/// A list of a bed of 1000 grains of 1 mm, up to 0.1 mm beyond touching.
ListUse used(Real steps) {
  ListUse use;
  use.skin = 1e-4;
  use.way = 1.01e-4;
  use.steps = steps;
  use.spheres = 1000;
  use.spare_pairs = 1400;
  return use;
}

/// Cost(s) of skin_choice.hpp, in units of what a spare pair costs in one step.
Real cost_of_skin(const ListUse& use, Real skin) {
  return listing_cost * use.spheres * use.way / (use.steps * skin) + use.spare_pairs * skin / use.skin;
}

/// As next_skin() goes on where grains use up `way` [m] per step, and spare pairs grow with a power of the skin [m].
Real settled_skin(Real way, Real power, Real skin) {
  for (int n = 0; n < 60; ++n) {
    ListUse use;
    use.skin = skin;
    use.steps = std::ceil(skin / way);
    use.way = use.steps * way;
    use.spheres = 1000;
    use.spare_pairs = std::floor(1400 * std::pow(skin / 1e-4, power));
    skin = next_skin(use, least, most);
  }
  return skin;
}

}  // namespace

TEST_CASE("skin: the cheapest one costs least, and listing then costs as much as spare pairs") {
  for (const Real steps : {1, 5, 20, 100, 3000}) {
    CAPTURE(steps);
    const ListUse use = used(steps);
    const Real best = cheapest_skin(use), cost = cost_of_skin(use, best);
    for (const Real factor : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0}) CHECK(cost_of_skin(use, factor * best) > cost);
    CHECK(cost == doctest::Approx(2 * use.spare_pairs * best / use.skin).epsilon(1e-12));
  }
}

TEST_CASE("skin: wider where lists last short, narrower where they last long, within bounds and step by step") {
  CHECK(next_skin(used(5), least, most) > 1.2e-4);
  CHECK(next_skin(used(3000), least, most) < 0.8e-4);
  CHECK(next_skin(used(1), least, most) <= 2e-4);
  CHECK(next_skin(used(1e9), least, most) == 0.5e-4);
  CHECK(next_skin(used(1), least, 1.5e-4) == 1.5e-4);
  CHECK(next_skin(used(1e9), 0.9e-4, most) == 0.9e-4);
  // What has not lasted a step says nothing; no pair is spare among few grains; nothing moves.
  CHECK(next_skin(used(0), least, most) == 1e-4);
  ListUse few = used(20);
  few.spare_pairs = 0;
  CHECK(next_skin(few, least, most) == 2e-4);
  few.way = 0;
  CHECK(next_skin(few, least, most) == 2e-4);
  ListUse still = used(20);
  still.way = 0;
  CHECK(next_skin(still, least, most) == 0.5e-4);
}

TEST_CASE("skin: comes to rest from any start, however fast spare pairs grow with it") {
  for (const Real power : {0.5, 1.0, 2.0, 3.0}) {
    CAPTURE(power);
    for (const Real way : {1e-7, 1e-6, 1e-5}) {
      CAPTURE(way);
      const Real skin = settled_skin(way, power, least);
      CHECK(skin == near(settled_skin(way, power, most), 0.02));
      if (power == 1) CHECK(skin == near(std::sqrt(1e-4 * listing_cost * 1000 * way / 1400), 0.05));
    }
  }
}

TEST_CASE("skin: the same in any units, for any number of grains") {
  ListUse in_metres = used(37), in_millimetres = in_metres, of_many = in_metres;
  in_millimetres.skin *= 1024, in_millimetres.way *= 1024;
  CHECK(next_skin(in_millimetres, 1024 * least, 1024 * most) == 1024 * next_skin(in_metres, least, most));
  of_many.spheres *= 64, of_many.spare_pairs *= 64;
  CHECK(next_skin(of_many, least, most) == next_skin(in_metres, least, most));
}

}  // namespace talus
