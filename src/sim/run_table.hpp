// The table that a run prints while it goes: how far it is, its books, and the first of the columns that it compares.
#pragma once

#include <vector>

#include "talus/output/console.hpp"
#include "talus/sim/history.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

[[nodiscard]] std::vector<ConsoleColumn> run_table_columns(const Simulation& simulation, const History& history);

/// As things stand, after the first row of the history; `updates` of particles per second.
[[nodiscard]] std::vector<Real> run_table_row(const Simulation& simulation, const History& history, Real updates);

}  // namespace talus
