#include "run_table.hpp"

#include <string>

#include "talus/sim/compare.hpp"

namespace talus {
namespace {

std::string unit_of(const History& history, const std::string& column) {
  for (const Column& c : history.columns()) {
    if (c.name == column) return c.unit;
  }
  return "";
}

}  // namespace

std::vector<ConsoleColumn> run_table_columns(const Simulation& simulation, const History& history) {
  const Case& description = simulation.model().description;
  const std::string energy(energy_unit(description.dimension));
  std::vector<ConsoleColumn> columns{{"step", "", 9}, {"time", "s"},  {"dt", "s"},        {"kinetic", energy},
                                     {"work", "-"},   {"state", "-"}, {"contacts", "", 9}};
  if (!description.compare.empty()) {
    const std::string& column = description.compare.front().first;
    columns.push_back({column, unit_of(history, column)});
    columns.push_back({"exact", ""});
  }
  columns.push_back({"M/s", "", 7});
  return columns;
}

std::vector<Real> run_table_row(const Simulation& simulation, const History& history, Real updates) {
  const EnergyLedger& ledger = simulation.ledger();
  auto contacts = static_cast<Index>(simulation.grain_contacts().touching);
  for (const auto& c : simulation.model().contacts) contacts += c->loaded();
  std::vector<Real> row{static_cast<Real>(simulation.steps()),
                        simulation.time(),
                        simulation.last_step(),
                        ledger[Channel::kinetic],
                        ledger.work_residual(),
                        ledger.state_residual(),
                        static_cast<Real>(contacts)};
  if (const auto& compare = simulation.model().description.compare; !compare.empty()) {
    const auto& [column, spec] = compare.front();
    row.push_back(history.table().find(column)->back());
    row.push_back(drawn_reference(spec, simulation.time()));
  }
  row.push_back(updates * 1e-6);
  return row;
}

}  // namespace talus
