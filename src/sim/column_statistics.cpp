#include "talus/sim/column_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {
namespace {

/// The value below which `fraction` of the weight lies.
Real quantile(std::vector<WeightedValue>& values, Real fraction) {
  const auto smaller = [](const WeightedValue& a, const WeightedValue& b) {
    return a.value < b.value || (a.value == b.value && a.weight < b.weight);
  };
  std::sort(values.begin(), values.end(), smaller);
  Real whole = 0;
  for (const WeightedValue& v : values) whole += v.weight;
  Real below = 0;
  for (const WeightedValue& v : values) {
    below += v.weight;
    if (below >= fraction * whole) return v.value;
  }
  return values.back().value;
}

}  // namespace

Statistic statistic_of(const MeasuredColumn& spec) {
  return spec.statistic.value.value_or(facts_of(spec.quantity).usual);
}

std::string unit_of(const MeasuredColumn& spec, int dimension) {
  const QuantityFacts facts = facts_of(spec.quantity);
  return std::string(dimension == 2 ? facts.plane_unit : facts.unit);
}

std::string unit_of(const ColumnSpec& spec, int dimension) {
  return std::visit(
      [&]<class C>(const C& column) -> std::string {
        if constexpr (std::is_same_v<C, MeasuredColumn>) return unit_of(column, dimension);
        if constexpr (std::is_same_v<C, DerivedColumn>) return column.unit;
        if constexpr (std::is_same_v<C, RegionColumn>) return column.unit();
        if constexpr (std::is_same_v<C, FlowColumn>) return column.unit(dimension);
        if constexpr (std::is_same_v<C, EnergyColumn>) return std::string(energy_unit(dimension));
      },
      spec.entry);
}

Real along_or_size(const Vec3& v, const MeasuredColumn& spec, int dimension) {
  if (spec.along) return v.dot(spec.along->normalized());
  const bool about_z = dimension == 2 && facts_of(spec.quantity).form == QuantityForm::axial;
  return about_z ? v.z() : v.norm();
}

Real reduce(std::vector<WeightedValue>& values, const MeasuredColumn& spec) {
  const Statistic statistic = statistic_of(spec);
  if (values.empty()) return statistic == Statistic::sum ? 0 : std::numeric_limits<Real>::quiet_NaN();
  const auto smaller = [](const WeightedValue& a, const WeightedValue& b) { return a.value < b.value; };
  Real sum = 0, weighted = 0, squares = 0, weight = 0;
  for (const WeightedValue& v : values) {
    sum += v.value;
    weighted += v.weight * v.value;
    squares += v.weight * v.value * v.value;
    weight += v.weight;
  }
  switch (statistic) {
    case Statistic::mean:
      return weighted / weight;
    case Statistic::rms:
      return std::sqrt(squares / weight);
    case Statistic::sum:
      return sum;
    case Statistic::min:
      return std::ranges::min_element(values, smaller)->value;
    case Statistic::max:
      return std::ranges::max_element(values, smaller)->value;
    case Statistic::quantile:
      return quantile(values, spec.quantile);
  }
  return 0;
}

}  // namespace talus
