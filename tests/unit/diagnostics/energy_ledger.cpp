// The ledger's arithmetic: what is booked is found again, what is forgotten shows in the residual.
#include "talus/diagnostics/energy_ledger.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "support/relative_error.hpp"

namespace talus {

TEST_CASE("energy ledger: every channel has its name, once") {
  CHECK(channel_names.size() == channel_count);
  for (std::size_t k = 0; k < channel_count; ++k) {
    CHECK_FALSE(channel_names[k].empty());
    for (std::size_t l = 0; l < k; ++l) CHECK(channel_names[k] != channel_names[l]);
  }
  CHECK(channel_names[static_cast<std::size_t>(Channel::kinetic)] == "kinetic");
  CHECK(channel_names[static_cast<std::size_t>(Channel::sliding)] == "sliding");
  CHECK(channel_names[static_cast<std::size_t>(Channel::state_residual)] == "state_residual");
}

TEST_CASE("energy ledger: opening balances are not residuals") {
  EnergyLedger ledger;
  ledger.open(10, 3, 2);
  CHECK(ledger.work_residual() == 0);
  CHECK(ledger.state_residual() == 0);
  CHECK(ledger[Channel::contact_stored] == 2);
}

TEST_CASE("energy ledger: a step whose energies balance leaves no residual") {
  EnergyLedger ledger;
  ledger.open(10, 3, 2);
  // 4 J leave the motion and 1 J the contact; stress takes 2 J and stores them, sliding 2.5 J, the dashpot 0.5 J.
  ledger.set(Channel::kinetic, 6);
  ledger.set(Channel::elastic, 5);
  ledger.set(Channel::contact_stored, 1);
  ledger.add(Channel::sliding, 2.5);
  ledger.add(Channel::contact_viscous, 0.5);
  ledger.add_law_work(2 - 1 + 2.5 + 0.5);
  ledger.close_step();
  CHECK(ledger.work_residual() < 1e-15);
  CHECK(ledger.state_residual() < 1e-15);
}

TEST_CASE("energy ledger: flows add up over steps, state functions do not") {
  EnergyLedger ledger;
  ledger.open(1, 0, 0);
  for (int k = 1; k <= 3; ++k) {
    ledger.add(Channel::hourglass, 0.1);
    ledger.set(Channel::kinetic, 1 - 0.1 * k);
    ledger.close_step();
  }
  CHECK(relative_error(ledger[Channel::hourglass], 0.3) < 1e-15);
  CHECK(relative_error(ledger[Channel::kinetic], 0.7) < 1e-15);
  CHECK(ledger.largest_work_residual() < 1e-15);
}

TEST_CASE("energy ledger: energy from nowhere shows in the work ledger, relative to the largest sum so far") {
  EnergyLedger ledger;
  ledger.open(10, 0, 0);
  ledger.set(Channel::kinetic, 10.5);
  ledger.close_step();
  CHECK(relative_error(ledger.work_residual(), 0.5 / 10.5) < 1e-14);
  ledger.set(Channel::kinetic, 10);
  ledger.close_step();
  CHECK(ledger.work_residual() == 0);
  CHECK(relative_error(ledger.largest_work_residual(), 0.5 / 10.5) < 1e-14);
}

TEST_CASE("energy ledger: a law that stores less than the work done on it shows in the state ledger only") {
  EnergyLedger ledger;
  ledger.open(10, 0, 0);
  ledger.set(Channel::kinetic, 8);
  ledger.set(Channel::elastic, 1.9);
  ledger.add_law_work(2);
  ledger.close_step();
  CHECK(relative_error(ledger[Channel::state_residual], 0.1) < 1e-14);
  CHECK(ledger.work_residual() < 1e-15);
  CHECK(relative_error(ledger.state_residual(), 0.1 / 10) < 1e-14);
  CHECK(ledger.largest_state_residual() == ledger.state_residual());
}

TEST_CASE("energy ledger: what is missing at the first touch is held against the energies of the whole run") {
  // Driven from rest: the first step stores 1 uJ of 2 uJ of work, the run 1 J of it.
  EnergyLedger ledger;
  ledger.open(0, 0, 0);
  ledger.set(Channel::contact_stored, 1e-6);
  ledger.add(Channel::boundary, -2e-6);
  ledger.add_law_work(2e-6);
  ledger.close_step();
  CHECK(ledger.largest_state_residual() > 0.1);
  ledger.set(Channel::contact_stored, 1);
  ledger.add(Channel::boundary, -1 + 2e-6);
  ledger.add_law_work(1 - 2e-6);
  ledger.close_step();
  CHECK(ledger.state_residual() < 1e-12);
  CHECK(relative_error(ledger.largest_state_residual(), 0.5e-6) < 1e-5);
  CHECK(ledger.largest_work_residual() < 1e-12);
}

TEST_CASE("energy ledger: the most that was inside is that of all steps") {
  EnergyLedger ledger;
  ledger.open(10, 3, 2);
  for (const auto& [elastic, plastic] : {std::pair{5.0, 1.0}, {2.0, 0.5}}) {
    ledger.set(Channel::elastic, elastic);
    ledger.add(Channel::plastic, plastic);
    ledger.close_step();
  }
  CHECK(ledger.largest_internal() == 6);
}

}  // namespace talus
