#include "talus/sim/field_writer.hpp"

#include <algorithm>
#include <cmath>

#include "talus/diagnostics/bulk/region_state.hpp"
#include "talus/sim/clockwork.hpp"

namespace talus {
namespace {

/// A box that follows grains ends there, along each axis.
constexpr Index most_along_2d = 2000, most_along_3d = 200;

CoarseRequest request_of(const CoarseFieldSpec& spec) {
  using Q = FieldQuantity;
  const auto any_of = [&](std::initializer_list<Q> some) {
    return std::ranges::any_of(some, [&](Q q) { return spec.asks_for(q); });
  };
  const bool total_stress = any_of({Q::stress, Q::pressure, Q::deviator});
  return {spec.kernel, spec.width, total_stress || any_of({Q::temperature, Q::kinetic_stress}),
          total_stress || any_of({Q::contact_stress, Q::coordination, Q::fabric})};
}

CoarseGrid grid_over(const Vec3& low, const Vec3& high, Real cell, int dimension) {
  CoarseGrid grid{dimension, low, cell, {1, 1, 1}};
  if (dimension == 2) grid.low.z() = 0;
  for (int a = 0; a < dimension; ++a) grid.count[a] = static_cast<Index>(CoarseGrid::cells_in(high[a] - low[a], cell));
  return grid;
}

/// Coordinates of all grains that have a place, sorted.
std::vector<Real> sorted_along(int axis, const BulkSample& sample) {
  std::vector<Real> places;
  for (const BulkGrain& grain : sample.grains) {
    if (std::isfinite(grain.x[axis])) places.push_back(grain.x[axis]);
  }
  std::ranges::sort(places);
  return places;
}

CoarseGrid grid_around(const BulkSample& sample, Real reach, Real cell) {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  const Real most = cell * (sample.dimension == 2 ? most_along_2d : most_along_3d);
  for (int a = 0; a < sample.dimension; ++a) {
    if (sample.box.periodic(a)) {
      low[a] = sample.box.low()[a];
      high[a] = std::min(sample.box.high()[a], low[a] + most);
      continue;
    }
    const std::vector<Real> places = sorted_along(a, sample);
    if (places.empty()) continue;
    const Real middle = places[places.size() / 2];
    low[a] = cell * std::floor(std::max(places.front() - reach, middle - most / 2) / cell);
    high[a] = std::min(places.back() + reach, low[a] + most);
  }
  return grid_over(low, high, cell, sample.dimension);
}

template <class F>
Field field_of(FieldQuantity quantity, std::size_t size, F value) {
  return computed_field(std::string(word_of(quantity)), size, std::move(value));
}

Field field_of(FieldQuantity quantity, const CoarseFields& f) {
  using Q = FieldQuantity;
  const std::size_t n = f.density.size();
  const auto stress = [&f](Index c) { return Mat3(f.contact_stress[c] + f.kinetic_stress[c]); };
  const int dimension = f.grid.dimension;
  switch (quantity) {
    case Q::density:
      return field_of(quantity, n, [&f](Index c) { return f.density[c]; });
    case Q::solid_fraction:
      return field_of(quantity, n, [&f](Index c) { return f.solid_fraction[c]; });
    case Q::momentum:
      return field_of(quantity, n, [&f](Index c) { return f.momentum[c]; });
    case Q::velocity:
      return field_of(quantity, n, [&f](Index c) { return f.velocity[c]; });
    case Q::temperature:
      return field_of(quantity, n, [&f](Index c) { return f.temperature[c]; });
    case Q::stress:
      return field_of(quantity, n, stress);
    case Q::contact_stress:
      return field_of(quantity, n, [&f](Index c) { return f.contact_stress[c]; });
    case Q::kinetic_stress:
      return field_of(quantity, n, [&f](Index c) { return SymmetricTensor{f.kinetic_stress[c]}; });
    case Q::pressure:
      return field_of(quantity, n, [stress, dimension](Index c) { return pressure_of(stress(c), dimension); });
    case Q::deviator:
      return field_of(quantity, n, [stress, dimension](Index c) { return deviator_of(stress(c), dimension); });
    case Q::coordination:
      return field_of(quantity, n, [&f](Index c) { return f.coordination[c]; });
    case Q::fabric:
      return field_of(quantity, n, [&f](Index c) { return SymmetricTensor{f.fabric[c]}; });
  }
  return {};
}

}  // namespace

CoarseGrid grid_of(const CoarseFieldSpec& spec, const BulkSample& sample) {
  if (spec.box) return grid_over(spec.box->min, spec.box->max, spec.cell_size(), sample.dimension);
  return grid_around(sample, window_reach(spec.kernel, spec.width), spec.cell_size());
}

ImageFrame image_of(const CoarseFieldSpec& spec, const CoarseFields& fields, Real time) {
  const CoarseGrid& grid = fields.grid;
  ImageFrame frame{time, grid.dimension, grid.low, grid.cell, grid.count, {}};
  for (const FieldQuantity quantity : spec.what) frame.fields.push_back(field_of(quantity, fields));
  return frame;
}

FieldWriter::FieldWriter(const ResultFolder& folder, const std::string& name, const CoarseFieldSpec& spec,
                         const Model& model)
    : folder_(folder), spec_(spec), choice_(spec.of, model.grains), series_(folder.series(name + "_fields")) {}

bool FieldWriter::is_due(Real time) {
  if (!spec_.every) return true;
  if (count_ == 0) start_ = next_ = time;
  const Real passed = passed_intervals(time - start_, *spec_.every);
  if (passed < std::round((next_ - start_) / *spec_.every)) return false;
  next_ = start_ + *spec_.every * (std::floor(passed) + 1);
  return true;
}

void FieldWriter::state(Archive& a) {
  a("start", start_);
  a("next", next_);
  a("count", count_);
  a("series", series_);
  if (a.reads()) folder_.remove_frames_from(count_, ".vti");
}

void FieldWriter::write(const Model& model, Real time, FileQueue& queue) {
  if (!is_due(time)) return;
  const CoarseRequest request = request_of(spec_);
  const BulkSample sample = choice_.sample(model.grains, request.contacts);
  const CoarseFields fields = coarse_grain(sample, grid_of(spec_, sample), request);
  const auto path = folder_.frame("fields", count_).replace_extension(".vti");
  write_image(path, image_of(spec_, fields, time), &queue);
  series_.add(time, "", path);
  queue.add([series = series_] { series.write(); });
  ++count_;
}

}  // namespace talus
