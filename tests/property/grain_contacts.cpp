// What holds for a contact of grains under every law of the catalogues.
#include <doctest/doctest.h>

#include <string>

#include "support/sample_grains.hpp"
#include "support/sample_law.hpp"

namespace talus {
namespace {

/// Two unequal spheres that meet off centre, both spinning.
template <class Normal, class Tangential>
Case oblique_case(bool torques) {
  Case c = empty_case(3, 4e-3);
  ListedGrain a, b;
  a.radius = 2e-3;
  a.velocity = {0.8, 0.3, -0.1};
  a.spin = {100, -200, 300};
  b.centre = {3.3e-3, 0.4e-3, 0.3e-3};
  b.radius = 1.2e-3;
  b.velocity = {-0.6, 0.1, 0.2};
  b.spin = {-50, 400, 100};
  add_grains(c, "g", {a, b});
  ContactSpec spec;
  spec.between = {"g", "g"};
  spec.normal.entry = sample_law<Normal>();
  spec.tangential.entry = sample_law<Tangential>();
  if (torques) {
    TorqueSpring turning;
    turning.k = 1e3;
    turning.mu = 0.1;
    spec.rolling.entry = spec.twisting.entry = turning;
  }
  c.contacts.push_back(spec);
  return c;
}

template <class Normal, class Tangential>
void check_impact(bool torques) {
  CAPTURE(std::string(Normal::name));
  CAPTURE(std::string(Tangential::name));
  Simulation s(build_model(oblique_case<Normal, Tangential>(torques)));
  const GrainBody& g = s.model().grains.bodies[0];
  const Vec3 p0 = linear_momentum(g), L0 = angular_momentum(g);
  const GrainWork before = energies(g);
  bool touched = false;
  run(s, [&](const Simulation&) {
    touched = touched || s.grain_contacts().touching > 0;
    // Equal and opposite: nothing is lost between the two at any time.
    CHECK((linear_momentum(g) - p0).norm() < 1e-13 * 1e-4);
    CHECK((angular_momentum(g) - L0).norm() < 1e-13 * 1e-6);
  });
  CHECK(touched);
  const GrainWork after = energies(g);
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  CHECK(s.ledger().largest_state_residual() < 2e-3);
  for (const Channel loss :
       {Channel::contact_plastic, Channel::contact_viscous, Channel::sliding, Channel::rolling, Channel::twisting}) {
    CHECK(s.ledger()[loss] > -1e-4 * s.ledger().largest_sum());
  }
  if (s.grain_contacts().touching == 0) {
    CHECK(s.ledger()[Channel::contact_stored] == 0);
    CHECK(after.kinetic + after.rotational < (1 + 1e-3) * (before.kinetic + before.rotational));
  }
}

TEST_CASE("every normal law with every tangential law, with and without torques: momenta, books, losses") {
  NormalLaws::for_each([]<class Normal>() {
    if constexpr (Normal::for_grains && !std::is_same_v<Normal, NoContact>) {
      TangentialLaws::for_each([]<class Tangential>() {
        if constexpr (Tangential::for_grains) {
          check_impact<Normal, Tangential>(false);
          check_impact<Normal, Tangential>(true);
        }
      });
    }
  });
}

}  // namespace
}  // namespace talus
