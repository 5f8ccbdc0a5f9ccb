// Lists of pairs hold as long as they say: no contact is missed, however grains and walls move, and one grain that runs
// away does not make the others look for each other all the time.
#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_grains.hpp"

namespace talus {
namespace {

/// Contacts that looking at every pair finds.
Real overlapping(const GrainSystem& grains) {
  std::vector<Row> all;
  for (const GrainBody& body : grains.bodies) {
    for (const Row& x : body.spheres().position) all.push_back(x);
  }
  Real count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 apart = grains.box().nearest(Vec3(all[i].vec() - all[j].vec()));
      count += apart.norm() < all[i].w + all[j].w;
    }
  }
  return count;
}

/// Spheres that reach through a face of a box that stands at `shift`.
Real reaching(const GrainSystem& grains, const BoxWall& box, const Vec3& shift) {
  Real count = 0;
  for (const GrainBody& body : grains.bodies) {
    for (const Row& x : body.spheres().position) {
      for (int a = 0; a < 3; ++a) {
        const Real at = x.vec()[a] - shift[a];
        count += static_cast<Real>(at - box.low[a] < x.w) + static_cast<Real>(box.high[a] - at < x.w);
      }
    }
  }
  return count;
}

/// A grain outside of all others that flies on at `velocity` [m/s].
void shoot(Case& c, const Vec3& from, const Vec3& velocity) {
  ListedGrain runaway;
  runaway.centre = from;
  runaway.radius = 1e-3;
  runaway.velocity = velocity;
  add_grains(c, "runaway", {runaway});
  c.contacts.push_back(everything_between("g", "runaway"));
}

/// What a run did to find its pairs.
struct Search {
  std::int64_t listings = 0;
  Real cost = 0;  ///< of a step, in units of what a spare pair costs in one (skin_choice.hpp)
};

Search search_of(const Case& c) {
  Simulation s(build_model(c));
  const GrainSystem& grains = s.model().grains;
  Real spare = 0, spheres = 0;
  while (!s.finished()) {
    s.step(s.end());
    REQUIRE(s.grain_contacts().touching == overlapping(grains));
    for (const auto& contact : grains.contacts) spare += contact->spare_pairs();
  }
  for (const GrainBody& body : grains.bodies) spheres += body.size();
  const Real listing = listing_cost * spheres * static_cast<Real>(grains.searches);
  return {grains.searches, (listing + spare) / static_cast<Real>(s.steps())};
}

std::int64_t searches(const Case& c) { return search_of(c).listings; }

}  // namespace

TEST_CASE("search: no contact is missed in a periodic box, and lists cost no more than with a fixed skin") {
  Case c = agitated_case(150, 12e-3, 8e-3);
  c.domain = periodic_cube(12e-3);
  const Search search = search_of(c);
  CHECK(search.listings > 5);
  CHECK(search.listings < 100);
  const Real fixed = 227;  // with a skin of 0.1 mean diameters all along, which is about right here
  CHECK(search.cost < 1.05 * fixed);
}

TEST_CASE("search: grains that fly get a wide skin, unless a periodic box is too narrow for it") {
  for (const bool narrow : {false, true}) {
    CAPTURE(narrow);
    const Real edge = narrow ? 5.3e-3 : 12e-3;
    Case c = agitated_case(narrow ? 6 : 100, edge, 30e-3);
    c.domain = periodic_cube(edge);
    Simulation s(build_model(c));
    const GrainSystem& grains = s.model().grains;
    Real widest = 0, largest = 0;
    for (const Row& x : grains.bodies[0].spheres().position) largest = std::max(largest, x.w);
    while (!s.finished()) {
      s.step(s.end());
      REQUIRE(s.grain_contacts().touching == overlapping(grains));
      widest = std::max(widest, grains.skin);
    }
    CHECK(grains.searches > 5);
    CHECK(widest > 0.1 * grains.mean_diameter);
    CHECK(2 * largest + widest < edge / 2);
  }
}

TEST_CASE("search: no contact is missed in a box that shakes") {
  Case c = agitated_case(60, 10e-3, 10e-3);
  const BoxWall box = add_shaking_box(c, 10e-3, 1e-3, 100);
  Simulation s(build_model(c));
  Real seen = 0;
  while (!s.finished()) {
    s.step(s.end());
    const GrainSystem& grains = s.model().grains;
    const Vec3 shift = grains.walls[0].pose.to_space(Vec3::Zero());
    const Real touching = overlapping(grains) + reaching(grains, box, shift);
    REQUIRE(s.grain_contacts().touching == touching);
    seen += touching;
  }
  CHECK(seen > 1000);
}

TEST_CASE("search: a runaway does not make the others look for each other, and is seen when it comes back") {
  Case calm = agitated_case(60, 10e-3, 10e-3);
  std::get<GrainPacking>(std::get<GrainSpec>(calm.bodies[0].second.entry).grains.entry).motion.agitation = 0.03;
  Case away = calm, back = calm;
  shoot(away, Vec3(5e-3, 5e-3, 30e-3), Vec3(0, 0, 20));
  shoot(back, Vec3(5e-3, 5e-3, 100e-3), Vec3(0, 0, -15));
  const Search alone = search_of(calm);
  const Real fixed = 42;  // with a skin of 0.1 mean diameters, far too wide for the slow
  CHECK(alone.cost < 0.9 * fixed);
  // At 20 m/s it goes a thousand times the skin.
  CHECK(searches(away) < alone.listings + 15);
  // The same beside periodic borders, above a floor.
  for (Case* c : {&calm, &away}) {
    c->domain = DomainSpec{Vec3::Zero(), Vec3(20e-3, 20e-3, 1), {true, true, false}};
    PlaneWall floor;
    floor.point = {0, 0, -20e-3};
    floor.normal = {0, 0, 1};
    add_wall(*c, "floor", floor);
    c->contacts.push_back(everything_between("g", "floor"));
  }
  away.contacts.push_back(everything_between("runaway", "floor"));
  CHECK(searches(away) < searches(calm) + 15);
  Simulation s(build_model(back));
  Real touched = 0;
  while (!s.finished()) {
    s.step(s.end());
    REQUIRE(s.grain_contacts().touching == overlapping(s.model().grains));
    const GrainBody& runaway = s.model().grains.bodies[1];
    touched += runaway.grains.load[0].force.w;
  }
  CHECK(touched > 0);
}

TEST_CASE("step: an impact is resolved from the first step on") {
  Case c = empty_case(3, 1e-3);
  ListedGrain ball;
  ball.centre = {0, 0, 5.2e-3};
  ball.radius = 5e-3;
  ball.velocity = {0, 0, -5};
  add_grains(c, "ball", {ball});
  PlaneWall floor;
  floor.normal = {0, 0, 1};
  add_wall(c, "floor", floor);
  ContactSpec spec;
  spec.between = {"ball", "floor"};
  spec.normal.entry = Hertz{};
  c.contacts.push_back(spec);
  Simulation s(build_model(c));
  const Real first = s.wanted_step();
  CHECK(s.step_limit() == "contacts of grains");
  s.step(s.end());
  CHECK(relative_error(s.wanted_step(), first) < 1e-12);
}

TEST_CASE("step: what races past and grazes is seen for many steps, and the log says what limits the step") {
  Case c = empty_case(3, 1e-4);
  std::vector<ListedGrain> two(2);
  two[0].centre = {-10e-3, 0, 0};
  two[0].velocity = {500, 0, 0};
  two[1].centre = {10e-3, 1.9e-3, 0};
  two[1].velocity = {-500, 0, 0};
  for (ListedGrain& grain : two) grain.radius = 1e-3;
  add_grains(c, "g", two);
  c.contacts.push_back(everything_between("g", "g"));
  Simulation s(build_model(c));
  CHECK(s.wanted_step() <= 0.1 * 1e-3 / 500 * (1 + 1e-12));
  CHECK(s.step_limit().find("smallest radius") != std::string::npos);
  int seen = 0;
  while (!s.finished()) {
    s.step(s.end());
    seen += s.grain_contacts().touching > 0;
  }
  // A chord of 1.2 mm at 1000 m/s.
  CHECK(seen >= 6);
}

}  // namespace talus
