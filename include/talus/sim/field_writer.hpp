// Coarse-grained fields of a run: a .vti with a frame, and their .pvd series.
#pragma once

#include "talus/output/pvd.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/output/vtk_image.hpp"
#include "talus/sim/coarse_fields.hpp"
#include "talus/sim/grain_sample.hpp"
#include "talus/sim/model.hpp"

#include <string>

namespace talus {

/// The cells of a case at one time: its own box, or one around all grains of the sample. Whole cells from the box's
/// lower corner on; a box that follows grains begins on a multiple of the cell, so that cells stay in place, and is cut
/// to what fits around the middle grain when a few have flown far.
[[nodiscard]] CoarseGrid grid_of(const CoarseFieldSpec& spec, const BulkSample& sample);

/// The fields that the case names, in its order. Refers to `fields`.
[[nodiscard]] ImageFrame image_of(const CoarseFieldSpec& spec, const CoarseFields& fields, Real time);

class FieldWriter {
 public:
  /// The series is <name>_fields.pvd.
  FieldWriter(const ResultFolder& folder, const std::string& name, const CoarseFieldSpec& spec, const Model& model);

  /// Called with every frame; when it is time again, the files go to the queue.
  void write(const Model& model, Real time, FileQueue& queue);

  /// Files that the series lists and that are not there.
  [[nodiscard]] std::size_t missing() const { return series_.missing(); }

  void state(Archive& a);

 private:
  [[nodiscard]] bool is_due(Real time);

  const ResultFolder& folder_;
  CoarseFieldSpec spec_;
  GrainChoice choice_;
  PvdSeries series_;
  Real start_ = 0, next_ = 0;  ///< instants [s]
  int count_ = 0;
};

}  // namespace talus
