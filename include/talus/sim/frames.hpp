// Frames of a run: one .vtp per body, be it a solid, grains or a wall, one for the contact network and one for bonds,
// with their .pvd series.
#pragma once

#include "talus/output/file_queue.hpp"
#include "talus/output/pvd.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/field_writer.hpp"
#include "talus/sim/simulation.hpp"
#include "talus/sim/wall_frame.hpp"
#include "talus/tlsph/neighbour_average.hpp"

#include <optional>
#include <string>
#include <vector>

namespace talus {

/// Of the .pvd of a body: its own name, with "_body" behind it where <case>.pvd or <case>_fields.pvd is called so.
[[nodiscard]] std::string series_name(const std::string& body, const std::string& case_name, const Case& description);

class FrameWriter {
 public:
  /// `name` is the case's: <name>.pvd holds all bodies.
  FrameWriter(const ResultFolder& folder, const std::string& name, const Simulation& simulation);

  /// Takes everything as it stands and writes it on a thread of its own, after the frame before is on the disk. Throws
  /// FileError if that one is not.
  void write(Simulation& simulation);
  /// Waits for the last frame. Throws FileError.
  void settle() { queue_.settle(); }
  [[nodiscard]] int count() const { return count_; }

  /// Files of earlier frames that lists name and that are not there.
  [[nodiscard]] std::size_t missing() const { return all_.missing() + (fields_ ? fields_->missing() : 0); }

  /// For checkpoints; when read, later frames are removed from the lists and from the folder. Throws FileError.
  void state(Archive& a);

 private:
  struct Averaging {
    NeighbourAverage average;
    Index renewals;  ///< of the reference whose neighbours it knows
  };

  /// Puts the file of a body into the lists and returns its path.
  std::filesystem::path enter(std::size_t part, const std::string& name, Real time);
  void write_bonds(const GrainSystem& grains, Real time);
  [[nodiscard]] std::function<void(std::span<float>)> average_of(const Model& model, std::size_t body);

  const ResultFolder& folder_;
  PvdSeries all_;
  std::vector<PvdSeries> each_;  ///< of solids, grains and walls, in this order
  std::vector<std::optional<Averaging>> averages_;  ///< of solids, once they are needed
  WallPictures walls_;
  std::optional<FieldWriter> fields_;
  int count_ = 0;
  FileQueue queue_;
};

}  // namespace talus
