#include "talus/sim/bulk_columns.hpp"

#include "talus/diagnostics/bulk/cut/region_cut.hpp"

#include <algorithm>

namespace talus {
namespace {

bool needs_contacts(BulkQuantity q) {
  using Q = BulkQuantity;
  switch (q) {
    case Q::solid_fraction:
    case Q::density:
    case Q::number:
    case Q::velocity:
    case Q::velocity_gradient:
    case Q::temperature:
    case Q::kinetic_stress: return false;
    default: return true;
  }
}

Mat3 tensor_of(const RegionState& state, BulkQuantity q) {
  switch (q) {
    case BulkQuantity::contact_stress: return state.contact_stress;
    case BulkQuantity::kinetic_stress: return state.kinetic_stress;
    case BulkQuantity::fabric: return state.fabric;
    case BulkQuantity::velocity_gradient: return state.velocity_gradient;
    default: return state.contact_stress + state.kinetic_stress;
  }
}

Real value_of(const RegionState& state, const RegionColumn& column, int dimension) {
  switch (column.quantity) {
    case BulkQuantity::solid_fraction: return state.solid_fraction;
    case BulkQuantity::density: return state.density;
    case BulkQuantity::number: return state.number;
    case BulkQuantity::coordination: return state.coordination;
    case BulkQuantity::loaded_coordination: return state.loaded_coordination;
    case BulkQuantity::temperature: return state.temperature;
    case BulkQuantity::pressure: return pressure_of(tensor_of(state, column.quantity), dimension);
    case BulkQuantity::deviator: return deviator_of(tensor_of(state, column.quantity), dimension);
    case BulkQuantity::velocity:
      return column.along ? state.velocity.dot(column.along->normalized()) : state.velocity.norm();
    default: {
      const Vec3 a = column.along->normalized(), b = column.across ? column.across->normalized() : a;
      return a.dot(tensor_of(state, column.quantity) * b);
    }
  }
}

}  // namespace

std::size_t BulkColumns::sampling(const GrainNames& of, const GrainSystem& grains) {
  const GrainChoice choice(of, grains);
  for (std::size_t k = 0; k < samplings_.size(); ++k) {
    if (samplings_[k].choice == choice) return k;
  }
  samplings_.push_back({choice});
  return samplings_.size() - 1;
}

void BulkColumns::add(std::size_t place, const RegionColumn& column, const Model& model) {
  dimension_ = model.description.dimension;
  const std::size_t sample = sampling(column.of, model.grains);
  samplings_[sample].needs_contacts |= needs_contacts(column.quantity);
  const auto is_watched = [&](const WatchedRegion& watched) {
    return watched.sample == sample && is_same(watched.region, column.region);
  };
  const auto found = std::ranges::find_if(regions_, is_watched);
  region_readers_.push_back({place, column, static_cast<std::size_t>(found - regions_.begin())});
  if (found == regions_.end()) regions_.push_back({column.region, sample});
}

void BulkColumns::add(std::size_t place, const FlowColumn& column, const Model& model) {
  flow_readers_.push_back({place, column.quantity, GateCount(column.through), sampling(column.of, model.grains)});
}

void BulkColumns::state(Archive& a) {
  for (FlowReader& reader : flow_readers_) {
    a("count", reader.count);
    a("before", reader.before);
    a("rate", reader.rate);
  }
  a("last time", last_time_);
  a("started", started_);
}

void BulkColumns::record(const Model& model, Real time, std::vector<Real>& row) {
  for (Sampling& s : samplings_) s.sample = s.choice.sample(model.grains, s.needs_contacts);
  for (WatchedRegion& watched : regions_) {
    watched.state = measure_region(samplings_[watched.sample].sample, watched.region);
  }
  for (const RegionReader& reader : region_readers_) {
    row[reader.place] = value_of(regions_[reader.region].state, reader.column, dimension_);
  }
  const Real interval = started_ ? time - last_time_ : 0;
  for (FlowReader& reader : flow_readers_) {
    reader.count.look(samplings_[reader.sample].sample);
    const bool of_mass = reader.quantity == FlowQuantity::mass || reader.quantity == FlowQuantity::mass_rate;
    const bool is_rate = reader.quantity == FlowQuantity::mass_rate || reader.quantity == FlowQuantity::number_rate;
    const Real passed = of_mass ? reader.count.mass() : reader.count.number();
    if (interval > 0) reader.rate = (passed - reader.before) / interval;  // the last row may be written twice
    reader.before = passed;
    row[reader.place] = is_rate ? reader.rate : passed;
  }
  last_time_ = time;
  started_ = true;
}

}  // namespace talus
