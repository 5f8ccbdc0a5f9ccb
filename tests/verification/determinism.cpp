// The same bits for any number of threads.
#include <doctest/doctest.h>

#include "support/sample_case.hpp"
#include "support/threads.hpp"

namespace talus {
namespace {

/// A metal block that slides and yields on a surface; large enough for loops to be shared between threads.
Case sliding_case(int dimension) {
  constexpr Real dx = 0.05;
  Case c = empty_case(dimension, 1.2e-4);
  c.gravity[dimension - 1] = TimeFunction(-9.81);
  HenckyJ2 metal = elastic<HenckyJ2>(7800, 210e9, 0.3);
  metal.hardening.entry = Linear{.yield = 1e6, .modulus = 1e9};
  const bool flat = dimension == 2;
  SolidSpec& block = add_block(c, "block", metal, flat ? Vec3(1, 0.5, 0) : Vec3(0.5, 0.3, 0.3), dx);
  block.velocity = {2, 0, 0};
  block.spin = {0, 0, 3};
  block.place = Placement{"surface", {}};
  block.position = flat ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
  add_block(c, "surface", metal, flat ? Vec3(2, 0.2, 0) : Vec3(0.8, 0.5, 0.2), 0.8 * dx);
  ContactSpec contact;
  contact.between = {"block", "surface"};
  contact.tangential.entry = CoulombStickSlip{{.mu = 0.4}};
  c.contacts.push_back(contact);
  return c;
}

std::uint64_t hash_with(int threads, const Case& c) {
  const Threads set(threads);
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.model().contacts[0]->loaded() > 0);
  return s.state_hash();
}

}  // namespace

TEST_CASE("determinism: one, two and three threads give the same bits") {
  for (const int dimension : {2, 3}) {
    const Case c = sliding_case(dimension);
    const std::uint64_t one = hash_with(1, c);
    CHECK(one == hash_with(2, c));
    CHECK(one == hash_with(3, c));
    Case other = c;
    std::get<SolidSpec>(other.bodies[0].second.entry).velocity[0] *= 1 + 1e-15;
    CHECK(one != hash_with(1, other));
  }
}

}  // namespace talus
