// Contacts within one body take up blocks of spheres and hand them over: each once, before anything of them is read and
// with all of their loads, for any number of threads.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "support/draw.hpp"
#include "support/sample_law.hpp"
#include "support/sample_spheres.hpp"
#include "support/threads.hpp"
#include "talus/contact/make_grain_contact.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/space_order.hpp"

namespace talus {
namespace {

/// Spheres in a box, sorted, that move and overlap at random; they make several chunks.
struct Crowd {
  GrainBody body;
  SphereSet set{body};
  PeriodicBox box{Vec3::Zero(), Vec3::Ones(), {true, false, true}};
  std::unique_ptr<GrainContact> contact;

  Crowd() {
    constexpr Index count = 7000;
    constexpr Real skin = 0.01;
    Draw draw(11);
    auto rows = sample_spheres({.count = count, .smallest = 0.02, .largest = 0.04});
    SpaceOrder order;
    std::vector<Row> scratch;
    reorder(order.sort(rows, box), rows, scratch);
    body.name = "crowd";
    body.material = {2500, 5e6, 0.3};
    body.grains.resize(count);
    body.grains.position = rows;
    for (Index i = 0; i < count; ++i) {
      const Real mass = 1e4 * rows[i].w * rows[i].w * rows[i].w;
      body.grains.rate[i] = {Row(draw.vector(3, 1), 1 / mass), Row(draw.vector(3, 10), mass)};
    }
    GrainContactLaws laws;
    laws.normal.entry = sample_law<LinearSpring>();
    laws.tangential.entry = sample_law<CoulombSpring>();
    contact = make_sphere_contact(set, set, laws, box);
    set.skin = skin;
    set.listed = count;
    set.grid.build(body.grains.position, skin, box);
    contact->find_pairs();
  }

  void clear() { std::ranges::fill(body.grains.load, LoadRows{}); }
};

/// What compute_last() gives for a crowd that stands, and for one that comes to its place block by block. Spheres that
/// are handed over go nowhere at once: nobody may read them any more.
struct Last {
  GrainContactSums sums;
  std::vector<int> taken_up, handed_over;  ///< how often, by block
  std::vector<LoadRows> load;              ///< when they were handed over
};

Last compute_last(Crowd& crowd, Real dt, bool waits) {
  SphereRows& rows = crowd.body.grains;
  const SphereRows there = rows;
  const Row nowhere(Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
  const auto for_block = [&](Index block, auto&& visit) {
    const Index end = std::min(crowd.body.size(), (block + 1) * parallel::block_size);
    for (Index i = block * parallel::block_size; i < end; ++i) visit(i);
  };
  const auto blocks = static_cast<std::size_t>(parallel::block_count(crowd.body.size()));
  Last last{.sums = {}, .taken_up = std::vector<int>(blocks), .handed_over = std::vector<int>(blocks), .load = {}};
  last.load.resize(rows.load.size());
  const auto take_up = [&](Index block) {
    ++last.taken_up[block];
    std::this_thread::sleep_for(std::chrono::microseconds(100));  // who does not wait finds nobody there
    for_block(block, [&](Index i) {
      rows.position[i] = there.position[i];
      rows.rate[i] = there.rate[i];
    });
  };
  const auto hand_over = [&](Index block) {
    ++last.handed_over[block];
    for_block(block, [&](Index i) {
      last.load[i] = rows.load[i];
      rows.position[i] = nowhere;
      rows.rate[i] = {nowhere, nowhere};
    });
  };
  if (!waits) {
    last.sums = crowd.contact->compute_last(dt, nullptr, hand_over);
    return last;
  }
  std::ranges::fill(rows.position, nowhere);
  std::ranges::fill(rows.rate, RateRows{nowhere, nowhere});
  last.sums = crowd.contact->compute_last(dt, take_up, hand_over);
  return last;
}

bool same_bits(const std::vector<LoadRows>& a, const std::vector<LoadRows>& b) {
  const auto same = [](const Row& p, const Row& q) { return p.vec() == q.vec() && p.w == q.w; };
  return std::ranges::equal(
      a, b, [&](const LoadRows& p, const LoadRows& q) { return same(p.force, q.force) && same(p.torque, q.torque); });
}

}  // namespace

TEST_CASE("contacts of one body take up and hand over every block once, and read none before, with any threads") {
  constexpr Real dt = 1e-5;
  Crowd plain;
  plain.contact->compute(0);
  plain.clear();
  const GrainContactSums expected = plain.contact->compute(dt);
  CHECK(expected.touching > 10000);
  for (const int threads : {1, 2, 3, 7}) {
    for (const bool waits : {false, true}) {
      CAPTURE(threads);
      CAPTURE(waits);
      const Threads set(threads);
      Crowd crowd;
      crowd.contact->compute(0);
      crowd.clear();
      const Last last = compute_last(crowd, dt, waits);
      CHECK(last.sums.stored == expected.stored);
      CHECK(last.sums.viscous_power == expected.viscous_power);
      CHECK(std::ranges::all_of(last.taken_up, [&](int n) { return n == (waits ? 1 : 0); }));
      CHECK(std::ranges::all_of(last.handed_over, [](int n) { return n == 1; }));
      CHECK(same_bits(crowd.body.grains.load, plain.body.grains.load));
      CHECK(same_bits(last.load, plain.body.grains.load));
    }
  }
}

}  // namespace talus
