// A .pvd file: the list of frames and their times that ParaView opens as one animation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/archive.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// Rewritten whole after each frame, by rename: a run that is killed leaves a list that opens.
class PvdSeries {
 public:
  explicit PvdSeries(std::filesystem::path path) : path_(std::move(path)) {}
  /// The list of an earlier run, cut after `last_time` [s]: for a run that is resumed. Paths stay as written.
  static PvdSeries continue_from(const std::filesystem::path& path, Real last_time);

  /// Adds one data set at `time` [s]. `part` is its name in a series of several bodies, empty when alone.
  /// `file` may be absolute or relative to the working directory; it is stored relative to the .pvd file.
  void add(Real time, const std::string& part, const std::filesystem::path& file);
  /// Throws FileError.
  void write() const;
  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  /// Files that it lists and that are not there.
  [[nodiscard]] std::size_t missing() const;

  /// For checkpoints: how many there are; the list itself is in the file, which is cut back. FileError when there are
  /// fewer.
  void state(Archive& a);

 private:
  struct Frame {
    Real time;
    std::string part;
    std::string file;  ///< relative to the folder of the .pvd file
  };
  std::filesystem::path path_;
  std::vector<Frame> frames_;
};

}  // namespace talus
