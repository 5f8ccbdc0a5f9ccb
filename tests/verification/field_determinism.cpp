// Contact by the colour field: the same bits for any number of threads, with friction that sticks and slips and with
// lists that are rebuilt.
#include <doctest/doctest.h>

#include <cstdint>

#include "support/sample_case.hpp"
#include "support/threads.hpp"
#include "talus/contact/field_contact.hpp"

namespace talus {
namespace {

/// A block that is thrown on a surface: part of it sticks, part slips, it travels several skins of the lists. The faces
/// are large enough for the loops over contact points to be shared between threads.
Case thrown_block(int dimension) {
  constexpr Real dx = 0.05;
  const bool flat = dimension == 2;
  Case c = empty_case(dimension, flat ? 5e-4 : 2.5e-4);
  const NeoHookean metal = elastic<NeoHookean>(7800, 210e9, 0.3);
  SolidSpec& block = add_block(c, "block", metal, flat ? Vec3(15, 0.2, 0) : Vec3(0.9, 0.9, 0.1), dx);
  block.position = flat ? Vec3(0, 0.2005, 0) : Vec3(0, 0, 0.1505);
  block.velocity = flat ? Vec3(12, -40, 0) : Vec3(1, 0.5, -20);
  block.spin = flat ? Vec3(0, 0, 2) : Vec3(0, 0, 80);
  add_block(c, "surface", metal, flat ? Vec3(16, 0.2, 0) : Vec3(1.2, 1.2, 0.2), 0.8 * dx);
  ContactSpec contact;
  contact.between = {"block", "surface"};
  contact.normal.entry = FieldBarrier{};
  contact.tangential.entry = CoulombStickSlip{{.mu_static = 0.9, .mu_dynamic = 0.7}};
  c.contacts.push_back(contact);
  return c;
}

/// What a run went through.
struct Trace {
  std::uint64_t hash = 0;
  Index most_points = 0;        ///< on one side
  int rebuilds = 0;             ///< lists of another length
  Index sticks = 0, slips = 0;  ///< particles, over all steps
};

Trace trace_with(int threads, const Case& c) {
  const Threads set(threads);
  Simulation s(build_model(c));
  const auto& contact = dynamic_cast<const FieldContact&>(*s.model().contacts[0]);
  Trace trace;
  Index entries = 0;
  run(s, [&](const Simulation&) {
    Index now = 0;
    for (std::size_t q = 0; q < contact.sides(); ++q) {
      const FieldSide& side = contact.side(q);
      now += side.footprint().entries();
      trace.most_points = std::max(trace.most_points, side.footprint().size());
      for (Index p = 0; p < side.footprint().size(); ++p) {
        if (side.points()[p].load > 0) ++(side.sticks(p) ? trace.sticks : trace.slips);
      }
    }
    if (now != entries) ++trace.rebuilds;
    entries = now;
  });
  trace.hash = s.state_hash();
  return trace;
}

}  // namespace

TEST_CASE("field determinism: one and two threads give the same bits") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Case c = thrown_block(dimension);
    const Trace one = trace_with(1, c);
    MESSAGE(dimension, "-D: ", one.most_points, " points, ", one.rebuilds, " rebuilds, ", one.sticks, " sticking and ",
            one.slips, " slipping points");
    CHECK(one.most_points >= parallel::serial_limit);
    CHECK(one.rebuilds > 1);
    CHECK(one.sticks > 0);
    CHECK(one.slips > 0);
    CHECK(one.hash == trace_with(2, c).hash);
    CHECK(one.hash == trace_with(3, c).hash);
    Case other = c;
    std::get<SolidSpec>(other.bodies[0].second.entry).velocity[0] *= 1 + 1e-15;
    CHECK(one.hash != trace_with(1, other).hash);
  }
}

}  // namespace talus
