// What a run says about grains, walls and their contacts: at its start and at its end.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/sim/grain_watch.hpp"
#include "talus/sim/run_report.hpp"

namespace talus {

/// Bodies of grains with their number, size and mass, walls with their shape, contacts with their laws.
[[nodiscard]] Facts grain_facts(const Simulation& simulation);

/// Contacts, how often their pairs were searched for, and what the springs did.
[[nodiscard]] Facts grain_end_facts(const Simulation& simulation, const GrainWatch& watch);

/// Sentences about pairs of bodies whose bonds found no grains to join.
[[nodiscard]] std::vector<std::string> bond_warnings(const Simulation& simulation);

/// Sentences about sources whose region had no room for all that was due.
[[nodiscard]] std::vector<std::string> pour_warnings(const Simulation& simulation);

/// Puts the number of bonds into the summary, where there were any.
void note_bonds(Summary& summary, const Simulation& simulation);

/// What the springs of grains did, beside what is good: rows of a table, empty without any.
[[nodiscard]] std::vector<std::vector<std::string>> spring_table(const Summary& summary);

/// About what grains and their pairs take at the end, when all have come and lie on each other [bytes].
[[nodiscard]] Real grain_memory(const Simulation& simulation);

}  // namespace talus
