// The words and the page of a run: header, end, report.html.
#pragma once

#include "talus/output/csv_table.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/output/summary.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/grain_watch.hpp"
#include "talus/sim/simulation.hpp"

#include <string>
#include <utility>
#include <vector>

namespace talus {

using Fact = std::pair<std::string, std::string>;
using Facts = std::vector<Fact>;

/// "talus 0.1.0", compiler, threads.
[[nodiscard]] Facts version_facts();
/// Bodies with particles and mass, contacts with stiffness and gap, step with its cause, number of steps, output.
[[nodiscard]] Facts run_facts(const CaseFile& file, Simulation& simulation, const std::filesystem::path& folder);
/// About how much a simulation holds at its end [B].
[[nodiscard]] Real memory_of(const Simulation& simulation);
/// Steps, wall time, energy balance, what contacts did.
[[nodiscard]] Facts end_facts(const Simulation& simulation, const Summary& summary, const GrainWatch& watch);
/// What the run has seen of springs that may be too soft.
void note_springs(Summary& summary, const GrainWatch& watch);
/// report.html with plots of every compared column, of the energies and of the residuals.
void write_run_report(const ResultFolder& folder, const CaseFile& file, const Table& history, const Summary& summary,
                      const Facts& facts);
[[nodiscard]] std::string hex(std::uint64_t value);

}  // namespace talus
