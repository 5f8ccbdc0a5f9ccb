#include "talus/sim/history.hpp"

#include <limits>

#include "talus/sim/column_statistics.hpp"

namespace talus {

History::History(const Simulation& simulation) {
  const Model& model = simulation.model();
  const Named<ColumnSpec>& columns = model.description.output.history.columns;
  table_.columns.push_back({"time", "s"});
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto& [name, spec] = columns[k];
    const std::size_t place = 1 + k;  // behind the time
    table_.columns.push_back({name, unit_of(spec, model.description.dimension)});
    if (std::holds_alternative<DerivedColumn>(spec.entry)) {
      derived_.push_back({place, DerivedSource(columns, k)});
    } else if (const auto* region = std::get_if<RegionColumn>(&spec.entry)) {
      bulk_.add(place, *region, model);
    } else if (const auto* flow = std::get_if<FlowColumn>(&spec.entry)) {
      bulk_.add(place, *flow, model);
    } else if (const auto* energy = std::get_if<EnergyColumn>(&spec.entry)) {
      energies_.push_back({place, energy->energy});
    } else {
      const MeasuredSource source(name, std::get<MeasuredColumn>(spec.entry), model);
      needs_marks_ = needs_marks_ || source.needs_marks();
      measured_.push_back({place, source});
    }
  }
  table_.values.resize(table_.columns.size());
  row_.resize(table_.columns.size());
  start_.assign(table_.columns.size(), std::numeric_limits<Real>::quiet_NaN());
}

void History::state(Archive& a) {
  a.fixed("start", start_);
  a("started", started_);
  a("bulk", bulk_);
}

void History::take_rows(Table table) { table_.values = std::move(table.values); }

const std::vector<Real>& History::record(Simulation& simulation) {
  if (needs_marks_) simulation.mark_contacts();
  row_[0] = simulation.time();
  for (const auto& [place, source] : measured_) row_[place] = source.value(simulation.model());
  for (const auto& [place, channel] : energies_) row_[place] = simulation.ledger()[channel];
  bulk_.record(simulation.model(), simulation.time(), row_);
  const bool starts = !started_ && simulation.time() >= 0;
  if (starts) start_ = row_;
  for (auto& [place, source] : derived_) {
    row_[place] = source.value(row_, start_);
    if (starts) start_[place] = row_[place];
  }
  started_ = started_ || starts;
  for (std::size_t k = 0; k < row_.size(); ++k) table_.values[k].push_back(row_[k]);
  return row_;
}

}  // namespace talus
