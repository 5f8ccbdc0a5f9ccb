// The state ledger of contact at the default step: what strikes, and friction that turns about in every step.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "talus/sim/case_reader.hpp"

namespace talus {

TEST_CASE("a block that strikes after a long way: the step is short before the surfaces meet, and the ledger closes") {
  const Case c = read_case(TALUS_SOURCE_DIR "/cases/contact/oblique_impact.json",
                           {"/variables/speed=300", "/variables/gap=0.05"});
  Simulation s(build_model(c));
  Real free = 0, meeting = 0;  // steps [s], the longest without contact and that at its beginning
  run(s, [&](const Simulation& now) {
    if (meeting > 0) return;
    if (now.ledger()[Channel::contact_stored] > 0) meeting = now.last_step();
    free = std::max(free, now.last_step());
  });
  CHECK(meeting < 0.9 * free);
  CHECK(s.ledger().largest_state_residual() < 5e-4);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("a ring of five layers let go under 1.2 % of strain: its first steps are short, and the ledger closes") {
  Case c = read_case(TALUS_SOURCE_DIR "/cases/contact/press_fit.json");
  c.time.end = 1e-5;  // three times through the wall
  Simulation s(build_model(c));
  const Real wanted = s.wanted_step();
  s.step(c.time.end);
  CHECK(s.last_step() == near(wanted / 4));
  run(s, [](const Simulation&) {});
  CHECK(s.ledger().largest_state_residual() < 5e-4);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("a block at rest under friction without memory: the friction of its pairs turns about and loses nothing") {
  Case c = read_case(TALUS_SOURCE_DIR "/cases/sliding/hold_pairwise.json");
  c.time.end = 2e-3;
  c.stages[0].duration = 5e-3;
  for (const TangentialLaws::Variant& law :
       {TangentialLaws::Variant(CoulombPairwise{{.mu = 0.4}}), TangentialLaws::Variant(CoulombProjected{{.mu = 0.4}})}) {
    c.contacts[0].tangential.entry = law;
    Simulation s(build_model(c));
    run(s, [](const Simulation&) {});
    CHECK(s.ledger().largest_state_residual() < 1e-9);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
    CHECK(std::abs(s.ledger()[Channel::sliding]) < 1e-3 * s.ledger()[Channel::contact_stored]);
  }
}

}  // namespace talus
