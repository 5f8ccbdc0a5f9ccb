// The time step of contact by the colour field: hard impacts of unequal bodies stay bounded at the default share.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/sample_case.hpp"

namespace talus {
namespace {

constexpr Real dx = 0.05;                  ///< of the coarser body [m]
constexpr Real speed = 100;                ///< [m/s]
constexpr Real young = 210e9;              ///< [Pa]
constexpr Real light = 780, heavy = 7800;  ///< [kg/m^3]

struct Outcome {
  Real growth = 0;   ///< largest energy over the first one, less one [-]
  Real fastest = 0;  ///< particle, over the speed of impact [-]
  Real depth = 0;    ///< largest penetration over the touching distance [-]
  Real work = 0, state = 0;
  bool contact_limits = false;  ///< contact has limited the step
  bool apart = false;           ///< at the end
};

/// A light block, tilted and spinning, against a heavy one ten times as dense. `light_dx` over `heavy_dx` is two or a
/// half; `stiffness` is kappa.
Case impact(int dimension, Real light_dx, Real heavy_dx, Real stiffness) {
  const bool flat = dimension == 2;
  Case c = empty_case(dimension, flat ? 6e-4 : 4.5e-4);
  SolidSpec& target = add_block(c, "heavy", elastic<NeoHookean>(heavy, young, 0.3),
                               flat ? Vec3(0.5, 1, 0) : Vec3(0.3, 0.4, 0.4), heavy_dx);
  target.velocity = {-0.1 * speed, 0, 0};
  SolidSpec& striker = add_block(c, "light", elastic<NeoHookean>(light, young, 0.3),
                                flat ? Vec3(0.5, 0.5, 0) : Vec3(0.3, 0.3, 0.3), light_dx);
  // Turned a little: an edge strikes first, and nothing is in register.
  striker.rotation.vector = flat ? Vec3(0, 0, 0.05) : Vec3(0.02, 0.03, 0.05);
  striker.position = {flat ? -0.5135 : -0.3125, 0.013, 0};
  striker.velocity = {speed, 0.3 * speed, 0};
  ContactSpec contact;
  contact.between = {"light", "heavy"};
  FieldBarrier barrier;
  barrier.stiffness = stiffness;
  contact.normal.entry = barrier;
  contact.tangential.entry = CoulombStickSlip{{.mu = 0.3}};
  c.contacts.push_back(contact);
  return c;
}

Outcome strike(const Case& c) {
  Simulation s(build_model(c));
  const auto energy = [&] { return total_energy(s) + s.ledger()[Channel::contact_stored]; };
  const Real start = energy();
  Outcome o;
  run(s, [&](Simulation& now) {
    o.growth = std::max(o.growth, energy() / start - 1);
    now.mark_contacts();
    for (const SolidBody& body : now.model().bodies) {
      o.fastest = std::max(o.fastest, body.max_speed / speed);
      const Real d = 0.5 * (now.model().bodies[0].spacing + now.model().bodies[1].spacing);
      for (const Real p : body.penetration) o.depth = std::max(o.depth, p / d);
    }
    o.contact_limits = o.contact_limits || now.step_limit() == "contact stiffness";
  });
  o.work = s.ledger().largest_work_residual();
  o.state = s.ledger().largest_state_residual();
  o.apart = s.model().contacts[0]->loaded() == 0;
  return o;
}

}  // namespace

TEST_CASE("field impact: 100 m/s of a light on a heavy body of another spacing stays bounded at the default step") {
  for (const int dimension : {2, 3}) {
    for (const bool light_is_fine : {true, false}) {
      for (const Real stiffness : {1.0, 30.0}) {
        const Outcome o =
            strike(impact(dimension, light_is_fine ? dx / 2 : dx, light_is_fine ? dx : dx / 2, stiffness));
        MESSAGE(dimension, "-D, light one ", std::string(light_is_fine ? "fine" : "coarse"), ", kappa ", stiffness,
                ": fastest particle ", o.fastest, ", depth ", o.depth, " d, state ledger ", o.state,
                std::string(o.contact_limits ? "; contact limits the step" : ""));
        CHECK(o.growth < 1e-9);  // what stress and contact store is taken from the motion
        CHECK(o.fastest < 3);    // an elastic rebound from a wall reaches two
        CHECK(o.depth < (stiffness > 1 ? 0.05 : 0.2));
        CHECK(o.work < 1e-11);
        CHECK(o.state < 5e-4);
        CHECK(o.apart);
      }
    }
  }
}

}  // namespace talus
