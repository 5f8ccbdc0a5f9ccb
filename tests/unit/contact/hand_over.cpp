// Contacts within one body hand over blocks of spheres: each once, with all of its loads, for any number of threads.
#include <doctest/doctest.h>

#include "support/draw.hpp"
#include "support/sample_law.hpp"
#include "support/sample_spheres.hpp"
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
      for (auto* v : {&body.grains.half_velocity, &body.grains.velocity}) (*v)[i] = Row(draw.vector(3, 1), mass);
      for (auto* spin : {&body.grains.half_spin, &body.grains.spin}) (*spin)[i] = Row(draw.vector(3, 10), mass);
      body.grains.half_velocity[i].w = 1 / mass;
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

  void clear() {
    for (auto* rows : {&body.grains.force, &body.grains.torque}) std::ranges::fill(*rows, Row());
  }
};

}  // namespace

TEST_CASE("contacts of one body hand over every block once, with all of its loads, for any number of threads") {
  constexpr Real dt = 1e-5;
  const int before = parallel::thread_count();
  Crowd plain;
  plain.contact->compute(0);
  plain.clear();
  const GrainContactSums expected = plain.contact->compute(dt);
  CHECK(expected.touching > 10000);
  for (const int threads : {1, 2, 3, 7}) {
    CAPTURE(threads);
    parallel::set_thread_count(threads);
    Crowd crowd;
    crowd.contact->compute(0);
    crowd.clear();
    std::vector<int> visits(parallel::block_count(crowd.body.size()), 0);
    const std::vector<Row>&force = crowd.body.grains.force, &torque = crowd.body.grains.torque;
    std::vector<Row> force_then(force.size()), torque_then(force.size());
    const GrainContactSums sums = crowd.contact->compute_last(dt, [&](Index block) {
      ++visits[block];
      const Index end = std::min(crowd.body.size(), (block + 1) * parallel::block_size);
      for (Index i = block * parallel::block_size; i < end; ++i) force_then[i] = force[i], torque_then[i] = torque[i];
    });
    CHECK(sums.stored == expected.stored);
    CHECK(sums.viscous == expected.viscous);
    CHECK(std::ranges::all_of(visits, [](int n) { return n == 1; }));
    bool same = true;
    for (std::size_t i = 0; i < force.size(); ++i) {
      const Row& f = plain.body.grains.force[i];
      const Row& t = plain.body.grains.torque[i];
      same &= force[i].vec() == f.vec() && force[i].w == f.w && torque[i].vec() == t.vec();
      same &= force_then[i].vec() == f.vec() && force_then[i].w == f.w && torque_then[i].vec() == t.vec();
    }
    CHECK(same);
  }
  parallel::set_thread_count(before);
}

}  // namespace talus
