#include "talus/sim/measured_column.hpp"

#include "talus/sim/column_statistics.hpp"

namespace talus {
namespace {

std::variant<SolidColumn, GrainColumn, WallColumn> column_of(const std::string& name, const MeasuredColumn& spec,
                                                             const Model& model) {
  if (model.grains.body_index(spec.of) >= 0) return GrainColumn(name, spec, model);
  if (model.grains.wall_index(spec.of) >= 0) return WallColumn(spec, model);
  return SolidColumn(name, spec, model);
}

}  // namespace

MeasuredSource::MeasuredSource(const std::string& name, const MeasuredColumn& spec, const Model& model)
    : column_(column_of(name, spec, model)), unit_(unit_of(spec, model.description.dimension)) {}

Real MeasuredSource::value(const Model& model) const {
  return std::visit([&](const auto& column) { return column.value(model); }, column_);
}

bool MeasuredSource::needs_marks() const {
  const auto* solid = std::get_if<SolidColumn>(&column_);
  return solid != nullptr && solid->needs_marks();
}

}  // namespace talus
